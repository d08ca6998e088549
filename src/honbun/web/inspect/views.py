"""Which view of inspection answers to which path."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from honbun.errors import HonbunError
from honbun.web import feeds
from honbun.web.cache import Kept
from honbun.web.collections import GIVEN
from honbun.web.errors import told, trouble
from honbun.web.inspect.results import ROOMS, Data, page_number
from honbun.web.inspect.uploads import ENDINGS, MOST_BYTES, Opening
from honbun.web.rendering import sheet

if TYPE_CHECKING:
    from honbun.inputs.fetch.fetcher import Fetcher
    from honbun.web.errors import Trouble
    from honbun.web.inspect.results import Rooms
    from honbun.web.inspect.uploads import Opened
    from honbun.web.jobs import Fetching, Readers, Workers
    from honbun.web.security import Limits

# The list of a collection's pages: what is known of each, found by its title or address.

SHOWN = 100
"""Pages of a list that are shown at once."""


@dataclass(frozen=True, slots=True)
class Line:
    """A page in the list."""

    number: int
    title: str | None
    address: str
    state: str
    """How it was judged, that it was not yet, or why it cannot be."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Some pages of a collection, and how far the work on all of them is."""

    lines: tuple[Line, ...]
    matching: int
    first: int
    """The place of the first line among those that match."""
    pages: int
    judged: int
    done: bool
    trouble: str | None
    failures: int

    def told(self) -> dict[str, Any]:
        """As data."""
        return asdict(self)


def lines(rooms: Rooms, query: str, first: int) -> Lines:
    """The pages whose title or address holds the words of a query, from some place on."""
    collection, contents = rooms.collection, rooms.collection.contents
    contents.begin()
    numbers = _matching(rooms, query)
    first = min(first, max(0, len(numbers) - 1)) // SHOWN * SHOWN
    shown = tuple(_line(rooms, number) for number in numbers[first : first + SHOWN])
    return Lines(
        lines=shown,
        matching=len(numbers),
        first=first,
        pages=len(collection),
        judged=contents.found,
        done=contents.done,
        trouble=contents.trouble,
        failures=len(collection.failures),
    )


def _matching(rooms: Rooms, query: str) -> range | list[int]:
    every = range(len(rooms.collection))
    words = query.casefold().split()
    if not words:
        return every
    found = []
    for number in every:
        head = rooms.head(number)
        said = f"{head.title or ''} {head.address}".casefold()
        if all(word in said for word in words):
            found.append(number)
    return found


def _line(rooms: Rooms, number: int) -> Line:
    head, content = rooms.head(number), rooms.collection.contents.get(number)
    title = (content.title if content else None) or head.title
    return Line(number, title, head.address, head.trouble or _state(rooms, number))


def _state(rooms: Rooms, number: int) -> str:
    contents = rooms.collection.contents
    done = contents.done
    content = contents.get(number)
    if content is None:
        return "not judged" if done else "being judged"
    blocks = len(content.blocks)
    how = {"collection": "by the collection", "alone": "alone"}.get(content.method, content.method)
    return f"{how}, {blocks:,} block{'' if blocks == 1 else 's'}" if blocks else f"{how}, empty"


# `/inspect` and below it: the pages for people.

_NUMBER = re.compile(r"[0-9]{1,9}")
_LONGEST_QUERY = 200
_MOST_FAILURES = 100


