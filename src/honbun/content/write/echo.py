"""What a page says twice in one place, once for the eye and once for a screen reader."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from honbun.html.tree import Tree

_LONGEST = 200
"""Characters of a text that is compared: prices, counts, labels."""


def is_echo(tree: Tree, node: int) -> bool:
    """Whether an element is hidden from screen readers because the text beside it says the same."""
    if tree.start[node] == tree.stop[node] or not _is_hidden(tree, node):
        return False
    said, above, following = _said(tree, node), tree.parent[node], tree.end[node]
    if not said:
        return False
    start = max(tree.start[above], tree.start[node] - _LONGEST)
    before = tree.text[start : tree.start[node]]
    if _words(before) == said and not _is_hidden(tree, above + 1):
        return True
    is_sibling = following < tree.end[above] and tree.stop[node] == tree.start[following]
    return is_sibling and _said(tree, following) == said and not _is_hidden(tree, following)


def _is_hidden(tree: Tree, node: int) -> bool:
    return tree.attribute(node, "aria-hidden") == "true"


def _said(tree: Tree, node: int) -> str:
    text = tree.text[tree.start[node] : min(tree.stop[node], tree.start[node] + _LONGEST)]
    return _words(text) if len(text) < _LONGEST else ""


def _words(text: str) -> str:
    """The letters and digits alone: "$10.99" is also written "$10" and a small "99"."""
    return re.sub(r"[\W_]+", "", text)
