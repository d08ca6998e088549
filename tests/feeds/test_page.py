"""What a page says about itself."""

from __future__ import annotations

import pytest

from honbun.feeds.model import FeedLink
from honbun.feeds.page import PageInfo, page_info
from honbun.page import Page

URL = "https://a.example/news/"


def told(html: str, url: str = URL) -> PageInfo:
    return page_info(Page(html, url=url).parse(), url)


def test_title_description_and_language_come_from_the_head() -> None:
    html = "<html lang=en><title>Boats</title><meta name=description content='All of them'>"
    found = told(html)
    assert (found["title"], found["description"]) == ("Boats", "All of them")
    assert found["language"] == "en"


def test_open_graph_is_the_fallback() -> None:
    html = (
        "<meta property=og:title content=Boats><meta property=og:description content='All of them'>"
    )
    assert (told(html)["title"], told(html)["description"]) == ("Boats", "All of them")


def test_empty_page_has_no_information() -> None:
    found = told("")
    assert found == PageInfo(
        url=URL, title=None, description=None, language=None, feeds=(), next=None, previous=None
    )


def test_linked_feeds_are_listed_once() -> None:
    link = "<link rel='{}' type='{}' href='{}' title='{}'>"
    html = (
        link.format("alternate", "application/rss+xml", "/rss", " All  boats ")
        + link.format("ALTERNATE home", "application/atom+xml; charset=utf-8", "atom.xml", "")
        + link.format("alternate", "application/rss+xml", "/rss", "Again")
        + link.format("alternate", "text/html", "/en", "English")
        + link.format("stylesheet", "application/rss+xml", "/x", "")
    )
    assert told(html)["feeds"] == (
        FeedLink("https://a.example/rss", "All boats", "application/rss+xml"),
        FeedLink("https://a.example/news/atom.xml", None, "application/atom+xml"),
    )


@pytest.mark.parametrize(
    "html",
    [
        "<link rel=next href=/2>",
        "<a rel='nofollow next' href=/2>x</a>",
        "<a href=/2>Older posts</a>",
        "<a href=/2>次のページ</a>",
        "<a href=/2>  Next\n page </a>",
    ],
)
def test_next_page_is_found(html: str) -> None:
    assert told(html)["next"] == "https://a.example/2"
    assert told(html)["previous"] is None


@pytest.mark.parametrize(
    "html",
    ["<link rel=prev href=/1>", "<a rel=previous href=/1>x</a>", "<a href=/1>Newer</a>"],
)
def test_previous_page_is_found(html: str) -> None:
    assert told(html)["previous"] == "https://a.example/1"
    assert told(html)["next"] is None


@pytest.mark.parametrize(
    "html",
    [
        "<a href=http://b.example/2>Next</a>",
        "<a href=''>Next</a>",
        f"<a href={URL}>Next</a>",
        "<a href=/2>Next of kin found</a>",
        "<a href='javascript:next()'>Next</a>",
    ],
)
def test_other_links_are_no_next_page(html: str) -> None:
    assert told(html)["next"] is None
