"""What the fuzzer found stays mended."""

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
from tests.fuzz.found import FOUND, Found
from tests.fuzz.targets import BY_NAME

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.mark.parametrize("found", FOUND, ids=[found.broke for found in FOUND])
def test_input_that_broke_a_promise_breaks_it_no_more(found: Found) -> None:
    BY_NAME[found.target].run(found.data)


def test_host_that_is_no_name_is_not_among_those_that_may_be_asked() -> None:
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


def test_record_whose_own_description_is_damaged_is_refused(tmp_path: Path) -> None:
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
def test_record_with_a_cell_of_another_kind_is_refused(change: str, tmp_path: Path) -> None:
    path = tmp_path / "feeds.db"
    with FeedState(path) as kept:
        kept.subscribe("https://e.org/", None, 0, datetime(2024, 5, 6, tzinfo=UTC))
    altered(path, change)
    with FeedState(path) as kept, pytest.raises(MemoryFileError, match="damaged"):
        kept.subscribed()


@pytest.mark.parametrize(
    "change", ["UPDATE page SET kept = x'00'", "UPDATE page SET url = x'ff'", "DELETE FROM place"]
)
def test_labels_with_a_cell_of_another_kind_are_refused(change: str, tmp_path: Path) -> None:
    path = tmp_path / "site.labels"
    with Labels(path) as kept:
        digest = kept.add_page(Page(b"<p>one", url="https://e.org/"), "https://e.org/")
        kept.act("Ann", digest, {BlockRef(1, "/html/body/p", "one"): Kind.BODY}, State.DONE)
    altered(path, change)
    with Labels(path) as kept, pytest.raises(MemoryFileError, match="damaged"):
        _ = kept.pages(), list(kept.all_labels())


def altered(path: Path, change: str) -> None:
    """Change a database behind the back of who keeps it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(change)


@pytest.mark.parametrize("unpack", [unpack_outline, unpack_template])
@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b'{"mark": 5}'])
def test_damage_of_what_was_learnt_is_told(unpack: Callable[[bytes], object], data: bytes) -> None:
    with pytest.raises(MemoryFileError, match="damaged"):
        unpack(data)


def test_journal_entry_that_damage_made_a_number_is_as_none(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal") as kept:
        kept.put(b"key", b"value")
    altered(tmp_path / "journal" / "journal.sqlite", "UPDATE entry SET value = 5")
    with Journal(tmp_path / "journal") as kept:
        assert kept.get(b"key") is None
