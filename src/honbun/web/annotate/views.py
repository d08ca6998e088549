"""Desk: what all views of the annotation tool work on."""

from __future__ import annotations

import threading
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse

from honbun.annotation.model import TRUTH, Kind, State, annotator_name, digest
from honbun.errors import Failure, HonbunError, InputError
from honbun.html.parse import parse
from honbun.metadata import head
from honbun.runner.limits import Limits
from honbun.runner.pages import Step, map_results
from honbun.runner.run import Run
from honbun.stores.labels import Labels
from honbun.web.collections import GIVEN, number
from honbun.web.rendering import sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.page import Page
    from honbun.web.app import Given
    from honbun.web.collections import Collection, Pages, Prepared
    from honbun.web.jobs import Readers, Workers

# Index: what is known of every page of a collection before it is opened.

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
    return map_results(Step(_title, None, "read"), pages, Run(limits=Limits()))


def title(page: Page) -> str | None:
    """The title of a page, if it is near its beginning."""
    return head.title(parse(page.decode().text[:_HEAD]))


def _title(page: Page, _: None) -> str | None:
    return title(page)


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


# `/annotate`: who one is, how far one is, and the list of pages; whole without JavaScript.

_SHOWN = 100
"""Pages in one part of the list."""


@dataclass(frozen=True, slots=True)
class Row:
    """A page in the list."""

    n: int
    title: str | None
    address: str
    state: State
    labels: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which pages the list is to show."""

    state: State | None
    text: str
    part: int
    """Of the pages that match, from 0."""

    @classmethod
    def of(cls, request: Request) -> Wanted:
        """What a request asks for; what it asks for amiss is left aside."""
        query = request.query_params
        states = {state.value: state for state in State}
        part = query.get("part", "")
        return cls(
            states.get(query.get("state", "")),
            query.get("q", "").strip(),
            int(part) if part.isascii() and part.isdigit() and len(part) < 8 else 0,
        )


@dataclass(frozen=True, slots=True)
class Shown:
    """One annotator's list of pages, and how far it is labelled."""

    rows: list[Row]
    part: int
    """Which part of the pages that match the rows are, from 0."""
    matching: int
    counts: Counter[State]
    resume: int | None
    """The page to go on with."""
    untitled: int
    """Pages whose titles are not known yet: words may be in them, too."""


@dataclass(frozen=True, slots=True)
class Overview:
    """The list of pages."""

    desk: Desk

    async def get(self, request: Request) -> Response:
        """The list of whoever says who they are, or the question who that is."""
        # So that it is there when the first page is opened.
        self.desk.collection.contents.begin()
        if not request.query_params.get("by"):
            return await self._ask("", "")
        wanted = Wanted.of(request)
        try:
            by = annotator(request)
            shown = await self.desk.read(lambda labels: self._shown(labels, by, wanted))
        except HTTPException as error:  # no name, or one that differs from another only in case
            return await self._ask(request.query_params["by"], error.detail)
        return sheet(
            "annotate.html",
            by=by,
            collection=self.desk.collection,
            wanted=wanted,
            shown=shown,
            states=State,
            size=_SHOWN,
        )

    async def _ask(self, name: str, trouble: str) -> Response:
        """The question who one is; again, where the name that was given is none."""
        known = await self.desk.read(lambda labels: labels.annotators())
        return sheet(
            "annotate_who.html",
            400 if trouble else 200,
            name=name,
            trouble=trouble,
            known=known,
            collection=self.desk.collection,
        )

    def _shown(self, labels: Labels, by: str, wanted: Wanted) -> Shown:
        digests = self.desk.index.digests()
        known = labels.standings(by)
        states = [known.get(digest, State.NEW) for digest in digests]
        untitled = len(states) - self.desk.index.titled
        matching = [n for n in range(len(states)) if self._matches(n, states[n], wanted)]
        part = min(wanted.part, max(len(matching) - 1, 0) // _SHOWN)
        rows = [
            Row(
                n,
                self.desk.index.title(n),
                self.desk.collection.entries[n].address,
                states[n],
                len(labels.standing(by, digests[n]).labels),
            )
            for n in matching[part * _SHOWN :][:_SHOWN]
        ]
        return Shown(rows, part, len(matching), Counter(states), _resume(states), untitled)

    def _matches(self, n: int, state: State, wanted: Wanted) -> bool:
        if wanted.state not in (None, state):
            return False
        text = wanted.text.casefold()
        title, address = self.desk.index.titles[n] or "", self.desk.collection.entries[n].address
        return text in title.casefold() or text in address.casefold()


def _resume(states: list[State]) -> int | None:
    """The first page that was begun, else the first that is new."""
    for state in (State.BEGUN, State.NEW):
        if state in states:
            return states.index(state)
    return None


# `/annotate/{n}`: the tool itself. What it shows comes as data: see `data.py`, `web/pages.py`.

KINDS = (Kind.BODY, Kind.TITLE, Kind.DATE, Kind.AUTHOR, Kind.FIGURE, Kind.CAPTION, Kind.CREDIT)
"""In the order of their keys: what pages have most of comes first."""


@dataclass(frozen=True, slots=True)
class Tool:
    """Where pages are labelled."""

    desk: Desk

    async def get(self, request: Request) -> Response:
        """The tool, for whoever says who they are; others are asked first."""
        n = number(request)
        if n >= len(self.desk.collection):
            raise HTTPException(404, f"the collection has {len(self.desk.collection):,} pages")
        if not request.query_params.get("by"):
            return RedirectResponse("/annotate", 303)
        by = annotator(request)
        return sheet("annotate_tool.html", by=by, n=n, pages=len(self.desk.collection), kinds=KINDS)
