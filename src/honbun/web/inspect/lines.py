"""The list of a collection's pages: what is known of each, found by its title or address."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from honbun.web.inspect.rooms import Rooms

SHOWN = 100
"""Pages of a list that are shown at once."""


@dataclass(frozen=True, slots=True)
class Line:
    """A page in the list."""

    number: int
    title: str | None
    address: str
    state: str
    """How it was judged, that it was not yet, or why it cannot be."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Some pages of a collection, and how far the work on all of them is."""

    lines: tuple[Line, ...]
    matching: int
    first: int
    """The place of the first line among those that match."""
    pages: int
    judged: int
    done: bool
    trouble: str | None
    failures: int

    def told(self) -> dict[str, Any]:
        """As data."""
        return asdict(self)


def lines(rooms: Rooms, query: str, first: int) -> Lines:
    """The pages whose title or address holds the words of a query, from some place on."""
    collection, contents = rooms.collection, rooms.collection.contents
    contents.begin()
    numbers = _matching(rooms, query)
    first = min(first, max(0, len(numbers) - 1)) // SHOWN * SHOWN
    shown = tuple(_line(rooms, number) for number in numbers[first : first + SHOWN])
    return Lines(
        lines=shown,
        matching=len(numbers),
        first=first,
        pages=len(collection),
        judged=contents.found,
        done=contents.done,
        trouble=contents.trouble,
        failures=len(collection.failures),
    )


def _matching(rooms: Rooms, query: str) -> range | list[int]:
    every = range(len(rooms.collection))
    words = query.casefold().split()
    if not words:
        return every
    found = []
    for number in every:
        head = rooms.head(number)
        said = f"{head.title or ''} {head.address}".casefold()
        if all(word in said for word in words):
            found.append(number)
    return found


def _line(rooms: Rooms, number: int) -> Line:
    head, content = rooms.head(number), rooms.collection.contents.get(number)
    title = (content.title if content else None) or head.title
    return Line(number, title, head.address, head.trouble or _state(rooms, number))


def _state(rooms: Rooms, number: int) -> str:
    contents = rooms.collection.contents
    done = contents.done
    content = contents.get(number)
    if content is None:
        return "not judged" if done else "being judged"
    blocks = len(content.blocks)
    how = {"collection": "by the collection", "alone": "alone"}.get(content.method, content.method)
    return f"{how}, {blocks:,} block{'' if blocks == 1 else 's'}" if blocks else f"{how}, empty"
