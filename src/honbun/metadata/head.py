"""The head of a page: title, links, meta values, language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.text.unicode import collapse

if TYPE_CHECKING:
    from honbun.html.tree import Tree


def title(tree: Tree) -> str | None:
    """The text of the first `<title>` that is not blank or part of an SVG image."""
    for node in tree.find("title"):
        if tree.tag_of(tree.parent_of(node)) == "svg":
            continue
        if text := collapse(tree.subtree_text(node)):
            return text
    return None


def link(tree: Tree, rel: str) -> str | None:
    """The URL of the first `<link>` with this relation, as written."""
    nodes = tree.find("link")
    for node, value in zip(nodes, tree.values(nodes, "rel")):
        if not value or rel not in value.lower().split():
            continue
        if href := collapse(tree.attribute(node, "href") or ""):
            return href
    return None


def meta(tree: Tree) -> dict[str, str]:
    """The first value of each `<meta>` name or property; names in lower case."""
    values: dict[str, str] = {}
    for node in tree.find("meta"):
        name = tree.attribute(node, "property") or tree.attribute(node, "name")
        content = collapse(tree.attribute(node, "content") or "")
        if name and content:
            values.setdefault(name.strip().lower(), content)
    return values


def language(tree: Tree) -> str | None:
    """The value of the page's `lang` attribute."""
    for node in tree.find("html", "body"):
        if tag := collapse(tree.attribute(node, "lang") or tree.attribute(node, "xml:lang") or ""):
            return tag
    return None
