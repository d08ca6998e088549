"""Tree: a parsed page as columns.

Elements are in preorder, so a subtree is the range `i:end[i]` and its text one slice of the
page-long `text`. A tree never changes: steps return indices or labels. Text that browsers do not
show as text (scripts, style sheets, frame fallbacks) is in `raw`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

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


class Source(Protocol):
    """What the parser returns about an element on request."""

    def attributes(self, node: int) -> Attributes: ...
    def attribute(self, node: int, name: str) -> str | None: ...
    def values(self, nodes: Iterable[int], name: str) -> list[str | None]: ...
    def find_attributes(
        self, *names: str, containing: str = ""
    ) -> Iterator[tuple[int, str, str]]: ...
    def xpath(self, node: int) -> str: ...
    def span(self, node: int) -> Span | None: ...


@dataclass(frozen=True, slots=True)
class Tree:
    """A page's elements in preorder, one tuple per column, and its text."""

    tag: tuple[str, ...]
    parent: tuple[int, ...]
    """Index of the parent, -1 for the root."""
    depth: tuple[int, ...]
    end: tuple[int, ...]
    """One past the last element of the subtree."""
    text: str
    """All text runs one after another, in document order."""
    start: tuple[int, ...]
    """Offset in `text` at which the element begins."""
    stop: tuple[int, ...]
    """Offset in `text` at which the element ends."""
    run: tuple[str, ...]
    """The text runs: stretches of text without tags."""
    run_start: tuple[int, ...]
    """Offset in `text` of each run; the last entry is the length of the text."""
    run_owner: tuple[int, ...]
    """The parent element of each text run."""
    by_tag: dict[str, list[int]]
    """The elements with each tag."""
    raw: Mapping[int, str]
    """Text of scripts, styles and frame fallbacks, by element."""
    lifted: int
    """The number of elements that were lifted to the depth limit."""
    source: Source

    def __len__(self) -> int:
        return len(self.tag)

    def attribute(self, node: int, name: str) -> str | None:
        """The value of an attribute, None where it is absent."""
        return self.source.attribute(node, name)

    def attributes(self, node: int) -> Attributes:
        """All attributes of an element, in source order."""
        return self.source.attributes(node)

    def values(self, nodes: Iterable[int], name: str) -> list[str | None]:
        """The values of one attribute of many elements."""
        return self.source.values(nodes, name)

    def find_attributes(self, *names: str, containing: str = "") -> Iterator[tuple[int, str, str]]:
        """Element, name and value of every attribute with one of these names.

        `containing` is a word in lower case that values must contain, in any case.
        """
        return self.source.find_attributes(*names, containing=containing)

    def span(self, node: int) -> Span | None:
        """The position of the element in the source; None for one that the source omits."""
        return self.source.span(node)

    def find(self, *tags: str) -> list[int]:
        """The elements with one of these tags, in document order."""
        found = [self.by_tag[tag] for tag in tags if tag in self.by_tag]
        return found[0] if len(found) == 1 else sorted(chain.from_iterable(found))

    def body(self) -> int | None:
        """The body, or the frameset instead of it."""
        return next(iter(self.find("body", "frameset")), None)

    def children(self, node: int) -> Iterator[int]:
        """The child elements of a node."""
        child, last, end = node + 1, self.end[node], self.end
        while child < last:
            yield child
            child = end[child]

    def subtree_text(self, node: int) -> str:
        """The raw text of a subtree, without the spaces that separate blocks."""
        return self.text[self.start[node] : self.stop[node]]
