"""Parse HTML into a Tree; the only module that uses the parser.

turbohtml builds the tree of the WHATWG standard in C, and writes it as normalised HTML, which the
compiled core reads into columns. Scripting counts as disabled, so `<noscript>` is read: some sites
put the whole page there.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import turbohtml
from turbohtml import Element, Namespace, SelectorSyntaxError, Text

from honbun._core import scan
from honbun.errors import HonbunError
from honbun.html.repair import Repair, is_sparse
from honbun.html.tree import Span, Tree

if TYPE_CHECKING:
    from turbohtml import Document, SourceLocation

_VOID = frozenset({"area", "embed", "hr", "img", "input", "source", "track"})
"""Elements that show something and have nothing inside."""
MAX_DEPTH = scan.DEPTH_LIMIT
"""Deeper elements are lifted to this depth, as in Chromium; it bounds every path and walk."""


def parse(html: str) -> Tree:
    """The tree that a browser builds with scripting disabled.

    A page that a tag like `<script/>` swallows is read a second time, with such tags closed.
    """
    tree = _read(_document(html))
    tree.find_spans = partial(_spans, html)
    if is_sparse(html, len(tree)) and (repair := Repair(html)).closed:
        repaired = _read(_document(repair.html))
        if repair.is_better(len(repaired), len(tree)):
            repaired.closed = repair.closed
            repaired.find_spans = partial(_repaired_spans, repair)
            return repaired
    return tree


def parse_selected(html: str, keep: str, drop: str) -> tuple[Tree, list[int]]:
    """The tree of a page without what one CSS selector matches, and what another one matches in it.

    Elements that are dropped stay, emptied: so the XPaths of all others are those of the page. Such
    a tree knows no positions in the source.
    """
    document = _document(html)
    closed = 0
    if is_sparse(html, count := len(_elements(document))) and (repair := Repair(html)).closed:
        repaired = _document(repair.html)
        if repair.is_better(len(_elements(repaired)), count):
            document, closed = repaired, repair.closed
    for element in document.select(drop) if drop else ():
        if element.tag in _VOID:
            element.decompose()
        else:
            element.clear()
    numbers = {element: number for number, element in enumerate(_elements(document))}
    kept = [numbers[element] for element in document.select(keep)] if keep else []
    tree = _read(document)
    tree.closed = closed
    return tree, kept


def check_selector(selector: str) -> None:
    """Raise HonbunError for what is no CSS selector."""
    try:
        _document("").select(selector)
    except (SelectorSyntaxError, ValueError) as error:
        message = " ".join(str(error).split()).removeprefix("invalid CSS selector ")
        raise HonbunError(f"no CSS selector: {message}") from error


def _read(document: Document) -> Tree:
    markup = document.html
    tree = Tree()
    try:
        scan.read(tree, markup)
    except scan.Ambiguous:
        tree = Tree()
        scan.read(tree, markup, _verbatim_lengths(document))
    return tree


def _document(html: str, *, source_locations: bool = False) -> Document:
    # A declarative shadow root stays a <template>, so that its text is part of the tree.
    return turbohtml.parse(
        html,
        positions=False,
        source_locations=source_locations,
        allow_declarative_shadow_roots=False,
    )


def _elements(document: Document) -> list[Element]:
    return [node for node in document.descendants if isinstance(node, Element)]


def _verbatim_lengths(document: Document) -> list[int]:
    """The length of the text in each script and `<plaintext>`.

    Where formatting is left open, the text of a `<plaintext>` is inside of elements instead.
    """
    return [
        sum(len(child.data) for child in element.children if isinstance(child, Text))
        for element in document.iter_elements()
        if element.tag in ("script", "plaintext") and element.namespace is Namespace.HTML
    ]


def _spans(html: str) -> list[Span | None]:
    """The position of each element in the source.

    The page is parsed again, because recording positions slows every parse.
    """
    document = _document(html, source_locations=True)
    return [_span(element.source_location) for element in _elements(document)]


def _repaired_spans(repair: Repair) -> list[Span | None]:
    """The positions of the elements in the page as it was before it was repaired."""
    return [
        span
        and Span(
            repair.position(span.start),
            repair.position(span.open_end),
            None if span.close_start is None else repair.position(span.close_start),
            None if span.end is None else repair.position(span.end),
        )
        for span in _spans(repair.html)
    ]


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


def select(html: str, wanted: str, without: str = "") -> tuple[list[int], list[int]]:
    """The elements of `parse(html)` that match a CSS selector, and those that match `without`.

    The latter are removed first; evaluation data describes its truth that way. Raises ValueError
    for an invalid selector.
    """
    document = _document(html)
    numbers = {element: number for number, element in enumerate(_elements(document))}
    try:
        removed = document.select(without) if without else []
        left_out = [numbers[element] for element in removed]
        for element in removed:
            element.decompose()
        found = document.select(wanted) if wanted else []
    except SelectorSyntaxError as error:
        raise ValueError(f"no CSS selector: {error}") from error
    return [numbers[element] for element in found], left_out
