"""A collection of pages in, the content of each out.

The papers' method in the order they tell it: pages, blocks, vectors, comparison, content. What
stands on one page only is its content.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from honbun.content.collection import Collection
from honbun.content.compare import repeated
from honbun.content.model import Block, Content, ContentOptions, Role
from honbun.content.record import Record, Showing, record
from honbun.content.roles import label
from honbun.content.vector import NO_VECTORS
from honbun.errors import HonbunError
from honbun.failure import Failure, log_failure
from honbun.page import Page
from honbun.parallel import ordered_map
from honbun.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

ONLY_PAGE = "the only page of its collection: nothing to compare it with"
NO_TEXT = "the page has no text"
FRAMESET = "the page is a frameset: its text stands on the framed pages"
ALL_REPEATED = "every block stands on other pages too"
RAREST = "every block stands on other pages too: the rarest are kept"


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
        yield from gathered.contents(options)


@dataclass(frozen=True, slots=True)
class Gathered:
    """A collection that has been read and can be judged, more than once if need be."""

    pages: list[Record]
    """The pages, without what lies in the collection and on the shelf."""
    collection: Collection
    shelf: Shelf

    def contents(self, options: ContentOptions) -> Iterator[Content]:
        """The content of every page, in order."""
        comparison = repeated(self.collection, options.threshold)
        ends = np.cumsum(self.collection.blocks_per_page)
        for number, page in enumerate(self.pages):
            part = slice(ends[number - 1] if number else 0, ends[number])
            showing = Showing.unpack(self.shelf[number])
            others = comparison.others[part][showing.block]
            choice = choose(others.tolist(), showing.text, page.framed, options)
            if len(self.pages) == 1 and not choice.reason:
                choice = Choice(choice.shown, ONLY_PAGE)
            yield _content(page, showing, choice)


@contextmanager
def gather(
    pages: Iterable[Page],
    options: ContentOptions,
    *,
    jobs: int = 1,
    on_failure: Callable[[Failure], None] = log_failure,
) -> Iterator[Gathered]:
    """Read and measure all pages; what waits for judgement is held until the context ends."""
    collection = Collection()
    waiting: list[Record] = []
    with Shelf() as shelf:
        for result in ordered_map(_Recorder(options), _only_pages(pages), jobs):
            if isinstance(result, Failure):
                on_failure(result)
                continue
            collection.add(result.vectors)
            shelf.append(result.showing)
            waiting.append(replace(result, vectors=NO_VECTORS, showing=b""))
        yield Gathered(waiting, collection, shelf)


def _only_pages(pages: Iterable[Page]) -> Iterator[Page]:
    for page in pages:
        if not isinstance(page, Page):
            raise HonbunError(f"extract takes pages (honbun.Page), not {type(page).__name__}")
        yield page


@dataclass(frozen=True, slots=True)
class _Recorder:
    """Page to Record, in whatever process; what goes wrong with a page becomes a Failure."""

    options: ContentOptions

    def __call__(self, page: Page) -> Record | Failure:
        try:
            return record(page, self.options)
        except HonbunError as error:
            message = str(error)
        except Exception as error:
            # Pages are hostile: one that breaks a step, in whatever way, must not end the run.
            message = f"{type(error).__name__}: {error}"
        return Failure(page.source, page.url, "extract", message)


@dataclass(frozen=True, slots=True)
class Choice:
    """Which of the blocks that show something are content, and why where it needs saying."""

    shown: list[int]
    reason: str | None


def choose(
    others: Sequence[int], texts: Sequence[str], framed: bool, options: ContentOptions
) -> Choice:
    """The content of one page, given for each block how many other pages have it, and its text."""
    unique = [i for i, pages in enumerate(others) if not pages]
    if any(texts[i] for i in unique):
        return Choice(unique, None)
    if not any(texts):
        return Choice(unique, FRAMESET if framed else NO_TEXT)
    if options.faithful:
        return Choice(unique, ALL_REPEATED)
    # Papers 000 and 002, further work: every page has content, so its rarest blocks are it.
    fewest = min(pages for pages, text in zip(others, texts) if text)
    return Choice([i for i, pages in enumerate(others) if pages <= fewest], RAREST)


def _content(page: Record, showing: Showing, choice: Choice) -> Content:
    texts = [showing.text[i] for i in choice.shown]
    roles = label([showing.tag[i] for i in choice.shown], texts, page.metadata.title)
    blocks = tuple(
        [
            Block(
                showing.xpath[i],
                role,
                text,
                showing.markup[i] if showing.markup else (),
                showing.frame[i] if showing.frame else (),
            )
            for i, role, text in zip(choice.shown, roles, texts)
        ]
    )
    title = next((block.text for block in blocks if block.role is Role.TITLE), page.metadata.title)
    return Content(
        url=page.url,
        source=page.source,
        title=title,
        author=page.metadata.author,
        date=page.metadata.date,
        site=page.metadata.site,
        language=page.metadata.language,
        image=page.metadata.image,
        encoding=page.encoding,
        replaced=page.replaced,
        method="collection",
        reason=choice.reason,
        blocks=blocks,
    )
