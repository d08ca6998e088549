"""An item has an id of its own, which stays when the page is sorted anew."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.feeds.identity import canonical_link, comparison_key, item_ids, item_url
from honbun.outputs import syndication
from honbun.outputs.feeds import entries
from honbun.outputs.syndication import Channel
from honbun.text.urls import absolute_iri
from tests.feeds.made import ITEMS, URL, item
from tests.outputs.feed_rules import atom_faults, rss_faults

if TYPE_CHECKING:
    import random

    from honbun.feeds.model import Item


def one(found: Item, page: str = URL) -> str:
    [id_] = item_ids(page, [found])
    return id_


def test_an_item_is_known_by_where_it_leads() -> None:
    assert one(item(link="/1?utm_source=top")) == "https://a.example/1"


@pytest.mark.parametrize("link", ["http://a.example/1", "/1?fbclid=x", "/1#comments"])
def test_a_corrected_title_and_a_counting_link_change_nothing(link: str) -> None:
    assert one(item("Baots", "/1", "2024-05-01")) == one(item("Boats", link, summary="They float"))


def test_an_anchor_on_the_page_is_an_address_of_its_own() -> None:
    first, second = item_ids(URL, [item(link=f"{URL}#v1"), item(link=f"{URL}#v2")])
    assert (first, second) == (f"{URL}#v1", f"{URL}#v2")


def test_an_anchor_counts_whether_other_items_have_one_or_not() -> None:
    pair = [item(link="/log#v1"), item(link="/log#v2")]
    assert item_ids(URL, pair[:1]) == item_ids(URL, pair)[:1]


@pytest.mark.parametrize("link", [None, URL, "http://www.a.example/news/?utm_source=x", " "])
def test_an_item_that_leads_nowhere_is_known_by_title_and_day(link: str | None) -> None:
    found = one(item("Boats", link, "2024-05-01T10:00"))
    assert found.startswith("urn:uuid:")
    assert found == one(item(" BOATS", None, "2024-05-01T12:30", summary="edited"))
    assert found != one(item("Boats", link, "2024-05-02"))
    assert found != one(item("Bridges", link, "2024-05-01"))
    assert found != one(
        item("Boats", link and "https://b.example/", "2024-05-01"), "https://b.example/"
    )


def test_without_a_date_an_item_that_leads_nowhere_is_known_by_what_it_says() -> None:
    assert one(item(summary="One.")) == one(item(summary=" one. "))
    assert one(item(summary="One.")) != one(item(summary="Two."))


def test_items_that_lead_to_one_place_are_told_apart_by_their_titles() -> None:
    a, b = item("Boats", "/events"), item("Bridges", "/events?utm_source=x")
    first, second = item_ids(URL, [a, b])
    assert first != second
    assert item_ids(URL, [b, a]) == (second, first)
    assert item_ids(URL, [item("Cars", "/events"), a, b])[1:] == (first, second)


def test_items_that_nothing_tells_apart_are_counted() -> None:
    found = item_ids(URL, [item(link="/1")] * 3)
    assert len(set(found)) == 3
    assert item_ids(URL, [item(link="/1")] * 2) == found[:2]


def test_files_on_disk_have_ids_too() -> None:
    first, second = item_ids("news.html", [item("A", "a.html"), item("B", "b.html")])
    assert first != second
    assert first == one(item("A, corrected", "a.html"), "news.html")


@given(st.lists(ITEMS, max_size=6))
def test_ids_of_a_page_are_unique_in_every_format(items: list[Item]) -> None:
    found = item_ids(URL, items)
    assert len(set(map(absolute_iri, found))) == len(items)
    feed = Channel("A", URL, entries=entries(URL, items))
    assert rss_faults(syndication.rss(feed)) == atom_faults(syndication.atom(feed)) == []


@given(st.lists(ITEMS, max_size=6), st.randoms(use_true_random=False))
def test_items_in_another_order_have_the_same_ids(items: list[Item], chance: random.Random) -> None:
    order = list(range(len(items)))
    chance.shuffle(order)
    before = item_ids(URL, items)
    after = item_ids(URL, [items[i] for i in order])
    # Items that nothing tells apart may change places.
    told = [told_by(one) for one in items]
    assert Counter(zip(told, before)) == Counter((told[i], id_) for i, id_ in zip(order, after))


def told_by(one: Item) -> tuple[object, ...]:
    """All that may tell an item from others."""
    address = item_url(one.link, canonical_link(URL))
    elsewhere = None if canonical_link(one.link) else one.link
    texts = (elsewhere, one.title, one.summary, one.published, one.author, one.image)
    return address, *(comparison_key(text or "") for text in texts)
