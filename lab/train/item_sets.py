"""The value of each group of a page: how well it matches the true list.

The value is the F1 of the group's items, matched with the true ones as in evaluation
(`honbun.evaluation.matching`). A page has thousands of groups with the same leads, so each link and
title is looked up once.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from honbun.evaluation.matching import link_key, without_fragment
from honbun.evaluation.truth.lists import title_digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from honbun.evaluation.matching import Key
    from honbun.evaluation.truth.lists import TrueItem
    from honbun.feeds.candidate_items import CandidateItems

    Numbers = NDArray[np.int64]

Name = TypeVar("Name")

_NONE = -1
_NAMED = 0.2
"""The penalty if no lead has the title of its item: the fields may find it elsewhere."""


def worth(found: CandidateItems, items: Sequence[TrueItem]) -> NDArray[np.float64]:
    """The value of each group: its agreement, reduced if its leads do not have the titles."""
    if not items:
        return np.zeros(len(found.counts))
    truth = _Truth(items, found.page.columns.url)
    digests = np.array([title_digest(title) for title in found.page.titles.title])
    stands_for = _stands_for(found, truth, digests)
    named = _named(found, items, stands_for, digests)
    return _agreement(found, len(items), truth, stands_for) * (1 - _NAMED * (1 - named))


def _stands_for(found: CandidateItems, truth: _Truth, digests: NDArray[np.str_]) -> Numbers:
    """The number of the true item that each item matches, or -1."""
    link, place = found.link, found.place
    by_link = _column(truth.by_link, (link_key(t.address) for t in found.page.links.target))
    by_title = _column(truth.by_title, digests.tolist())
    # An item without link may match an anchor of the page by its title.
    anchors = _column(truth.by_anchor, digests.tolist())
    by_anchor = np.where(by_title == _NONE, anchors, by_title)
    best = np.where(link >= 0, by_link[link], by_anchor[place])
    return np.where(best == _NONE, by_title[place], best)


def _agreement(
    found: CandidateItems, items: int, truth: _Truth, stands_for: Numbers
) -> NDArray[np.float64]:
    size = len(found.counts)
    linked = found.link >= 0
    # An item with the link of an earlier one is a repetition if it matches the same true item.
    key = np.append(found.page.links.key, 0)[found.link]
    own = np.where(linked, key, len(linked) + found.place)
    once = np.unique(np.stack([found.spans.group, stands_for, own]), axis=1)
    count = np.bincount(once[0], minlength=size)
    return 2 * _right(once, truth.times, size) / (count + items)


def _named(
    found: CandidateItems, items: Sequence[TrueItem], stands_for: Numbers, digests: NDArray[np.str_]
) -> NDArray[np.float64]:
    """The share of each group's true items whose lead has their title."""
    true = np.array([item.digest for item in items])
    is_true = stands_for != _NONE
    same = is_true & (true[stands_for] == digests[found.place])
    share: NDArray[np.float64] = found.sum(same) / np.maximum(found.sum(is_true), 1)
    return share


def _right(once: Numbers, times: Numbers, size: int) -> Numbers:
    """The number of true items in each group, without repetitions."""
    pairs, counts = np.unique(once[:2, once[1] != _NONE], axis=1, return_counts=True)
    right = np.minimum(counts, times[pairs[1]])
    return np.bincount(pairs[0], weights=right, minlength=size).astype(np.int64)


class _Truth:
    """True items as numbers; indistinguishable ones share a number."""

    def __init__(self, items: Sequence[TrueItem], url: str) -> None:
        links = [link_key(item.link) for item in items]
        shared = Counter(links)
        here = without_fragment(link_key(url) or ())
        self.by_link: dict[Key | None, int] = {}
        self.by_title: dict[str, int] = {}
        self.by_anchor: dict[str, int] = {}
        times: Counter[int] = Counter()
        for number, (item, link) in enumerate(zip(items, links)):
            if link and shared[link] == 1:
                times[self.by_link.setdefault(link, number)] += 1
                if without_fragment(link) == here:
                    self.by_anchor.setdefault(item.digest, number)
            else:
                times[self.by_title.setdefault(item.digest, number)] += 1
        self.times: Numbers = np.array([times[number] for number in range(len(items))])


def _column(numbers: Mapping[Name, int], names: Iterable[Name]) -> Numbers:
    """The number of each name; the last entry is for missing names."""
    return np.array([*(numbers.get(name, _NONE) for name in names), _NONE], dtype=np.int64)
