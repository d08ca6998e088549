"""Servers with the inspector."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.inputs.assets import NO_ASSETS
from honbun.inputs.read import read_all
from honbun.web.collections import Collection
from tests.web.inspect.pages import BORROWER, LIST, SITE, THREAD
from tests.web.serving import Server, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def fresh(tmp_path: Path) -> Collection:
    """A site of four pages, a page that borrows from one of them, a thread and a list."""
    return _harbour(tmp_path)


@pytest.fixture(scope="session")
def served_collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    """The same collection, on the server of all tests."""
    return _harbour(tmp_path_factory.mktemp("inspect"))


def _harbour(folder: Path) -> Collection:
    others = {"z1.html": BORROWER, "z2.html": THREAD, "z3.html": LIST}
    pages = folder / "harbour"
    pages.mkdir()
    for name, html in (SITE | others).items():
        (pages / name).write_text(html)
    return Collection(read_all(str(pages)), "harbour", NO_ASSETS)


@pytest.fixture(scope="session")
def server(served_collection: Collection) -> Iterator[Server]:
    """One server with this collection for all tests; everything in it is analysed."""
    with serving(served_collection) as server:
        served_collection.contents.wait()
        server.analysis().threads.wait()
        server.analysis().pairs.wait()
        yield server


@pytest.fixture(scope="session")
def bare() -> Iterator[Server]:
    """One server without a collection for all tests."""
    with serving() as server:
        yield server
