"""Seen posts are stored, and deleted after a year."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from honbun.stores import seen_posts as module
from honbun.stores.seen_posts import SeenPosts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PAGE = "https://a.example/t"
DAY = 24 * 60 * 60


def keys(*numbers: int) -> frozenset[str]:
    return frozenset(f"{number:032x}" for number in numbers)


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


def test_posts_are_added_page_by_page(path: Path) -> None:
    with SeenPosts(path) as seen:
        seen.save({PAGE: keys(1, 2)})
        seen.save({PAGE: keys(2, 255), "\udc80": keys(1)})
    with SeenPosts(path) as seen:
        assert (seen.keys(PAGE), seen.keys("\udc80")) == (keys(1, 2, 255), keys(1))
        assert seen.keys("https://a.example/other") == frozenset()
    assert list(path.parent.iterdir()) == [path]


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
