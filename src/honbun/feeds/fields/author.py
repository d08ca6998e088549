"""The author of each item, where the list names it."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from honbun.text import dates
from honbun.text.phrases import announces_author, without_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.feeds.fields import ItemPosition, Items, Line

_LONGEST = 60
"""Maximum length of a name."""
_LINES = 30
"""Lines at the start of an item that are searched ..."""
_LAST = 10
"""... and at its end."""
_LONGEST_LINE = 80
_FEW = 0.25
"""Minimum share of items with an author; fewer are sentences that start like a byline."""
_OPEN = re.compile(r"\s*[(（\[][^)）\]]*$")
"""An unclosed bracket."""
_END = re.compile(
    r"\s*(?:[|·•—–/]|\s-\s|,?\s+(?:on|at|in|am|um|le|el|il|den|på)\s).*$", re.IGNORECASE
)


def authors(items: Items, lines: Sequence[Sequence[Line]]) -> list[str | None]:
    """The author of each item; None where the list does not name one."""
    declared = _declared(items)
    found = [
        _declared_in(declared, position) or _byline(items, each)
        for position, each in zip(items.positions, lines)
    ]
    named = sum(name is not None for name in found)
    return found if named >= max(2, _FEW * len(found)) or len(found) < 3 else [None] * len(found)


def _declared(items: Items) -> list[tuple[int, str]]:
    """The nodes that are marked as an author, with the names."""
    end = items.columns.sequence.end
    nodes = items.marked("author", "rel", "itemprop")
    return [(at, name) for at in nodes if (name := _name(items.read(at, int(end[at]))))]


def _declared_in(declared: Sequence[tuple[int, str]], position: ItemPosition) -> str | None:
    """The first marked name inside an item."""
    at = bisect_left(declared, (position.start,))
    return declared[at][1] if at < len(declared) and declared[at][0] < position.stop else None


def _byline(items: Items, lines: Sequence[Line]) -> str | None:
    """The name in the first line that starts like a byline."""
    for line in [*lines[:_LINES], *lines[_LINES:][-_LAST:]]:
        if not announces_author(line.text[:_LONGEST_LINE]):
            continue
        # If the name is a link, it ends with the link.
        links = items.columns.link[line.start : line.stop]
        inside = [node for node in dict.fromkeys(links.tolist()) if node >= line.start]
        shown = [items.read(node, int(items.columns.sequence.end[node])) for node in inside[:1]]
        for text in (*shown, line.text):
            if name := _name(text):
                return name
    return None


def _name(text: str) -> str | None:
    """The name in a line, without the label before it and the date or other text after it."""
    text = without_label(text)
    found = dates.find(text)
    if found:
        text = text[: found[0].start]
    name = _OPEN.sub("", _END.sub("", text)).strip(" ,:：|·•-–—/")
    return name if 1 < len(name) <= _LONGEST and not name.isdigit() else None
