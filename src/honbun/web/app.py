"""The ASGI application: its routes, and what the views share."""

from __future__ import annotations

import os
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from honbun.errors import HonbunError
from honbun.inputs.fetch.fetcher import Fetcher
from honbun.inputs.options import ReadOptions
from honbun.stores.feed_state import FeedState
from honbun.web.annotate.views import routes as annotation
from honbun.web.collections import GIVEN, Pages
from honbun.web.feeds import Feeds
from honbun.web.freshness import FreshPages, PageFetches, find_lists
from honbun.web.inspect.uploads import Collections
from honbun.web.inspect.views import routes as inspection
from honbun.web.jobs import Fetches, PageProcesses, Threads, start_fork_server
from honbun.web.reading import Readings
from honbun.web.responses import plain_error, render
from honbun.web.security import SecurityMiddleware
from honbun.web.snapshot.frame import frame
from honbun.web.start import StartPage

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.feeds.model import Feed
    from honbun.stores.feed_state import CachedPage
    from honbun.web.collections import LabelledCollection
    from honbun.web.freshness import Clock
    from honbun.web.options import ServeOptions

_FETCHES = 32
"""Pages fetched at the same time: waiting threads are cheap, but each may hold a large page."""
_DISK_THREADS = 4
"""Stored pages read and feeds written at the same time."""
_LABEL_THREADS = 2
"""Reads and writes of labels at the same time; they wait neither for pages nor for feeds."""
_VIEW_PROCESSES = 2
"""Processes that draw and analyse the pages that people look at."""
_FEED_PROCESSES = 4
"""Processes that find the lists of pages, unless the machine has fewer cores."""
_LARGE_PAGE = 300_000
"""Bytes of a page that takes long to parse. One process reads these, so that others do not wait."""


def _now() -> datetime:
    return datetime.now(UTC)


def application(
    options: ServeOptions, given: LabelledCollection | None = None, now: Clock = _now
) -> Starlette:
    """The server as an ASGI application; closes the given collection when it stops.

    Raises HonbunError if the state file cannot be used, or an extra for fetching is missing.
    """
    FeedState(options.state).close()
    start_fork_server()
    fetcher = _fetcher(options)
    fetches, disk, labels = Fetches(_FETCHES), Threads(_DISK_THREADS), Threads(_LABEL_THREADS)
    viewing, view_processes = Threads(_VIEW_PROCESSES), PageProcesses(_VIEW_PROCESSES)
    small, large = PageProcesses(min(os.cpu_count() or 1, _FEED_PROCESSES)), PageProcesses(1)

    def find_in_process(version: CachedPage, url: str) -> Feed:
        return (large if len(version.body) > _LARGE_PAGE else small).run(find_lists, version, url)

    page_fetches = PageFetches(fetcher, options.state, now, find_in_process)
    fresh = FreshPages(page_fetches, fetches, disk, options.max_age, options.patience)
    feeds = Feeds(fresh, disk, options.state, options.max_age, options.patience, now)
    readings = Readings(fresh, viewing, view_processes)
    collections = Collections(given.collection if given else None)
    pages = Pages(collections.find, viewing, view_processes)
    annotating = [Route("/annotate", _no_collection)]
    if given:
        annotating = annotation(collections.analysis(GIVEN), given.labels, pages, labels)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await fresh.close()
        for processes in (view_processes, small, large):
            processes.close()
        fetcher.close()
        collections.close()
        if given:
            given.collection.close()

    app = Starlette(
        routes=[
            Route("/", StartPage(fresh, readings, now).get),
            Route("/page.md", readings.download),
            Route("/feed", feeds.get),
            Route("/opml", feeds.opml),
            Route("/subscriptions", feeds.subscriptions, methods=["GET", "POST"]),
            Route("/healthz", _health),
            Route("/frame", frame),
            Route("/pages/{collection}/{n}", pages.get),
            *inspection(
                *(collections, fetcher, fetches, viewing, view_processes, options.patience),
                annotates=given is not None,
            ),
            *annotating,
            Mount("/static", StaticFiles(directory=Path(__file__).parent / "static")),
        ],
        middleware=[Middleware(SecurityMiddleware, host=options.host, names=options.names)],
        exception_handlers={
            HTTPException: plain_error,
            HonbunError: plain_error,
            Exception: plain_error,
        },
        lifespan=lifespan,
    )
    app.state.collections = collections
    return app


def _fetcher(options: ServeOptions) -> Fetcher:
    reading = ReadOptions(
        allow_private=options.allow_private,
        delay=options.delay,
        timeout=options.timeout,
        max_bytes=options.max_bytes,
    )
    return Fetcher(reading, hosts=options.hosts, patience=2 * options.patience)


async def _no_collection(_: Request) -> Response:
    return render("annotate_nothing.html", 404)


async def _health(_: Request) -> Response:
    return PlainTextResponse("ok\n")
