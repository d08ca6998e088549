"""The pages of a collection that share text, each pair kept once and found from either page."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from honbun.api import similar
from honbun.runner.limits import Limits
from honbun.runner.run import Run
from honbun.similar.model import SimilarOptions
from honbun.text.unicode import collapse
from honbun.web.cache import Findings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.page import Page
    from honbun.similar.model import Pair
    from honbun.web.collections import Collection
    from honbun.web.inspect.results import Head

OPTIONS = SimilarOptions(sentences=1000)
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
    """All pairs of a collection, looked for in the background; `heads` tell the addresses."""

    def __init__(self, collection: Collection, heads: Findings[Head]) -> None:
        self._collection = collection
        self._heads = heads
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
        self._heads.wait()
        numbers: dict[str, int] = {}
        pages = self._named(numbers)
        found = similar(pages, OPTIONS, run=Run(limits=Limits(), on_failure=lambda _: None))
        for number, pair in enumerate(found):
            a, b = numbers[pair.a], numbers[pair.b]
            yield number, Numbered(a, b, pair)
            # The one before this line is kept by now.
            self._of[a].append(number)
            self._of[b].append(number)

    def _named(self, numbers: dict[str, int]) -> Iterator[Page]:
        """The pages, each with an address that no other has; `numbers` is filled with them.

        Pairs name pages by their addresses, and of pages with one address only the last would be
        compared. A fragment parts them: it says nothing of a page when addresses are compared.
        """
        for number, page in enumerate(self._collection.pages()):
            head = self._heads.get(number)
            if head is None or head.trouble:
                continue
            # Half of a character is spelled out, as it is in the results.
            address = collapse(head.address).encode("utf-8", "backslashreplace").decode()
            own = address if address not in numbers else f"{address}#{number}"
            while own in numbers:
                own += "#"
            numbers[own] = number
            yield replace(page, url=own)
