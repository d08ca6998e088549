"""The lexicon of names, learnt from examples."""

from __future__ import annotations

from collections import defaultdict
from math import log
from typing import TYPE_CHECKING

import numpy as np

from honbun.content.alone.names import Lexicon, words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from honbun.training.example import Example

_DOMAINS = 5
"""A word that fewer domains use is a habit of theirs."""
_SMOOTHING = 2.0
"""Pages of either kind that each word is given to begin with."""
_WHOLE = 1 / 8
"""Share of a page's weight from which an element counts as a whole vote."""


def learn(examples: Iterable[Example]) -> Lexicon:
    """How much more often what elements of a name hold is content than not.

    Each page has one vote on each word: the share of content in all elements named with it.
    """
    content: defaultdict[int, float] = defaultdict(float)
    other: defaultdict[int, float] = defaultdict(float)
    domains: defaultdict[int, set[str]] = defaultdict(set)
    for example in examples:
        for word, (right, weight) in _votes(example).items():
            vote = min(1.0, weight / _WHOLE)
            content[word] += vote * right / weight
            other[word] += vote * (1 - right / weight)
            domains[word].add(example.domain)
    return Lexicon(
        {
            word: log((content[word] + _SMOOTHING) / (other[word] + _SMOOTHING))
            for word, seen in domains.items()
            if len(seen) >= _DOMAINS
        }
    )


def _votes(example: Example) -> dict[int, tuple[float, float]]:
    """For each word the weight of content in elements named with it, and their weight in all."""
    sheet, weights = example.seen.sheet, example.weights
    own = np.zeros((len(sheet.tag) + 1, 2))
    own[sheet.row + 1] = np.stack([example.labels * weights, weights], axis=1)
    sums = np.cumsum(own, axis=0)
    held = (sums[sheet.end] - sums[:-1]).tolist()
    votes: dict[int, tuple[float, float]] = {}
    for names, (right, weight) in zip(sheet.plan.names, held):
        if names and weight > 0:
            for word in words(names):
                before = votes.get(word, (0.0, 0.0))
                votes[word] = (before[0] + right, before[1] + weight)
    return votes
