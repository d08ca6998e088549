"""The file under a memory: what is refused, what survives a crash, what is told."""

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
LESSON = TemplateUpdate(
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


def test_nothing_lies_beside_a_file_that_was_closed(path: Path) -> None:
    with SiteMemory(path) as memory:
        memory.save([LESSON])
    assert list(path.parent.iterdir()) == [path]


def test_a_name_that_means_something_in_a_url_is_a_name(tmp_path: Path) -> None:
    path = tmp_path / "a%41?mode=ro#あ.memory"
    with SiteMemory(path) as memory:
        memory.save([LESSON])
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


def test_two_writers_at_once_lose_nothing(path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    both = spawn.Barrier(2)
    writers = [spawn.Process(target=save_often, args=(path, writer, both)) for writer in range(2)]
    for process in writers:
        process.start()
    for process in writers:
        process.join()
    assert [process.exitcode for process in writers] == [0, 0]
    with SiteMemory(path) as memory:
        [kind] = memory.kinds()
        [site] = memory.sites()
        assert (kind.kept, site.pages) == (40, 40)
        assert (kind.learnt, memory.template(kind.number)) == (39, b"39")


def test_nobody_else_writes_between_the_look_at_the_kinds_and_the_end(
    path: Path, memory: SiteMemory
) -> None:
    def lessons() -> Iterator[TemplateUpdate]:
        other = closing(sqlite3.connect(path, timeout=0))
        with other as connection, pytest.raises(sqlite3.OperationalError, match="locked"):
            connection.execute("BEGIN IMMEDIATE")
        yield LESSON

    memory.save(lessons())  # type: ignore[arg-type]
    assert len(memory.kinds()) == 1


def test_a_file_that_another_writer_makes_first_is_shared(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_new = Database._is_new

    def overtaken(database: Database) -> bool:
        monkeypatch.undo()
        new = is_new(database)
        with SiteMemory(path) as other:
            other.save([LESSON])
        return new

    monkeypatch.setattr(Database, "_is_new", overtaken)
    with SiteMemory(path) as memory:
        assert memory.samples(1) == LESSON.samples


def interrupted(error: BaseException) -> Iterator[TemplateUpdate]:
    yield TemplateUpdate(1, NEWS, {"a.example": 5}, [page("https://a.example/3")], b"new", 9)
    raise error


@pytest.mark.parametrize("error", [ValueError(), KeyboardInterrupt()], ids=repr)
def test_a_save_that_fails_half_way_changes_nothing(
    memory: SiteMemory, error: BaseException
) -> None:
    memory.save([LESSON])
    before = (memory.kinds(), memory.template(1), memory.samples(1), memory.sites())
    with pytest.raises(type(error)):
        memory.save(interrupted(error))  # type: ignore[arg-type]
    assert (memory.kinds(), memory.template(1), memory.samples(1), memory.sites()) == before
    memory.save([TemplateUpdate(1, NEWS, {}, template=b"new", learnt=9)])
    assert memory.template(1) == b"new"


DIES = """
    import os, signal, sys
    from honbun.content.memory import Sample, TemplateUpdate
    from honbun.stores.site_memory import SiteMemory

    def lessons():
        for number in range(20):
            sample = Sample(f"https://a.example/{number}", None, os.urandom(9000))
            yield TemplateUpdate(1, frozenset(), {"a.example": 1}, [sample])
        os.kill(os.getpid(), signal.SIGKILL)

    memory = SiteMemory(sys.argv[1])
    # Without room, what is not yet committed goes to the file already.
    memory._database.run("PRAGMA cache_size = 1")
    memory.save(lessons())
"""


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such signal")
def test_a_writer_that_is_killed_leaves_the_old_state(path: Path) -> None:
    with SiteMemory(path) as memory:
        memory.save([LESSON])
    before = path.read_bytes()
    code = textwrap.dedent(DIES)
    killed = subprocess.run([sys.executable, "-c", code, path], check=False, capture_output=True)
    assert killed.returncode == -signal.SIGKILL
    assert path.read_bytes() != before
    refused(path, "its last writer died: open it for writing once", read_only=True)
    with SiteMemory(path) as memory:
        assert memory.samples(1) == LESSON.samples
    assert path.read_bytes() == before


def test_files_of_other_kinds_are_refused_and_left_alone(path: Path) -> None:
    for content in (b"hello", b"<html>" * 1000, b"SQLite format 3\0" + bytes(5000)):
        path.write_bytes(content)
        refused(path, "it is no site memory")
        assert path.read_bytes() == content


@pytest.mark.parametrize(
    "statement", ["CREATE TABLE kind (number)", "PRAGMA user_version = 1"], ids=repr
)
@pytest.mark.parametrize("read_only", [False, True])
def test_another_programs_database_is_refused_and_left_alone(
    path: Path, statement: str, read_only: bool
) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute(statement)
    content = path.read_bytes()
    refused(path, "it is no site memory", read_only=read_only)
    assert path.read_bytes() == content


def test_a_memory_of_a_newer_honbun_is_refused(path: Path) -> None:
    SiteMemory(path).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA user_version = 2")
    refused(path, "it was written by a newer honbun")


def test_a_damaged_memory_is_told(path: Path, memory: SiteMemory) -> None:
    memory.save([LESSON])
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("UPDATE kind SET features = x'00', template = x'00'")
    with pytest.raises(MemoryFileError, match="damaged"):
        memory.kinds()
    with pytest.raises(MemoryFileError, match="damaged"):
        memory.template(1)


def test_an_empty_file_becomes_a_memory(path: Path) -> None:
    path.touch()
    refused(path, "it is no site memory", read_only=True)
    with SiteMemory(path) as memory:
        memory.save([LESSON])
        assert len(memory.kinds()) == 1


def test_reading_only_reads_and_changes_nothing(path: Path) -> None:
    with SiteMemory(path) as memory:
        memory.save([LESSON])
    content = path.read_bytes()
    with SiteMemory(path, read_only=True) as memory:
        assert memory.samples(1) == LESSON.samples
        for change in (lambda: memory.save([LESSON]), lambda: memory.forget("a.example")):
            with pytest.raises(MemoryFileError, match="opened for reading only"):
                change()
    assert path.read_bytes() == content


def test_reading_only_makes_no_file(path: Path) -> None:
    refused(path, "there is no such file", read_only=True)
    assert not path.exists()


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    refused(tmp_path / "no" / "a.memory", "there is no folder .*no")


def test_a_folder_is_no_memory(tmp_path: Path) -> None:
    refused(tmp_path, "it is a folder")


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such files")
def test_a_device_is_no_memory(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    refused(tmp_path / "pipe", "it is no regular file")


def test_missing_permission_is_told_when_the_file_is_opened(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Tests may run as root, who may do everything.
    SiteMemory(path).close()
    monkeypatch.setattr(os, "access", lambda at, mode: mode != os.W_OK or at != path)
    refused(path, "it may not be written")
    SiteMemory(path, read_only=True).close()
    monkeypatch.setattr(os, "access", lambda at, mode: mode != os.W_OK or at == path)
    refused(path, "its folder may not be written to")
    monkeypatch.setattr(os, "access", lambda at, mode: mode != os.R_OK)
    refused(path, "it may not be read", read_only=True)


def test_a_memory_that_stays_locked_is_told(path: Path) -> None:
    with SiteMemory(path) as memory, closing(sqlite3.connect(path)) as other:
        memory._database.run("PRAGMA busy_timeout = 50")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(MemoryFileError, match="another program keeps it locked"):
            memory.save([LESSON])
        other.rollback()
        memory.save([LESSON])
        assert len(memory.kinds()) == 1


def test_a_full_disk_is_told_and_changes_nothing(memory: SiteMemory) -> None:
    memory.save([LESSON])
    memory._database.run("PRAGMA max_page_count = 12")
    large = TemplateUpdate(
        1, NEWS, {"a.example": 1}, [page("https://a.example/3", os.urandom(99_999))]
    )
    with pytest.raises(MemoryFileError, match="the disk is full"):
        memory.save([large])
    assert memory.samples(1) == LESSON.samples
