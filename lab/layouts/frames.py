"""Frames: how the parts of a page are arranged."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lab.layouts import furniture
from lab.layouts.node import Node, el
from lab.layouts.parts import LOOSE, spacer

if TYPE_CHECKING:
    from collections.abc import Callable

    from lab.layouts.model import View

    Column = list[Node]

FRAMES = (
    "tables nested plain floats floats floats modern modern modern soup soup app amp press".split()
)
_STORIES = ("news", "blog", "press", "brief", "live", "interview", "gallery", "links")
"""Kinds of pages that may have other whole articles below the first."""


def frame(view: View, main: list[Node], kind: str) -> Node:
    """The whole page."""
    if view.bare:
        return settled(el("body", *main))
    before = furniture.slot(view, "before")
    after = furniture.slot(view, "under" if kind in ("cards", "portal", "stream") else "after")
    if kind in _STORIES and view.site.dice.chance("further", 0.1):
        after += furniture.further(view)
    top = furniture.slot(view, "top")
    side = furniture.slot(view, "side")
    bottom = furniture.slot(view, "bottom")
    column = _column(view, before, main, after)
    return settled(_FRAMES.get(view.site.frame, _columns)(view, top, column, side, bottom))


def settled(node: Node) -> Node:
    """Loose text moves into the element around it, whose other children then need roles."""
    children: list[Node | str] = []
    loose = any(isinstance(child, Node) and child.tag == LOOSE for child in node.children)
    for child in node.children:
        if isinstance(child, str):
            children.append(child)
        elif child.tag == LOOSE:
            children += (settled(one) if isinstance(one, Node) else one for one in child.children)
        else:
            inner = settled(child)
            children.append(inner.marked("none") if loose and not inner.role else inner)
    return replace(node, children=tuple(children), role=node.role or "body" if loose else node.role)


def _column(view: View, before: Column, main: Column, after: Column) -> Column:
    """The main column: the article in an element of its own, or flat among its furniture."""
    site, dice = view.site, view.site.dice
    if dice.chance("flat", 0.25):
        return [*before, *main, *after]
    if dice.chance("after inside", 0.4):
        cut = dice.number("after cut", 0, len(after))
        return [
            *before,
            site.wrapped(site.box("article", *main, *after[:cut]), "article"),
            *after[cut:],
        ]
    if dice.chance("before inside", 0.3):
        return [site.wrapped(site.box("article", *before, *main), "article"), *after]
    return [*before, site.wrapped(site.box("article", *main), "article"), *after]


def _columns(view: View, top: Column, main: Column, side: Column, bottom: Column) -> Node:
    """Columns of floats or of semantic elements, in either order of the source."""
    site, dice = view.site, view.site.dice
    centre = site.wrapped(site.box("main", *main), "main")
    columns: list[Node | None] = [centre]
    if side and dice.chance("side", 0.8):
        cut = dice.number("side cut", 1, len(side)) if dice.chance("two sides", 0.25) else len(side)
        columns.append(site.wrapped(site.box("side", *side[:cut]), "side"))
        if side[cut:]:
            columns.append(site.box("side", *side[cut:], key="other"))
        columns = (
            list(dice.sample("columns", columns, 3))
            if dice.chance("mixed columns", 0.5)
            else columns
        )
    head = [site.wrapped(site.box("head", *top), "head")] if dice.chance("one head", 0.7) else top
    if dice.chance("head last", 0.07):
        return el("body", site.box("page", *columns, *bottom, *head))
    if dice.chance("no page", 0.3):
        return el("body", *head, *columns, *bottom)
    return el(
        "body",
        site.wrapped(
            site.box("page", *head, site.box("wrap", *columns, key="columns"), *bottom), "page"
        ),
    )


def _tables(view: View, top: Column, main: Column, side: Column, bottom: Column) -> Node:
    """One table of two or three columns below a banner."""
    dice = view.site.dice
    cut = dice.number("left", 0, len(side))
    left, right = side[:cut], side[cut:]
    cells = [el("td", *main, valign="top", width=str(dice.number("width", 400, 600)))]
    if left or dice.chance("menu left", 0.4):
        cells.insert(0, el("td", *left, valign="top", bgcolor="#eeeecc"))
    if right:
        cells.append(el("td", spacer(view.site)))
        cells.append(el("td", *right, valign="top"))
    banner = el(
        "table",
        *(el("tr", el("td", node)) for node in top),
        width="100%",
        border="0",
        cellpadding="2",
    )
    body = el("table", el("tr", *cells), width="780", cellspacing="0")
    page: list[Node] = [banner, body, *bottom]
    return el(
        "body", el("center", *page) if dice.chance("centred", 0.5) else page, bgcolor="#ffffff"
    )


def _nested(view: View, top: Column, main: Column, side: Column, bottom: Column) -> Node:
    """Tables in tables, a row for every piece."""
    site, dice = view.site, view.site.dice
    rows = [el("tr", el("td", node, colspan=str(dice.number("span", 1, 3)))) for node in main]
    if dice.chance("one cell", 0.5):
        rows = [
            el(
                "tr",
                el("td", spacer(site)),
                el("td", *main, **site.names.attributes("body", "cell")),
            )
        ]
    inner = el("table", *rows, border="0", width="100%")
    for _ in range(dice.number("nesting", 0, 3)):
        inner = el("table", el("tr", el("td", spacer(site)), el("td", inner)), cellpadding="0")
    sides = el("table", *(el("tr", el("td", node)) for node in side))
    cells = [el("td", inner, valign="top"), el("td", sides, valign="top")]
    if dice.chance("sides first", 0.5):
        cells.reverse()
    head = [el("tr", el("td", node, colspan="2")) for node in top]
    foot = [el("tr", el("td", node, colspan="2", align="center")) for node in bottom]
    return el("body", el("table", *head, el("tr", *cells), *foot, align="center"))


def _plain(view: View, top: Column, main: Column, side: Column, bottom: Column) -> Node:
    """No frame at all: everything below everything, with rules between."""
    dice = view.site.dice
    lines = side if dice.chance("plain side", 0.3) else []
    last = bottom if dice.chance("plain foot", 0.8) else []
    return el("body", *top[:3], el("hr"), *main, el("hr"), *lines, *last)


def _press(view: View, top: Column, main: Column, side: Column, bottom: Column) -> Node:
    """A wide page in one column; what would stand beside the text stands below it."""
    site = view.site
    return el(
        "body",
        site.box("head", *top),
        site.wrapped(site.box("main", *main), "main"),
        *side,
        *bottom,
    )


_FRAMES: dict[str, Callable[[View, list[Node], list[Node], list[Node], list[Node]], Node]] = {
    "tables": _tables,
    "nested": _nested,
    "plain": _plain,
    "press": _press,
    "amp": _press,
}
