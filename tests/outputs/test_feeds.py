"""The items of a page become a feed that depends on the page alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import feedparser
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.errors import HonbunError
from honbun.outputs import syndication
from honbun.outputs.feeds import ALL_LISTS, channel, entries, overview, select_items
from tests.builders import ITEMS, LIST_URL, feed_of, item, item_list
from tests.outputs.feed_rules import atom_faults, rss_faults

if TYPE_CHECKING:
    from honbun.feeds.model import Feed, Item
    from honbun.outputs.syndication import Channel

BOATS = item(
    "Boats & co.",
    "/boats",
    "2024-05-01",
    summary="They float.",
    author="Ann",
    image="https://a.example/boat.png",
    categories=("Sea",),
)
CARS = item("Cars", "/cars", "2024-06-01T10:00+02:00")
NOTE = item("A note", None)
PAGE = feed_of(
    item_list(BOATS, CARS, NOTE), item_list(item("Trams", "/trams"), heading="Most read")
)


@pytest.mark.parametrize(
    ("url", "link", "title"),
    [("news.html", "news.html", "news.html"), ("-", None, ""), ("-:1", None, "")],
)
def test_page_without_url_is_named_by_its_file(url: str, link: str | None, title: str) -> None:
    found = made(replace(PAGE, url=url, title=None))
    assert (found.link, found.title) == (link, title)
    assert found.entries[2].link == link
    assert made(replace(PAGE, url="-", title=None), 2).title == "Most read"


def made(page: Feed = PAGE, number: int = 1, self_link: str | None = None) -> Channel:
    return channel(page, entries(page.url, select_items(page, number)), self_link, number)


def test_feed_reader_finds_the_fields_of_the_page() -> None:
    read = feedparser.parse(syndication.rss(made(self_link="https://b.example/feed.xml")))
    found = read.feed
    assert (found.title, found.link, found.language) == ("News", LIST_URL, "en")
    assert found.subtitle == "What happens"
    assert found.updated == "Sat, 01 Jun 2024 10:00:00 +0200"
    assert [link.href for link in found.links if link.rel == "self"] == [
        "https://b.example/feed.xml"
    ]
    boats, cars, note = read.entries
    assert (boats.title, boats.link, boats.id) == ("Boats & co.", BOATS.link, BOATS.link)
    assert (boats.summary, boats.author, boats.tags[0].term) == ("They float.", "Ann", "Sea")
    assert boats.published == "Wed, 01 May 2024 00:00:00 +0000"
    assert "published" in cars
    assert "published" not in note


def test_items_keep_the_order_of_the_page() -> None:
    assert [entry.title for entry in made().entries] == ["Boats & co.", "Cars", "A note"]


def test_item_without_link_links_to_the_page() -> None:
    assert made().entries[2].link == LIST_URL


def test_feed_without_dates_has_no_update_time() -> None:
    assert made(feed_of(item_list(NOTE))).updated is None


def test_page_without_title_is_named_by_its_url() -> None:
    assert made(feed_of(item_list(NOTE), title=None)).title == LIST_URL


def test_every_list_of_a_page_is_a_feed_of_its_own() -> None:
    first, second = made(number=1), made(number=2)
    assert [entry.title for entry in second.entries] == ["Trams"]
    assert second.title == "News: Most read"
    assert first.id != second.id


def test_all_lists_together_have_each_item_once() -> None:
    page = feed_of(
        item_list(BOATS, NOTE), item_list(item("See: boats", "/boats?utm_source=x"), CARS)
    )
    assert select_items(page, ALL_LISTS) == (BOATS, NOTE, CARS)


def test_links_repeated_within_one_list_are_kept() -> None:
    twice = (item("Boats", "/events"), item("Cars", "/events"))
    assert select_items(feed_of(item_list(*twice)), ALL_LISTS) == twice


@pytest.mark.parametrize(
    ("page", "message"),
    [
        (PAGE, "has 2 lists: there is no list 3"),
        (feed_of(item_list(BOATS)), "has one list: there is no list 3"),
        (feed_of(), "has no list: there is no list 3"),
    ],
)
def test_number_of_a_missing_list_is_an_error(page: Feed, message: str) -> None:
    with pytest.raises(HonbunError, match=message):
        select_items(page, 3)


@given(st.lists(ITEMS, max_size=5))
def test_feed_of_any_items_is_valid(items: list[Item]) -> None:
    page = feed_of(item_list(*items))
    found = made(page)
    assert rss_faults(syndication.rss(found)) == atom_faults(syndication.atom(found)) == []


def test_overview_shows_number_size_heading_and_first_titles() -> None:
    several = [item(f"Boat {number}\x1b[2J") for number in range(5)]
    page = feed_of(item_list(*several, heading="News"), item_list(item("x" * 300)))
    assert overview(page) == (
        "1  5 items  News\n"
        "   - Boat 0\\x1b[2J\n   - Boat 1\\x1b[2J\n   - Boat 2\\x1b[2J\n"
        f"2  1 item\n   - {'x' * 100}\n"
    )
