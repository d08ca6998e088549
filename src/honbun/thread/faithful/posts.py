"""The paper's method from pages to posts: main element, pattern, cutting, joining.

Algorithm 1 of the paper, which makes elements of texts, is the strand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.thread.faithful.cutting import cut
from honbun.thread.faithful.joining import join
from honbun.thread.faithful.level import levels
from honbun.thread.faithful.main import main_elements
from honbun.thread.faithful.pattern import pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.thread.model import PostsOptions
    from honbun.tree.strand import Strand

    Spans = list[tuple[int, int]]


def posts(strands: Sequence[Strand], options: PostsOptions) -> list[list[Spans]]:
    """The posts of each of some pages of one format, as ranges of its strand."""
    mains = main_elements(strands, options)
    return [posts_below(strand, main) for strand, main in zip(strands, mains)]


def posts_below(strand: Strand, main: int) -> list[Spans]:
    """The posts in an element of a page.

    Each reaches from its first node to the end of its last: what the cut passed over in it belongs
    to it. Posts without text are left out.
    """
    found = pattern(levels(strand, main)) if len(strand) else None
    if found is None:
        return []
    cuts = [[found.level.nodes[at] for at in post] for post in cut(*found)]
    joined = join(cuts, strand.parent)
    spans = [(post[0], int(strand.end[post[-1]])) for post in joined]
    return [[span] for span in spans if strand.sizes[span[1]] > strand.sizes[span[0]]]
