"""The items of a page as a feed: what readers of feeds go by."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import feedparser
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.errors import HonbunError
from honbun.outputs import syndication
from honbun.outputs.feeds import ALL, chosen, entries, feed
from tests.feeds.made import ITEMS, URL, item, listing, lists
from tests.outputs.syndication.rules import atom_faults, rss_faults

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
PAGE = lists(listing(BOATS, CARS, NOTE), listing(item("Trams", "/trams"), heading="Most read"))


@pytest.mark.parametrize(
    ("url", "link", "title"),
    [("news.html", "news.html", "news.html"), ("-", None, ""), ("-:1", None, "")],
)
def test_a_page_without_an_address_is_called_by_its_file(
    url: str, link: str | None, title: str
) -> None:
    found = made(replace(PAGE, url=url, title=None))
    assert (found.link, found.title) == (link, title)
    assert found.entries[2].link == link
    assert made(replace(PAGE, url="-", title=None), 2).title == "Most read"


def made(page: Feed = PAGE, number: int = 1, self_link: str | None = None) -> Channel:
    return feed(page, entries(page.url, chosen(page, number)), self_link, number)


def test_a_feed_reader_finds_what_the_page_says() -> None:
    read = feedparser.parse(syndication.render_rss(made(self_link="https://b.example/feed.xml")))
    channel = read.feed
    assert (channel.title, channel.link, channel.language) == ("News", URL, "en")
    assert channel.subtitle == "What happens"
    assert channel.updated == "Sat, 01 Jun 2024 10:00:00 +0200"
    assert [link.href for link in channel.links if link.rel == "self"] == [
        "https://b.example/feed.xml"
    ]
    boats, cars, note = read.entries
    assert (boats.title, boats.link, boats.id) == ("Boats & co.", BOATS.link, BOATS.link)
    assert (boats.summary, boats.author, boats.tags[0].term) == ("They float.", "Ann", "Sea")
    assert boats.published == "Wed, 01 May 2024 00:00:00 +0000"
    assert "published" in cars
    assert "published" not in note


def test_items_stay_in_the_order_of_the_page() -> None:
    assert [entry.title for entry in made().entries] == ["Boats & co.", "Cars", "A note"]


def test_an_item_without_a_link_is_found_on_the_page() -> None:
    assert made().entries[2].link == URL


def test_a_feed_without_dates_does_not_say_when_it_changed() -> None:
    assert made(lists(listing(NOTE))).updated is None


def test_a_page_without_a_title_is_called_by_its_address() -> None:
    assert made(lists(listing(NOTE), title=None)).title == URL


def test_another_list_of_a_page_is_another_feed() -> None:
    first, second = made(number=1), made(number=2)
    assert [entry.title for entry in second.entries] == ["Trams"]
    assert second.title == "News: Most read"
    assert first.id != second.id


def test_all_lists_give_each_item_once() -> None:
    page = lists(listing(BOATS, NOTE), listing(item("See: boats", "/boats?utm_source=x"), CARS))
    assert chosen(page, ALL) == (BOATS, NOTE, CARS)


def test_all_lists_keep_what_one_list_says_twice() -> None:
    twice = (item("Boats", "/events"), item("Cars", "/events"))
    assert chosen(lists(listing(*twice)), ALL) == twice


@pytest.mark.parametrize(
    ("page", "message"),
    [
        (PAGE, "has 2 lists: there is no list 3"),
        (lists(listing(BOATS)), "has one list: there is no list 3"),
        (lists(), "has no list: there is no list 3"),
    ],
)
def test_a_list_that_is_not_there_is_told(page: Feed, message: str) -> None:
    with pytest.raises(HonbunError, match=message):
        chosen(page, 3)


@given(st.lists(ITEMS, max_size=5))
def test_a_feed_of_any_items_keeps_the_rules(items: list[Item]) -> None:
    page = lists(listing(*items))
    found = made(page)
    assert (
        rss_faults(syndication.render_rss(found))
        == atom_faults(syndication.render_atom(found))
        == []
    )
    again = made(replace(page))
    for form in (syndication, syndication, syndication):
        assert form.render(found) == form.render(again)
