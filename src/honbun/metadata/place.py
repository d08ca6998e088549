"""Where the header of an article is: the blocks around its title, up to its first text."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

_BEFORE = 12
"""Blocks before the title that may show its date or author; further up is the site's header."""
_AFTER = 4
"""Content blocks after the title among which its date or author may be: a summary, a picture."""
_BELOW = 3
"""Blocks after the content that may sign it."""


class Place(NamedTuple):
    """The blocks beside the title, and those after the content."""

    title: int
    first: int
    last: int
    end: int
    """The last block of the content."""

    def is_near(self, block: int) -> bool:
        return self.first <= block <= self.last or self.end <= block <= self.end + _BELOW

    def distance(self, block: int) -> int:
        """How far a block is from the title; blocks before it and after the content are further."""
        if block > self.last:
            return 10_000 + block - self.end
        return block - self.title if block >= self.title else 1000 + self.title - block


def header_place(title: int | None, content: Sequence[int]) -> Place:
    """The place of the header, given the block of the title and those of the content."""
    start = title if title is not None else content[0] if content else 0
    after = bisect_right(content, start)
    inside = content[after : after + _AFTER]
    last = inside[-1] if inside else start + _BEFORE
    end = content[-1] if content else last
    return Place(start, start - _BEFORE, last, max(end, last))
