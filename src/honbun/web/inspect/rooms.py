"""Rooms: what is known of a collection, and what is still being found out."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from honbun.errors import HonbunError
from honbun.failure import Failure, one_line
from honbun.parallel.limits import Limits
from honbun.thread.posts import posts
from honbun.web.findings import Findings
from honbun.web.inspect.heads import Head, head_of, heads
from honbun.web.inspect.pairs import Pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.thread.model import Thread
    from honbun.web.collection import Collection
    from honbun.web.readers import Readers


class Rooms:
    """A collection and the rooms' findings on it; each is begun when somebody asks."""

    def __init__(self, collection: Collection) -> None:
        self.collection = collection
        self._numbers: dict[str, int | None] = {}
        self.heads: Findings[Head] = Findings(self._heads)
        self.threads: Findings[Thread] = Findings(self._threads)
        self.pairs = Pairs(collection, self.heads)

    def close(self) -> None:
        """Let go of what is known; the collection is its owner's."""
        for findings in (self.heads, self.threads, self.pairs.found):
            findings.close()

    def head(self, number: int) -> Head:
        """What a page is called, as well as it is known yet."""
        return self.heads.get(number) or Head(None, self.collection.entries[number].address)

    def read_head(self, number: int, readers: Readers) -> Head:
        """The same, if need be by having the page read."""
        known = self.heads.get(number)
        try:
            return known or readers.show(head_of, self.collection.page(number))
        except HonbunError as error:
            return self._unread(number, str(error))

    def number(self, address: str) -> int | None:
        """The page with an address; None where there is none, or several, or not all are known."""
        self.heads.begin()
        return self._numbers.get(address) if self.heads.done else None

    def _heads(self) -> Iterator[tuple[int, Head]]:
        for number, found in enumerate(heads(self.collection.pages())):
            head = found
            if isinstance(head, Failure):
                head = self._unread(number, head.message)
            self._numbers[head.address] = None if head.address in self._numbers else number
            yield number, head

    def _unread(self, number: int, why: str) -> Head:
        return Head(None, self.collection.entries[number].address, one_line(why))

    def _threads(self) -> Iterator[tuple[int, Thread]]:
        # Further pages of a thread come behind its first, wherever they stand in the collection.
        waiting: defaultdict[str, list[int]] = defaultdict(list)
        for number, entry in enumerate(self.collection.entries):
            waiting[entry.source].append(number)
        pages = self.collection.pages()
        for thread in posts(pages, limits=Limits(), on_failure=lambda _: None):
            yield waiting[thread.source].pop(0), thread
