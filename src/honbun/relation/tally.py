"""Tally: how many pairs there are of each extent and relation, as the paper's table 3."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from honbun.relation.model import Extent, Relation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.relation.model import Pair


class Count(NamedTuple):
    """Pairs of one extent and relation."""

    extent: Extent
    relation: Relation
    pairs: int
    share: float
    """Of all pairs."""


class Tally:
    """Counts pairs as they pass."""

    def __init__(self) -> None:
        self._pairs: Counter[tuple[Extent, Relation]] = Counter()

    def counted(self, pairs: Iterable[Pair]) -> Iterator[Pair]:
        """The pairs, counted on their way."""
        for pair in pairs:
            self._pairs[pair.extent, pair.relation] += 1
            yield pair

    @property
    def total(self) -> int:
        """All pairs."""
        return self._pairs.total()

    def counts(self) -> Iterator[Count]:
        """What there is, the greatest extent first."""
        for extent in Extent:
            for relation in Relation:
                if pairs := self._pairs[extent, relation]:
                    yield Count(extent, relation, pairs, pairs / self.total)

    def words(self) -> str:
        """The counts on a line: `3 identical (2 mirror, 1 copy), 1 partial (1 spam)`."""
        parts = []
        for extent in Extent:
            found = [count for count in self.counts() if count.extent is extent]
            if found:
                inner = ", ".join(f"{count.pairs:,} {count.relation}" for count in found)
                parts.append(f"{sum(count.pairs for count in found):,} {extent} ({inner})")
        return ", ".join(parts)
