"""A server of ours on loopback, with a clock that the tests move, and a site that it reads."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from honbun.web.app import application
from honbun.web.jobs import Readers
from honbun.web.options import ServeOptions
from tests.inputs import conftest as fetching
from tests.web import chromium
from tests.web.running import running

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.inputs.loopback import Site


site = fetching.site


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 16, 8, 0, 0, 500_000, UTC)

    def __call__(self) -> datetime:
        return self.now

    def move(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@dataclass
class Served:
    """A server under way."""

    url: str
    client: httpx.Client
    clock: Clock

    def get(self, path: str, query: dict[str, str] | None = None, **headers: str) -> httpx.Response:
        """The answer to a path; `If_None_Match="x"` sends the header of that name."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.get(path, params=query, headers=named)

    def feed(self, page: str, form: str = "rss", **headers: str) -> httpx.Response:
        """The feed of a page."""
        return self.get("/feed", {"url": page, "format": form}, **headers)


Serve = Callable[..., Served]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts a server, with the options given; each has the state of the one before."""
    with ExitStack() as servers:

        def start(**options: Any) -> Served:
            clock = Clock()
            defaults: dict[str, Any] = {
                "state": tmp_path / "state.db",
                "allow_private": True,
                "delay": 0.0,
            }
            app = application(ServeOptions(**(defaults | options)), now=clock)
            url = servers.enter_context(running(app, proxy_headers=False))
            client = servers.enter_context(httpx.Client(base_url=url, timeout=30, trust_env=False))
            return Served(url, client, clock)

        yield start


@pytest.fixture
def served(serve: Serve) -> Served:
    """A server as it is by default, but for the addresses that it may fetch."""
    return serve()


@pytest.fixture
def read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are read in this process, where a test can put others in the place of functions."""

    def lists(_: Readers, read: Any, *given: Any) -> Any:
        return read(*given)

    def show(_: Readers, function: Any, *given: Any) -> Any:
        return function(*given)

    monkeypatch.setattr(Readers, "lists", lists)
    monkeypatch.setattr(Readers, "show", show)


@pytest.fixture
def page(site: Site) -> str:
    """The address of the site's front page."""
    return site.url("/", host="127.0.0.1")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser; tests that ask for it are left out where there is none (tests/conftest.py).

    Not for all modules: while Playwright runs, nothing else can run an event loop in this thread.
    """
    flags = ["--disable-background-networking", "--disable-component-update", "--no-first-run"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        flags.append("--no-sandbox")  # root has no sandbox to be in
    # A machine that does much else is no reason for a test to fail.
    expect.set_options(timeout=20_000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=flags)
        yield browser
        browser.close()
