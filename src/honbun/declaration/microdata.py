"""Microdata: what a page's elements are marked as, as objects like those of JSON-LD.

An element with `itemscope` is an item, those with `itemprop` inside are its properties. Some pages
mark properties and forget the item: those outside of all count as one item more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from honbun.declaration.schema import Fields
    from honbun.tree.tree import Tree

_PERSONS = frozenset({"author", "creator"})
_ATTRIBUTES = {
    **dict.fromkeys(("url", "mainEntityOfPage", "image"), ("href", "src")),
    **dict.fromkeys(("datePublished", "dateModified", "dateCreated"), ("datetime",)),
}
"""Where properties have their value if not in `content` or in the text."""


def items(tree: Tree) -> list[Fields]:
    """The items that are part of no other, and first one for the properties outside of all."""
    loose: Fields = {}
    tops, around = [loose], [(len(tree), loose)]
    for node, mark in _marks(tree).items():
        while around[-1][0] <= node:
            around.pop()
        names = mark.get("itemprop", "").split()
        item = _item(tree, node, names) if "itemscope" in mark else None
        for name in names:
            value = _value(tree, node, name) if item is None else item
            around[-1][1].setdefault(name, []).append(value)
        if item is not None:
            around.append((tree.end[node], item))
            if not names:
                tops.append(item)
    return tops


def _marks(tree: Tree) -> dict[int, dict[str, str]]:
    """The marked elements, each with its marks."""
    marks: dict[int, dict[str, str]] = {}
    for node, name, value in tree.having("itemscope", "itemprop"):
        marks.setdefault(node, {})[name] = value
    return marks


def _item(tree: Tree, node: int, names: list[str]) -> Fields:
    # An author marked as an item often has no name marked inside.
    text = "" if _PERSONS.isdisjoint(names) else tree.subtree_text(node)
    kinds = (tree.attribute(node, "itemtype") or "").split()
    return {"@type": kinds, "@id": tree.attribute(node, "itemid"), "@value": text}


def _value(tree: Tree, node: int, name: str) -> str:
    """A property's value; of a linked name the text, though the standard says its address."""
    for attribute in ("content", *_ATTRIBUTES.get(name, ())):
        if value := tree.attribute(node, attribute):
            return value
    return tree.subtree_text(node)
