"""Seen posts are stored with concurrent writers, and deleted after a year."""

from __future__ import annotations

import multiprocessing
import sqlite3
import time
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from honbun.errors import MemoryFileError
from honbun.stores import seen_posts as module
from honbun.stores.seen_posts import SeenPosts
from honbun.stores.site_memory import SiteMemory

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.synchronize import Barrier
    from pathlib import Path

PAGE = "https://a.example/t"
DAY = 24 * 60 * 60


def key(number: int) -> str:
    return f"{number:032x}"


def keys(*numbers: int) -> frozenset[str]:
    return frozenset(map(key, numbers))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "posts.seen"


@pytest.fixture
def seen(path: Path) -> Iterator[SeenPosts]:
    with SeenPosts(path) as seen:
        yield seen


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time in seconds, which a test may set."""
    now = [1e9]
    monkeypatch.setattr(time, "time", lambda: now[0])
    return now


def test_saved_data_is_read_from_a_reopened_file(path: Path) -> None:
    with SeenPosts(path) as seen:
        seen.save({PAGE: keys(1, 255)})
    with SeenPosts(path) as seen:
        assert seen.keys(PAGE) == keys(1, 255)
    assert list(path.parent.iterdir()) == [path]


def test_new_page_has_no_seen_posts(seen: SeenPosts) -> None:
    seen.save({PAGE: keys(1)})
    assert seen.keys("https://a.example/other") == frozenset()


def test_new_posts_are_added(seen: SeenPosts) -> None:
    seen.save({PAGE: keys(1, 2)})
    seen.save({PAGE: keys(2, 3), "other": keys(1)})
    assert (seen.keys(PAGE), seen.keys("other")) == (keys(1, 2, 3), keys(1))


def test_url_with_lone_surrogates_is_stored(seen: SeenPosts) -> None:
    seen.save({"\udc80": keys(1)})
    assert seen.keys("\udc80") == keys(1)


def test_post_that_left_its_page_is_deleted_after_a_year(
    seen: SeenPosts, clock: list[float]
) -> None:
    seen.save({PAGE: keys(1, 2)})
    clock[0] += 364 * DAY
    seen.save({PAGE: keys(2, 3)})
    assert seen.keys(PAGE) == keys(1, 2, 3)
    clock[0] += 2 * DAY
    seen.save({PAGE: keys(3)})
    assert seen.keys(PAGE) == keys(2, 3)


def test_unvisited_page_is_deleted_after_a_year(
    seen: SeenPosts, path: Path, clock: list[float]
) -> None:
    seen.save({PAGE: keys(1), "other": keys(2)})
    clock[0] += 200 * DAY
    seen.save({"other": []})
    clock[0] += 200 * DAY
    seen.save({"third": []})
    assert (seen.keys(PAGE), seen.keys("other")) == (frozenset(), keys(2))
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT count(*) FROM post").fetchall() == [(1,)]


def test_number_of_stored_posts_is_limited(
    seen: SeenPosts, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MAX_POSTS", 2)
    for number in range(5):
        clock[0] += 1
        seen.save({PAGE: keys(number, 100, 101, 102)})
    assert seen.keys(PAGE) == keys(2, 3, 4, 100, 101, 102)


def test_failed_save_changes_nothing(seen: SeenPosts) -> None:
    seen.save({PAGE: keys(1)})

    def interrupted() -> Iterator[str]:
        yield key(2)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        seen.save({PAGE: interrupted(), "other": keys(3)})
    assert (seen.keys(PAGE), seen.keys("other")) == (keys(1), frozenset())


def save_often(path: Path, writer: int, both: Barrier) -> None:
    both.wait()
    with SeenPosts(path) as seen:
        for number in range(20):
            seen.save({PAGE: keys(2 * number + writer)})


def test_concurrent_writers_lose_nothing(path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    both = spawn.Barrier(2)
    writers = [spawn.Process(target=save_often, args=(path, writer, both)) for writer in range(2)]
    for process in writers:
        process.start()
    for process in writers:
        process.join()
    assert [process.exitcode for process in writers] == [0, 0]
    with SeenPosts(path) as seen:
        assert seen.keys(PAGE) == keys(*range(40))


@pytest.mark.parametrize("content", [b"hello", b'{"url": "https://a.example/"}\n' * 100])
def test_other_file_is_refused_and_unchanged(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(MemoryFileError, match="it is not a record of posts seen"):
        SeenPosts(path)
    assert path.read_bytes() == content


def test_files_of_other_stores_are_refused(path: Path) -> None:
    SiteMemory(path).close()
    with pytest.raises(MemoryFileError, match="it is not a record of posts seen"):
        SeenPosts(path)
    path.unlink()
    SeenPosts(path).close()
    with pytest.raises(MemoryFileError, match="it is not a site memory"):
        SiteMemory(path)


def test_file_of_a_newer_honbun_is_refused(path: Path) -> None:
    SeenPosts(path).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA user_version = 2")
    with pytest.raises(MemoryFileError, match="it was written by a newer honbun"):
        SeenPosts(path)
