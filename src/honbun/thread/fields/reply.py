"""What each post of a nested thread answers: the nearest post before it that is less indented."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.thread.cut.keys import Keys
    from honbun.thread.fields.cell import Span

_INDENT = re.compile(r"(?:margin|padding)-left\s*:\s*(\d+(?:\.\d+)?)\s*(?:px|em|rem|%|pt)", re.I)
_WITHOUT = 0.2
"""Share of posts without an indent, such as the opening one, that a nested thread may have."""
_NEAR = 24
"""Nodes from the start of a post among which its indent is."""


def find(keys: Keys, posts: Sequence[Sequence[Span]]) -> list[int | None]:
    """The post that each one answers, None for those that answer none."""
    indents, depths = _indents(keys, posts), _depths(keys, posts)
    if len(set(indents)) > 1:
        return _parents(indents)
    # A list that goes on inside of one more element goes down once, and not up again.
    if any(later < earlier for earlier, later in itertools.pairwise(depths)) or _inside(
        keys, posts
    ):
        return _parents(depths)
    return [None] * len(posts)


def _inside(keys: Keys, posts: Sequence[Sequence[Span]]) -> bool:
    """Whether posts stand inside of the elements of others."""
    starts = [spans[0][0] for spans in posts]
    return any(keys.strand.end[one] > other for one, other in itertools.pairwise(starts))


def _parents(levels: Sequence[float]) -> list[int | None]:
    above: list[int] = []
    found: list[int | None] = []
    for number, level in enumerate(levels):
        while above and levels[above[-1]] >= level:
            above.pop()
        found.append(above[-1] if above else None)
        above.append(number)
    return found


def _depths(keys: Keys, posts: Sequence[Sequence[Span]]) -> list[float]:
    """How many other posts, or boxes made like those of other posts, each one stands in."""
    strand = keys.strand
    return [float(strand.depth[spans[0][0]]) for spans in posts]


def _indents(keys: Keys, posts: Sequence[Sequence[Span]]) -> list[float]:
    """How far each post is moved to the right: by a picture's width, or by its style."""
    levels = [_indent(keys, spans) for spans in posts]
    if sum(level is None for level in levels) > _WITHOUT * len(posts):
        return []
    return [-1.0 if level is None else level for level in levels]


def _indent(keys: Keys, spans: Sequence[Span]) -> float | None:
    strand = keys.strand
    start, stop = spans[0]
    for at in range(start, min(stop, start + _NEAR)):
        if strand.run[at] >= 0:
            break  # text: what comes after does not move it
        node = int(strand.node[at])
        if strand.tag[at] == "img" and (width := strand.tree.attribute(node, "width")):
            return float(width) if width.isdecimal() else None
        if style := _INDENT.search(strand.tree.attribute(node, "style") or ""):
            return float(style[1])
    return None
