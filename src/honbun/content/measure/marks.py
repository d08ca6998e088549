"""Marks: what a page's attributes say of its blocks, read in one go."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from honbun.content.measure.link import Compass, Lead
from honbun.tree.block import MEDIA

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.tree.block import Blocks

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_ASIDE = frozenset({"nav", "form", "search", "menu", "dialog"})
"""Elements that the HTML Standard defines as ways to go on, not as something to read."""
_ASIDE_ROLES = frozenset("navigation search menu menubar dialog toolbar tablist".split())
_MAX_NAMES = 24
"""Names of one element that are kept; hostile ones have thousands."""
_NAME_OF_TEXT = re.compile(r"[\W_]+")
_DIGIT = re.compile(r"\d")


class Marks:
    """A page's names, links, pictures and author marks, by block."""

    def __init__(self, blocks: Blocks, texts: Sequence[str], url: str, base: str) -> None:
        tree, of = blocks.tree, blocks.of
        self.names: list[tuple[str, ...]] = [()] * len(blocks)
        self.aside = [tree.tag[node] in _ASIDE for node in blocks.node]
        self.signed: set[int] = set()
        """The elements inside what is marked as the author."""
        self.times: set[int] = set()
        """The elements inside `<time>`."""
        self.links: dict[int, Lead] = {}
        """Where each link leads, by element."""
        self.pictures: dict[int, str] = {}
        """The address of a picture in each block, as the page writes it."""
        for node in tree.find("time"):
            self.times.update(range(node, tree.end[node]))
        compass = Compass(url, base)
        for node, name, value in tree.having(
            "class", "id", "href", "src", "data-src", "rel", "itemprop", "role"
        ):
            block = of[node]
            if block < 0:
                continue
            if name == "class":
                if blocks.node[block] == node:
                    self.names[block] += _classes(value)
            elif name == "href":
                if tree.tag[node] in ("a", "area"):
                    self.links[node] = compass.lead(value)
            elif name in ("src", "data-src"):
                # Where pictures load late, `src` is a placeholder and comes first.
                if tree.tag[node] in MEDIA:
                    self.pictures[block] = value
            elif name in ("rel", "itemprop"):
                if "author" in value.lower().split():
                    self.signed.update(range(node, tree.end[node]))
            elif blocks.node[block] == node:
                self._add(block, tree.tag[node], name, value, texts)

    def _add(self, block: int, tag: str, name: str, value: str, texts: Sequence[str]) -> None:
        """What a role or an id says of a block."""
        if name == "role":
            self.aside[block] |= value.strip().lower() in _ASIDE_ROLES
        elif tag not in HEADINGS:
            # The heading that an id was made from may be the first text inside.
            first = next(filter(None, texts[block : block + 3]), "")
            self.names[block] += _ids(value, first)


@lru_cache(maxsize=4096)  # the elements of a page, and the pages of a site, share their classes
def _classes(value: str) -> tuple[str, ...]:
    return tuple(["." + part for part in value.split()[:_MAX_NAMES]])


def _ids(value: str, text: str) -> tuple[str, ...]:
    """An id without what counts, or was made from a heading: that names the text, not its place."""
    parts = [part for part in value.split()[:_MAX_NAMES] if not _DIGIT.search(part)]
    if not parts:
        return ()
    made = _NAME_OF_TEXT.sub("", text).casefold()
    return tuple(["#" + part for part in parts if _NAME_OF_TEXT.sub("", part).casefold() != made])
