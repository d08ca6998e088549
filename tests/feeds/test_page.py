"""What a page says about itself."""

from __future__ import annotations

import pytest

from honbun.api import feed
from honbun.feeds.model import Feed, FeedLink
from honbun.page import Page

URL = "https://a.example/news/"


def info(html: str) -> Feed:
    return feed(Page(html, url=URL))


@pytest.mark.parametrize(
    "html",
    [
        "<html lang=en><title>Boats</title><meta name=description content='All of them'>",
        "<html lang=en><meta property=og:title content=Boats>"
        "<meta property=og:description content='All of them'>",
    ],
    ids=["head", "Open Graph"],
)
def test_title_description_and_language_are_declared(html: str) -> None:
    found = info(html)
    assert (found.title, found.description) == ("Boats", "All of them")
    assert found.language == "en"


def test_empty_page_has_no_information() -> None:
    found = info("")
    assert (found.title, found.description, found.language, found.feeds) == (None, None, None, ())
    assert (found.next, found.previous, found.reason) == (None, None, "no list here")


def test_linked_feeds_are_listed_once() -> None:
    link = "<link rel='{}' type='{}' href='{}' title='{}'>"
    html = (
        link.format("alternate", "application/rss+xml", "/rss", " All  boats ")
        + link.format("ALTERNATE home", "application/atom+xml; charset=utf-8", "atom.xml", "")
        + link.format("alternate", "application/rss+xml", "/rss", "Again")
        + link.format("alternate", "text/html", "/en", "English")
        + link.format("stylesheet", "application/rss+xml", "/x", "")
    )
    assert info(html).feeds == (
        FeedLink("https://a.example/rss", "All boats", "application/rss+xml"),
        FeedLink("https://a.example/news/atom.xml", None, "application/atom+xml"),
    )


@pytest.mark.parametrize(
    ("html", "following", "previous"),
    [
        ("<link rel=next href=/2>", True, False),
        ("<a rel='nofollow next' href=/2>x</a>", True, False),
        ("<a href=/2>Older posts</a>", True, False),
        ("<a href=/2>次のページ</a>", True, False),
        ("<a href=/2>  Next\n page </a>", True, False),
        ("<link rel=prev href=/2>", False, True),
        ("<a rel=previous href=/2>x</a>", False, True),
        ("<a href=/2>Newer</a>", False, True),
        ("<a href=http://b.example/2>Next</a>", False, False),
        ("<a href=''>Next</a>", False, False),
        (f"<a href={URL}>Next</a>", False, False),
        ("<a href=/2>Next of kin found</a>", False, False),
        ("<a href='javascript:next()'>Next</a>", False, False),
    ],
)
def test_next_and_previous_page_are_found(html: str, *, following: bool, previous: bool) -> None:
    found, url = info(html), "https://a.example/2"
    assert found.next == (url if following else None)
    assert found.previous == (url if previous else None)
