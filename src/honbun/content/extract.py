"""A collection of pages in, the content of each out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.content import collection, recall
from honbun.content.copies import Copies
from honbun.content.faithful import choose
from honbun.content.gather import gather
from honbun.content.model import ContentOptions
from honbun.content.result import content
from honbun.errors import HonbunError
from honbun.failure import log_failure
from honbun.run import Run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from honbun.content.gather import Gathered
    from honbun.content.memory import Store
    from honbun.content.model import Content
    from honbun.content.ruling import Ruling
    from honbun.failure import Failure
    from honbun.page import Page
    from honbun.parallel.limits import Limits
    from honbun.run import Journal


def extract(
    pages: Iterable[Page],
    options: ContentOptions | None = None,
    *,
    identical: Iterable[tuple[str, str]] = (),
    memory: Store | None = None,
    learning: bool = True,
    jobs: int = 1,
    limits: Limits | None = None,
    journal: Journal | None = None,
    on_failure: Callable[[Failure], None] = log_failure,
) -> Iterator[Content]:
    """The content of every page, judged as one collection, in the order of the pages.

    Pages that are the same are not compared with each other: those that are found to be, and the
    `identical` ones, told as pairs of URLs, such as `honbun.similar` finds.

    With a `memory`, pages of kinds that it knows are judged by what it has learnt; what is new in
    them is added to it when the last content was taken, unless `learning` is false. With a
    `journal`, what earlier runs have made of the same pages is not made again. Nothing comes out
    before the last page was read. A page that fails is told to `on_failure`.
    """
    options = options or ContentOptions()
    if memory is not None and options.faithful:
        raise HonbunError("the papers' method compares pages with each other: it has no memory")
    run = Run(jobs, on_failure, limits, journal)
    with gather(pages, options, copies=Copies.told(identical), run=run) as gathered:
        if options.faithful:
            rulings = choose.rulings(gathered, options)
        elif memory is not None:
            found, lessons = recall.rulings(
                gathered, options, on_failure, memory, learning=learning
            )
            rulings = iter(sorted(found.items()))
        else:
            found = collection.rulings(gathered, options, on_failure, journal)
            rulings = iter(sorted(found.items()))
        yield from contents(gathered, rulings)
        if memory is not None and lessons:
            memory.save(lessons)


def contents(gathered: Gathered, rulings: Iterable[tuple[int, Ruling]]) -> Iterator[Content]:
    """The content of gathered pages by what was ruled on each, told by its number."""
    for number, ruling in rulings:
        outline, showing = gathered.outline(number), gathered.showing(number)
        yield content(gathered.pages[number], outline, showing, ruling)
