"""The annotation project: a collection, its analysis, and its file of labels."""

from __future__ import annotations

import threading
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.exceptions import HTTPException

from honbun.annotation.model import TRUTH, Kind, annotator_name, digest
from honbun.errors import InputError
from honbun.stores.labels import Labels
from honbun.web.cache import SingleFlightCache
from honbun.web.collections import GIVEN, page_number

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from starlette.requests import Request

    from honbun.web.collections import Pages, PreparedPage
    from honbun.web.inspect.analysis import Analysis
    from honbun.web.jobs import Threads

Result = TypeVar("Result")

KINDS = (Kind.BODY, Kind.TITLE, Kind.DATE, Kind.AUTHOR, Kind.FIGURE, Kind.CAPTION, Kind.CREDIT)
"""In the order of their keys, the most frequent first."""
_MAX_RESULTS = 4
"""Results of `read_cached`, of which there are two."""


class Project:
    """What all views of the annotation tool work on."""

    def __init__(self, analysis: Analysis, labels: Path, pages: Pages, threads: Threads) -> None:
        self.analysis = analysis
        self.collection = analysis.collection
        self._path = labels
        self._pages = pages
        self._threads = threads
        self._write_lock = threading.Lock()
        self._cache: SingleFlightCache[Any] = SingleFlightCache(_MAX_RESULTS, 1, lambda _: 0)

    @cached_property
    def digests(self) -> list[str]:
        """The digest of each page; takes a while at first, so not for the event loop."""
        return [digest(page) for page in self.collection.pages()]

    def title(self, number: int) -> str | None:
        """The title of a page; the page is read if it is not known yet."""
        return self.analysis.read_head(number, self._pages.processes).title

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
        result: Result = await self._cache.get(work, partial(self.read, work), version)
        return result


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
