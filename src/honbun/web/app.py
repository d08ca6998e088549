"""The application: which view answers to which path, and what they all share."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass
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
from honbun.web.annotate import routes as annotation
from honbun.web.collections import Pages
from honbun.web.errors import plain
from honbun.web.feeds import Feeds, Opml
from honbun.web.freshness import Readings, Visits
from honbun.web.inspect import views as inspection
from honbun.web.inspect.uploads import Opened
from honbun.web.jobs import SHOWING, Fetching, Readers, Workers
from honbun.web.rendering import sheet
from honbun.web.security import Door, Limits
from honbun.web.snapshot.frame import frame
from honbun.web.start import Start

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request
    from starlette.responses import Response

    from honbun.web.collections import Collection
    from honbun.web.freshness import Now
    from honbun.web.options import ServeOptions

_FETCHING = 32
"""Pages fetched at one time: threads that wait for slow sites cost little, but each may hold a page
of the largest size."""
_WORKING = 2
"""Feeds written at one time: Python does one thing at a time, the other waits for the disk."""
_READING = 4
"""Pages read from disk at one time; to be parsed they wait for each other."""
_WRITING_LONG = 1
"""Long feeds written at one time."""
_LABELLING = 2
"""Reads and writes of labels at one time: nobody who labels waits for the pages of others, nor for
an export."""


def _now() -> datetime:
    return datetime.now(UTC)


def application(options: ServeOptions, given: Given | None = None, now: Now = _now) -> Starlette:
    """The server as an ASGI application; `now` is there for tests.

    What it was given to show is closed with it.

    Raises HonbunError where the state cannot be used, or pages cannot be fetched here.
    """
    FeedState(options.state).close()
    reading = ReadOptions(
        allow_private=options.allow_private,
        delay=options.delay,
        timeout=options.timeout,
        max_bytes=options.max_bytes,
    )
    fetcher = Fetcher(reading, hosts=options.hosts, patience=2 * options.patience)
    fetching = Fetching(_FETCHING)
    recalling, working, long, showing, labelling = map(
        Workers, (_READING, _WORKING, _WRITING_LONG, SHOWING, _LABELLING)
    )
    readers = Readers()
    opened = Opened(given.collection if given else None)
    pages = Pages(opened.find, showing, readers)
    readings = Readings(
        options, Visits(fetcher, options.state, now, readers.lists), fetching, recalling, now
    )

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await readings.close()
        for workers in (fetching, recalling, working, long, showing, labelling):
            workers.close()
        readers.close()
        fetcher.close()
        opened.close()
        if given:
            given.collection.close()

    limits = Limits(options.rate)
    feeds = Feeds(
        readings,
        working,
        long,
        readers.long,
        limits,
        options.state,
        options.max_age,
        options.patience,
        now,
    )
    return Starlette(
        routes=[
            Route("/", Start(readings, limits, now).get),
            Route("/feed", feeds.get),
            Route("/opml", Opml(working, limits, options.state).get),
            Route("/healthz", _healthy),
            Route("/frame", frame),
            Route("/pages/{collection}/{n}", pages.get),
            *inspection.routes(
                opened,
                fetcher,
                fetching,
                showing,
                readers,
                limits,
                patience=options.patience,
                annotates=given is not None,
            ),
            *(
                annotation.routes(given, pages, labelling)
                if given
                else [Route("/annotate", _nothing_given)]
            ),
            Mount("/static", StaticFiles(directory=Path(__file__).parent / "static")),
        ],
        middleware=[Middleware(Door, host=options.host)],
        exception_handlers={HTTPException: plain, HonbunError: plain, Exception: plain},
        lifespan=lifespan,
    )


async def _nothing_given(_: Request) -> Response:
    return sheet("annotate_nothing.html", 404)


async def _healthy(_: Request) -> Response:
    return PlainTextResponse("ok\n")


# What a server was given to show: a collection, and the file that its labels go into.


@dataclass(frozen=True, slots=True)
class Given:
    """A collection and where its labels are kept."""

    collection: Collection
    labels: Path
