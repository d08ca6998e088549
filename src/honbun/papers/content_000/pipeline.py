"""The papers' choice: a block that no other page has is content."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from honbun.content.decisions import Evidence, Ruling, packed
from honbun.content.explain import ALL_REPEATED, ONLY_PAGE, Why, nothing_to_read
from honbun.papers.content_000.compare import repeated
from honbun.papers.content_000.vectors import Vectors, ranges

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from honbun.content.measure.outline import Outline
    from honbun.content.model import ContentOptions
    from honbun.content.pipeline import Gathered


def rulings(gathered: Gathered, options: ContentOptions) -> Iterator[tuple[int, Ruling]]:
    """The ruling on every page, with its number, in order."""
    same = _same(gathered)
    others = repeated(gathered.vectors, options.threshold, same).others
    ends = np.cumsum(gathered.vectors.blocks_per_page)
    for number, page in enumerate(gathered.pages):
        outline = gathered.outline(number)
        counts = others[ends[number - 1] if number else 0 : ends[number]].tolist()
        kept = [shown and not count for shown, count in zip(outline.shown, counts)]
        reason = nothing_to_read(outline, page.framed)
        if reason is None and not any(t for t, keep in zip(outline.text, kept) if keep):
            reason = ALL_REPEATED
        if reason is None and not any(same):
            reason = ONLY_PAGE
        yield (
            number,
            Ruling(
                rules=packed(Why.UNIQUE if keep else Why.REPEATED for keep in kept),
                evidence=_evidence(outline, counts) if options.explain else None,
                title=None,
                date=None,
                method="collection",
                reason=reason,
                order=None,
            ),
        )


def _same(gathered: Gathered) -> list[int]:
    """For each page the first that is told to be the same: itself, for most."""
    first: dict[str, int] = {}
    groups = (gathered.copies.of(page.url) for page in gathered.pages)
    return [
        number if group is None else first.setdefault(group, number)
        for number, group in enumerate(groups)
    ]


def _evidence(outline: Outline, counts: Sequence[int]) -> list[Evidence]:
    return [Evidence(count, (), None) for count, shown in zip(counts, outline.shown) if shown]


# Collection: the vectors of all pages seen so far, each different one kept once.

_PENDING = 1 << 20
"""Blocks that may wait to be merged: a page's menu is then held once, not once per page."""


class Collection:
    """Takes pages one by one and holds what comparing them needs."""

    def __init__(self) -> None:
        self._identity: list[NDArray[np.uint64]] = []
        self._merged: list[Vectors] = []
        self._pending = 0

    def add(self, page: Vectors) -> None:
        """Take in the next page's blocks."""
        self._identity.append(page.identity)
        self._merged.append(page)
        self._pending += len(page)
        # Merging sorts all that is held, so it waits until as much again has come.
        if self._pending > max(_PENDING, len(self._merged[0])):
            self._merged = [_distinct(self._merged)]
            self._pending = 0

    @property
    def blocks_per_page(self) -> NDArray[np.int64]:
        return np.array([len(identity) for identity in self._identity], dtype=np.int64)

    def vectors(self) -> Vectors:
        """Each different vector once, ordered by identity."""
        self._merged = [_distinct(self._merged)]
        self._pending = 0
        return self._merged[0]

    def identities(self) -> NDArray[np.uint64]:
        """The identity of every block of every page."""
        return np.concatenate([np.zeros(0, dtype=np.uint64), *self._identity])


def _distinct(parts: Sequence[Vectors]) -> Vectors:
    identity = np.concatenate([np.zeros(0, dtype=np.uint64), *(part.identity for part in parts)])
    lengths = np.concatenate([np.zeros(0, dtype=np.int64), *(np.diff(p.offset) for p in parts)])
    feature = np.concatenate([np.zeros(0, dtype=np.uint64), *(part.feature for part in parts)])
    starts = np.cumsum(lengths) - lengths
    identity, first = np.unique(identity, return_index=True)
    lengths = lengths[first]
    offset = np.append(0, np.cumsum(lengths))
    return Vectors(feature[ranges(starts[first], lengths)], offset, identity)
