"""Links of a block: where they lead, and whether a reader needs them."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from honbun.html.blocks import HEADINGS
from honbun.html.links import safe_url

if TYPE_CHECKING:
    from honbun.html.blocks import Blocks

_SIGN = re.compile(
    # Signs that stand for "the address of this place", zero width and icon fonts' characters too.
    "[\\s¶#§🔗⚓∞↩\ufe0e\ufe0f\u200b-\u200d\u2060\ufeff\ue000-\uf8ff]{0,20}"
)
_MANY = 21
"""Characters that are no sign any more."""
_NEAR = 200
"""Characters of white space that may stand between a link's begin and the first text in it."""


class Anchors:
    """The links in and around one block."""

    def __init__(self, blocks: Blocks, block: int, base: str) -> None:
        self._tree, self._base = blocks.tree, base
        self._node = blocks.node[block]
        self._in_heading = self._tree.tag[self._node] in HEADINGS

    def href(self, node: int) -> str | None:
        """Where a link leads; None where it is none, or a heading's to itself."""
        href = safe_url(self._base, self._tree.attribute(node, "href"))
        is_itself = href and self._is_heading(node) and self._is_own(href)
        return None if is_itself else href

    def _is_heading(self, node: int) -> bool:
        """Whether the block is a heading and the link all that it says."""
        if not self._in_heading:
            return False
        text, start, stop = self._tree.text, self._tree.start, self._tree.stop
        before = text[start[self._node] : min(start[node], start[self._node] + _MANY)]
        after = text[stop[node] : min(stop[self._node], stop[node] + _MANY)]
        return _SIGN.fullmatch(before + after) is not None

    def says_nothing(self, node: int) -> bool:
        """Whether it only offers the address of the place that it stands in."""
        tree = self._tree
        text = tree.text[tree.start[node] : min(tree.stop[node], tree.start[node] + _MANY)]
        if not text or not _SIGN.fullmatch(text):
            return False
        href = safe_url(self._base, tree.attribute(node, "href"))
        return href is not None and self._is_own(href)

    def _is_own(self, href: str) -> bool:
        """Whether a link leads to a place on the page that it stands on."""
        page, sign, _ = href.partition("#")
        return bool(sign) and page == self._base.partition("#")[0]

    def around(self) -> tuple[int, str] | None:
        """The link around the block, for the one block that speaks for all in it.

        Of a card that is one link as a whole, that is its heading, or else the first text.
        """
        tree, above = self._tree, self._tree.parent[self._node]
        while above >= 0 and tree.tag[above] != "a":
            above = tree.parent[above]
        if above < 0 or not self._speaks_for(above):
            return None
        href = self.href(above)
        return (above, href) if href else None

    def _speaks_for(self, link: int) -> bool:
        tree, last = self._tree, self._tree.end[link]
        headings = [tree.by_tag[tag] for tag in HEADINGS if tag in tree.by_tag]
        firsts = [nodes[i] for nodes in headings if (i := bisect_left(nodes, link)) < len(nodes)]
        if any(first < last for first in firsts):
            return self._node == min(firsts)
        start = tree.start[link]
        before = tree.text[start : min(tree.start[self._node], start + _NEAR)]
        return len(before) < _NEAR and not before.strip() and self._has_text()

    def _has_text(self) -> bool:
        start, stop = self._tree.start[self._node], self._tree.stop[self._node]
        return bool(self._tree.text[start : min(stop, start + _NEAR)].strip())
