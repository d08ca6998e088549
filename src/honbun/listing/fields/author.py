"""Authors: who wrote each item, where the list names them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from honbun.language import dates
from honbun.language.labels import announces_author, announces_name, without_label

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.listing.fields.roll import Place, Roll
    from honbun.listing.fields.title import Title

_LONGEST = 60
"""Characters of a name."""
_PIECES = 30
_FEW = 0.25
"""Where fewer items name an author, it was a sentence that began like a byline."""
_END = re.compile(
    r"\s*(?:[|·•—–/]|\s-\s|,?\s+(?:on|at|in|am|um|le|el|il|den|på)\s).*$", re.IGNORECASE
)


def authors(roll: Roll, titles: Sequence[Title]) -> list[str | None]:
    """The author of each item; None where the list does not tell."""
    declared = _declared(roll)
    found = [
        next(declared_in(declared, place), None) or _byline(roll, place, title)
        for place, title in zip(roll.places, titles)
    ]
    told = sum(name is not None for name in found)
    return found if told >= max(2, _FEW * len(found)) or len(found) < 3 else [None] * len(found)


def _declared(roll: Roll) -> list[tuple[int, str]]:
    """The nodes that the page marks as naming an author, and the names."""
    strand, tree = roll.sheet.strand, roll.sheet.strand.tree
    marked = {
        node
        for node, _, value in tree.having("rel", "itemprop")
        if "author" in value.lower().split()
    }
    if not marked:
        return []
    found = []
    for at in roll.sheet.elements.tolist():
        if int(strand.node[at]) in marked:
            name = _name(roll.read(at, int(strand.end[at])))
            if name:
                found.append((at, name))
    return found


def declared_in(declared: Sequence[tuple[int, str]], place: Place) -> Iterator[str]:
    """The names that are marked inside an item."""
    return (name for at, name in declared if place.start <= at < place.stop)


def _byline(roll: Roll, place: Place, title: Title) -> str | None:
    """What a line of an item that begins like a byline names."""
    end = roll.sheet.strand.end
    label = False
    for node in roll.pieces(place)[:_PIECES]:
        if title.start <= node < title.stop:
            continue
        text = roll.read(node, int(end[node]))
        if label or announces_author(text):
            name = _name(text)
            if name:
                return name
            label = announces_name(text)
    return None


def _name(text: str) -> str | None:
    """The name in a line: without the label before it, and the date and the rest after it."""
    text = without_label(text)
    found = dates.find(text)
    if found:
        text = text[: found[0].start]
    name = _END.sub("", text).strip(" ,:：|·•-–—/()")
    return name if 1 < len(name) <= _LONGEST and not name.isdigit() else None
