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
from typing import TYPE_CHECKING

import pytest

from honbun.content.memory import Sample, TemplateUpdate
from honbun.errors import MemoryFileError
from honbun.stores.site_memory import SiteMemory
from honbun.stores.sqlite import Database

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.synchronize import Barrier
    from pathlib import Path


NEWS = frozenset(range(2**64 - 10, 2**64))
UPDATE = TemplateUpdate(
    None,
    NEWS,
    {"a.example": 2},
    [
        Sample("https://a.example/1", "en", b"one"),
        Sample("https://a.example/2", None, b"two"),
    ],
    b"template",
    2,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sites.memory"


@pytest.fixture
def memory(path: Path) -> Iterator[SiteMemory]:
    with SiteMemory(path) as memory:
        yield memory


def page(url: str, outline: bytes = b"") -> Sample:
    return Sample(url, None, outline)


def refused(path: Path, why: str, *, read_only: bool = False) -> None:
    """Opening fails with one line that names the file."""
    with pytest.raises(MemoryFileError, match=f"^{re.escape(str(path))}: {why}$"):
        SiteMemory(path, read_only=read_only)


def test_closed_store_is_a_single_file(path: Path) -> None:
    with SiteMemory(path) as memory:
        memory.save([UPDATE])
    assert list(path.parent.iterdir()) == [path]


def test_file_name_with_url_syntax_works(tmp_path: Path) -> None:
    path = tmp_path / "a%41?mode=ro#あ.memory"
    with SiteMemory(path) as memory:
        memory.save([UPDATE])
    assert list(tmp_path.iterdir()) == [path]


def save_often(path: Path, writer: int, both: Barrier) -> None:
    both.wait()
    with SiteMemory(path) as memory:
        for number in range(20):
            url = f"https://a.example/{writer}/{number}"
            learnt = 2 * number + writer
            template = b"%d" % learnt
            memory.save(
                [TemplateUpdate(None, NEWS, {"a.example": 1}, [page(url)], template, learnt)]
            )


def test_concurrent_writers_lose_nothing(path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    both = spawn.Barrier(2)
    writers = [spawn.Process(target=save_often, args=(path, writer, both)) for writer in range(2)]
    for process in writers:
        process.start()
    for process in writers:
        process.join()
    assert [process.exitcode for process in writers] == [0, 0]
    with SiteMemory(path) as memory:
        [group] = memory.templates()
        [site] = memory.sites()
        assert (group.kept, site.pages) == (40, 40)
        assert (group.learnt, memory.template(group.number)) == (39, b"39")


def test_save_locks_the_file_while_it_reads_groups(path: Path, memory: SiteMemory) -> None:
    def updates() -> Iterator[TemplateUpdate]:
        other = closing(sqlite3.connect(path, timeout=0))
        with other as connection, pytest.raises(sqlite3.OperationalError, match="locked"):
            connection.execute("BEGIN IMMEDIATE")
        yield UPDATE

    memory.save(updates())  # type: ignore[arg-type]
    assert len(memory.templates()) == 1


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
        assert memory.samples(1) == UPDATE.samples


def interrupted(error: BaseException) -> Iterator[TemplateUpdate]:
    yield TemplateUpdate(1, NEWS, {"a.example": 5}, [page("https://a.example/3")], b"new", 9)
    raise error


@pytest.mark.parametrize("error", [ValueError(), KeyboardInterrupt()], ids=repr)
def test_failed_save_changes_nothing(memory: SiteMemory, error: BaseException) -> None:
    memory.save([UPDATE])
    before = (memory.templates(), memory.template(1), memory.samples(1), memory.sites())
    with pytest.raises(type(error)):
        memory.save(interrupted(error))  # type: ignore[arg-type]
    assert (memory.templates(), memory.template(1), memory.samples(1), memory.sites()) == before
    memory.save([TemplateUpdate(1, NEWS, {}, template=b"new", learnt=9)])
    assert memory.template(1) == b"new"


DIES = """
    import os, signal, sys
    from honbun.content.memory import Sample, TemplateUpdate
    from honbun.stores.site_memory import SiteMemory

    def updates():
        for number in range(20):
            sample = Sample(f"https://a.example/{number}", None, os.urandom(9000))
            yield TemplateUpdate(1, frozenset(), {"a.example": 1}, [sample])
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
        assert memory.samples(1) == UPDATE.samples
    assert path.read_bytes() == before


def test_other_files_are_refused_and_unchanged(path: Path) -> None:
    for content in (b"hello", b"<html>" * 1000, b"SQLite format 3\0" + bytes(5000)):
        path.write_bytes(content)
        refused(path, "it is not a site memory")
        assert path.read_bytes() == content


@pytest.mark.parametrize(
    "statement", ["CREATE TABLE kind (number)", "PRAGMA user_version = 1"], ids=repr
)
@pytest.mark.parametrize("read_only", [False, True])
def test_database_of_another_program_is_refused_and_unchanged(
    path: Path, statement: str, read_only: bool
) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute(statement)
    content = path.read_bytes()
    refused(path, "it is not a site memory", read_only=read_only)
    assert path.read_bytes() == content


def test_file_of_a_newer_honbun_is_refused(path: Path) -> None:
    SiteMemory(path).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA user_version = 2")
    refused(path, "it was written by a newer honbun")


def test_damaged_file_is_reported(path: Path, memory: SiteMemory) -> None:
    memory.save([UPDATE])
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("UPDATE kind SET features = x'00', template = x'00'")
    with pytest.raises(MemoryFileError, match="damaged"):
        memory.templates()
    with pytest.raises(MemoryFileError, match="damaged"):
        memory.template(1)


def test_empty_file_becomes_a_store(path: Path) -> None:
    path.touch()
    refused(path, "it is not a site memory", read_only=True)
    with SiteMemory(path) as memory:
        memory.save([UPDATE])
        assert len(memory.templates()) == 1


def test_read_only_store_cannot_be_changed(path: Path) -> None:
    with SiteMemory(path) as memory:
        memory.save([UPDATE])
    content = path.read_bytes()
    with SiteMemory(path, read_only=True) as memory:
        assert memory.samples(1) == UPDATE.samples
        for change in (lambda: memory.save([UPDATE]), lambda: memory.forget("a.example")):
            with pytest.raises(MemoryFileError, match="open for reading only"):
                change()
    assert path.read_bytes() == content


def test_read_only_open_creates_no_file(path: Path) -> None:
    refused(path, "there is no such file", read_only=True)
    assert not path.exists()


def test_missing_folder_is_reported(tmp_path: Path) -> None:
    refused(tmp_path / "no" / "a.memory", "there is no folder .*no")


def test_folder_is_refused(tmp_path: Path) -> None:
    refused(tmp_path, "it is a folder")


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such files")
def test_device_is_refused(tmp_path: Path) -> None:
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


def test_locked_file_is_reported(path: Path) -> None:
    with SiteMemory(path) as memory, closing(sqlite3.connect(path)) as other:
        memory._database.run("PRAGMA busy_timeout = 50")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(MemoryFileError, match="another program has locked it"):
            memory.save([UPDATE])
        other.rollback()
        memory.save([UPDATE])
        assert len(memory.templates()) == 1


def test_full_disk_is_reported_and_changes_nothing(memory: SiteMemory) -> None:
    memory.save([UPDATE])
    memory._database.run("PRAGMA max_page_count = 12")
    large = TemplateUpdate(
        1, NEWS, {"a.example": 1}, [page("https://a.example/3", os.urandom(99_999))]
    )
    with pytest.raises(MemoryFileError, match="the disk is full"):
        memory.save([large])
    assert memory.samples(1) == UPDATE.samples
