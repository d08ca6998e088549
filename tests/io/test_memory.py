"""A site memory keeps what it is given, whoever else writes, and forgets what it is told to."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import xxhash

from honbun.content.memory import Known, Lesson, Sample
from honbun.errors import MemoryFileError
from honbun.io import database
from honbun.io.database import Database
from honbun.io.memory import Memory, Site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.synchronize import Barrier
    from pathlib import Path

    from honbun.content.memory import Store

NEWS = frozenset(range(2**64 - 10, 2**64))
NEARLY_NEWS = frozenset([*sorted(NEWS)[1:], 1])
"""Shares 9 features of 11 with the news."""
FORUM = frozenset(range(10))
LESSON = Lesson(
    None,
    NEWS,
    {"a.example": 2},
    [Sample("https://a.example/1", "en", b"one"), Sample("https://a.example/2", None, b"two")],
    b"template",
    2,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sites.memory"


@pytest.fixture
def memory(path: Path) -> Iterator[Memory]:
    with Memory(path) as memory:
        yield memory


def page(url: str, outline: bytes = b"") -> Sample:
    return Sample(url, None, outline)


def urls(store: Store, number: int) -> list[str]:
    return [sample.url for sample in store.samples(number)]


def refused(path: Path, why: str, *, read_only: bool = False) -> None:
    """Opening fails with one line that names the file."""
    with pytest.raises(MemoryFileError, match=f"^{re.escape(str(path))}: {why}$"):
        Memory(path, read_only=read_only)


def test_what_was_saved_is_there_when_the_file_is_opened_again(path: Path) -> None:
    with Memory(path) as memory:
        memory.save([LESSON])
    with Memory(path) as memory:
        assert memory.kinds() == [Known(1, NEWS, version=1, learnt=2, kept=2)]
        assert memory.template(1) == b"template"
        assert memory.samples(1) == LESSON.samples


def test_a_new_memory_is_empty(memory: Memory) -> None:
    assert (memory.kinds(), memory.sites()) == ([], [])


def test_a_kind_that_is_not_there_has_nothing(memory: Memory) -> None:
    assert (memory.template(7), memory.samples(7)) == (b"", [])


def test_nothing_lies_beside_a_file_that_was_closed(path: Path) -> None:
    with Memory(path) as memory:
        memory.save([LESSON])
    assert list(path.parent.iterdir()) == [path]


def test_a_name_that_means_something_in_a_url_is_a_name(tmp_path: Path) -> None:
    path = tmp_path / "a%41?mode=ro#あ.memory"
    with Memory(path) as memory:
        memory.save([LESSON])
    assert list(tmp_path.iterdir()) == [path]


def test_a_page_that_is_held_already_is_replaced(memory: Memory) -> None:
    memory.save([LESSON])
    again = Sample("https://a.example/1", "de", b"eins")
    memory.save([Lesson(1, NEWS, {}, [again])])
    assert memory.samples(1) == [again, LESSON.samples[1]]


def test_nothing_of_a_page_that_was_replaced_is_left_in_the_file(
    path: Path, memory: Memory
) -> None:
    secret = os.urandom(300)  # cannot be compressed, so it stands in the file as it is
    memory.save([Lesson(None, NEWS, {}, [page("https://a.example/", secret)])])
    assert secret in path.read_bytes()
    memory.save([Lesson(1, NEWS, {}, [page("https://a.example/")])])
    assert secret[100:200] not in path.read_bytes()


def test_a_url_that_is_no_unicode_is_kept_all_the_same(memory: Memory) -> None:
    memory.save([Lesson(None, NEWS, {"\udc80": 1}, [page("https://a.example/\udc80")])])
    assert urls(memory, 1) == ["https://a.example/\\udc80"]


@pytest.mark.parametrize("backwards", [False, True])
def test_of_too_many_samples_those_with_the_smallest_hashes_stay(
    path: Path, backwards: bool
) -> None:
    samples = [page(f"https://a.example/{number}") for number in range(30)]
    by_hash = sorted(samples, key=lambda sample: xxhash.xxh3_64_intdigest(sample.url.encode()))
    if backwards:
        samples.reverse()
    with Memory(path, samples=10) as memory:
        for start in range(0, 30, 6):
            memory.save([Lesson(None, NEWS, {}, samples[start : start + 6])])
        memory.save([Lesson(None, FORUM, {}, samples[:3])])
        assert urls(memory, 1) == sorted(sample.url for sample in by_hash[:10])
        assert [kind.kept for kind in memory.kinds()] == [10, 3]


@pytest.mark.parametrize(("learnt", "expected"), [(1, b"template"), (2, b"new"), (3, b"new")])
def test_a_template_is_replaced_by_one_learnt_from_no_fewer_pages(
    memory: Memory, learnt: int, expected: bytes
) -> None:
    memory.save([LESSON])
    memory.save([Lesson(1, NEWS, {}, template=b"new", learnt=learnt)])
    assert memory.template(1) == expected
    [kind] = memory.kinds()
    assert (kind.version, kind.learnt) == ((1, 2) if expected == b"template" else (2, learnt))


def test_the_version_stays_where_the_same_template_was_learnt_from_more(memory: Memory) -> None:
    memory.save([LESSON])
    memory.save([Lesson(1, NEWS, {}, template=b"template", learnt=9)])
    assert memory.kinds() == [Known(1, NEWS, version=1, learnt=9, kept=2)]


def test_a_lesson_without_template_leaves_the_one_that_is_there(memory: Memory) -> None:
    memory.save([LESSON])
    memory.save([Lesson(1, NEWS, {"a.example": 1}, learnt=9)])
    assert memory.template(1) == b"template"
    assert memory.kinds() == [Known(1, NEWS, version=1, learnt=2, kept=2)]


def test_a_new_kind_joins_one_that_another_writer_has_added(memory: Memory) -> None:
    memory.save([LESSON, Lesson(None, FORUM, {})])
    memory.save([Lesson(None, NEARLY_NEWS, {}, [page("https://a.example/3")], b"worse", 1)])
    assert memory.kinds() == [Known(1, NEWS, 1, 2, kept=3), Known(2, FORUM, 0, 0, kept=0)]
    assert memory.template(1) == b"template"


def test_a_new_kind_that_shares_less_stays_apart(memory: Memory) -> None:
    features = frozenset([*sorted(NEWS)[2:], 1, 2])  # 8 of 12
    memory.save([LESSON, replace(LESSON, features=features)])
    assert [kind.features for kind in memory.kinds()] == [NEWS, features]


def test_kinds_without_features_are_one(memory: Memory) -> None:
    memory.save([Lesson(None, frozenset(), {}), Lesson(None, frozenset(), {})])
    assert memory.kinds() == [Known(1, frozenset(), 0, 0, 0)]


def test_pages_of_hosts_are_added_up(memory: Memory) -> None:
    memory.save([LESSON])
    memory.save([Lesson(1, NEWS, {"WWW.A.example": 3, "b.example": 1})])
    memory.save([Lesson(None, FORUM, {"b.example:8080": 4})])
    today = time.strftime("%Y-%m-%d", time.gmtime())
    assert memory.sites() == [
        Site("a.example", kinds=1, pages=5, samples=2, last_seen=today),
        Site("b.example", kinds=2, pages=5, samples=0, last_seen=today),
    ]


def test_a_host_was_last_seen_when_its_own_pages_were(path: Path, memory: Memory) -> None:
    memory.save([replace(LESSON, seen={"a.example": 1, "b.example": 1})])
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("UPDATE site SET last_seen = '2001-02-03'")
    memory.save([Lesson(1, NEWS, {"b.example": 1})])
    first, second = (site.last_seen for site in memory.sites())
    assert first == "2001-02-03" < second


def save_often(path: Path, writer: int, both: Barrier) -> None:
    both.wait()
    with Memory(path) as memory:
        for number in range(20):
            url = f"https://a.example/{writer}/{number}"
            learnt = 2 * number + writer
            template = b"%d" % learnt
            memory.save([Lesson(None, NEWS, {"a.example": 1}, [page(url)], template, learnt)])


def test_two_writers_at_once_lose_nothing(path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    both = spawn.Barrier(2)
    writers = [spawn.Process(target=save_often, args=(path, writer, both)) for writer in range(2)]
    for process in writers:
        process.start()
    for process in writers:
        process.join()
    assert [process.exitcode for process in writers] == [0, 0]
    with Memory(path) as memory:
        [kind] = memory.kinds()
        [site] = memory.sites()
        assert (kind.kept, site.pages) == (40, 40)
        assert (kind.learnt, memory.template(kind.number)) == (39, b"39")


def test_nobody_else_writes_between_the_look_at_the_kinds_and_the_end(
    path: Path, memory: Memory
) -> None:
    def lessons() -> Iterator[Lesson]:
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
        with Memory(path) as other:
            other.save([LESSON])
        return new

    monkeypatch.setattr(Database, "_is_new", overtaken)
    with Memory(path) as memory:
        assert memory.samples(1) == LESSON.samples


def interrupted(error: BaseException) -> Iterator[Lesson]:
    yield Lesson(1, NEWS, {"a.example": 5}, [page("https://a.example/3")], b"new", 9)
    raise error


@pytest.mark.parametrize("error", [ValueError(), KeyboardInterrupt()], ids=repr)
def test_a_save_that_fails_half_way_changes_nothing(memory: Memory, error: BaseException) -> None:
    memory.save([LESSON])
    before = (memory.kinds(), memory.template(1), memory.samples(1), memory.sites())
    with pytest.raises(type(error)):
        memory.save(interrupted(error))  # type: ignore[arg-type]
    assert (memory.kinds(), memory.template(1), memory.samples(1), memory.sites()) == before
    memory.save([Lesson(1, NEWS, {}, template=b"new", learnt=9)])
    assert memory.template(1) == b"new"


DIES = """
    import os, signal, sys
    from honbun.content.memory import Lesson, Sample
    from honbun.io.memory import Memory

    def lessons():
        for number in range(20):
            sample = Sample(f"https://a.example/{number}", None, os.urandom(9000))
            yield Lesson(1, frozenset(), {"a.example": 1}, [sample])
        os.kill(os.getpid(), signal.SIGKILL)

    memory = Memory(sys.argv[1])
    # Without room, what is not yet committed goes to the file already.
    memory._database.run("PRAGMA cache_size = 1")
    memory.save(lessons())
