"""Index: what is known of every page of a collection before it is opened."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from honbun.annotation.model import digest
from honbun.errors import HonbunError
from honbun.failure import Failure
from honbun.guard import outcomes
from honbun.parallel.limits import Limits
from honbun.run import Run
from honbun.tree import head
from honbun.tree.parse import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.page import Page
    from honbun.web.collection import Collection
    from honbun.web.readers import Readers

_HEAD = 1 << 15
"""Characters that a page's title is looked for in: parsing whole pages would take far longer."""


class Index:
    """The digests of all pages, and their titles as soon as they are known."""

    def __init__(self, collection: Collection, readers: Readers) -> None:
        self._collection = collection
        self._readers = readers
        self._lock = threading.Lock()
        self._digests: list[str] | None = None
        self.titles: list[str | None] = [None] * len(collection)
        self._asked: set[int] = set()
        """Pages whose titles were looked for before their turn."""
        self.titled = 0
        """Pages from the beginning whose titles are all known."""

    def digests(self) -> list[str]:
        """The digest of each page; the first who asks waits, and begins the search for titles."""
        with self._lock:
            if self._digests is None:
                self._digests = [digest(page) for page in self._collection.pages()]
                threading.Thread(target=self._find_titles, daemon=True).start()
            return self._digests

    def _find_titles(self) -> None:
        with suppress(ValueError):  # the server has been stopped, and the pages are closed
            for number, found in enumerate(titles(self._collection.pages())):
                # The page says itself why it cannot be read, once it is opened.
                self.titles[number] = None if isinstance(found, Failure) else found
                self.titled = number + 1

    def title(self, number: int) -> str | None:
        """The title of one page, looked for now if it is not known yet."""
        if number >= self.titled and self.titles[number] is None and number not in self._asked:
            self._asked.add(number)  # whatever comes of it
            with suppress(HonbunError):
                self.titles[number] = self._readers.show(title, self._collection.page(number))
        return self.titles[number]


def titles(pages: Iterable[Page]) -> Iterator[str | Failure | None]:
    """The titles of pages, in their order, read in a process that they may end."""
    return outcomes(_title, pages, None, Run(limits=Limits()), "read")


def title(page: Page) -> str | None:
    """The title of a page, if it is near its beginning."""
    return head.title(parse(page.decode().text[:_HEAD]))


def _title(page: Page, _: None) -> str | None:
    return title(page)
