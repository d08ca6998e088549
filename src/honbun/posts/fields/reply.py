"""What each post of a nested thread replies to: the nearest post before it that is less
indented."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from honbun.html.blocks import BLOCK_LEVEL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.posts.fields.cells import Span
    from honbun.posts.keys import NodeKeys

_INDENT = re.compile(r"(?:margin|padding)-left\s*:\s*(\d+(?:\.\d+)?)\s*(?:px|em|rem|%|pt)", re.I)
_NEAR = 24
"""Number of nodes at the start of a post that may indent it."""


def find_parents(keys: NodeKeys, posts: Sequence[Sequence[Span]]) -> list[int | None]:
    """The index of the post that each one replies to; None for none."""
    levels = _indents(keys, posts) or _depths(keys, posts)
    return _parents(levels) if levels else [None] * len(posts)


def _inside(keys: NodeKeys, posts: Sequence[Sequence[Span]]) -> bool:
    """Whether posts are inside the elements of others."""
    starts = [spans[0][0] for spans in posts]
    return any(keys.sequence.end[one] > other for one, other in itertools.pairwise(starts))


def _parents(levels: Sequence[float]) -> list[int | None]:
    above: list[int] = []
    found: list[int | None] = []
    for number, level in enumerate(levels):
        while above and levels[above[-1]] >= level:
            above.pop()
        found.append(above[-1] if above else None)
        above.append(number)
    return found


def _depths(keys: NodeKeys, posts: Sequence[Sequence[Span]]) -> list[float]:
    """The depth of each post; empty where depth does not show what it replies to.

    The depth of bare texts depends on unclosed elements. A list that continues inside one more
    element goes down once, and not up again.
    """
    starts = [spans[0][0] for spans in posts]
    depths = [float(keys.sequence.depth[start]) for start in starts]
    if not all(keys.sequence.tag[start] in BLOCK_LEVEL for start in starts):
        return []
    up_again = any(later < earlier for earlier, later in itertools.pairwise(depths))
    return depths if up_again or _inside(keys, posts) else []


def _indents(keys: NodeKeys, posts: Sequence[Sequence[Span]]) -> list[float]:
    """The indentation of each post; empty where posts are not indented, or not in one way.

    The opening post need not be indented. Images indent posts only if all have the same source:
    portraits have widths, too.
    """
    found = [_indent(keys, spans) for spans in posts]
    moved = [each for each in found if each is not None]
    if any(each is None for each in found[1:]) or len({by for by, _ in moved}) > 1:
        return []
    if len({width for _, width in moved}) < 2:
        return []
    return [-1.0 if each is None else each[1] for each in found]


def _indent(keys: NodeKeys, spans: Sequence[Span]) -> tuple[str, float] | None:
    """What indents a post, and by how much."""
    sequence = keys.sequence
    start, stop = spans[0]
    for at in range(start, min(stop, start + _NEAR)):
        if sequence.run[at] >= 0:
            break  # what follows a text does not indent the post
        node = int(sequence.node[at])
        if sequence.tag[at] == "img" and (width := sequence.tree.attribute(node, "width")):
            source = sequence.tree.attribute(node, "src") or ""
            return (source, float(width)) if width.isdecimal() else None
        if style := _INDENT.search(sequence.tree.attribute(node, "style") or ""):
            return "style", float(style[1])
    return None
