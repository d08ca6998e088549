"""Pages that were saved by XML tools: `<script/>` is closed in XML, but not in HTML.

A browser takes all that follows such a tag for the text of a script, a title or a frame, and shows
next to nothing. `Repair` is the page with these tags closed.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate, chain, pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_MIN_SIZE = 2000
"""Characters of a page that is looked at: a shorter one may well have little in it."""
_SPARSE = 1000
"""Characters of source per element. In seven collections, 542 pages, half of the pages have fewer
than 80 to 280, and 95% fewer than 960 in all but one, whose pages are mostly scripts. Pages that
such a tag swallows have thousands."""
_FEW = 50
"""Elements of a page that is looked at whatever its size: looking at it takes next to no time."""
_GAIN = 2
"""A repaired page is used if it has at least this many times the elements."""
_OPEN = re.compile(
    r"<(title|textarea|style|xmp|iframe|noembed|noframes|script)(?=[\s/>])[^<>]*>", re.IGNORECASE
)
"""The elements that hold only text by the HTML standard."""


def is_sparse(html: str, elements: int) -> bool:
    """Whether a page has so few elements for its size that something may have swallowed them."""
    return len(html) >= _MIN_SIZE and (elements < _FEW or len(html) > _SPARSE * elements)


class Repair:
    """A page with the tags closed that swallow what follows them in HTML."""

    def __init__(self, html: str) -> None:
        # The standard's preprocessing: positions count a line end as one character.
        plain = html.replace("\r\n", "\n").replace("\r", "\n")
        found = list(_empty_elements(plain))
        self.closed = len(found)
        """The number of tags that were closed."""
        added = [f"</{tag[1]}>" for tag in found]
        ends = [0, *(tag.end() for tag in found), len(plain)]
        pieces = [plain[start:end] for start, end in pairwise(ends)]
        self.html = "".join(chain(*zip(pieces, added), pieces[-1:]))
        self._lengths = list(map(len, added))
        self._totals = list(accumulate(self._lengths, initial=0))
        self._starts = [tag.end() + total for tag, total in zip(found, self._totals)]

    def is_better(self, elements: int, before: int) -> bool:
        """Whether the repaired page has many more elements."""
        return elements >= _GAIN * before

    def position(self, offset: int) -> int:
        """The position in the page that an offset in the repaired page stands for."""
        number = bisect_right(self._starts, offset)
        if not number:
            return offset
        inside = min(offset - self._starts[number - 1], self._lengths[number - 1])
        return offset - self._totals[number - 1] - inside


def _empty_elements(html: str) -> Iterator[re.Match[str]]:
    """The tags that are written as empty elements of XML, but not those in the text of a script."""
    position = 0
    while tag := _OPEN.search(html, position):
        position = tag.end()
        if tag[0].endswith("/>"):
            yield tag
        elif closing := re.compile(f"</{tag[1]}", re.IGNORECASE).search(html, position):
            position = closing.end()
        else:
            return
