"""Servers with the inspector."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.inspect.pages import BORROWER, LIST, SITE, THREAD
from tests.web.inspect.serving import Inspecting, collection, inspecting

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from honbun.web.collections import Collection


def harbour(folder: Path) -> Collection:
    """A site of four pages, a page that borrows from one of them, a thread and a list."""
    others = {"z1.html": BORROWER, "z2.html": THREAD, "z3.html": LIST}
    for name, html in (SITE | others).items():
        (folder / name).write_text(html)
    return collection(folder)


@pytest.fixture
def fresh(tmp_path: Path) -> Collection:
    """This collection, for a server that closes it."""
    folder = tmp_path / "harbour"
    folder.mkdir()
    return harbour(folder)


@pytest.fixture(scope="session")
def served_collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    """This collection, on the server of all tests."""
    folder = tmp_path_factory.mktemp("inspect") / "harbour"
    folder.mkdir()
    return harbour(folder)


@pytest.fixture(scope="session")
def server(served_collection: Collection) -> Iterator[Inspecting]:
    """One server with this collection for all tests; everything in it is analysed."""
    with inspecting(served_collection) as server:
        served_collection.contents.wait()
        server.analysis().threads.wait()
        server.analysis().pairs.found.wait()
        yield server


@pytest.fixture(scope="session")
def bare() -> Iterator[Inspecting]:
    """One server without a collection for all tests."""
    with inspecting() as server:
        yield server
