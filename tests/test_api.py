"""Whole texts come from the items' own pages, and from no other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.api import full_text, own_pages
from honbun.errors import FetchError
from honbun.feeds.model import Article
from honbun.outputs.feeds import add_articles, entries
from honbun.page import Page
from tests.content.site import page, say
from tests.feeds.made import URL, item

if TYPE_CHECKING:
    from collections.abc import Mapping

    from honbun.errors import Failure
    from honbun.outputs.syndication import Entry

NUMBERS = range(8)
ITEMS = [item(f"Note {number}", f"/{number}") for number in NUMBERS]


class Web:
    """Pages by their path, and what was asked for and told."""

    def __init__(self) -> None:
        self.pages = {f"https://a.example/{number}": page(number).html for number in NUMBERS}
        self.moved: dict[str, str] = {}
        self.asked: list[str] = []
        self.told: list[str] = []

    def fetch(self, url: str) -> Page:
        self.asked.append(url)
        if url not in self.pages:
            raise FetchError(f"{url}: not there")
        return Page(self.pages[url], url=self.moved.get(url, url), source=url)

    def tell(self, failure: Failure) -> None:
        self.told.append(str(failure))

    def contents(self, most: int = 30, shelf: Shelf | None = None) -> list[str | None]:
        found = entries(URL, ITEMS)
        ids = [one.id for one in found]
        articles = full_text(URL, ITEMS, ids, self.fetch, self.tell, most=most, shelf=shelf)
        found = add_articles(found, ITEMS, articles)
        assert [one.title for one in found] == [one.title for one in ITEMS]
        return [one.content for one in found]


class Shelf:
    """Articles in memory."""

    def __init__(self) -> None:
        self.kept: dict[str, Article] = {}

    def articles(self, page: str) -> dict[str, Article]:
        return self.kept

    def keep_articles(self, page: str, articles: Mapping[str, Article]) -> None:
        self.kept = self.kept | dict(articles)


@pytest.fixture
def web() -> Web:
    return Web()


def paragraphs(number: int) -> str:
    return "\n\n".join(say(number, part) for part in range(3))


def test_the_pages_of_a_list_are_read_as_a_collection(web: Web) -> None:
    assert web.contents() == [paragraphs(number) for number in NUMBERS]
    assert web.told == []


def test_a_page_that_fails_is_told_and_costs_only_itself(web: Web) -> None:
    del web.pages["https://a.example/3"]
    found = web.contents()
    assert found[3] is None
    assert found[4] == paragraphs(4)
    assert web.told == ["fetch: https://a.example/3: not there"]


def test_what_several_items_end_at_is_the_text_of_none(web: Web) -> None:
    web.moved = {f"https://a.example/{number}": "https://a.example/login" for number in (2, 5)}
    web.moved["https://a.example/6"] = f"{URL}?utm_source=x"
    found = web.contents()
    assert [number for number, text in enumerate(found) if text is None] == [2, 5, 6]
    assert len(web.told) == 3


def test_what_is_on_the_shelf_is_not_fetched(web: Web) -> None:
    shelf = Shelf()
    first = web.contents(shelf=shelf)
    web.asked.clear()
    assert web.contents(shelf=shelf) == first
    assert web.asked == []
    del shelf.kept["https://a.example/2"]
    web.contents(shelf=shelf)
    assert web.asked == ["https://a.example/2"]


def test_a_page_that_says_nothing_is_not_asked_again(web: Web) -> None:
    web.pages["https://a.example/2"] = ""
    shelf = Shelf()
    assert web.contents(shelf=shelf)[2] is None
    web.asked.clear()
    web.contents(shelf=shelf)
    assert web.asked == []


def test_only_the_first_items_get_a_whole_text(web: Web) -> None:
    shelf = Shelf()
    web.contents(shelf=shelf)
    assert web.contents(2, shelf) == [paragraphs(0), paragraphs(1), *[None] * 6]


@pytest.mark.parametrize(
    ("links", "expected"),
    [
        (["/1", None, "a.html"], ["/1", None, None]),
        ([URL, f"{URL}#1", "/1#part"], [None, None, "/1#part"]),
        (["/log#1", "/log#2", "/1"], [None, None, "/1"]),
    ],
)
def test_an_item_has_a_page_where_it_is_no_other_items(
    links: list[str | None], expected: list[str | None]
) -> None:
    whole = [item(link=link).link for link in expected]
    assert own_pages(URL, [item(link=link) for link in links]) == whole


def with_article(published: str | None, shown: str | None) -> Entry:
    first_seen = entries(URL, [item(published=published, author="Ann")])
    article = Article("Text.", "Bob", "2024-04-30", "https://a.example/boat.png")
    shown_item = item(published=shown, author="Ann")
    [completed] = add_articles(first_seen, [shown_item], {first_seen[0].id: article})
    return completed


def test_an_article_adds_what_the_list_does_not_say() -> None:
    found = with_article("2024-05-01", "2024-05-01")
    assert (found.content, found.image) == ("Text.", "https://a.example/boat.png")
    assert (found.author, found.published) == ("Ann", "2024-05-01")


def test_the_date_of_an_article_is_better_than_when_it_was_first_seen() -> None:
    assert with_article("2026-11-16T08:00:00+00:00", None).published == "2024-04-30"
