"""Collections of pages that the server shows, and each page as JSON for the browser.

`/pages/{collection}/{n}` is a page with its snapshot and its blocks. Both annotation and inspection
draw pages from it.
"""

from __future__ import annotations

import json
import pickle
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.exceptions import HTTPException

from honbun.annotation.blocks import PageBlocks, page_blocks
from honbun.annotation.model import digest
from honbun.api import extract
from honbun.content.model import ContentOptions
from honbun.errors import Failure, UnreadablePage
from honbun.html.sniff import sniff
from honbun.metadata import head
from honbun.runner.limits import Limits
from honbun.runner.run import Run
from honbun.runner.spool import Spool
from honbun.runner.worker import ask
from honbun.web.background import BackgroundResults
from honbun.web.cache import SingleFlightCache
from honbun.web.responses import conditional
from honbun.web.snapshot.draw import draw, to_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.content.model import Content
    from honbun.html.tree import Tree
    from honbun.inputs.assets import Asset, Assets
    from honbun.page import Page
    from honbun.web.jobs import PageProcesses, Threads

Result = TypeVar("Result")
FindCollection = Callable[[str], "Collection | None"]

GIVEN = "given"
"""The name of the collection from the command line; others have random names."""
MAX_CACHED_PAGES = 12
"""The current page of two people, and its neighbours."""
MAX_CACHED_BYTES = 100_000_000
_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A page in the list of pages."""

    source: str
    address: str
    """The best that is known before the page is parsed."""


class Collection:
    """Pages by number, from 0, in the order in which they were read."""

    def __init__(self, pages: Iterable[Page | Failure], name: str, assets: Assets) -> None:
        self.name = name
        self.assets = assets
        self.entries: list[PageEntry] = []
        self.failures: list[Failure] = []
        self._spool = Spool()
        self._lock = threading.Lock()
        for page in pages:
            if isinstance(page, Failure):
                if page.is_error:
                    self.failures.append(page)
            else:
                self.entries.append(
                    PageEntry(page.source, page.url or page.fallback_url or page.source)
                )
                self._spool.append(pickle.dumps(page, pickle.HIGHEST_PROTOCOL))
        self.contents: BackgroundResults[Content] = BackgroundResults(self._extract)

    def __len__(self) -> int:
        return len(self.entries)

    def close(self) -> None:
        """Delete the pages and their results."""
        self.contents.close()
        with self._lock:
            self._spool.close()

    def page(self, number: int) -> Page:
        """A page as it was read."""
        with self._lock:
            packed = self._spool[number]
        return pickle.loads(packed)  # type: ignore[no-any-return]

    def pages(self) -> Iterator[Page]:
        """All pages, in order."""
        return map(self.page, range(len(self)))

    def numbered(
        self, results: Iterable[Result], source: Callable[[Result], str]
    ) -> Iterator[tuple[int, Result]]:
        """Results in page order with the numbers of their pages; some pages may have none."""
        number = 0
        for result in results:
            while self.entries[number].source != source(result):
                number += 1
            yield number, result
            number += 1

    def _extract(self) -> Iterator[tuple[int, Content]]:
        options = ContentOptions(explain=True)
        run = Run(limits=Limits(), on_failure=self.failures.append)
        contents = extract(self.pages(), options, run=run)
        return self.numbered(contents, lambda content: content.source)


@dataclass(frozen=True, slots=True)
class LabelledCollection:
    """A collection and the file of its labels."""

    collection: Collection
    labels: Path


def parse_page(page: Page) -> Tree:
    """The tree of a page; raises UnreadablePage if it is not HTML."""
    if isinstance(page.html, bytes) and (kind := sniff(page.html)):
        raise UnreadablePage(f"this is {kind}, not a web page")
    return page.parse()


def draw_page(page: Page) -> tuple[str, PageBlocks, bytes]:
    """The URL of a page, its blocks, and all of it as JSON for the browser.

    Runs in a worker process with `AssetAnswers`. Raises UnreadablePage.
    """
    tree = parse_page(page)
    blocks, url = page_blocks(tree), page.resolve_url(tree)
    about = {
        "url": url,
        "source": page.source,
        "title": head.title(tree),
        "digest": digest(page),
        # Not `asdict`, which copies every cell of every column.
        "blocks": {field.name: getattr(blocks, field.name) for field in fields(blocks)},
    }
    snapshot = to_json(draw(page, tree, _RemoteAssets()))
    return url, blocks, json.dumps(about | snapshot, separators=(",", ":")).encode()


class _RemoteAssets:
    """In a worker process, the assets of a page that only the server can read."""

    def find(self, url: str) -> Asset | None:
        found: Asset | None = ask(url, None)
        return found and replace(found, read=partial(ask, url))


@dataclass(frozen=True, slots=True)
class AssetAnswers:
    """In the server, answers `_RemoteAssets`: an asset, or its first bytes."""

    assets: Assets

    def __call__(self, url: str, size: int | None) -> Any:
        found = self.assets.find(url)
        if size is None:
            return found and replace(found, read=_unreadable)
        return found.read(size) if found else b""


def _unreadable(size: int) -> bytes:
    """Replaces a function that cannot be pickled."""
    return b""


@dataclass(frozen=True, slots=True)
class PreparedPage:
    """A page that is ready to be shown."""

    page: Page
    digest: str
    url: str
    blocks: PageBlocks
    body: bytes
    """All of it as JSON, for the browser."""

    @property
    def size(self) -> int:
        """The bytes that it holds, approximately: the blocks are there twice."""
        return len(self.page.html) + 2 * len(self.body)


class Pages:
    """The pages of all collections, drawn when they are requested."""

    def __init__(self, find: FindCollection, threads: Threads, processes: PageProcesses) -> None:
        self._find = find
        self._threads = threads
        self.processes = processes
        self._cache: SingleFlightCache[PreparedPage] = SingleFlightCache(
            MAX_CACHED_PAGES, MAX_CACHED_BYTES, lambda prepared: prepared.size
        )

    async def get(self, request: Request) -> Response:
        """The page as JSON, or 304."""
        prepared = await self.prepared(request.path_params["collection"], page_number(request))
        # Revalidated every time: after a restart, another page may have this address.
        headers = {"Cache-Control": "no-cache"}
        return conditional(request, prepared.body, "application/json", headers)

    async def prepared(self, name: str, n: int) -> PreparedPage:
        """A page, ready to be shown; status 404 if there is none, 422 if it is unreadable."""
        collection = self._find(name)
        if collection is None:
            raise HTTPException(404, "this collection is no longer open")
        check_number(n, collection)
        prepare = partial(self._threads.run, self._prepare, collection, n)
        try:
            return await self._cache.get((name, n), prepare)
        except UnreadablePage as error:
            raise HTTPException(422, f"the page cannot be read: {error}") from error

    def _prepare(self, collection: Collection, n: int) -> PreparedPage:
        page = collection.page(n)
        drawn = self.processes.run(draw_page, page, answer=AssetAnswers(collection.assets))
        return PreparedPage(page, digest(page), *drawn)


def number_in(text: str) -> int | None:
    """The number that a text is; None if it is none, or has more than nine digits.

    >>> number_in("17"), number_in("-1"), number_in("٣"), number_in("9" * 5000)
    (17, None, None, None)
    """
    return int(text) if _NUMBER.fullmatch(text) else None


def page_number(request: Request, collection: Collection | None = None) -> int:
    """The page number in a path; status 404 if it is not one."""
    n = number_in(request.path_params["n"])
    if n is None:
        raise HTTPException(404, "pages have numbers, from 0")
    if collection is not None:
        check_number(n, collection)
    return n


def check_number(n: int, collection: Collection) -> None:
    """Status 404 if the collection has no page of this number."""
    if n >= len(collection):
        raise HTTPException(404, f"the collection has {len(collection):,} pages, from 0")
