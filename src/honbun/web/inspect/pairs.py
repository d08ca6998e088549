"""The pages of a collection that share text, each pair kept once and found from either page."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from honbun.pairs import similar
from honbun.relation.model import SimilarOptions
from honbun.web.findings import Findings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from honbun.relation.model import Pair
    from honbun.web.collection import Collection

OPTIONS = SimilarOptions(evidence=1000)
"""All sentences that two pages share, as a rule: they are shown where they stand."""
_MOST = 200
"""Pages shown beside one: of a crowd of copies one has seen enough by then."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """A pair, and the numbers of its pages."""

    a: int
    b: int
    pair: Pair

    def other(self, number: int) -> int:
        """The page beside this one."""
        return self.b if number == self.a else self.a


class Pairs:
    """All pairs of a collection, looked for in the background.

    `number` tells the number of a page by its address.
    """

    def __init__(self, collection: Collection, number: Callable[[str], int | None]) -> None:
        self._collection = collection
        self._number = number
        self._of: defaultdict[int, list[int]] = defaultdict(list)
        self.found: Findings[Numbered] = Findings(self._work)

    def of(self, number: int) -> list[Numbered]:
        """The pairs of a page that are known so far, those that share most first."""
        known = map(self.found.get, tuple(self._of.get(number, ())))
        pairs = [pair for pair in known if pair is not None]
        return sorted(pairs, key=lambda one: -one.pair.containment)[:_MOST]

    def between(self, one: int, other: int) -> Numbered | None:
        """The pair of two pages."""
        for number in tuple(self._of.get(one, ())):
            pair = self.found.get(number)
            if pair is not None and pair.other(one) == other:
                return pair
        return None

    def _work(self) -> Iterator[tuple[int, Numbered]]:
        numbers = count()
        for pair in similar(self._collection.pages(), OPTIONS, on_failure=lambda _: None):
            a, b = self._number(pair.a), self._number(pair.b)
            if a is None or b is None or a == b:
                continue  # one address, fetched twice: nobody could tell the two apart
            number = next(numbers)
            yield number, Numbered(a, b, pair)
            # The one before this line is kept by now.
            self._of[a].append(number)
            self._of[b].append(number)
