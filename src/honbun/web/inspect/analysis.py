"""The analysis of a collection: titles, threads and pairs of similar pages, in the background."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from honbun.api import extract, posts, similar
from honbun.content.model import ContentOptions
from honbun.errors import Failure, HonbunError, one_line
from honbun.metadata import head
from honbun.runner.limits import Limits
from honbun.runner.pages import Step, map_results
from honbun.runner.run import Run
from honbun.similar.model import SimilarOptions
from honbun.text.unicode import collapse
from honbun.web.background import BackgroundResults
from honbun.web.collections import parse_page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.content.model import Content
    from honbun.page import Page
    from honbun.posts.model import Thread
    from honbun.similar.model import Pair
    from honbun.web.collections import Collection
    from honbun.web.jobs import PageProcesses

SIMILAR_OPTIONS = SimilarOptions(sentences=1000)
"""With nearly all sentences that two pages share: they are marked on both pages."""
_QUIET_RUN = Run(limits=Limits(), on_failure=lambda _: None)
"""Failures are reported for each page, by `PageHead`."""
_MAX_SIMILAR = 200
"""Similar pages shown for one page."""


@dataclass(frozen=True, slots=True)
class PageHead:
    """The title and address of a page."""

    title: str | None
    address: str
    error: str | None = None
    """Why the page cannot be read, in one line."""


@dataclass(frozen=True, slots=True)
class NumberedPair:
    """A pair and the numbers of its pages."""

    a: int
    b: int
    pair: Pair

    def other(self, number: int) -> int:
        """The number of the other page."""
        return self.b if number == self.a else self.a


class Analysis:
    """A collection and what is found in it; each part starts when it is first asked for."""

    def __init__(self, collection: Collection) -> None:
        self.collection = collection
        self.heads: BackgroundResults[PageHead] = BackgroundResults(self._read_heads)
        self.paper: BackgroundResults[Content] = BackgroundResults(self._extract_by_paper)
        """Content by the papers' method."""
        self.threads: BackgroundResults[Thread] = BackgroundResults(self._read_threads)
        self.pairs: BackgroundResults[NumberedPair] = BackgroundResults(self._compare)
        self._pairs_of: defaultdict[int, list[int]] = defaultdict(list)
        self._numbers: dict[str, int | None] = {}

    def close(self) -> None:
        """Delete the results; the collection stays open."""
        for results in (self.heads, self.paper, self.threads, self.pairs):
            results.close()

    def head(self, number: int) -> PageHead:
        """The title and address of a page, as far as they are known."""
        return self.heads.get(number) or PageHead(None, self.collection.entries[number].address)

    def read_head(self, number: int, processes: PageProcesses) -> PageHead:
        """The title and address of a page; the page is read if they are not known yet."""
        known = self.heads.get(number)
        try:
            return known or processes.run(read_head, self.collection.page(number))
        except HonbunError as error:
            return self._unreadable(number, str(error))

    def number(self, address: str) -> int | None:
        """The page with an address; None if there is none or several, or not all are known."""
        self.heads.start()
        return self._numbers.get(address) if self.heads.done else None

    def failure(self, number: int) -> str | None:
        """Why a page failed while the collection was read."""
        source = self.collection.entries[number].source
        failures = tuple(self.collection.failures)
        return next((one.message for one in failures if one.source == source), None)

    def _read_heads(self) -> Iterator[tuple[int, PageHead]]:
        found = map_results(
            Step(_read_head, None, "read"), self.collection.pages(), Run(limits=Limits())
        )
        for number, result in enumerate(found):
            page = result
            if isinstance(page, Failure):
                page = self._unreadable(number, page.message)
            self._numbers[page.address] = None if page.address in self._numbers else number
            yield number, page

    def _unreadable(self, number: int, reason: str) -> PageHead:
        return PageHead(None, self.collection.entries[number].address, one_line(reason))

    def _extract_by_paper(self) -> Iterator[tuple[int, Content]]:
        options = ContentOptions(faithful=True, explain=True)
        contents = extract(self.collection.pages(), options, run=_QUIET_RUN)
        return self.collection.numbered(contents, lambda content: content.source)

    def _read_threads(self) -> Iterator[tuple[int, Thread]]:
        # The pages of a thread come one after the other, wherever they are in the collection.
        numbers: defaultdict[str, list[int]] = defaultdict(list)
        for number, entry in enumerate(self.collection.entries):
            numbers[entry.source].append(number)
        pages = self.collection.pages()
        for thread in posts(pages, run=_QUIET_RUN):
            yield numbers[thread.source].pop(0), thread

    def similar(self, number: int) -> list[NumberedPair]:
        """The pairs of a page that are known so far, those that share most first."""
        known = map(self.pairs.get, tuple(self._pairs_of.get(number, ())))
        pairs = [pair for pair in known if pair is not None]
        return sorted(pairs, key=lambda one: -one.pair.containment)[:_MAX_SIMILAR]

    def pair(self, one: int, other: int) -> NumberedPair | None:
        """The pair of two pages."""
        for number in tuple(self._pairs_of.get(one, ())):
            pair = self.pairs.get(number)
            if pair is not None and pair.other(one) == other:
                return pair
        return None

    def _compare(self) -> Iterator[tuple[int, NumberedPair]]:
        self.heads.wait()
        numbers: dict[str, int] = {}
        pages = self._with_unique_urls(numbers)
        found = similar(pages, SIMILAR_OPTIONS, run=_QUIET_RUN)
        for number, pair in enumerate(found):
            a, b = numbers[pair.a], numbers[pair.b]
            yield number, NumberedPair(a, b, pair)
            # After the yield, so that the pair is stored before it can be found.
            self._pairs_of[a].append(number)
            self._pairs_of[b].append(number)

    def _with_unique_urls(self, numbers: dict[str, int]) -> Iterator[Page]:
        """The pages, each with a URL that no other has; adds them to `numbers`.

        Pairs name pages by URL, and of several pages with one URL only the last would be compared.
        A fragment is added to the others: it is ignored when URLs are compared.
        """
        for number, page in enumerate(self.collection.pages()):
            found = self.heads.get(number)
            if found is None or found.error:
                continue
            # Lone surrogates are escaped, as they are in the results.
            address = collapse(found.address).encode("utf-8", "backslashreplace").decode()
            unique = address if address not in numbers else f"{address}#{number}"
            while unique in numbers:
                unique += "#"
            numbers[unique] = number
            yield replace(page, url=unique)


def read_head(page: Page) -> PageHead:
    """The title and address of a page; raises UnreadablePage if it is not HTML."""
    tree = parse_page(page)
    return PageHead(head.title(tree), page.resolve_url(tree))


def _read_head(page: Page, _: None) -> PageHead:
    return read_head(page)
