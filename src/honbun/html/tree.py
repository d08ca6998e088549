"""Tree: a parsed page, as a view over the columns of the compiled core.

Elements are in preorder, so a subtree is the range `i:end[i]` and its text one slice of the
page-long `text`. A tree never changes: steps return indices or labels. Text that browsers do not
show as text (scripts, style sheets, frame fallbacks) is returned by `raw_text`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from honbun._core.page import PageColumns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Attributes = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Span:
    """The position of an element in the page's source.

    Offsets count characters; each line end is one, as after the standard's preprocessing. The
    offsets of the closing tag are None where the source omits it.
    """

    start: int
    open_end: int
    close_start: int | None
    end: int | None


class Tree(PageColumns):
    """A page's elements in preorder, and its text.

    The columns become Python lists when they are first asked for: steps that run for every page
    read them in the compiled core instead.
    """

    find_spans: Callable[[], Sequence[Span | None]]
    """Finds the positions of all elements in the source."""
    closed: int = 0
    """Tags that were closed because they swallowed what follows; see `repair.py`."""

    @cached_property
    def tag(self) -> list[str]:
        return self.tags()

    @cached_property
    def parent(self) -> list[int]:
        """Index of the parent, -1 for the root."""
        return self.column("parent")

    @cached_property
    def depth(self) -> list[int]:
        return self.column("depth")

    @cached_property
    def end(self) -> list[int]:
        """One past the last element of the subtree."""
        return self.column("end")

    @cached_property
    def start(self) -> list[int]:
        """Offset in `text` at which the element begins."""
        return self.column("start")

    @cached_property
    def stop(self) -> list[int]:
        """Offset in `text` at which the element ends."""
        return self.column("stop")

    @cached_property
    def run(self) -> list[str]:
        """The text runs: stretches of text without tags."""
        return self.text_runs()

    @cached_property
    def run_start(self) -> list[int]:
        """Offset in `text` of each run; the last entry is the length of the text."""
        return self.column("run_start")

    @cached_property
    def run_owner(self) -> list[int]:
        """The parent element of each text run."""
        return self.column("run_owner")

    @cached_property
    def by_tag(self) -> dict[str, list[int]]:
        """The elements with each tag."""
        return {tag: self.find(tag) for tag in set(self.tag)}

    @cached_property
    def _spans(self) -> Sequence[Span | None]:
        return self.find_spans()

    def span(self, node: int) -> Span | None:
        """The position of the element in the source; None for one that the source omits."""
        return self._spans[node]

    def body(self) -> int | None:
        """The body, or the frameset instead of it."""
        return next(iter(self.find("body", "frameset")), None)

    def children(self, node: int) -> Iterator[int]:
        """The child elements of a node."""
        child, last, end = node + 1, self.end[node], self.end
        while child < last:
            yield child
            child = end[child]
