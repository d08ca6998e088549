"""Gathered: a collection that has been read and waits to be judged."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from honbun.content.faithful.collection import Collection
from honbun.content.faithful.vector import NO_VECTORS
from honbun.content.measure.outline import Outline
from honbun.content.record import Record, Showing, record
from honbun.errors import HonbunError
from honbun.failure import Failure, log_failure
from honbun.page import Page
from honbun.parallel import ordered_map
from honbun.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from honbun.content.model import ContentOptions


@dataclass(frozen=True, slots=True)
class Gathered:
    """The pages of a collection, and what was measured of them."""

    pages: list[Record]
    """The pages, without what lies in the vectors and on the shelves."""
    signatures: Counter[bytes]
    """On how many pages each signature stands; equal ones are held once."""
    vectors: Collection
    """Filled for the papers' method only."""
    outlines: Shelf
    showings: Shelf

    def outline(self, number: int) -> Outline:
        return Outline.unpack(self.outlines[number])

    def showing(self, number: int) -> Showing:
        return Showing.unpack(self.showings[number])


@contextmanager
def gather(
    pages: Iterable[Page],
    options: ContentOptions,
    *,
    jobs: int = 1,
    on_failure: Callable[[Failure], None] = log_failure,
) -> Iterator[Gathered]:
    """Read and measure all pages; what waits for judgement is held until the context ends."""
    with Shelf() as outlines, Shelf() as showings:
        gathered = Gathered([], Counter(), Collection(), outlines, showings)
        same: dict[bytes, bytes] = {}
        for result in ordered_map(_Recorder(options), _only_pages(pages), jobs):
            if isinstance(result, Failure):
                on_failure(result)
                continue
            signed = same.setdefault(result.signature, result.signature)
            gathered.signatures[signed] += 1
            gathered.vectors.add(result.vectors)
            outlines.append(result.outline)
            showings.append(result.showing)
            gathered.pages.append(
                replace(result, signature=signed, vectors=NO_VECTORS, outline=b"", showing=b"")
            )
        yield gathered


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
