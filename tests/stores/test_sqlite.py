"""SQLite files of stores: what is refused, what survives a crash, what is reported."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import sqlite3
import subprocess
import sys
import textwrap
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from honbun.annotation.model import NO_LABELS, BlockRef, Kind
from honbun.content.memory import SiteUpdate, StoredPage
from honbun.errors import MemoryFileError
from honbun.page import Page
from honbun.stores.feed_state import FeedState
from honbun.stores.labels import Labels
from honbun.stores.seen_posts import SeenPosts
from honbun.stores.site_memory import SiteMemory
from honbun.stores.sqlite import Database
from tests.builders import LIST_URL, item

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.synchronize import Barrier
    from pathlib import Path

SITE = "a.example"
PAGES = [
    StoredPage("https://a.example/1", b"one", b"1"),
    StoredPage("https://a.example/2", b"two", b"2"),
]
UPDATE = SiteUpdate(SITE, PAGES, 2, redesigned=False)
STORES = {
    SiteMemory: "site memory",
    FeedState: "record of subscribed pages",
    SeenPosts: "record of posts seen",
    Labels: "file of labels",
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sites.memory"


@pytest.fixture
def memory(path: Path) -> Iterator[SiteMemory]:
    with SiteMemory(path) as memory:
        yield memory


def refused(path: Path, why: str, *, read_only: bool = False) -> None:
    """Opening fails with one line that names the file."""
    with pytest.raises(MemoryFileError, match=f"^{re.escape(str(path))}: {why}$"):
        SiteMemory(path, read_only=read_only)


@pytest.mark.parametrize("name", ["sites.memory", "a%41?mode=ro#あ.memory"])
def test_closed_store_is_a_single_file_of_any_name(tmp_path: Path, name: str) -> None:
    with SiteMemory(tmp_path / name) as memory:
        memory.save([UPDATE])
    assert list(tmp_path.iterdir()) == [tmp_path / name]


def write_often(folder: Path, writer: int, both: Barrier) -> None:
    """Write twenty times to each store, as a second process does at the same time."""
    numbers = range(writer, 40, 2)
    both.wait()
    with SiteMemory(folder / "memory") as memory:
        for number in numbers:
            stored = StoredPage(f"https://a.example/{number}", b"", b"")
            memory.save([SiteUpdate(f"{number % 4}.example", [stored], 1, redesigned=False)])
    with SeenPosts(folder / "seen") as seen:
        for number in numbers:
            seen.save({LIST_URL: [f"{number:032x}"]})
    for number in numbers:
        with FeedState(folder / "feeds") as feeds:
            items = [item(f"Item {number}", f"/{number}"), item("Boats", "/boats")]
            feeds.update(LIST_URL, items, datetime(2026, 5, 1, tzinfo=UTC))
        with Labels(folder / "labels") as labels:
            page = labels.add_page(Page(b"<p>a"), LIST_URL)
            for name in ("Anna", f"Writer {writer}"):
                labels.act(name, page, {BlockRef(number, f"/p[{number}]", ""): Kind.BODY})


def test_concurrent_writers_lose_nothing(tmp_path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    both = spawn.Barrier(2)
    writers = [spawn.Process(target=write_often, args=(tmp_path, n, both)) for n in range(2)]
    for process in writers:
        process.start()
    for process in writers:
        process.join()
    assert [process.exitcode for process in writers] == [0, 0]
    with SiteMemory(tmp_path / "memory") as memory:
        assert [(site.seen, site.pages) for site in memory.sites()] == [(10, 1)] * 4
    with SeenPosts(tmp_path / "seen") as seen:
        assert seen.keys(LIST_URL) == {f"{number:032x}" for number in range(40)}
    with closing(sqlite3.connect(tmp_path / "feeds")) as other:
        assert other.execute("SELECT count(*) FROM item").fetchall() == [(41,)]
    with Labels(tmp_path / "labels") as labels:
        [page] = labels.pages()
        found = {name: current for name, _, current in labels.all_labels()}
        assert [label.block.number for label in found.pop("Anna").labels] == list(range(40))
        assert [len(current.labels) for current in found.values()] == [20, 20]
        for _ in range(40):
            undone = labels.undo("Anna", page.digest)
        assert (undone.labels, undone.undoable) == ((), False)


def test_save_locks_the_file(path: Path, memory: SiteMemory) -> None:
    def updates() -> Iterator[SiteUpdate]:
        other = closing(sqlite3.connect(path, timeout=0))
        with other as connection, pytest.raises(sqlite3.OperationalError, match="locked"):
            connection.execute("BEGIN IMMEDIATE")
        yield UPDATE

    memory.save(updates())
    assert len(memory.sites()) == 1


def test_file_created_by_another_writer_is_shared(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_new = Database._is_new

    def overtaken(database: Database) -> bool:
        monkeypatch.undo()
        new = is_new(database)
        with SiteMemory(path) as other:
            other.save([UPDATE])
        return new

    monkeypatch.setattr(Database, "_is_new", overtaken)
    with SiteMemory(path) as memory:
        assert memory.pages(SITE) == PAGES


@pytest.mark.parametrize("error", [ValueError(), KeyboardInterrupt()], ids=repr)
def test_failed_save_changes_nothing(memory: SiteMemory, error: BaseException) -> None:
    def interrupted() -> Iterator[SiteUpdate]:
        yield SiteUpdate(SITE, PAGES[:1], 5, redesigned=True)
        raise error

    def stored() -> tuple[object, ...]:
        return memory.pages(SITE), memory.sites(), memory.redesigned

    memory.save([UPDATE])
    before = stored()
    with pytest.raises(type(error)):
        memory.save(interrupted())
    assert stored() == before
    memory.save([SiteUpdate(SITE, PAGES[1:], 5, redesigned=True)])
    assert memory.pages(SITE) == PAGES[1:]


DIES = """
    import os, signal, sys
    from honbun.content.memory import SiteUpdate, StoredPage
    from honbun.stores.site_memory import SiteMemory

    def updates():
        for number in range(20):
            page = StoredPage(f"https://a.example/{number}", os.urandom(9000), b"")
            yield SiteUpdate(f"{number}.example", [page], 1, redesigned=False)
        os.kill(os.getpid(), signal.SIGKILL)

    memory = SiteMemory(sys.argv[1])
    # Without room, what is not yet committed goes to the file already.
    memory._database.run("PRAGMA cache_size = 1")
    memory.save(updates())
