"""Tree: a parsed page as columns.

Elements stand in preorder, so a subtree is the range `i:end[i]` and its text one slice of the
page-long `text`. Nobody changes a tree: a step returns indices or labels. Text that a browser
never shows as text (scripts, style sheets, fallbacks for frames) is kept apart in `raw`.
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
    """Where an element stood in the page's source.

    Offsets count characters, with each line end as one, as the standard's preprocessing leaves
    them. The closing tag has none where the source left it out.
    """

    start: int
    open_end: int
    close_start: int | None
    end: int | None


class Source(Protocol):
    """What the parser knows of each element and gives on request."""

    def attributes(self, node: int) -> Attributes: ...
    def attribute(self, node: int, name: str) -> str | None: ...
    def values(self, nodes: Iterable[int], name: str) -> list[str | None]: ...
    def having(self, *names: str, holding: str = "") -> Iterator[tuple[int, str, str]]: ...
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
    """Where in `text` the element opens."""
    stop: tuple[int, ...]
    """Where in `text` the element closes."""
    run: tuple[str, ...]
    """The text runs: stretches of text with no tag inside."""
    run_start: tuple[int, ...]
    """Where each text run begins in `text`, with its length at the end."""
    run_owner: tuple[int, ...]
    """The element that each text run stands in directly."""
    places: dict[str, list[int]]
    """For each tag, the elements that have it."""
    raw: Mapping[int, str]
    """Text of scripts, styles and frame fallbacks, by element."""
    lifted: int
    """How many elements stood deeper than the depth limit and were lifted to it."""
    source: Source

    def __len__(self) -> int:
        return len(self.tag)

    def attribute(self, node: int, name: str) -> str | None:
        """The value of an attribute (`""` where it has none), None where it is absent."""
        return self.source.attribute(node, name)

    def attributes(self, node: int) -> Attributes:
        """All attributes of an element, in source order."""
        return self.source.attributes(node)

    def values(self, nodes: Iterable[int], name: str) -> list[str | None]:
        """The values of one attribute of many elements, each as `attribute` gives it."""
        return self.source.values(nodes, name)

    def having(self, *names: str, holding: str = "") -> Iterator[tuple[int, str, str]]:
        """Element, name and value of every attribute with one of these (plain) names.

        With `holding` only values that this word (in lower case) is somewhere in, in any case.
        """
        return self.source.having(*names, holding=holding)

    def span(self, node: int) -> Span | None:
        """Where the element stood in the source; None for one that the parser had to make up."""
        return self.source.span(node)

    def find(self, *tags: str) -> list[int]:
        """The elements with one of these tags, in document order."""
        found = [self.places[tag] for tag in tags if tag in self.places]
        return found[0] if len(found) == 1 else sorted(chain.from_iterable(found))

    def body(self) -> int | None:
        """The body (or the frameset that stands in its place)."""
        return next(iter(self.find("body", "frameset")), None)

    def children(self, node: int) -> Iterator[int]:
        """The child elements of a node."""
        child, last, end = node + 1, self.end[node], self.end
        while child < last:
            yield child
            child = end[child]

    def subtree_text(self, node: int) -> str:
        """The raw text of a subtree: for measuring, not for reading."""
        return self.text[self.start[node] : self.stop[node]]
