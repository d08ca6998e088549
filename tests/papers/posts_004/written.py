"""Node sequences of test pages, and helpers to inspect them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.html.nodes import NodeSequence, node_sequence
from honbun.html.parse import parse

if TYPE_CHECKING:
    from collections.abc import Iterable


def sequence_of(html: str) -> NodeSequence:
    return node_sequence(parse(html))


def node(of: NodeSequence, tag: str, number: int = 0) -> int:
    """The node with a tag, or a later one of them."""
    return [at for at, name in enumerate(of.tag) if name == tag][number]


def texts(of: NodeSequence, posts: Iterable[list[tuple[int, int]]]) -> list[str]:
    """The text of each post."""
    return [of.read(post) for post in posts]


def paths(of: NodeSequence, nodes: Iterable[int], top: int) -> list[str]:
    """The tags that lead from a node down to others."""
    found = []
    for below in nodes:
        path: list[str] = []
        at = below
        while at != top:
            path.append(of.tag[at])
            at = int(of.parent[at])
        found.append("/".join(reversed(path)))
    return found
