"""The methods that the paper compares with, as far as its text defines them.

The VIPS baseline (6.4.1, figure 13) takes the children of the children of the main element as
posts. VIPS itself divides a page by how it is rendered, which is not done here. The earlier method
divides a page block by block (abstract); the paper it comes from defines the blocks, ours do not go
further than markup: text between two block-level tags is a block.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from honbun.html.blocks import BLOCK_LEVEL
from honbun.html.nodes import TEXT

if TYPE_CHECKING:
    from honbun.html.nodes import NodeSequence

    Spans = list[tuple[int, int]]

_BELOW = 2
"""Levels from the main element to the posts of the VIPS baseline."""


def visual_blocks_below(sequence: NodeSequence, main: int) -> list[Spans]:
    """The nodes two levels below an element that have text."""
    stop = int(sequence.end[main])
    nodes = main + np.flatnonzero(sequence.depth[main:stop] == sequence.depth[main] + _BELOW)
    spans = [(int(node), int(sequence.end[node])) for node in nodes]
    return [[span] for span in spans if sequence.sizes[span[1]] > sequence.sizes[span[0]]]


def blocks_below(sequence: NodeSequence, main: int) -> list[Spans]:
    """The runs of text below an element that no block-level tag divides."""
    spans: Spans = []
    owner: dict[int, int] = {main: main}
    """The nearest block-level element of each node."""
    last = -1
    for node in range(main + 1, int(sequence.end[main])):
        tag = sequence.tag[node]
        parent = owner[int(sequence.parent[node])]
        owner[node] = node if tag in BLOCK_LEVEL else parent
        if tag in BLOCK_LEVEL:
            last = -1
        elif tag == TEXT and sequence.sizes[node + 1] > sequence.sizes[node]:
            if last == parent:
                spans[-1] = (spans[-1][0], node + 1)
            else:
                spans.append((node, node + 1))
            last = parent
    return [[span] for span in spans]
