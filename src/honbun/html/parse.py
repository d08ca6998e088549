"""Parse HTML into a Tree; the only module that uses the parser.

turbohtml builds the tree of the WHATWG standard in C; its nodes are listed in document order and
turned into columns. Scripting counts as disabled, so `<noscript>` is read: some sites put the whole
page there.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from operator import attrgetter
from typing import TYPE_CHECKING

import turbohtml
from turbohtml import CData, DocumentFragment, Element, SelectorSyntaxError, Text

from honbun.html.tree import Attributes, Span, Tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turbohtml import Document, Node, SourceLocation

    from honbun.html.tree import Source

MAX_DEPTH = 512
"""Deeper elements are lifted to this depth, as in Chromium; it bounds every path and walk."""

RAW_TEXT = frozenset({"script", "style", "iframe", "noembed", "noframes"})
"""Elements whose content the standard does not parse and no browser shows as text."""

_tag_of, _parent_of = attrgetter("tag"), attrgetter("parent")


def parse(html: str) -> Tree:
    """The tree that a browser builds with scripting disabled."""
    document = _document(html)
    columns, elements = _walk(document)
    if max(columns.depth, default=0) >= MAX_DEPTH:
        columns.lift()
    return columns.tree(_Source(html, document, elements))


def _walk(document: Document) -> tuple[_Columns, list[Element]]:
    """The columns of a document, and its elements in the same order.

    The loop runs for every node of every page, so attributes are read in bulk outside of it. Open
    elements are compared by identity: if a node's parent is not the innermost open element, that
    element has closed, and the column of parents has the next one.
    """
    nodes = list(document.descendants)
    elements = list(document.iter_elements())
    columns = _Columns(tag=list(map(_tag_of, elements)))
    tags, parents, starts, raw = columns.tag, columns.parent, columns.start, columns.raw
    runs, begins, owners = columns.run, columns.run_start, columns.run_owner
    ends, stops = [len(tags)] * len(tags), [0] * len(tags)
    # The parent object of each element's children; the last entry is for children of no element,
    # so an inconsistent tree raises IndexError and never loops.
    holders: list[Node] = [*elements, document]
    top: Node = document
    number = outside = len(elements)
    opened = 0
    size = 0  # length of the text so far
    for node, kind, parent in zip(nodes, map(type, nodes), map(_parent_of, nodes)):
        while parent is not top:
            ends[number] = opened
            stops[number] = size
            number = parents[number]
            top = holders[number]
        if kind is Element:
            parents.append(number)
            starts.append(size)
            number = opened
            opened += 1
            top = node
        elif kind is Text or kind is CData:
            if tags[number] in RAW_TEXT:
                raw.setdefault(number, []).append(node)  # type: ignore[arg-type]
                continue
            data = node.data  # type: ignore[attr-defined]
            runs.append(data)
            begins.append(size)
            owners.append(number)
            size += len(data)
        elif kind is DocumentFragment:  # the content of a <template>
            top = holders[number] = node
    while number != outside:  # still open at the end of the page
        stops[number] = size
        number = parents[number]
    parents[0] = -1
    if outside in parents:
        # With tables nested down to its limit, the parser places some elements beside the root.
        parents[:] = [0 if parent == outside else parent for parent in parents]
        ends[0], stops[0] = len(tags), size
    begins.append(size)
    columns.end, columns.stop = ends, stops
    columns.depth = _depths(parents)
    return columns, elements


def _depths(parents: list[int]) -> list[int]:
    depths = [-1] * (len(parents) + 1)  # the last is for the parent -1
    for node, parent in enumerate(parents):
        depths[node] = depths[parent] + 1
    depths.pop()
    return depths


def _document(html: str, *, source_locations: bool = False) -> Document:
    # A declarative shadow root stays a <template>, so that its text is part of the tree.
    return turbohtml.parse(
        html,
        positions=False,
        source_locations=source_locations,
        allow_declarative_shadow_roots=False,
    )


@dataclass(slots=True)
class _Columns:
    """The columns of a tree while it is built."""

    tag: list[str] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    depth: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    start: list[int] = field(default_factory=list)
    stop: list[int] = field(default_factory=list)
    run: list[str] = field(default_factory=list)
    run_start: list[int] = field(default_factory=list)
    run_owner: list[int] = field(default_factory=list)
    raw: dict[int, list[Text | CData]] = field(default_factory=dict)
    lifted: int = 0

    def lift(self) -> None:
        """Make elements below the depth limit siblings of their ancestor at the limit.

        The ancestor ends where the first of them begins. Text after that belongs to the element
        that was opened last, so the order of the text is kept.
        """
        for node in range(1, len(self.tag)):
            parent = self.parent[node]
            depth = self.depth[parent] + 1
            if depth == MAX_DEPTH:
                parent, depth = self.parent[parent], depth - 1
                self.lifted += 1
            self.parent[node], self.depth[node] = parent, depth
        self.end = list(range(1, len(self.tag) + 1))
        self.stop = self.start.copy()
        for run, owner in enumerate(self.run_owner):
            if self.depth[owner] == MAX_DEPTH - 1:
                owner = bisect_right(self.start, self.run_start[run]) - 1  # noqa: PLW2901
                self.run_owner[run] = owner
            self.stop[owner] = self.run_start[run + 1]
        for node in range(len(self.tag) - 1, 0, -1):
            parent = self.parent[node]
            self.end[parent] = max(self.end[parent], self.end[node])
            self.stop[parent] = max(self.stop[parent], self.stop[node])

    def tree(self, source: Source) -> Tree:
        by_tag: defaultdict[str, list[int]] = defaultdict(list)
        for node, tag in enumerate(self.tag):
            by_tag[tag].append(node)
        return Tree(
            tag=tuple(self.tag),
            parent=tuple(self.parent),
            depth=tuple(self.depth),
            end=tuple(self.end),
            text="".join(self.run),
            start=tuple(self.start),
            stop=tuple(self.stop),
            run=tuple(self.run),
            run_start=tuple(self.run_start),
            run_owner=tuple(self.run_owner),
            by_tag=by_tag,
            raw=_Raw(self.raw),
            lifted=self.lifted,
            source=source,
        )


def select(html: str, wanted: str, without: str = "") -> tuple[list[int], list[int]]:
    """The elements of `parse(html)` that match a CSS selector, and those that match `without`.

    The latter are removed first; evaluation data describes its truth that way. Raises ValueError
    for an invalid selector.
    """
    document = _document(html)
    elements = [node for node in document.descendants if isinstance(node, Element)]
    numbers = {element: number for number, element in enumerate(elements)}
    try:
        removed = document.select(without) if without else []
        left_out = [numbers[element] for element in removed]
        for element in removed:
            element.decompose()
        found = document.select(wanted) if wanted else []
    except SelectorSyntaxError as error:
        raise ValueError(f"no CSS selector: {error}") from error
    return [numbers[element] for element in found], left_out


class _Raw(Mapping[int, str]):
    """The text of raw-text elements, read from the parser's nodes on request.

    Scripts are the larger part of many pages, and few of them are ever read.
    """

    def __init__(self, nodes: dict[int, list[Text | CData]]) -> None:
        self._nodes = nodes

    def __getitem__(self, node: int) -> str:
        return "".join([text.data for text in self._nodes[node]])

    def __iter__(self) -> Iterator[int]:
        return iter(self._nodes)

    def __len__(self) -> int:
        return len(self._nodes)


class _Source:
    """Attributes and source positions, read from the parser's nodes on request.

    Most are never read, and copying every attribute takes as long as parsing.
    """

    def __init__(self, html: str, document: Document, elements: list[Element]) -> None:
        self._html = html
        self._document = document
        self._elements = elements

    def attributes(self, node: int) -> Attributes:
        element = self._elements[node]
        # Some values are lists of words. Reading each attribute by its name would be slow for
        # elements with thousands of attributes.
        return tuple(
            (name, value if isinstance(value, str) else element.attr(name) or "")
            for name, value in element.attrs.items()
        )

    def attribute(self, node: int, name: str) -> str | None:
        return self._elements[node].attr(name)

    def values(self, nodes: Iterable[int], name: str) -> list[str | None]:
        elements = self._elements
        return [elements[node].attr(name) for node in nodes]

    def find_attributes(self, *names: str, containing: str = "") -> Iterator[tuple[int, str, str]]:
        # A selector is faster than reading each name of each element.
        test = f'*="{containing}" i' if containing else ""
        for element in self._document.select(", ".join([f"[{name}{test}]" for name in names])):
            number = self._numbers[element]
            for name in names:
                value = element.attr(name)
                if value is not None and containing in value.lower():
                    yield number, name, value

    @cached_property
    def _numbers(self) -> dict[Element, int]:
        return dict(zip(self._elements, count()))

    def xpath(self, node: int) -> str:
        return self._elements[node].xpath_path()

    def span(self, node: int) -> Span | None:
        return self._spans[node]

    @cached_property
    def _spans(self) -> list[Span | None]:
        # Parsed again, because recording positions slows every parse.
        document = _document(self._html, source_locations=True)
        elements = (node for node in document.descendants if isinstance(node, Element))
        return [_span(element.source_location) for element in elements]


def _span(location: SourceLocation | None) -> Span | None:
    if location is None:
        return None
    opened, closed = location.start_tag, location.end_tag
    return Span(
        opened.start_offset,
        opened.end_offset,
        closed.start_offset if closed else None,
        closed.end_offset if closed else None,
    )
