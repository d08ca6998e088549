"""Removes classes, ids and semantic tags from a page, to make it harder.

Text, links, images, tables and nested boxes remain. A method that depends on names fails on such a
page, one that uses its structure does not.
"""

from __future__ import annotations

from dataclasses import replace
from heapq import merge
from html import escape
from typing import TYPE_CHECKING

from honbun.annotation.sites import within

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.html.tree import Tree
    from honbun.page import Page

_BOXES = frozenset(
    "address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption "
    "figure footer form header hgroup h1 h2 h3 h4 h5 h6 legend li main menu nav ol p search "
    "section summary ul".split()
)
"""Elements that a browser displays as blocks."""
_WORDS = frozenset(
    "abbr acronym b bdi bdo big blink cite code data del dfn em font i ins kbd label mark nobr "
    "output q s samp small span strike strong sub sup time tt u var".split()
)
"""Inline elements."""
_NAMES = frozenset(
    "class id name role rel datetime for itemid itemprop itemscope itemtype property typeof".split()
)
_NAMING = ("data-", "aria-", "on")
"""Prefixes of attributes for scripts and assistive technology."""
_VOID = frozenset(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source "
    "track wbr".split()
)
_SWALLOWING = frozenset({"pre", "listing", "textarea"})
"""Elements whose first line break is dropped by a parser."""
_OF_THE_PAGE = frozenset({"link", "meta"})
"""Elements that describe the page, not its parts; they keep their attributes."""


def soup(page: Page) -> Page:
    """The same page with div and span instead of semantic tags."""
    return replace(page, html=souped(page.parse()))


def souped(tree: Tree) -> str:
    """The HTML of a tree without classes and ids, with div and span for semantic tags.

    >>> from honbun.html.parse import parse
    >>> souped(parse("<ul id=news><li class=new><b>One</b> &lt; two<br></ul>"))[40:-14]
    '<div><div><span>One</span> &lt; two<br></div></div>'
    """
    parts = ["<!doctype html>"]
    opened: list[int] = []
    tags = _tags(tree)
    for number, is_run in _in_order(tree):
        holder = tree.run_owner[number] if is_run else tree.parent[number]
        while opened and opened[-1] != holder:
            parts.append(tags[opened.pop()][1])
        if is_run:
            parts.append(escape(tree.run[number], quote=False))
        else:
            parts += (tags[number][0], tree.raw_text(number))
            opened.append(number)
    parts += (tags[node][1] for node in reversed(opened))
    return "".join(parts)


def _in_order(tree: Tree) -> Iterator[tuple[int, bool]]:
    """Elements and text runs in document order.

    An element that starts where a run starts precedes it, because runs are never empty.
    """
    elements = ((start, False, node) for node, start in enumerate(tree.start))
    runs = ((tree.run_start[run], True, run) for run in range(len(tree.run)))
    return ((number, is_run) for _, is_run, number in merge(elements, runs))


def _tags(tree: Tree) -> list[tuple[str, str]]:
    """The start and end tag of each element."""
    drawn = within(tree, tree.find("svg", "math")) - within(tree, tree.find("foreignObject"))
    return [
        (_drawn if node in drawn else _plain)(tag, _attributes(tree, node))
        for node, tag in enumerate(tree.tag)
    ]


def _drawn(tag: str, attributes: str) -> tuple[str, str]:
    """Tags inside SVG: a div would end it, and no element there is void."""
    return f"<{tag}{attributes}>", f"</{tag}>"


def _plain(tag: str, attributes: str) -> tuple[str, str]:
    if tag in _VOID:
        return f"<{tag}{attributes}>", ""
    if tag in _SWALLOWING:
        return f"<{tag}{attributes}>\n", f"</{tag}>"
    # A custom element (with a hyphen) has a descriptive name.
    name = "div" if tag in _BOXES else "span" if tag in _WORDS or "-" in tag else tag
    return f"<{name}{attributes}>", f"</{name}>"


def _attributes(tree: Tree, node: int) -> str:
    kept = tree.tag[node] in _OF_THE_PAGE
    return "".join(
        f' {name}="{escape(value)}"'
        for name, value in tree.attributes(node)
        if kept or not (name in _NAMES or name.startswith(_NAMING))
    )
