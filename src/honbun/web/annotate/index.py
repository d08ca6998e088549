"""Index: what is known of every page of a collection before it is opened."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from honbun.annotation.model import digest
from honbun.errors import HonbunError
from honbun.tree import head
from honbun.tree.parse import parse

if TYPE_CHECKING:
    from honbun.page import Page
    from honbun.web.collection import Collection

_HEAD = 1 << 15
"""Characters that a page's title is looked for in: parsing whole pages would take far longer."""


class Index:
    """The digests of all pages, and their titles as soon as they are known."""

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._lock = threading.Lock()
        self._digests: list[str] | None = None
        self.titles: list[str | None] = [None] * len(collection)
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
            for number, page in enumerate(self._collection.pages()):
                self.titles[number] = title(page)
                self.titled = number + 1

    def title(self, number: int) -> str | None:
        """The title of one page, looked for now if it is not known yet."""
        if number >= self.titled and self.titles[number] is None:
            self.titles[number] = title(self._collection.page(number))
        return self.titles[number]


def title(page: Page) -> str | None:
    """The title of a page, if it is near its beginning."""
    try:
        return head.title(parse(page.decode().text[:_HEAD]))
    except HonbunError:
        return None  # the page says so itself once it is opened
