"""Where the header of an article is: the blocks around its title, up to its first text."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_BEFORE = 12
"""Blocks before the title that may show its date or author; further up is the site's header."""
_AFTER = 3
"""Content blocks after the title among which its date or author may be: a summary, a picture."""
_AT_TITLE = (-3, 12)
"""Blocks around the title whose date counts more than one that the page declares."""
_SIGNED = 3
"""Blocks after the content that may sign it, ..."""
_BELOW = 8
"""... or show its date."""
_LATE = 3
"""Content blocks before a heading that is not the title of the whole."""


class _InBlock(Protocol):
    @property
    def block(self) -> int: ...


_Found = TypeVar("_Found", bound=_InBlock)


class Place(NamedTuple):
    """The blocks beside the title, and those after the content."""

    title: int
    first: int
    last: int
    end: int
    """The last block of the content."""

    def is_beside(self, block: int) -> bool:
        return self.first <= block <= self.last

    def is_at_title(self, block: int) -> bool:
        return self.is_beside(block) and _AT_TITLE[0] <= block - self.title <= _AT_TITLE[1]

    def is_in(self, block: int) -> bool:
        """Whether a block is of the article, its header included."""
        return self.title <= block <= self.end

    def is_below(self, block: int) -> bool:
        return self.end <= block <= self.end + _BELOW

    def is_signed(self, block: int) -> bool:
        return self.end <= block <= self.end + _SIGNED

    def is_near(self, block: int) -> bool:
        return self.is_beside(block) or self.is_signed(block)

    def nearest(self, found: Iterable[_Found]) -> list[_Found]:
        """What is near, the nearest first; blocks before the title and after the content last."""
        near = (each for each in found if self.is_near(each.block))
        return sorted(near, key=lambda each: self._distance(each.block))

    def _distance(self, block: int) -> int:
        if block > self.last:
            return 10_000 + block - self.end
        return block - self.title if block >= self.title else 1000 + self.title - block


def is_late(title: int, content: Sequence[int]) -> bool:
    """Whether a heading comes after so much content that it is not the title of the whole."""
    return bisect_right(content, title) > _LATE


def header_place(title: int | None, content: Sequence[int]) -> Place:
    """The place of the header, given the block of the title and those of the content."""
    start = title if title is not None else content[0] if content else 0
    after = bisect_right(content, start)
    inside = content[after : after + _AFTER]
    last = inside[-1] if inside else start + _BEFORE
    end = content[-1] if content else last
    return Place(start, start - _BEFORE, last, max(end, last))
