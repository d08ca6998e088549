"""Desk: what all views of the annotation tool work on."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, TypeVar

from starlette.exceptions import HTTPException

from honbun.annotation.model import TRUTH, annotator_name
from honbun.errors import InputError
from honbun.io.labels import Labels
from honbun.web.annotate.index import Index
from honbun.web.pages import GIVEN, number

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from honbun.web.given import Given
    from honbun.web.pages import Pages, Prepared
    from honbun.web.workers import Workers

Result = TypeVar("Result")


class Desk:
    """The collection that was given, its pages, and the file of labels."""

    def __init__(self, given: Given, pages: Pages, workers: Workers) -> None:
        self.collection = given.collection
        self.index = Index(given.collection, pages.readers)
        self._path = given.labels
        self._pages = pages
        self._workers = workers
        self._writing = threading.Lock()

    def stamp(self) -> object:
        """Something that is another whenever the file of labels is."""
        known = self._path.stat() if self._path.exists() else None
        return known and (known.st_mtime_ns, known.st_size)

    async def prepared(self, request: Request) -> Prepared:
        """The page that a request is about; a status of 410 where it is no longer this one.

        A server that is started again may have been given more pages, or fewer, and browsers
        still know them by the numbers they had: so a request may say which page it means.
        """
        prepared = await self._pages.prepared(GIVEN, number(request))
        if request.query_params.get("page", prepared.digest) != prepared.digest:
            raise HTTPException(410, "the collection has changed: reload to see what is here now")
        return prepared

    async def read(self, work: Callable[[Labels], Result]) -> Result:
        """What some work on the labels gives; a status of 400 where it was asked amiss."""

        def run() -> Result:
            with Labels(self._path) as labels:
                return work(labels)

        try:
            return await self._workers.do(run)
        except InputError as error:
            raise HTTPException(400, str(error)) from error

    async def write(self, work: Callable[[Labels], Result]) -> Result:
        """The same for work that looks before it writes: nobody else writes meanwhile."""

        def alone(labels: Labels) -> Result:
            with self._writing:
                return work(labels)

        return await self.read(alone)


def annotator(request: Request) -> str:
    """Who asks; a status of 400 for nobody, and for names that nobody may have."""
    return named(request.query_params.get("by", ""))


def writer(request: Request) -> str:
    """Who labels: an annotator, or the adjudicator."""
    by = request.query_params.get("by", "")
    return TRUTH if by == TRUTH else named(by)


def named(text: str) -> str:
    """An annotator's name as it is kept."""
    try:
        return annotator_name(text)
    except InputError as error:
        raise HTTPException(400, str(error)) from error
