"""A server on loopback, with a clock that the tests move, and a site that it reads."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from honbun.web.jobs import PageProcesses
from tests.inputs import conftest as fetching
from tests.web.serving import serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import httpx

    from tests.inputs.loopback import Site


site = fetching.site


class Clock:
    """A clock that advances only when it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 16, 8, 0, 0, 500_000, UTC)

    def __call__(self) -> datetime:
        return self.now

    def move(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@dataclass
class Served:
    """A running server."""

    url: str
    client: httpx.Client
    clock: Clock

    def get(self, path: str, query: dict[str, str] | None = None, **headers: str) -> httpx.Response:
        """The response to a path; `If_None_Match="x"` sends the header of that name."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.get(path, params=query, headers=named)

    def feed(self, page: str, form: str = "rss", **headers: str) -> httpx.Response:
        """The feed of a page."""
        return self.get("/feed", {"url": page, "format": form}, **headers)


Serve = Callable[..., Served]


def _start(stack: ExitStack, folder: Path, **options: Any) -> Served:
    clock = Clock()
    server = stack.enter_context(serving(None, folder, now=clock, **options))
    return Served(server.url, server.client, clock)


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts a server with the given options; each continues the state of the one before."""
    with ExitStack() as stack:
        yield lambda **options: _start(stack, tmp_path, **options)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests. Every test has its own site, so that they share no pages."""
    with ExitStack() as stack:
        yield _start(stack, tmp_path_factory.mktemp("served"))


@pytest.fixture
def read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are read in this process, where a test can replace functions."""

    def here(_: PageProcesses, function: Any, *args: Any, **__: Any) -> Any:
        return function(*args)

    monkeypatch.setattr(PageProcesses, "run", here)


@pytest.fixture
def page(site: Site) -> str:
    """The address of the site's front page."""
    return site.url("/", host="127.0.0.1")