"""


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such signal")
def test_killed_writer_leaves_the_old_state(path: Path) -> None:
    with SiteMemory(path) as memory:
        memory.save([UPDATE])
    before = path.read_bytes()
    code = textwrap.dedent(DIES)
    killed = subprocess.run([sys.executable, "-c", code, path], check=False, capture_output=True)
    assert killed.returncode == -signal.SIGKILL
    assert path.read_bytes() != before
    refused(path, "its last writer was killed: open it for writing once", read_only=True)
    with SiteMemory(path) as memory:
        assert memory.pages(SITE) == PAGES
    assert path.read_bytes() == before


def executed(path: Path, statement: str) -> None:
    """Change the file as another program would."""
    with closing(sqlite3.connect(path)) as other, other:
        other.execute(statement)


def with_version(path: Path, version: int) -> None:
    SiteMemory(path).close()
    executed(path, f"PRAGMA user_version = {version}")


NOT_OURS = "it is not a site memory"


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize(
    ("write", "why"),
    [
        pytest.param(lambda path: path.write_bytes(b"hello"), NOT_OURS, id="text"),
        pytest.param(lambda path: path.write_bytes(b"<html>" * 1000), NOT_OURS, id="long text"),
        pytest.param(
            lambda path: path.write_bytes(b"SQLite format 3\0" + bytes(5000)), NOT_OURS, id="header"
        ),
        pytest.param(lambda path: executed(path, "CREATE TABLE kind (a)"), NOT_OURS, id="table"),
        pytest.param(lambda path: executed(path, "PRAGMA user_version = 1"), NOT_OURS, id="number"),
        pytest.param(lambda path: FeedState(path).close(), NOT_OURS, id="another store"),
        pytest.param(
            lambda path: with_version(path, 3), "it was written by a newer honbun", id="newer"
        ),
        pytest.param(
            lambda path: with_version(path, 1),
            "it was written by an older honbun: start a new one",
            id="older",
        ),
    ],
)
def test_other_files_are_refused_and_unchanged(
    path: Path, write: Callable[[Path], object], why: str, read_only: bool
) -> None:
    write(path)
    content = path.read_bytes()
    refused(path, why, read_only=read_only)
    assert path.read_bytes() == content


@pytest.mark.parametrize(("store", "name"), STORES.items())
def test_every_store_refuses_the_files_of_others_by_its_name(
    path: Path, store: Any, name: str
) -> None:
    (SeenPosts if store is SiteMemory else SiteMemory)(path).close()
    with pytest.raises(MemoryFileError, match=f": it is not a {name}$"):
        store(path)


@pytest.mark.parametrize(
    ("damage", "read"),
    [
        ("UPDATE page SET layout = x'00'", lambda memory: memory.pages(SITE)),
        ("UPDATE page SET scores = 7", lambda memory: memory.pages(SITE)),
        ("UPDATE site SET seen = 'many'", lambda memory: memory.sites()),
    ],
)
def test_damaged_values_are_reported(
    path: Path, memory: SiteMemory, damage: str, read: Callable[[SiteMemory], object]
) -> None:
    memory.save([UPDATE])
    executed(path, damage)
    with pytest.raises(MemoryFileError, match=r"it is damaged$"):
        read(memory)


def test_empty_file_becomes_a_store(path: Path) -> None:
    path.touch()
    refused(path, NOT_OURS, read_only=True)
    with SiteMemory(path) as memory:
        memory.save([UPDATE])
        assert len(memory.sites()) == 1


def test_read_only_store_cannot_be_changed(path: Path) -> None:
    with SiteMemory(path) as memory:
        memory.save([UPDATE])
    content = path.read_bytes()
    with SiteMemory(path, read_only=True) as memory:
        assert memory.pages(SITE) == PAGES
        for change in (lambda: memory.save([UPDATE]), lambda: memory.forget("a.example")):
            with pytest.raises(MemoryFileError, match="open for reading only"):
                change()
    assert path.read_bytes() == content
    with Labels(path.with_name("labels")) as labels:
        page = labels.add_page(Page(b"<p>a"), "")
    with Labels(path.with_name("labels"), read_only=True) as labels:
        with pytest.raises(MemoryFileError, match="reading only"):
            labels.act("Anna", page, {BlockRef(1, "/p", ""): Kind.BODY})
        assert labels.page_labels("Anna", page) == NO_LABELS


def test_unusable_paths_are_reported(tmp_path: Path) -> None:
    refused(tmp_path / "a.memory", "there is no such file", read_only=True)
    assert list(tmp_path.iterdir()) == []
    refused(tmp_path / "no" / "a.memory", "there is no folder .*no")
    refused(tmp_path, "it is a folder")
    if os.name == "posix":
        os.mkfifo(tmp_path / "pipe")
        refused(tmp_path / "pipe", "it is not a regular file")


def test_missing_permission_is_reported_on_open(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Tests may run as root, who has every permission.
    SiteMemory(path).close()
    monkeypatch.setattr(os, "access", lambda at, mode: mode != os.W_OK or at != path)
    refused(path, "it is not writable")
    SiteMemory(path, read_only=True).close()
    monkeypatch.setattr(os, "access", lambda at, mode: mode != os.W_OK or at == path)
    refused(path, "its folder is not writable")
    monkeypatch.setattr(os, "access", lambda at, mode: mode != os.R_OK)
    refused(path, "it is not readable", read_only=True)


def test_locked_file_is_reported(path: Path, memory: SiteMemory) -> None:
    with closing(sqlite3.connect(path)) as other:
        memory._database.run("PRAGMA busy_timeout = 50")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(MemoryFileError, match="another program has locked it"):
            memory.save([UPDATE])
        other.rollback()
    memory.save([UPDATE])
    assert len(memory.sites()) == 1


def test_full_disk_is_reported_and_changes_nothing(memory: SiteMemory) -> None:
    memory.save([UPDATE])
    memory._database.run("PRAGMA max_page_count = 12")
    large = StoredPage("https://a.example/3", os.urandom(99_999), b"")
    with pytest.raises(MemoryFileError, match="the disk is full"):
        memory.save([SiteUpdate(SITE, [large], 1, redesigned=False)])
    assert memory.pages(SITE) == PAGES
