"""The annotation project: a collection, its file of labels, and the titles of its pages."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from starlette.exceptions import HTTPException

from honbun.annotation.model import TRUTH, Kind, annotator_name, digest
from honbun.errors import Failure, HonbunError, InputError
from honbun.html.parse import parse
from honbun.metadata import head
from honbun.runner.limits import Limits
from honbun.runner.pages import Step, map_results
from honbun.runner.run import Run
from honbun.stores.labels import Labels
from honbun.web.collections import GIVEN, page_number

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from honbun.page import Page
    from honbun.web.collections import Collection, LabelledCollection, Pages, PreparedPage
    from honbun.web.jobs import PageProcesses, Threads

Result = TypeVar("Result")

KINDS = (Kind.BODY, Kind.TITLE, Kind.DATE, Kind.AUTHOR, Kind.FIGURE, Kind.CAPTION, Kind.CREDIT)
"""In the order of their keys, the most frequent first."""
_HEAD = 1 << 15
"""Characters in which the title of a page is looked for: parsing whole pages takes far longer."""


class PageIndex:
    """The digests of all pages, and their titles as soon as they are known."""

    def __init__(self, collection: Collection, processes: PageProcesses) -> None:
        self._collection = collection
        self._processes = processes
        self._lock = threading.Lock()
        self._digests: list[str] | None = None
        self.titles: list[str | None] = [None] * len(collection)
        self._tried: set[int] = set()
        """Pages whose titles were looked for on demand."""
        self.titled = 0
        """The number of pages, from the first, whose titles have been looked for."""

    def digests(self) -> list[str]:
        """The digest of each page; the first call computes them and starts looking for titles."""
        with self._lock:
            if self._digests is None:
                self._digests = [digest(page) for page in self._collection.pages()]
                threading.Thread(target=self._find_titles, daemon=True).start()
            return self._digests

    def title(self, number: int) -> str | None:
        """The title of a page; it is looked for if it is not known yet."""
        if number >= self.titled and self.titles[number] is None and number not in self._tried:
            self._tried.add(number)
            with suppress(HonbunError):
                self.titles[number] = self._processes.run(read_title, self._collection.page(number))
        return self.titles[number]

    def _find_titles(self) -> None:
        pages = self._collection.pages()
        found = map_results(Step(_read_title, None, "read"), pages, Run(limits=Limits()))
        with suppress(ValueError):  # the server has stopped and the collection is closed
            for number, title in enumerate(found):
                self.titles[number] = None if isinstance(title, Failure) else title
                self.titled = number + 1


def read_title(page: Page) -> str | None:
    """The title of a page, if it is near its start."""
    return head.title(parse(page.decode().text[:_HEAD]))


def _read_title(page: Page, _: None) -> str | None:
    return read_title(page)


class Project:
    """What all views of the annotation tool work on."""

    def __init__(self, given: LabelledCollection, pages: Pages, threads: Threads) -> None:
        self.collection = given.collection
        self.index = PageIndex(given.collection, pages.processes)
        self._path = given.labels
        self._pages = pages
        self._threads = threads
        self._write_lock = threading.Lock()
        self._cache: dict[Callable[[Labels], object], tuple[object, object]] = {}

    async def prepared(self, request: Request) -> PreparedPage:
        """The page that a request is about; status 410 if its number now means another page.

        After a restart the collection may have other pages, while browsers still know the old
        numbers. Therefore requests may name the digest of the page they mean.
        """
        prepared = await self._pages.prepared(GIVEN, page_number(request))
        if request.query_params.get("page", prepared.digest) != prepared.digest:
            raise HTTPException(410, "the collection has changed: reload to see the page")
        return prepared

    async def read(self, work: Callable[[Labels], Result]) -> Result:
        """What a function of the labels returns; status 400 if it raises InputError."""

        def run() -> Result:
            with Labels(self._path) as labels:
                return work(labels)

        try:
            return await self._threads.run(run)
        except InputError as error:
            raise HTTPException(400, str(error)) from error

    async def write(self, work: Callable[[Labels], Result]) -> Result:
        """The same for a function that reads, then writes: no other writes in between."""

        def locked(labels: Labels) -> Result:
            with self._write_lock:
                return work(labels)

        return await self.read(locked)

    async def read_cached(self, work: Callable[[Labels], Result]) -> Result:
        """The same as `read`, computed again only when the file of labels has changed."""
        stat = self._path.stat() if self._path.exists() else None
        version = stat and (stat.st_mtime_ns, stat.st_size)
        known = self._cache.get(work)
        if known is None or known[0] != version:
            known = self._cache[work] = version, await self.read(work)
        return known[1]  # type: ignore[return-value]


def annotator(request: Request) -> str:
    """The annotator that a request names; status 400 if there is none or the name is invalid."""
    return _name(request.query_params.get("by", ""))


def writer(request: Request) -> str:
    """Who labels: an annotator or the adjudicator."""
    by = request.query_params.get("by", "")
    return TRUTH if by == TRUTH else _name(by)


def _name(text: str) -> str:
    try:
        return annotator_name(text)
    except InputError as error:
        raise HTTPException(400, str(error)) from error
