"""A site memory stores pages of sites, counts what it has seen, and forgets sites."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from honbun.content.memory import SiteUpdate, StoredPage
from honbun.stores.site_memory import SiteMemory, SiteSummary

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sites.memory"


@pytest.fixture
def memory(path: Path) -> Iterator[SiteMemory]:
    with SiteMemory(path) as memory:
        yield memory


def page(name: str, layout: bytes = b"layout") -> StoredPage:
    return StoredPage(f"https://a.example/{name}", layout, b"scores")


def update(*pages: StoredPage, site: str = "a.example", redesigned: bool = False) -> SiteUpdate:
    return SiteUpdate(site, pages, len(pages), redesigned)


def test_pages_are_read_from_a_reopened_file_in_their_order(path: Path) -> None:
    pages = [page(name) for name in "cab"]
    with SiteMemory(path) as memory:
        memory.save([update(*pages), update(page("x"), site="b.example")])
    with SiteMemory(path) as memory:
        assert memory.pages("a.example") == pages
        assert memory.pages("c.example") == []


def test_new_pages_replace_stored_ones(memory: SiteMemory) -> None:
    memory.save([update(page("a"), page("b"))])
    memory.save([update(page("c"))])
    assert memory.pages("a.example") == [page("c")]


def test_the_first_version_of_a_page_is_stored(memory: SiteMemory) -> None:
    memory.save([update(page("a", b"new"), page("b"), page("a", b"old"))])
    assert memory.pages("a.example") == [page("a", b"new"), page("b")]


def test_counts_are_summed(path: Path, memory: SiteMemory) -> None:
    memory.save([update(page("a"), page("b")), update(site="b.example")])
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("UPDATE site SET first_seen = '2020-01-01', last_seen = '2020-01-01'")
    memory.save([update(page("c"), redesigned=True)])
    today = time.strftime("%Y-%m-%d", time.gmtime())
    assert memory.sites() == [
        SiteSummary("a.example", 3, 1, 1, "2020-01-01", today),
        SiteSummary("b.example", 0, 0, 0, "2020-01-01", "2020-01-01"),
    ]
    assert memory.redesigned == ["a.example"]


@pytest.mark.parametrize(
    "name", ["a.example", "www.a.example", "News.A.example:8080", "https://a.example/1"]
)
def test_a_site_is_forgotten_by_its_name_or_a_host(memory: SiteMemory, name: str) -> None:
    memory.save([update(page("a"), page("b")), update(site="b.example"), update(site="pages/")])
    assert memory.forget(name) == 2
    assert memory.pages("a.example") == []
    assert [site.site for site in memory.sites()] == ["b.example", "pages/"]
    assert memory.forget(name) == 0
    assert memory.forget("pages/") == 1


def test_forgotten_data_leaves_no_bytes_in_the_file(path: Path, memory: SiteMemory) -> None:
    secret = os.urandom(5000)
    memory.save([update(*(page(f"secret-{n}", secret[n:]) for n in range(30)))])
    assert b"secret-" in path.read_bytes()
    memory.forget("a.example")
    found = path.read_bytes()
    assert b"secret-" not in found
    assert secret[100:200] not in found


def test_any_name_of_a_site_can_be_stored(memory: SiteMemory) -> None:
    for name in ("", "folder/\udc80", "本文.example"):
        memory.save([update(page("a"), site=name)])
        assert memory.pages(name) == [page("a")]
        assert memory.forget(name) == 1
