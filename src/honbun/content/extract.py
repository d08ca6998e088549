"""A collection of pages in, the content of each out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.content import collection
from honbun.content.faithful import choose
from honbun.content.gather import gather
from honbun.content.model import ContentOptions
from honbun.content.result import content
from honbun.failure import log_failure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from honbun.content.gather import Gathered
    from honbun.content.model import Content
    from honbun.failure import Failure
    from honbun.page import Page


def extract(
    pages: Iterable[Page],
    options: ContentOptions | None = None,
    *,
    jobs: int = 1,
    on_failure: Callable[[Failure], None] = log_failure,
) -> Iterator[Content]:
    """The content of every page, judged as one collection, in the order of the pages.

    Nothing comes out before the last page was read. A page that fails is told to `on_failure`.
    """
    options = options or ContentOptions()
    with gather(pages, options, jobs=jobs, on_failure=on_failure) as gathered:
        yield from contents(gathered, options)


def contents(gathered: Gathered, options: ContentOptions) -> Iterator[Content]:
    """The content of every page of a gathered collection, in order."""
    rulings = choose.rulings if options.faithful else collection.rulings
    for number, ruling in enumerate(rulings(gathered, options)):
        outline, showing = gathered.outline(number), gathered.showing(number)
        yield content(gathered.pages[number], outline, showing, ruling)
