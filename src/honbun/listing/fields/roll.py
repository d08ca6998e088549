"""Roll: the items of one list with the page that they stand on, for fields to be read from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from honbun.listing.day import Days
    from honbun.listing.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Place:
    """Where one item stands."""

    lead: int
    unit: int
    """The element that it is, or begins with."""
    start: int
    stop: int
    link: int
    """The node of its link, -1 where it has none."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an item, as a reader sees it."""

    start: int
    stop: int
    text: str


@dataclass(frozen=True)
class Roll:
    """The items of a list, in the order of the page."""

    sheet: Sheet
    days: Days
    places: tuple[Place, ...]

    def __len__(self) -> int:
        return len(self.places)

    def read(self, start: int, stop: int) -> str:
        """The text of a range as it is read."""
        return self.sheet.strand.read([(start, stop)])

    def pieces(self, place: Place) -> list[int]:
        """The elements of an item that have text of their own."""
        texts = self.sheet.texts
        first, last = np.searchsorted(texts, [place.start, place.stop])
        owners = self.sheet.strand.parent[texts[first:last]]
        return sorted(set(owners[owners >= place.start].tolist()))

    def lines(self, start: int, stop: int) -> list[Line]:
        """The lines of a range: texts that no block and no line break parts."""
        sheet, tags = self.sheet, self.sheet.strand.tag
        first, last = np.searchsorted(self.sheet.texts, [start, stop])
        found: list[tuple[int, int]] = []
        box = -1
        for node in self.sheet.texts[first:last].tolist():
            here = int(sheet.box[node])
            if found and here == box and "br" not in tags[found[-1][1] : node]:
                found[-1] = (found[-1][0], node + 1)
            else:
                found.append((node, node + 1))
            box = here
        return [Line(*span, text) for span in found if (text := self.read(*span))]

    def column(self, node: int, place: Place) -> tuple[int, ...]:
        """How a node of an item is made, and those that hold it, up to the item."""
        strand, make = self.sheet.strand, self.sheet.make
        way: list[int] = []
        while node >= place.start and len(way) < 8:
            way.append(int(make[node]))
            node = int(strand.parent[node])
        return tuple(way)
