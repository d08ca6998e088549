"""Collection: the pages that a server was given, and what the rooms say of them."""

from __future__ import annotations

import pickle
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from honbun.content.extract import extract
from honbun.content.model import ContentOptions
from honbun.failure import Failure
from honbun.parallel.limits import Limits
from honbun.shelf import Shelf
from honbun.web.findings import Findings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from honbun.content.model import Content
    from honbun.facsimile.companions import Companions
    from honbun.page import Page

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Entry:
    """A page in the list of pages."""

    source: str
    address: str
    """As well as it is known before the page is parsed."""


class Collection:
    """Pages by number, from 0, in the order that they were read in."""

    def __init__(self, pages: Iterable[Page | Failure], name: str, companions: Companions) -> None:
        self.name = name
        self.companions = companions
        self.entries: list[Entry] = []
        self.failures: list[Failure] = []
        self._shelf = Shelf()
        self._lock = threading.Lock()
        for page in pages:
            if isinstance(page, Failure):
                self.failures.append(page)
            else:
                self.entries.append(Entry(page.source, page.url or page.place or page.source))
                self._shelf.append(pickle.dumps(page, pickle.HIGHEST_PROTOCOL))
        self.contents: Findings[Content] = Findings(self._judged)

    def __len__(self) -> int:
        return len(self.entries)

    def close(self) -> None:
        """Let go of the pages and of what is known of them."""
        self.contents.close()
        with self._lock:
            self._shelf.close()

    def page(self, number: int) -> Page:
        """A page as it was read."""
        with self._lock:
            packed = self._shelf[number]
        # Packed by ourselves, in this very process.
        return pickle.loads(packed)  # type: ignore[no-any-return]

    def pages(self) -> Iterator[Page]:
        """All pages, in order."""
        return map(self.page, range(len(self)))

    def numbered(
        self, results: Iterable[Result], source: Callable[[Result], str]
    ) -> Iterator[tuple[int, Result]]:
        """Results that come in the order of the pages, of which some may be missing, by number."""
        number = 0
        for result in results:
            while self.entries[number].source != source(result):
                number += 1
            yield number, result
            number += 1

    def _judged(self) -> Iterator[tuple[int, Content]]:
        options = ContentOptions(explain=True)
        limits, failed = Limits(), self.failures.append
        contents = extract(self.pages(), options, limits=limits, on_failure=failed)
        return self.numbered(contents, lambda content: content.source)
