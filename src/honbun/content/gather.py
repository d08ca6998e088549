"""Gathered: a collection that has been read and waits to be judged."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from honbun.content.copies import NO_COPIES, Copies
from honbun.content.faithful.collection import Collection
from honbun.content.faithful.vector import NO_VECTORS
from honbun.content.measure.outline import Outline
from honbun.content.record import Record, Showing, record
from honbun.guard import each
from honbun.run import HERE, Run
from honbun.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.content.model import ContentOptions
    from honbun.page import Page


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
    copies: Copies = NO_COPIES
    """Which pages are told to be the same."""

    def outline(self, number: int) -> Outline:
        return Outline.unpack(self.outlines[number])

    def showing(self, number: int) -> Showing:
        return Showing.unpack(self.showings[number])


@contextmanager
def gather(
    pages: Iterable[Page],
    options: ContentOptions,
    *,
    copies: Copies = NO_COPIES,
    run: Run = HERE,
) -> Iterator[Gathered]:
    """Read and measure all pages; what waits for judgement is held until the context ends."""
    with Shelf() as outlines, Shelf() as showings:
        gathered = Gathered([], Counter(), Collection(), outlines, showings, copies)
        same: dict[bytes, bytes] = {}
        for result in each(record, pages, options, run, "extract"):
            signed = same.setdefault(result.signature, result.signature)
            gathered.signatures[signed] += 1
            gathered.vectors.add(result.vectors)
            outlines.append(result.outline)
            showings.append(result.showing)
            gathered.pages.append(
                replace(result, signature=signed, vectors=NO_VECTORS, outline=b"", showing=b"")
            )
        yield gathered
