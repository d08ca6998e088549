"""The pages that share text with one, and the shared sentences where they stand on both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from honbun.language.likeness import key
from honbun.relation.write.difference import differences
from honbun.relation.write.view import reasons
from honbun.web.inspect.passages import passages

if TYPE_CHECKING:
    from honbun.relation.model import Shared
    from honbun.web.inspect.pairs import Numbered
    from honbun.web.inspect.passages import Passage
    from honbun.web.inspect.rooms import Rooms

_LONGEST = 2000
"""Characters of a sentence that are compared word by word."""


def beside(rooms: Rooms, number: int) -> list[dict[str, Any]]:
    """The pages that share text with a page, those that share most first."""
    return [_summary(rooms, number, pair) for pair in rooms.pairs.of(number)]


def both(rooms: Rooms, number: int, found: Numbered) -> dict[str, Any]:
    """A page and another, with the places of what they share on either."""
    pair, other = found.pair, found.other(number)
    first = number == found.a
    own = [one.a if first else one.b for one in pair.shared]
    others = [one.b if first else one.a for one in pair.shared]
    here = passages(rooms.collection.page(number), own)
    there = passages(rooms.collection.page(other), others)
    return {
        **_summary(rooms, number, found),
        "sentences": [
            _sentence(*place, one, first=first) for place, one in zip(zip(here, there), pair.shared)
        ],
    }


def _summary(rooms: Rooms, number: int, found: Numbered) -> dict[str, Any]:
    pair, other = found.pair, found.other(number)
    head = rooms.head(other)
    return {
        "number": other,
        "title": head.title,
        "address": head.address,
        "relation": pair.relation.replace("-", " "),
        "extent": pair.extent.value,
        "overlap": pair.overlap,
        "containment": pair.containment,
        "because": list(reasons(pair)),
        "first": number == found.a,
        "shared": len(pair.shared),
    }


def _sentence(
    here: Passage | None, there: Passage | None, shared: Shared, *, first: bool
) -> dict[str, Any]:
    sides = differences(shared.a[:_LONGEST], shared.b[:_LONGEST])
    own, other = sides if first else sides[::-1]
    return {
        "changed": key(shared.a) != key(shared.b),
        "own": own,
        "other": other,
        "here": here and here._asdict(),
        "there": there and there._asdict(),
    }
