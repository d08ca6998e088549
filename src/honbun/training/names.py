"""Names: what the words of class names say of the elements named with them, site by site."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING

import numpy as np

from honbun._core.lexicon import Lexicon

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from honbun.training.examples import Example

_SITES = 5
"""A class name that fewer sites use is left out of the lexicon."""
_PRIOR, _PRIOR_SITES = 0.35, 4
"""The share of content that every class name starts with, and how many sites it is worth."""


class NameVotes:
    """What the words of class names say on each site: the share of content they name."""

    def __init__(self, examples: Iterable[Example]) -> None:
        pages: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
        for example in examples:
            labels, _ = example.body()
            for word, (right, whole) in example.features.name_votes(labels).items():
                pages[example.site][word].append(right / whole)
        self._sites = {
            site: {word: sum(shares) / len(shares) for word, shares in words.items()}
            for site, words in pages.items()
        }

    def count(self, wanted: Callable[[str], bool] = lambda _: True) -> CountedVotes:
        """The votes of some sites."""
        total: defaultdict[int, float] = defaultdict(float)
        count: Counter[int] = Counter()
        for site, votes in self._sites.items():
            if wanted(site):
                for word, share in votes.items():
                    total[word] += share
                    count[word] += 1
        known = {word: (total[word], votes) for word, votes in count.items() if votes >= _SITES}
        return CountedVotes(known, {s: v for s, v in self._sites.items() if wanted(s)})


@dataclass(frozen=True, slots=True)
class CountedVotes:
    """The votes of some sites, added up."""

    known: Mapping[int, tuple[float, int]]
    """For each word the sum and number of votes."""
    sites: Mapping[str, Mapping[int, float]]

    def lexicon(self, without: str = "") -> Lexicon:
        """The log odds that elements named with a word hold content; one site may be left out."""
        own = self.sites.get(without, {})
        weights = {}
        for word, (total, count) in self.known.items():
            votes = count - (word in own)
            if votes >= _SITES:
                weights[word] = _log_odds(total - own.get(word, 0.0), votes)
        return Lexicon(
            np.array([*weights], dtype=np.uint32), np.array([*weights.values()], dtype=np.float32)
        )


def _log_odds(content: float, votes: int) -> float:
    """The log odds of content, 0 for what elements hold on the whole."""
    share = (content + _PRIOR * _PRIOR_SITES) / (votes + _PRIOR_SITES)
    return log(share / (1 - share)) - log(_PRIOR / (1 - _PRIOR))
