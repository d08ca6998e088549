"""What the public functions check, and full text of feed items."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from honbun import ContentOptions, FeedOptions, HonbunError, Page, PostsOptions, Run, SimilarOptions
from honbun.api import extract, extract_page, feed, full_text, own_pages, posts, similar
from honbun.errors import FetchError
from honbun.feeds.model import Article
from honbun.outputs.feeds import add_articles, entries
from tests.builders import LIST_URL, item
from tests.content.site import page, say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from honbun.errors import Failure
    from honbun.outputs.syndication import Entry

FUNCTIONS: list[Any] = [extract, posts, similar]
BOARD = "".join(
    f"<li><b>Ann{n}</b> 2010-03-0{n}<p>The tide came in and took boat number {n} with it.<br>"
    f"<a href=b{n}>We</a> found it again on day {n}.</p></li>"
    for n in range(1, 6)
)
NEWS = "".join(
    f"<article><h2><a href=/n{n}>The harbour opens again on day {n}</a></h2>"
    f"<p>The <b>gate</b> of the harbour number {n} was closed for a year and a day.</p>"
    f"<ul><li>boats {n}</li><li>rafts {n}</li></ul>"
    f"<p>Nobody knows why gate {n} was shut so long.</p>"
    "</article>"
    for n in range(1, 6)
)


@pytest.mark.parametrize("form", [str, str.encode, Page], ids=["text", "bytes", "page"])
def test_posts_and_feed_take_a_page_as_text_bytes_or_page(form: Any) -> None:
    url = "https://a.example/t/1"
    [thread] = posts(form(BOARD), url=url)
    assert [post.author for post in thread.posts] == [f"Ann{n}" for n in range(1, 6)]
    assert thread.posts[0].body.markdown == (
        "The tide came in and took boat number 1 with it.\\\n"
        "[We](https://a.example/t/b1) found it again on day 1.\n"
    )
    found = feed(form(NEWS), url=url)
    assert [item.link for item in found.items] == [f"https://a.example/n{n}" for n in range(1, 6)]
    assert found.items[0].html == (
        "<p>The <b>gate</b> of the harbour number 1 was closed for a year and a day.</p>\n"
        "<ul><li>boats 1</li>\n<li>rafts 1</li></ul>\n"
        "<p>Nobody knows why gate 1 was shut so long.</p>\n"
    )
    assert "- boats" in found.items[0].markdown


@pytest.mark.parametrize(
    ("function", "instead"),
    [
        (posts, "honbun.posts(honbun.read(...))"),
        (feed, "honbun.feed(next(honbun.read(...)))"),
        (extract_page, "honbun.extract(honbun.read(...))"),
    ],
)
@pytest.mark.parametrize("address", ["page.html", "https://a.example/t"])
def test_address_instead_of_a_page_is_an_error_that_says_what_to_call(
    function: Any, instead: str, address: str
) -> None:
    with pytest.raises(HonbunError, match=re.escape(f"use {instead}")):
        function(address)


@pytest.mark.parametrize("function", [feed, extract_page])
def test_page_of_another_type_is_an_error(function: Any) -> None:
    with pytest.raises(HonbunError, match=r"bytes, text or a honbun\.Page, not int"):
        function(5)


def test_url_of_several_pages_is_an_error() -> None:
    with pytest.raises(HonbunError, match="each of several pages has its own"):
        posts([Page(BOARD)], url="https://a.example/")


@pytest.mark.parametrize("function", [extract, similar])
@pytest.mark.parametrize("pages", [Page("<p>x"), "<p>x", b"<p>x"])
def test_one_page_is_no_collection(function: Any, pages: object) -> None:
    with pytest.raises(HonbunError, match=r"iterable of honbun\.Page"):
        function(pages)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("pages", [5])
def test_pages_must_be_an_iterable(function: Any, pages: object) -> None:
    with pytest.raises(HonbunError, match=r"iterable of honbun\.Page"):
        function(pages)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_pages_must_be_pages(function: Any) -> None:
    with pytest.raises(HonbunError, match=r"pages must be honbun\.Page, not str"):
        list(function(["<p>x"]))


@pytest.mark.parametrize(
    ("function", "options", "expected"),
    [
        (extract, PostsOptions(), "ContentOptions"),
        (posts, FeedOptions(), "PostsOptions"),
        (similar, ContentOptions(), "SimilarOptions"),
    ],
)
def test_options_must_be_those_of_the_function(function: Any, options: Any, expected: str) -> None:
    with pytest.raises(HonbunError, match=f"options must be honbun.{expected}"):
        function([], options)
    with pytest.raises(HonbunError, match=r"options must be honbun\.FeedOptions"):
        feed(Page("<p>x"), SimilarOptions())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "arguments",
    [
        {"alone": True, "duplicates": [("a", "b")]},
        {"alone": True, "options": ContentOptions(faithful=True)},
        {"alone": True, "memory": object()},
        {"memory": object(), "options": ContentOptions(faithful=True)},
    ],
)
def test_arguments_that_exclude_each_other_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(HonbunError, match="cannot be combined"):
        extract([], **arguments)


NUMBERS = range(8)
ITEMS = {f"{LIST_URL}{number}": item(f"Note {number}", f"/{number}") for number in NUMBERS}


class Web:
    """Pages by URL, and what was requested and reported."""

    def __init__(self) -> None:
        self.pages = {f"https://a.example/{number}": page(number).html for number in NUMBERS}
        self.moved: dict[str, str] = {}
        self.requests: list[str] = []
        self.failures: list[str] = []

    def fetch(self, url: str) -> Page:
        self.requests.append(url)
        if url not in self.pages:
            raise FetchError(f"{url}: not there")
        return Page(self.pages[url], url=self.moved.get(url, url), source=url)

    def report(self, failure: Failure) -> None:
        self.failures.append(str(failure))

    def texts(self, most: int = 30, store: Store | None = None) -> list[str | None]:
        run = Run(on_failure=self.report)
        found = full_text(LIST_URL, ITEMS, self.fetch, most=most, store=store, run=run)
        return [found[id_].text if id_ in found else None for id_ in ITEMS]


class Store:
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


def test_the_pages_of_a_list_are_extracted_as_a_collection(web: Web) -> None:
    assert web.texts() == [paragraphs(number) for number in NUMBERS]
    assert web.failures == []


def test_a_page_that_cannot_be_fetched_is_reported(web: Web) -> None:
    del web.pages["https://a.example/3"]
    found = web.texts()
    assert found[3] is None
    assert found[4] == paragraphs(4)
    assert web.failures == ["fetch: https://a.example/3: not there"]


def test_a_page_that_several_items_redirect_to_is_no_article(web: Web) -> None:
    web.moved = {f"https://a.example/{number}": "https://a.example/login" for number in (2, 5)}
    web.moved["https://a.example/6"] = f"{LIST_URL}?utm_source=x"
    found = web.texts()
    assert [number for number, text in enumerate(found) if text is None] == [2, 5, 6]
    assert len(web.failures) == 3


def test_stored_articles_are_not_fetched_again(web: Web) -> None:
    web.pages["https://a.example/2"] = ""
    store = Store()
    first = web.texts(store=store)
    assert first[2] == ""
    web.requests.clear()
    assert web.texts(store=store) == first
    assert web.requests == []
    del store.kept[f"{LIST_URL}4"]
    web.texts(store=store)
    assert web.requests == ["https://a.example/4"]


def test_only_the_first_items_get_their_full_text(web: Web) -> None:
    store = Store()
    web.texts(store=store)
    assert web.texts(2, store) == [paragraphs(0), paragraphs(1), *[None] * 6]


@pytest.mark.parametrize(
    ("links", "expected"),
    [
        (["/1", None, "a.html"], ["/1", None, None]),
        ([LIST_URL, f"{LIST_URL}#1", "/1#part"], [None, None, "/1#part"]),
        (["/log#1", "/log#2", "/1"], [None, None, "/1"]),
    ],
)
def test_a_page_that_several_items_link_to_is_no_items_own(
    links: list[str | None], expected: list[str | None]
) -> None:
    whole = [item(link=link).link for link in expected]
    assert own_pages(LIST_URL, [item(link=link) for link in links]) == whole


def completed(published: str | None, shown: str | None) -> Entry:
    [first_seen] = entries(LIST_URL, [item(published=published, author="Ann")])
    article = Article("Text.", "Bob", "2024-04-30", "https://a.example/boat.png")
    shown_item = item(published=shown, author="Ann")
    [found] = add_articles([first_seen], [shown_item], {first_seen.id: article})
    return found


def test_an_article_adds_what_the_list_does_not_say() -> None:
    found = completed("2024-05-01", "2024-05-01")
    assert (found.content, found.image) == ("Text.", "https://a.example/boat.png")
    assert (found.author, found.published) == ("Ann", "2024-05-01")


def test_the_date_of_an_article_replaces_the_time_it_was_first_seen() -> None:
    assert completed("2026-11-16T08:00:00+00:00", None).published == "2024-04-30"
