"""What a page calls its blocks, and which of them are ways to go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.html.blocks import HEADINGS
from honbun.text.patterns import lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.html.blocks import Blocks

_ASIDE = frozenset({"nav", "form", "search", "menu", "dialog"})
"""Elements that the HTML Standard defines as ways to go on, not as something to read."""
_ASIDE_ROLES = frozenset("navigation search menu menubar dialog toolbar tablist".split())
_MAX_NAMES = 24
"""Names of one element that are kept; hostile ones have thousands."""
_NAME_OF_TEXT = lazy(r"[\W_]+")
_DIGIT = lazy(r"\d")


def names(blocks: Blocks, texts: Sequence[str]) -> list[tuple[str, ...]]:
    """The classes of each block as `.name`, its id as `#name`."""
    tree, tags = blocks.tree, blocks.tags()
    classes = tree.values(blocks.node, "class")
    known = {value: _classes(value) for value in set(classes) if value}  # most come many times
    found = [known[value] if value else () for value in classes]
    for block, value in enumerate(tree.values(blocks.node, "id")):
        if value and tags[block] not in HEADINGS:
            # The heading that an id was made from may be the first text inside.
            first = next(filter(None, texts[block : block + 3]), "")
            found[block] += _ids(value, first)
    return found


def ways_on(blocks: Blocks) -> list[bool]:
    """Whether each block is an element for navigation or input, by its tag or its role."""
    tree, of = blocks.tree, blocks.of
    flags = [False] * len(blocks)
    roles = [
        n for n, _, role in tree.find_attributes("role") if role.strip().lower() in _ASIDE_ROLES
    ]
    for node in (*tree.find(*_ASIDE), *roles):
        if of[node] >= 0 and blocks.node[of[node]] == node:
            flags[of[node]] = True
    return flags


def _classes(value: str) -> tuple[str, ...]:
    # Joined and split again: that leaves the parts to C.
    return tuple(" .".join(["", *value.split()[:_MAX_NAMES]]).split())


def _ids(value: str, text: str) -> tuple[str, ...]:
    """An id without what counts, or was made from a heading: that names the text, not its place."""
    parts = [part for part in value.split()[:_MAX_NAMES] if not _DIGIT.search(part)]
    if not parts:
        return ()
    made = _NAME_OF_TEXT.sub("", text).casefold()
    return tuple(["#" + part for part in parts if _NAME_OF_TEXT.sub("", part).casefold() != made])
