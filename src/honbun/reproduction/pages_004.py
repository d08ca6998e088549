"""Thread pages as paper 004 measures them: the true main element and the true posts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from honbun.errors import TruthError
from honbun.evaluation.errors import post_errors
from honbun.evaluation.matching import match, squash
from honbun.evaluation.metrics import Score
from honbun.html.nodes import node_sequence
from honbun.html.parse import select
from honbun.papers.posts_004.main_element import main_elements

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.evaluation.truth.threads import Group, TruePage
    from honbun.html.nodes import NodeSequence
    from honbun.posts.model import PostsOptions

KINDS = ("contains all posts and more", "contains some posts", "contains no post")
"""What is wrong with a main element."""


@dataclass(frozen=True, slots=True)
class MeasuredPage:
    """A page with the truth about it."""

    sequence: NodeSequence
    main: int
    """The true main element, in the sequence."""
    posts: tuple[str, ...]
    """The true posts."""

    def score(self, divided: Sequence[Sequence[tuple[int, int]]]) -> tuple[Score, Counter[str]]:
        """The score of some posts, and the number of failures of each kind."""
        texts = [self.sequence.read(post) for post in divided]
        found, true = [squash(text) for text in texts], [squash(text) for text in self.posts]
        pairs = match(found, true)
        kinds = Counter(str(one["error"]) for one in post_errors(texts, self.posts, pairs, pairs))
        return Score(len(found), len(true), len(pairs)), kinds

    def error(self, main: int) -> float:
        """The difference in length of an element, as a share of the true main element's text."""
        true = self._length(self.main)
        return abs(self._length(main) - true) / max(1, true)

    def failure(self, main: int) -> str:
        """What is wrong with an element."""
        text = squash(self.sequence.read([(main, int(self.sequence.end[main]))]))
        inside = [squash(post) in text for post in self.posts]
        return KINDS[0 if all(inside) else 1 if any(inside) else 2]

    def _length(self, node: int) -> int:
        sizes, end = self.sequence.sizes, self.sequence.end
        return int(sizes[end[node]] - sizes[node])


@dataclass(frozen=True, slots=True)
class Format:
    """The pages of one format."""

    style: str
    pages: tuple[MeasuredPage, ...]

    def mains(self, options: PostsOptions) -> list[int]:
        """The estimated main element of each page."""
        return main_elements([page.sequence for page in self.pages], options)


def measured_format(group: Group) -> Format:
    """The pages of a group, parsed."""
    return Format(group.style, tuple(map(_page, group.pages)))


def _page(true: TruePage) -> MeasuredPage:
    decoded = true.page.decode()
    sequence = node_sequence(true.page.parse(decoded))
    try:
        found, _ = select(decoded.text, true.main_selector)
    except ValueError as error:
        raise TruthError(f"{true.page.source}: {error}") from error
    # An element precedes its texts, which have its number too.
    places = np.flatnonzero(np.isin(sequence.node, found[:1]))
    if not len(places):
        raise TruthError(f"{true.page.source}: nothing in the page is {true.main_selector}")
    return MeasuredPage(sequence, int(places[0]), tuple(post.text for post in true.posts))