@dataclass(frozen=True, slots=True)
class Views:
    """The pages for people."""

    opened: Opened
    opening: Opening
    working: Workers
    readers: Readers
    annotates: bool
    """Whether the collection given can be annotated."""

    async def start(self, request: Request) -> Response:
        """Where one says what to look at; with `url=` the way to that page."""
        text = request.query_params.get("url", "").strip()
        if not text:
            return self._start("", None)
        try:
            self.opening.limits.admit(request)
            # People leave out what their browser does not show them.
            page = feeds.page_asked(text if "://" in text else f"https://{text}")
            name = await self.opening.address(page)
        except (HonbunError, HTTPException) as error:
            return self._start(text, trouble(error))
        return RedirectResponse(f"/inspect/{name}/0", 303)

    async def list(self, request: Request) -> Response:
        """The pages of a collection."""
        name = request.path_params["collection"]
        found = await self._lines(request)
        collection = self.opened.rooms(name).collection
        return sheet(
            "inspect_list.html",
            name=name,
            called=collection.name,
            query=_query(request),
            found=found,
            step=SHOWN,
            failures=[told(str(failure)) for failure in collection.failures[:_MOST_FAILURES]],
        )

    async def progress(self, request: Request) -> Response:
        """The same as data."""
        return JSONResponse((await self._lines(request)).told(), headers=_FRESH)

    async def page(self, request: Request) -> Response:
        """A page as it looks, and what the rooms say of it."""
        name = request.path_params["collection"]
        rooms = self.opened.rooms(name)
        n = page_number(request, rooms)
        room = request.query_params.get("room", ROOMS[0])
        if room not in ROOMS:
            raise HTTPException(400, f"room= is one of {', '.join(ROOMS)}")
        return sheet(
            "inspect_page.html",
            name=name,
            called=rooms.collection.name,
            n=n,
            pages=len(rooms.collection),
            head=await self.working.do(partial(rooms.read_head, n, self.readers)),
            chosen=room,
            rooms=ROOMS,
            annotate=f"/annotate/{n}" if self.annotates and name == GIVEN else None,
        )

    async def _lines(self, request: Request) -> Lines:
        rooms = self.opened.rooms(request.path_params["collection"])
        first = request.query_params.get("from", "0")
        if not _NUMBER.fullmatch(first):
            raise HTTPException(400, "from= is the number of a page in the list")
        return await self.working.do(partial(lines, rooms, _query(request), int(first)))

    def _start(self, text: str, said: Trouble | None) -> Response:
        return sheet(
            "inspect.html",
            said.status if said else 200,
            said.headers if said else None,
            asked=text,
            trouble=said,
            given=self.opened.given,
            endings=",".join(ENDINGS),
            megabytes=MOST_BYTES // 1_000_000,
        )


_FRESH = {"Cache-Control": "no-store"}


def _query(request: Request) -> str:
    return request.query_params.get("q", "").strip()[:_LONGEST_QUERY]


# Dead ends: what is not there is told to people on a page that leads on.

View = Callable[[Request], Awaitable[Response]]


def leading_on(view: View, opened: Opened) -> View:
    """A view whose refusals are pages with a link to the collection, or to where one is opened."""

    async def shown(request: Request) -> Response:
        try:
            return await view(request)
        except (HTTPException, HonbunError) as error:
            said = trouble(error)
        name = request.path_params["collection"]
        return sheet(
            "inspect_nowhere.html",
            said.status,
            said.headers,
            line=said.line,
            name=name,
            collection=opened.find(name),
        )

    return shown


def routes(
    opened: Opened,
    fetcher: Fetcher,
    fetching: Fetching,
    working: Workers,
    readers: Readers,
    limits: Limits,
    *,
    patience: float,
    annotates: bool,
) -> list[Route]:
    """The paths of inspection.

    `fetching` are for pages of the web, `working` the threads and `readers` the processes for
    judging them; `patience` is how many seconds a client waits for a page, and `annotates` whether
    the collection given can be annotated.
    """
    opening = Opening(opened, fetcher, fetching, working, limits, patience)
    views = Views(opened, opening, working, readers, annotates)
    data = Data(opened, working, readers, Kept(opened.find, working, len))
    return [
        Route("/inspect", views.start),
        Route("/inspect/open", opening.post, methods=["POST"]),
        Route("/inspect/data/{collection}", views.progress),
        Route("/inspect/data/{collection}/{n}/{room}", data.get),
        Route("/inspect/{collection}", leading_on(views.list, opened)),
        Route("/inspect/{collection}/{n}", leading_on(views.page, opened)),
    ]
