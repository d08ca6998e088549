"""`/inspect`: the start page, the pages of a collection, and one page with its results."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from honbun.errors import HonbunError
from honbun.web.cache import SingleFlightCache
from honbun.web.collections import (
    GIVEN,
    MAX_CACHED_BYTES,
    MAX_CACHED_PAGES,
    number_in,
    page_number,
)
from honbun.web.feeds import parse_page_url
from honbun.web.inspect.results import TASKS, Results
from honbun.web.inspect.uploads import FILES, Opener
from honbun.web.responses import NO_STORE, problem, public_message, render
from honbun.web.start import with_scheme

if TYPE_CHECKING:
    from honbun.inputs.fetch.fetcher import Fetcher
    from honbun.web.inspect.analysis import Analysis
    from honbun.web.inspect.uploads import Collections
    from honbun.web.jobs import Fetches, PageProcesses, Threads
    from honbun.web.responses import Problem

View = Callable[[Request], Awaitable[Response]]

LIST_PART = 100
"""Pages in one part of the list."""
_MAX_QUERY = 200
_MAX_FAILURES = 100


def routes(
    collections: Collections,
    fetcher: Fetcher,
    fetches: Fetches,
    threads: Threads,
    processes: PageProcesses,
    patience: float,
    *,
    annotates: bool,
) -> list[Route]:
    """The routes of the inspector.

    `patience` is how many seconds a client waits for a page, and `annotates` says whether the
    collection from the command line can be annotated.
    """
    opener = Opener(collections, fetcher, fetches, threads, patience)
    views = Views(collections, opener, threads, processes, annotates)
    alone: SingleFlightCache[bytes] = SingleFlightCache(MAX_CACHED_PAGES, MAX_CACHED_BYTES, len)
    results = Results(collections, threads, processes, alone)
    return [
        Route("/inspect", views.start),
        Route("/inspect/open", opener.post, methods=["POST"]),
        Route("/inspect/data/{collection}", views.progress),
        Route("/inspect/data/{collection}/{n}/{task}", results.get),
        Route("/inspect/{collection}", _with_links(views.list, collections)),
        Route("/inspect/{collection}/{n}", _with_links(views.page, collections)),
    ]


@dataclass(frozen=True, slots=True)
class Line:
    """A page in the list."""

    number: int
    title: str | None
    address: str
    state: str
    """How the page was analysed, or why it was not."""


@dataclass(frozen=True, slots=True)
class PageList:
    """One part of the list of pages, and the progress of the analysis."""

    lines: tuple[Line, ...]
    matching: int
    first: int
    """The position of the first line among the pages that match."""
    pages: int
    judged: int
    done: bool
    trouble: str | None
    failures: int


def list_pages(analysis: Analysis, query: str, first: int) -> PageList:
    """The pages whose title or address has all words of a query, from a position on."""
    collection, contents = analysis.collection, analysis.collection.contents
    contents.start()
    numbers = _search(analysis, query)
    first = min(first, max(0, len(numbers) - 1)) // LIST_PART * LIST_PART
    return PageList(
        lines=tuple(_line(analysis, number) for number in numbers[first : first + LIST_PART]),
        matching=len(numbers),
        first=first,
        pages=len(collection),
        judged=contents.count,
        done=contents.done,
        trouble=contents.error,
        failures=len(collection.failures),
    )


def _search(analysis: Analysis, query: str) -> range | list[int]:
    every = range(len(analysis.collection))
    words = query.casefold().split()
    if not words:
        return every
    found = []
    for number in every:
        head = analysis.head(number)
        text = f"{head.title or ''} {head.address}".casefold()
        if all(word in text for word in words):
            found.append(number)
    return found


def _line(analysis: Analysis, number: int) -> Line:
    head, content = analysis.head(number), analysis.collection.contents.get(number)
    title = (content.title if content else None) or head.title
    return Line(number, title, head.address, head.error or _state(analysis, number))


def _state(analysis: Analysis, number: int) -> str:
    contents = analysis.collection.contents
    done = contents.done
    content = contents.get(number)
    if content is None:
        return "not analysed" if done else "being analysed"
    blocks = len(content.blocks)
    pages = content.compared
    how = f"compared with {pages} page{'' if pages == 1 else 's'}" if pages else "alone"
    return f"{how}, {blocks:,} block{'' if blocks == 1 else 's'}" if blocks else f"{how}, empty"


@dataclass(frozen=True, slots=True)
class Views:
    """The HTML pages of the inspector."""

    collections: Collections
    opener: Opener
    threads: Threads
    processes: PageProcesses
    annotates: bool

    async def start(self, request: Request) -> Response:
        """The form for an address or files; with `url=`, a redirect to that page."""
        text = request.query_params.get("url", "").strip()
        if not text:
            return self._start("", None)
        try:
            name = await self.opener.fetch(parse_page_url(with_scheme(text)))
        except (HonbunError, HTTPException) as error:
            return self._start(text, problem(error))
        return RedirectResponse(f"/inspect/{name}/0", 303)

    async def list(self, request: Request) -> Response:
        """The pages of a collection."""
        name = request.path_params["collection"]
        found = await self._list(request)
        collection = self.collections.analysis(name).collection
        failures = collection.failures[:_MAX_FAILURES]
        return render(
            "inspect_list.html",
            name=name,
            called=collection.name,
            query=_query(request),
            found=found,
            step=LIST_PART,
            failures=[public_message(str(failure)) for failure in failures],
        )

    async def progress(self, request: Request) -> Response:
        """The same list as JSON."""
        return JSONResponse(asdict(await self._list(request)), headers=NO_STORE)

    async def page(self, request: Request) -> Response:
        """A page with its results."""
        name = request.path_params["collection"]
        analysis = self.collections.analysis(name)
        n = page_number(request, analysis.collection)
        task = request.query_params.get("show", TASKS[0])
        if task not in TASKS:
            raise HTTPException(400, f"show= is one of {', '.join(TASKS)}")
        return render(
            "inspect_page.html",
            name=name,
            called=analysis.collection.name,
            n=n,
            pages=len(analysis.collection),
            head=await self.threads.run(analysis.read_head, n, self.processes),
            chosen=task,
            tasks=TASKS,
            annotate=f"/annotate/{n}" if self.annotates and name == GIVEN else None,
        )

    async def _list(self, request: Request) -> PageList:
        analysis = self.collections.analysis(request.path_params["collection"])
        first = number_in(request.query_params.get("from", "0"))
        if first is None:
            raise HTTPException(400, "from= is the number of a page in the list")
        return await self.threads.run(list_pages, analysis, _query(request), first)

    def _start(self, text: str, found: Problem | None) -> Response:
        return render(
            "inspect.html",
            found.status if found else 200,
            found.headers if found else None,
            asked=text,
            problem=found,
            given=self.collections.given,
            files=FILES,
        )


def _query(request: Request) -> str:
    return request.query_params.get("q", "").strip()[:_MAX_QUERY]


def _with_links(view: View, collections: Collections) -> View:
    """A view whose errors are HTML pages with links to the collection and to the start page."""

    async def shown(request: Request) -> Response:
        try:
            return await view(request)
        except (HTTPException, HonbunError) as error:
            found = problem(error)
        name = request.path_params["collection"]
        return render(
            "inspect_nowhere.html",
            found.status,
            found.headers,
            message=found.message,
            name=name,
            collection=collections.find(name),
        )

    return shown
