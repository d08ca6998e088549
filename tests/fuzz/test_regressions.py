"""Failures that the fuzzer found stay fixed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from honbun.annotation.model import BlockRef, Kind, State
from honbun.content.template.pack import unpack_outline, unpack_template
from honbun.errors import FetchError, InputError, MemoryFileError
from honbun.inputs.fetch.addresses import Hosts
from honbun.inputs.fetch.network import web_url
from honbun.inputs.read import read
from honbun.page import Page
from honbun.stores.feed_state import FeedState
from honbun.stores.journal import Journal
from honbun.stores.labels import Labels
from honbun.stores.seen_posts import SeenPosts
from tests.fuzz import inputs
from tests.fuzz.regressions import REGRESSIONS, Regression
from tests.fuzz.targets import BY_NAME

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.mark.parametrize("found", REGRESSIONS, ids=[found.failure for found in REGRESSIONS])
def test_input_that_failed_once_passes(found: Regression) -> None:
    BY_NAME[found.target].run(found.data)


def test_invalid_host_is_not_allowed() -> None:
    assert "xn--" not in Hosts(["e.org"])
    assert "fe80::1%é" not in Hosts(["e.org"])
    with pytest.raises(InputError, match="not the name of a host"):
        Hosts(["fe80::1%é"])
    with pytest.raises(FetchError, match="not a URL"):
        web_url("http://[fe80::1%é]/")


def test_table_whose_column_names_are_damaged_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pages.parquet"
    path.write_bytes(inputs.table().replace(b"html", b"\x80tml"))
    with pytest.raises(InputError, match="not a readable Parquet file"):
        read(path)


def test_store_with_a_damaged_schema_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "seen.db"
    with SeenPosts(path) as seen:
        seen.save({"https://e.org/": ["0" * 32]})
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE post", b"CREATE \x80ABLE post"))
    with pytest.raises(MemoryFileError, match="damaged"):
        SeenPosts(path)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE subscription SET first = 'text'",
        "UPDATE subscription SET last = 1 << 62",
        "UPDATE page SET address = x'ff'",
    ],
)
def test_feed_state_with_a_cell_of_another_type_is_refused(change: str, tmp_path: Path) -> None:
    path = tmp_path / "feeds.db"
    with FeedState(path) as store:
        store.subscribe("https://e.org/", None, 0, datetime(2024, 5, 6, tzinfo=UTC))
    alter(path, change)
    with FeedState(path) as store, pytest.raises(MemoryFileError, match="damaged"):
        store.subscribed()


@pytest.mark.parametrize(
    "change", ["UPDATE page SET kept = x'00'", "UPDATE page SET url = x'ff'", "DELETE FROM place"]
)
def test_labels_with_a_cell_of_another_type_are_refused(change: str, tmp_path: Path) -> None:
    path = tmp_path / "site.labels"
    with Labels(path) as store:
        digest = store.add_page(Page(b"<p>one", url="https://e.org/"), "https://e.org/")
        store.act("Ann", digest, {BlockRef(1, "/html/body/p", "one"): Kind.BODY}, State.DONE)
    alter(path, change)
    with Labels(path) as store, pytest.raises(MemoryFileError, match="damaged"):
        _ = store.pages(), list(store.all_labels())


def alter(path: Path, change: str) -> None:
    """Change a database directly, without its store."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(change)


@pytest.mark.parametrize("unpack", [unpack_outline, unpack_template])
@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b'{"mark": 5}'])
def test_damaged_template_is_reported(unpack: Callable[[bytes], object], data: bytes) -> None:
    with pytest.raises(MemoryFileError, match="damaged"):
        unpack(data)


def test_journal_entry_that_is_a_number_is_ignored(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal") as store:
        store.put(b"key", b"value")
    alter(tmp_path / "journal" / "journal.sqlite", "UPDATE entry SET value = 5")
    with Journal(tmp_path / "journal") as store:
        assert store.get(b"key") is None
