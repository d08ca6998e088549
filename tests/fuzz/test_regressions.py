"""Failures that the fuzzer found stay fixed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from honbun.errors import FetchError, InputError, MemoryFileError
from honbun.inputs.fetch.addresses import Hosts
from honbun.inputs.fetch.network import web_url
from honbun.inputs.read import read
from honbun.stores.feed_state import FeedState
from honbun.stores.journal import Journal
from honbun.stores.labels import Labels
from honbun.stores.seen_posts import SeenPosts
from tests.fuzz import inputs
from tests.fuzz.stores import STORES
from tests.fuzz.targets import BY_NAME

if TYPE_CHECKING:
    from pathlib import Path


FOUND = {
    "the parser put elements next to the root when tables reached its depth limit": (
        "tree",
        b"<b><table><td></b><i></table></i>text" * 508,
    ),
    "the id of a post had a control character of an anchor, which a terminal interprets": (
        "posts",
        b"<h2 id=\x01>4Mar<ul> ii><h2 >Februar2><ul><",
    ),
    "a lone surrogate next to a percent sign in a path could not be unquoted": (
        "addresses",
        b"%\xed\xa0\x80",
    ),
    "a host that is not an IDNA name raised an error of httpx, not InputError": (
        "fetched addresses",
        b"xn--",
    ),
}


@pytest.mark.parametrize(("target", "data"), FOUND.values(), ids=FOUND)
def test_input_that_failed_once_passes(target: str, data: bytes) -> None:
    BY_NAME[target].run(data)


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
    STORES["posts seen"].fill(path)
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
    STORES["subscribed pages"].fill(path)
    alter(path, change)
    with FeedState(path) as store, pytest.raises(MemoryFileError, match="damaged"):
        store.subscribed()


@pytest.mark.parametrize(
    "change", ["UPDATE page SET kept = x'00'", "UPDATE page SET url = x'ff'", "DELETE FROM place"]
)
def test_labels_with_a_cell_of_another_type_are_refused(change: str, tmp_path: Path) -> None:
    path = tmp_path / "site.labels"
    STORES["labels"].fill(path)
    alter(path, change)
    with Labels(path) as store, pytest.raises(MemoryFileError, match="damaged"):
        _ = store.pages(), list(store.all_labels())


def alter(path: Path, change: str) -> None:
    """Change a database directly, without its store."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(change)


def test_journal_entry_that_is_a_number_is_ignored(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal") as store:
        store.put(b"key", b"value")
    alter(tmp_path / "journal" / "journal.sqlite", "UPDATE entry SET value = 5")
    with Journal(tmp_path / "journal") as store:
        assert store.get(b"key") is None
