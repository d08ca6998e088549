"""Stretches of a page's text, and the sentences that lie in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.sentence.model import Sentence
    from honbun.tree.tree import Tree

    Stretch = tuple[int, int]


def held(tree: Tree, tags: Iterable[str]) -> list[Stretch]:
    """The stretches that elements of some tags hold, in order, none within another."""
    stretches: list[Stretch] = []
    for node in sorted(tree.find(*tags)):
        start, stop = tree.start[node], tree.stop[node]
        if stop > start and (not stretches or start >= stretches[-1][1]):
            stretches.append((start, stop))
    return stretches


def within(sentences: Iterable[Sentence], stretches: Sequence[Stretch]) -> list[bool]:
    """Whether most of each sentence lies in stretches; both come in order."""
    flags: list[bool] = []
    first = 0
    for sentence in sentences:
        while first < len(stretches) and stretches[first][1] <= sentence.start:
            first += 1
        covered, next_one = 0, first
        while next_one < len(stretches) and stretches[next_one][0] < sentence.stop:
            start, stop = stretches[next_one]
            covered += min(stop, sentence.stop) - max(start, sentence.start)
            next_one += 1
        flags.append(2 * covered > sentence.stop - sentence.start)
    return flags