"""


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such signal")
def test_a_writer_that_is_killed_leaves_the_old_state(path: Path) -> None:
    with Memory(path) as memory:
        memory.save([LESSON])
    before = path.read_bytes()
    code = textwrap.dedent(DIES)
    killed = subprocess.run([sys.executable, "-c", code, path], check=False, capture_output=True)
    assert killed.returncode == -signal.SIGKILL
    assert path.read_bytes() != before
    refused(path, "its last writer died: open it for writing once", read_only=True)
    with Memory(path) as memory:
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
    Memory(path).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA user_version = 2")
    refused(path, "it was written by a newer honbun")


def test_a_damaged_memory_is_told(path: Path, memory: Memory) -> None:
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
    with Memory(path) as memory:
        memory.save([LESSON])
        assert len(memory.kinds()) == 1


def test_reading_only_reads_and_changes_nothing(path: Path) -> None:
    with Memory(path) as memory:
        memory.save([LESSON])
    content = path.read_bytes()
    with Memory(path, read_only=True) as memory:
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
    Memory(path).close()
    monkeypatch.setattr(os, "access", lambda at, mode: mode != os.W_OK or at != path)
    refused(path, "it may not be written")
    Memory(path, read_only=True).close()
    monkeypatch.setattr(os, "access", lambda at, mode: mode != os.W_OK or at == path)
    refused(path, "its folder may not be written to")
    monkeypatch.setattr(os, "access", lambda at, mode: mode != os.R_OK)
    refused(path, "it may not be read", read_only=True)


def test_a_memory_that_stays_locked_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_PATIENCE", 0.05)
    with Memory(path) as memory, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(MemoryFileError, match="another program keeps it locked"):
            memory.save([LESSON])
        other.rollback()
        memory.save([LESSON])
        assert len(memory.kinds()) == 1


def test_a_full_disk_is_told_and_changes_nothing(memory: Memory) -> None:
    memory.save([LESSON])
    memory._database.run("PRAGMA max_page_count = 12")
    large = Lesson(1, NEWS, {"a.example": 1}, [page("https://a.example/3", os.urandom(99_999))])
    with pytest.raises(MemoryFileError, match="the disk is full"):
        memory.save([large])
    assert memory.samples(1) == LESSON.samples


def test_a_kind_whose_only_host_is_forgotten_goes(memory: Memory) -> None:
    memory.save([LESSON, Lesson(None, FORUM, {"b.example": 1}, [page("https://b.example/")])])
    assert memory.forget("WWW.A.Example") == 2
    assert [kind.features for kind in memory.kinds()] == [FORUM]
    assert [site.host for site in memory.sites()] == ["b.example"]


def test_a_kind_that_other_hosts_share_keeps_their_samples_and_no_template(memory: Memory) -> None:
    other = page("https://www.b.example/1", b"other")
    memory.save([LESSON, Lesson(None, NEWS, {"b.example": 1}, [other])])
    assert memory.forget("a.example") == 2
    [kind] = memory.kinds()
    assert kind == Known(kind.number, NEWS, version=2, learnt=0, kept=1)
    assert (memory.template(kind.number), memory.samples(kind.number)) == (b"", [other])
    assert [site.host for site in memory.sites()] == ["b.example"]
    memory.save([Lesson(kind.number, NEWS, {}, template=b"new", learnt=1)])
    assert memory.template(kind.number) == b"new"


def test_a_run_that_had_read_what_was_forgotten_does_not_bring_it_back(memory: Memory) -> None:
    memory.save([replace(LESSON, seen={"a.example": 2, "b.example": 1})])
    memory.forget("a.example")
    new = page("https://b.example/2")
    memory.save([Lesson(1, NEWS, {"b.example": 1}, [new], b"learnt from a.example", 9)])
    [kind] = memory.kinds()
    assert (memory.template(kind.number), memory.samples(kind.number)) == (b"", [new])


def test_the_number_of_a_kind_that_is_gone_never_means_another(memory: Memory) -> None:
    memory.save([LESSON])
    memory.forget("a.example")
    memory.save([Lesson(None, FORUM, {"b.example": 1})])
    memory.save([replace(LESSON, number=1)])
    assert {kind.features: kind.kept for kind in memory.kinds()} == {FORUM: 0, NEWS: 2}


def test_a_kind_that_goes_takes_all_its_samples(path: Path, memory: Memory) -> None:
    memory.save([Lesson(None, NEWS, {"a.example": 1}, [page("https://c.example/never-counted")])])
    memory.forget("a.example")
    assert b"never-counted" not in path.read_bytes()


def test_a_sample_of_a_host_that_was_never_counted_is_forgotten_too(memory: Memory) -> None:
    memory.save([Lesson(None, NEWS, {}, [page("https://a.example/")])])
    assert memory.forget("a.example") == 1
    assert memory.kinds() == []


def test_forgetting_an_unknown_host_changes_nothing(path: Path, memory: Memory) -> None:
    memory.save([LESSON])
    content = path.read_bytes()
    assert memory.forget("example") == 0
    assert path.read_bytes() == content


def test_pages_without_host_can_be_forgotten(memory: Memory) -> None:
    memory.save([Lesson(None, NEWS, {"": 1, "a.example": 1}, [page("a.html"), page("http://[")])])
    assert memory.forget("") == 2
    assert [(site.host, site.samples) for site in memory.sites()] == [("a.example", 0)]


def test_nothing_that_was_forgotten_is_left_in_the_file(path: Path, memory: Memory) -> None:
    secrets = [b"https://a.example/secret", os.urandom(300), os.urandom(300)]
    url, outline, template = secrets
    hosts = {"a.example": 1, "b.example": 9}
    others = [page(f"https://b.example/{number}", os.urandom(999)) for number in range(9)]
    large = page("https://a.example/large", os.urandom(9999))
    samples = [*others, page(url.decode(), outline), large]
    memory.save([Lesson(None, NEWS, hosts, samples, template, 10)])
    assert all(secret in path.read_bytes() for secret in secrets)
    before = path.stat().st_size
    memory.forget("a.example")
    assert not any(secret in path.read_bytes() for secret in secrets)
    assert path.stat().st_size < before
    assert memory.samples(memory.kinds()[0].number) == others
