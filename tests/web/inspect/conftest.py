"""Servers with a collection on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web import conftest as web
from tests.web.inspect.pages import BORROWER, LIST, SITE, THREAD
from tests.web.inspect.serving import Inspecting, collection, inspecting

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from honbun.web.collections import Collection

site = web.site


def harbour(folder: Path) -> Collection:
    """A site of four pages, a page that borrows from one of them, a thread and a list."""
    others = {"z1.html": BORROWER, "z2.html": THREAD, "z3.html": LIST}
    for name, html in (SITE | others).items():
        (folder / name).write_text(html)
    return collection(folder)


@pytest.fixture
def given(tmp_path: Path) -> Iterator[Collection]:
    """This collection."""
    folder = tmp_path / "harbour"
    folder.mkdir()
    pages = harbour(folder)
    yield pages
    pages.close()


@pytest.fixture
def server(given: Collection) -> Iterator[Inspecting]:
    """A server that was given this collection."""
    with inspecting(given) as server:
        yield server


@pytest.fixture
def bare() -> Iterator[Inspecting]:
    """A server that was given nothing."""
    with inspecting() as server:
        yield server
