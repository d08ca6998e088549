"""A server with inspection and what it stands on, for tests."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from honbun.errors import HonbunError
from honbun.inputs.assets import NO_ASSETS
from honbun.inputs.fetch.fetcher import Fetcher
from honbun.inputs.options import ReadOptions
from honbun.inputs.read import read_all
from honbun.web.collections import Collection, Pages
from honbun.web.errors import plain
from honbun.web.inspect.uploads import Opened
from honbun.web.inspect.views import routes
from honbun.web.jobs import Fetching, Readers, Workers
from honbun.web.security import Door, Limits
from honbun.web.snapshot.frame import frame
from tests.web.running import running

if TYPE_CHECKING:
    from collections.abc import Iterator

STATIC = Path(str(files("honbun.web"))) / "static"
DEMO = Path(str(files("honbun.demo")))


@dataclass(frozen=True)
class Inspecting:
    """A server under way."""

    url: str
    client: httpx.Client
    opened: Opened

    def get(self, path: str, **query: str) -> httpx.Response:
        return self.client.get(path, params=query)

    def post(self, body: bytes, **headers: str) -> httpx.Response:
        """Send files; `Origin="x"` sends the header of that name."""
        own = {"Origin": self.url} | headers
        return self.client.post("/inspect/open", content=body, headers=own)


def collection(*inputs: Path | str) -> Collection:
    """The pages of some files and folders."""
    return Collection(read_all(*map(str, inputs)), Path(inputs[0]).name, NO_ASSETS)


def demo(*folders: str) -> Collection:
    """Pages that come with honbun."""
    return collection(*(DEMO / folder for folder in folders))


@contextmanager
def inspecting(
    given: Collection | None = None,
    *,
    allow_private: bool = True,
    annotates: bool = False,
    rate: int = 0,
    patience: float = 10.0,
) -> Iterator[Inspecting]:
    """A server with a collection."""
    reading = ReadOptions(allow_private=allow_private, delay=0.0)
    fetching, working = Fetching(2), Workers(2)
    opened, readers = Opened(given), Readers()
    with Fetcher(reading) as fetcher:
        views = routes(
            *(opened, fetcher, fetching, working, readers, Limits(rate)),
            patience=patience,
            annotates=annotates,
        )
        pages = Pages(opened.find, working, readers)
        shown: list[Any] = [
            *views,
            Route("/pages/{collection}/{n}", pages.get),
            Route("/frame", frame),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]
        app = Starlette(
            routes=shown,
            middleware=[Middleware(Door, host="127.0.0.1")],
            exception_handlers={HTTPException: plain, HonbunError: plain, Exception: plain},
        )
        with ExitStack() as stack:
            for held in (opened, fetching, working, readers):
                stack.callback(held.close)
            url = stack.enter_context(running(app))
            client = httpx.Client(base_url=url, timeout=60, trust_env=False)
            yield Inspecting(url, stack.enter_context(client), opened)
