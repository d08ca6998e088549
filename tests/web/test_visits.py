"""A page read anew: which version of it is kept, and since when it says what it says."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from honbun.api import feed
from honbun.inputs.fetch.fetcher import FetchResult, Validators
from honbun.page import Page
from honbun.web import freshness
from honbun.web.freshness import Visits
from tests.web.pages import front

if TYPE_CHECKING:
    from pathlib import Path

    from honbun.feeds.model import Feed

PAGE = "https://a.example/"
START = datetime(2026, 11, 16, tzinfo=UTC)
LATER = START + timedelta(hours=1)


class Web:
    """A site with one page, and what it was asked."""

    def __init__(self) -> None:
        self.body: bytes | None = b"<title>One</title>"
        self.etag: str | None = None
        self.url = PAGE
        self.asked: list[Validators | None] = []

    def fetch_newer(self, url: str, known: Validators | None) -> FetchResult:
        self.asked.append(known)
        found = self.body and Page(self.body, url=self.url)
        return FetchResult(found or None, Validators(self.url, self.etag))


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def web() -> Web:
    return Web()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def visitor(web: Web, clock: Clock, tmp_path: Path) -> Visits:
    fetcher: Any = web
    return Visits(fetcher, tmp_path / "state.db", clock)


def test_a_page_is_kept_for_the_next_run(visitor: Visits, web: Web) -> None:
    assert visitor.recall(PAGE) is None
    web.etag = '"one"'
    reading = visitor.visit(PAGE, None)
    assert visitor.recall(PAGE) == reading
    assert (reading.lists.title, reading.version.etag) == ("One", '"one"')


def test_a_page_that_says_the_same_has_not_changed(visitor: Visits, web: Web, clock: Clock) -> None:
    first = visitor.visit(PAGE, None)
    clock.now = LATER
    web.body, web.etag = b"<title>One</title><!-- again -->", '"two"'
    second = visitor.visit(PAGE, first)
    assert (second.changed, second.checked) == (START, LATER)
    assert visitor.recall(PAGE) == replace(second, checked=START)
    visitor.visit(PAGE, second)
    assert web.asked[-1] == Validators(PAGE, '"two"')


def test_a_page_that_says_something_else_has(visitor: Visits, web: Web, clock: Clock) -> None:
    first = visitor.visit(PAGE, None)
    clock.now = LATER
    web.body = b"<title>Two</title>"
    second = visitor.visit(PAGE, first)
    assert (second.lists.title, second.changed) == ("Two", LATER)
    assert visitor.recall(PAGE) == second


def test_a_page_that_is_not_modified_is_as_it_was(visitor: Visits, web: Web, clock: Clock) -> None:
    first = visitor.visit(PAGE, None)
    clock.now = LATER
    web.body = None
    assert visitor.visit(PAGE, first) == replace(first, checked=LATER)


def test_the_same_page_says_the_same_whenever_it_is_read(
    visitor: Visits, web: Web, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that says "an hour ago" would else say something new each hour."""

    def dated(page: Page) -> Feed:
        return replace(feed(page), title=str(page.fetched_at))

    monkeypatch.setattr(freshness, "feed", dated)
    first = visitor.visit(PAGE, None)
    clock.now = LATER
    assert visitor.visit(PAGE, first).lists == first.lists
    recalled = visitor.recall(PAGE)
    assert recalled is not None
    assert recalled.lists == first.lists


def test_a_page_that_has_moved_is_asked_for_where_it_is(
    visitor: Visits, web: Web, clock: Clock
) -> None:
    first = visitor.visit(PAGE, None)
    web.url, web.etag = "https://a.example/new", '"new"'
    second = visitor.visit(PAGE, first)
    assert second.lists.url == web.url
    visitor.visit(PAGE, second)
    assert web.asked[-1] == Validators(web.url, '"new"')


def test_a_page_without_its_lists_is_kept_only_when_they_were_missed_for_a_day(
    visitor: Visits, web: Web, clock: Clock
) -> None:
    web.body = front()
    full = visitor.visit(PAGE, None)
    web.body = b"<title>Back soon</title>"
    clock.now = LATER
    bare = visitor.visit(PAGE, full)
    assert (bare.lists.lists, bare.fuller) == ((), full)
    assert visitor.recall(PAGE) == full
    clock.now = START + timedelta(days=1)
    again = visitor.visit(PAGE, bare)
    assert again.fuller is None
    assert visitor.recall(PAGE) == replace(again, checked=LATER)


def test_each_list_is_missed_since_it_was_last_there(
    visitor: Visits, web: Web, clock: Clock
) -> None:
    web.body = front()
    two = visitor.visit(PAGE, None)
    clock.now = LATER
    web.body = front().partition(b"<aside>")[0]
    one = visitor.visit(PAGE, two)
    clock.now = LATER + timedelta(hours=1)
    web.body = b"<title>Back soon</title>"
    none = visitor.visit(PAGE, one)
    day = timedelta(days=1)
    assert [none.having(number, clock.now) for number in (1, 2, 3)] == [one, two, none]
    assert [none.having(number, START + day) for number in (1, 2)] == [one, none]
    assert [none.having(number, LATER + day) for number in (1, 2)] == [none, none]
