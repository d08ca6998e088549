"""HTML to Tree: the one module that knows the parser.

turbohtml builds the tree of the WHATWG standard in C; its nodes are listed in document order and
turned into columns. docs/algorithms/tree.md has the measurements behind this choice. Scripting
counts as off: what stands in `<noscript>` is read, because some sites put the whole page there.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

import turbohtml
from turbohtml import CData, DocumentFragment, Element, Text

from honbun.tree.tree import Attributes, Span, Tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turbohtml import Document

MAX_DEPTH = 512
"""Deeper elements are lifted to this depth, as Chromium does: it bounds every path and walk."""

RAW_TEXT = frozenset({"script", "style", "iframe", "noembed", "noframes"})
"""Elements whose text the standard does not parse and no browser shows among the page's text."""


def parse(html: str) -> Tree:
    """The tree that a browser with scripting off would build."""
    # A declarative shadow root stays a <template> here, so that its text is not lost to view.
    document = turbohtml.parse(html, source_locations=True, allow_declarative_shadow_roots=False)
    elements: list[Element] = []
    place: dict[object, int] = {document: -1}
    tags: list[str] = []
    parents: list[int] = []
    depths: list[int] = []
    first: list[int] = []  # text runs seen when the element opens
    last: list[int] = []  # ... and when it closes
    runs: list[str] = []
    owners: list[int] = []
    raw: dict[int, str] = {}
    lifted = 0
    for node in document.descendants:
        kind = type(node)
        if kind is Element:
            parent = place[node.parent]
            depth = depths[parent] + 1 if parent >= 0 else 0
            if depth == MAX_DEPTH:
                parent, depth = parents[parent], depth - 1
                lifted += 1
            place[node] = len(tags)
            elements.append(node)  # type: ignore[arg-type]
            tags.append(node.tag)  # type: ignore[attr-defined]
            parents.append(parent)
            depths.append(depth)
            first.append(len(runs))
            last.append(len(runs))
        elif kind is Text or kind is CData:
            owner = place[node.parent]
            if tags[owner] in RAW_TEXT:
                raw[owner] = raw.get(owner, "") + node.data  # type: ignore[attr-defined]
                continue
            if lifted and depths[owner] == MAX_DEPTH - 1:
                # Its element may have been closed early by a lifted one; the newest is open.
                owner = len(tags) - 1
            runs.append(node.data)  # type: ignore[attr-defined]
            owners.append(owner)
            last[owner] = len(runs)
        elif isinstance(node, DocumentFragment):  # the content of a <template>
            place[node] = place[node.parent]
    ends = list(range(1, len(tags) + 1))
    for child in range(len(tags) - 1, 0, -1):
        parent = parents[child]
        ends[parent] = max(ends[parent], ends[child])
        last[parent] = max(last[parent], last[child])
    bounds = (0, *accumulate(map(len, runs)))
    return Tree(
        tag=tuple(tags),
        parent=tuple(parents),
        depth=tuple(depths),
        end=tuple(ends),
        text="".join(runs),
        start=tuple([bounds[run] for run in first]),
        stop=tuple([bounds[run] for run in last]),
        run=tuple(runs),
        run_start=bounds,
        run_owner=tuple(owners),
        raw=raw,
        lifted=lifted,
        source=_Source(document, elements, place),
    )


def select(html: str, wanted: str, without: str = "") -> tuple[list[int], list[int]]:
    """The elements that match a CSS selector, as numbers in `parse(html)`, and those left out.

    What matches `without` is removed first; evaluation data describes its truth that way.
    """
    document = turbohtml.parse(html, source_locations=True, allow_declarative_shadow_roots=False)
    elements = [node for node in document.descendants if isinstance(node, Element)]
    place = {element: number for number, element in enumerate(elements)}
    removed = document.select(without) if without else []
    numbers = [place[element] for element in removed]
    for element in removed:
        element.decompose()
    found = document.select(wanted) if wanted else []
    return [place[element] for element in found], numbers


class _Source:
    """Attributes and source positions, read from the parser's nodes when they are asked for.

    Most elements are never asked, and copying every attribute costs as much as the parse.
    """

    __slots__ = ("_document", "_elements", "_place")

    def __init__(
        self, document: Document, elements: list[Element], place: dict[object, int]
    ) -> None:
        self._document = document
        self._elements = elements
        self._place = place

    def attributes(self, node: int) -> Attributes:
        element = self._elements[node]
        return tuple((name, element.attr(name) or "") for name in element.attrs)

    def having(self, *names: str) -> Iterator[tuple[int, str, str]]:
        for element in self._document.select(",".join(f"[{name}]" for name in names)):
            for name in names:
                value = element.attr(name)
                if value is not None:
                    yield self._place[element], name, value

    def attribute(self, node: int, name: str) -> str | None:
        return self._elements[node].attr(name)

    def span(self, node: int) -> Span | None:
        location = self._elements[node].source_location
        if location is None:
            return None
        opened, closed = location.start_tag, location.end_tag
        return Span(
            opened.start_offset,
            opened.end_offset,
            closed.start_offset if closed else None,
            closed.end_offset if closed else None,
        )
