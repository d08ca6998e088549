"""Pages by URL for a run: fetched when the first one is needed, remembered, and limited."""

from __future__ import annotations

import pickle
from hashlib import blake2b
from typing import TYPE_CHECKING, Protocol

from honbun.errors import SKIP, Failure, FetchError

if TYPE_CHECKING:
    from honbun.inputs.fetch.fetcher import Fetcher
    from honbun.inputs.options import ReadOptions
    from honbun.page import Page


class Journal(Protocol):
    """Results of an earlier run by key, such as `honbun.stores.journal.Journal`."""

    def get(self, key: bytes) -> bytes | None:
        """The stored result, if there is one."""

    def put(self, key: bytes, value: bytes) -> None:
        """Store a result."""


class PageFetcher:
    """Fetches pages for one run; those in the journal are not fetched again."""

    def __init__(self, options: ReadOptions, journal: Journal | None) -> None:
        self._options = options
        self._journal = journal
        self._fetcher: Fetcher | None = None
        self._left = options.max_fetched

    def close(self) -> None:
        """Close all connections."""
        if self._fetcher:
            self._fetcher.close()

    def page(self, url: str) -> Page | Failure:
        """The page at a URL that the user named."""
        return self._get(url, "fetch")

    def file(self, url: str) -> Page | Failure:
        """A page or sitemap, which may be compressed."""
        return self._get(url, "fetch_list")

    def listed(self, url: str) -> Page | Failure:
        """The page at a URL of a list."""
        if not self._left:
            return Failure(url, url, SKIP, "addresses beyond --max-fetched")
        self._left -= 1
        return self._get(url, "fetch")

    def _get(self, url: str, how: str) -> Page | Failure:
        key = _key(how, url, self._options)
        if self._journal and (stored := self._journal.get(key)):
            return pickle.loads(stored)  # type: ignore[no-any-return]
        if self._fetcher is None:
            from honbun.inputs.fetch.fetcher import Fetcher

            self._fetcher = Fetcher(self._options)
        try:
            found: Page = getattr(self._fetcher, how)(url)
        except FetchError as error:
            return Failure(url, url, "fetch", str(error))
        if self._journal:
            self._journal.put(key, pickle.dumps(found))
        return found


def _key(how: str, url: str, options: ReadOptions) -> bytes:
    name = repr((how, url, options)).encode("utf-8", "surrogatepass")
    return blake2b(name, digest_size=20).digest()
