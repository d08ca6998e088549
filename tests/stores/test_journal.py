"""What a journal stores, and which files it refuses."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

import honbun
from honbun.errors import FetchError, MemoryFileError
from honbun.inputs.fetch.fetcher import Fetcher
from honbun.page import Page
from honbun.runner.run import Run
from honbun.stores import journal
from honbun.stores.journal import Journal

if TYPE_CHECKING:
    from pathlib import Path

PAGE = Page(
    b"<p>a", "https://a.example/", "https://a.example/", fetched_at=datetime(2024, 1, 2, tzinfo=UTC)
)
ENTRIES = {bytes([number]) * 20: random.Random(number).randbytes(9000) for number in range(120)}


def test_stored_value_is_read_from_a_reopened_journal(tmp_path: Path) -> None:
    with Journal(tmp_path / "new" / "folder") as first:
        assert first.get(b"key") is None
        first.put(b"key", b"old")
        first.put(b"key", b"value")
        assert first.get(b"key") == b"value"
    with Journal(tmp_path / "new" / "folder") as second:
        assert (second.get(b"key"), second.get(b"other")) == (b"value", None)


def test_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    """A journal may be deleted after a run, so a folder of pages must not become one."""
    (tmp_path / "page.html").write_text("<p>a")
    with pytest.raises(MemoryFileError, match="contains other files"):
        Journal(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
    with pytest.raises(MemoryFileError, match="it is a file"):
        Journal(tmp_path / "page.html")


def test_page_is_fetched_once_and_a_failure_is_retried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetched_urls: list[str] = []

    def fetch(_: Fetcher, url: str) -> Page:
        fetched_urls.append(url)
        if "bad" in url:
            raise FetchError("no answer")
        return PAGE

    monkeypatch.setattr(Fetcher, "fetch", fetch)
    urls = ("https://a.example/", "https://bad.example/")
    failures: list[honbun.Failure] = []
    for _ in range(2):
        with Journal(tmp_path) as store:
            run = Run(journal=store, on_failure=failures.append)
            assert list(honbun.read(*urls, run=run)) == [PAGE]
    assert fetched_urls == [*urls, urls[1]]
    assert failures == [honbun.Failure(urls[1], urls[1], "fetch", "no answer")] * 2


def test_entries_of_another_version_are_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal(tmp_path) as store:
        store.put(b"key", b"value")
        (store.shards / "rows.arrow").touch()
    monkeypatch.setattr(journal, "producer", lambda: "honbun 99")
    with Journal(tmp_path) as store:
        assert (store.dropped, store.get(b"key")) == (1, None)
        assert not list(store.shards.iterdir())
    with Journal(tmp_path) as store:
        assert store.dropped == 0


@pytest.mark.parametrize(
    "damage",
    ["value = zeroblob(256)", "value = substr(value, 1, 200)", "value = 7", "checksum = 'x'"],
)
def test_entry_with_a_wrong_checksum_is_not_used(tmp_path: Path, damage: str) -> None:
    value = bytes(range(256))
    with Journal(tmp_path) as store:
        store.put(b"key", value)
        store.put(b"other", value)
    with closing(sqlite3.connect(tmp_path / "journal.sqlite")) as database, database:
        database.execute(f"UPDATE entry SET {damage} WHERE key = ?", (b"key",))
    with Journal(tmp_path) as store:
        assert store.get(b"key") is None
        assert store.get(b"other") == value
        store.put(b"key", value)
        assert store.get(b"key") == value


@pytest.mark.parametrize("name", ["journal.sqlite", "journal.sqlite-wal"])
@pytest.mark.parametrize("seed", range(5))
def test_truncated_journal_returns_stored_values_or_fails(
    tmp_path: Path, name: str, seed: int
) -> None:
    generator = random.Random(seed)
    with Journal(tmp_path / "whole") as store:
        for number, (key, value) in enumerate(ENTRIES.items()):
            store.put(key, value)
            if number == 60:  # half of it in the file, half in the write-ahead log
                store._database.run("PRAGMA wal_checkpoint(TRUNCATE)")
        shutil.copytree(tmp_path / "whole", tmp_path / "cut")  # as after a kill
    path = tmp_path / "cut" / name
    os.truncate(path, generator.randrange(path.stat().st_size))
    with suppress(MemoryFileError), Journal(tmp_path / "cut") as store:
        for key, value in ENTRIES.items():
            assert store.get(key) in (None, value)
        store.put(b"new", b"value")
        assert store.get(b"new") == b"value"


def test_only_the_owner_may_read_and_write_a_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "j"
    before = os.umask(0o002)
    try:
        with Journal(folder) as store:
            store.put(b"key", b"value")
            modes = {path.stat().st_mode & 0o777 for path in folder.iterdir()}
    finally:
        os.umask(before)
    assert (modes, folder.stat().st_mode & 0o777) == ({0o600}, 0o700)
    for path in (folder, folder / "journal.sqlite"):
        mode = path.stat().st_mode
        path.chmod(0o777)
        with pytest.raises(MemoryFileError, match="others may write to it"):
            Journal(folder)
        path.chmod(mode)
    monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid + 1)
    with pytest.raises(MemoryFileError, match="belongs to another user"):
        Journal(folder)


def test_database_of_another_program_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "journal.sqlite")) as database:
        database.execute("CREATE TABLE entry (key, value)")
    with pytest.raises(MemoryFileError, match="it is not a journal"):
        Journal(tmp_path)


def test_stored_results_are_reused_and_damaged_ones_computed_again(tmp_path: Path) -> None:
    pages = [Page(f"<h1>{n}</h1><p>Page {n} says so.", f"https://a.example/{n}") for n in range(4)]
    plain = list(honbun.extract(pages, alone=True))
    for taken in (0, 4, 3):
        with Journal(tmp_path) as store:
            found = honbun.extract(reversed(pages), alone=True, run=Run(journal=store))
            assert (list(found), store.taken) == (plain[::-1], taken)
        with closing(sqlite3.connect(tmp_path / "journal.sqlite")) as database, database:
            if taken:
                other = database.execute("SELECT value FROM entry ORDER BY number DESC").fetchone()
                database.execute("UPDATE entry SET value = ? WHERE number = 1", other)
