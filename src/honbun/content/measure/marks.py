"""Marks: what a page's attributes say of its blocks, read in one go."""

from __future__ import annotations

import re
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
        classes = tree.values(blocks.node, "class")
        known = {value: _classes(value) for value in set(classes)}  # most come many times
        self.names = [known[value] for value in classes]
        self.aside = [tree.tag[node] in _ASIDE for node in blocks.node]
        self.signed: set[int] = set()
        """The elements inside what is marked as the author."""
        self.times: set[int] = set()
        """The elements inside `<time>`."""
        self.links: dict[int, Lead] = {}
        """Where each link leads, by element."""
        self.pictures: dict[int, str] = {}
        """The address of a picture in each block, as the page writes it."""
        self._read_blocks(blocks, texts)
        for node in tree.find("time"):
            self.times.update(range(node, tree.end[node]))
        for node, _, value in tree.having("rel", "itemprop", holding="author"):
            if of[node] >= 0 and "author" in value.lower().split():
                self.signed.update(range(node, tree.end[node]))
        compass = Compass(url, base)
        links = tree.find("a", "area")
        for node, href in zip(links, tree.values(links, "href")):
            if href is not None and of[node] >= 0:
                self.links[node] = compass.lead(href)
        media = tree.find(*MEDIA)
        # Where pictures load late, `src` is a placeholder.
        for node, *sources in zip(media, tree.values(media, "src"), tree.values(media, "data-src")):
            for source in sources:
                if source is not None and of[node] >= 0:
                    self.pictures[of[node]] = source

    def _read_blocks(self, blocks: Blocks, texts: Sequence[str]) -> None:
        """What ids and roles say of blocks."""
        tree = blocks.tree
        for block, value in enumerate(tree.values(blocks.node, "id")):
            if value and tree.tag[blocks.node[block]] not in HEADINGS:
                # The heading that an id was made from may be the first text inside.
                first = next(filter(None, texts[block : block + 3]), "")
                self.names[block] += _ids(value, first)
        for block, value in enumerate(tree.values(blocks.node, "role")):
            if value and value.strip().lower() in _ASIDE_ROLES:
                self.aside[block] = True


def _classes(value: str | None) -> tuple[str, ...]:
    # Joined and split again: that leaves the parts to C.
    return tuple(" .".join(["", *value.split()[:_MAX_NAMES]]).split()) if value else ()


def _ids(value: str, text: str) -> tuple[str, ...]:
    """An id without what counts, or was made from a heading: that names the text, not its place."""
    parts = [part for part in value.split()[:_MAX_NAMES] if not _DIGIT.search(part)]
    if not parts:
        return ()
    made = _NAME_OF_TEXT.sub("", text).casefold()
    return tuple(["#" + part for part in parts if _NAME_OF_TEXT.sub("", part).casefold() != made])
