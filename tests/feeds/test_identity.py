"""Item ids are unique and do not depend on the order of items."""

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
from tests.builders import ITEMS, LIST_URL, item
from tests.outputs.channels import ANY_TEXT
from tests.outputs.feed_rules import atom_faults, rss_faults

if TYPE_CHECKING:
    import random

    from honbun.feeds.model import Item


def one(found: Item, page: str = LIST_URL) -> str:
    [id_] = item_ids(page, [found])
    return id_


@pytest.mark.parametrize(
    ("link", "id_"),
    [
        ("/1?utm_source=top", "https://a.example/1"),
        ("http://a.example/1", "https://a.example/1"),
        ("/1?fbclid=x", "https://a.example/1"),
        ("/1#comments", "https://a.example/1"),
        (f"{LIST_URL}#v1", f"{LIST_URL}#v1"),
        ("/log#v2", "https://a.example/log#v2"),
    ],
)
def test_link_makes_the_id_whatever_the_title(link: str, id_: str) -> None:
    assert one(item("Baots", link, "2024-05-01")) == id_
    assert one(item("Boats", link, summary="They float")) == id_


@pytest.mark.parametrize("link", [None, LIST_URL, "http://www.a.example/news/?utm_source=x", " "])
def test_item_without_a_link_is_identified_by_title_and_day(link: str | None) -> None:
    found = one(item("Boats", link, "2024-05-01T10:00"))
    assert found.startswith("urn:uuid:")
    assert found == one(item(" BOATS", None, "2024-05-01T12:30", summary="edited"))
    elsewhere = one(item("Boats", None, "2024-05-01"), "https://b.example/")
    others = [item("Boats", link, "2024-05-02"), item("Bridges", link, "2024-05-01")]
    assert found not in {elsewhere, *map(one, others)}


def test_item_without_link_and_date_is_identified_by_its_text() -> None:
    assert one(item(summary="One.")) == one(item(summary=" one. "))
    assert one(item(summary="One.")) != one(item(summary="Two."))


def test_items_with_one_link_are_identified_by_their_titles() -> None:
    a, b = item("Boats", "/events"), item("Bridges", "/events?utm_source=x")
    first, second = item_ids(LIST_URL, [a, b])
    assert first != second
    assert item_ids(LIST_URL, [b, a]) == (second, first)
    assert item_ids(LIST_URL, [item("Cars", "/events"), a, b])[1:] == (first, second)


def test_indistinguishable_items_are_numbered() -> None:
    found = item_ids(LIST_URL, [item(link="/1")] * 3)
    assert len(set(found)) == 3
    assert item_ids(LIST_URL, [item(link="/1")] * 2) == found[:2]


def test_files_on_disk_have_ids() -> None:
    first, second = item_ids("news.html", [item("A", "a.html"), item("B", "b.html")])
    assert first != second
    assert first == one(item("A, corrected", "a.html"), "news.html")


@given(st.lists(ITEMS, max_size=6))
def test_ids_of_a_page_are_unique_in_every_format(items: list[Item]) -> None:
    found = item_ids(LIST_URL, items)
    assert len(set(map(absolute_iri, found))) == len(items)
    feed = Channel("A", LIST_URL, entries=entries(LIST_URL, items))
    assert rss_faults(syndication.rss(feed)) == atom_faults(syndication.atom(feed)) == []


@given(st.lists(ITEMS, max_size=6), st.randoms(use_true_random=False))
def test_order_of_items_does_not_change_ids(items: list[Item], chance: random.Random) -> None:
    order = list(range(len(items)))
    chance.shuffle(order)
    before = item_ids(LIST_URL, items)
    after = item_ids(LIST_URL, [items[i] for i in order])
    # Indistinguishable items may change places.
    fields = [distinguishing(one) for one in items]
    assert Counter(zip(fields, before)) == Counter((fields[i], id_) for i, id_ in zip(order, after))


def distinguishing(one: Item) -> tuple[object, ...]:
    """All fields that distinguish an item from others."""
    address = item_url(one.link, canonical_link(LIST_URL))
    elsewhere = None if canonical_link(one.link) else one.link
    texts = (elsewhere, one.title, one.summary, one.published, one.author, one.image)
    return address, *(comparison_key(text or "") for text in texts)


ARTICLE = "https://a.example/news/a?id=3"


@pytest.mark.parametrize(
    "spelling",
    [
        "http://a.example/news/a?id=3",
        "https://A.Example:443/news/a?id=3",
        "http://a.example:80/news/a?id=3",
        "https://user@a.example/news/a?id=3",
        "https://a.example/%6Eews/a?id=3",
        f"{ARTICLE}&utm_source=x&utm_medium=y",
        "https://a.example/news/a?fbclid=x&id=3",
        "https://a.example/news/a?UTM_Source=x&id=3&",
        "https://a.example/news/a;jsessionid=0A1?id=3",
        *(f"{ARTICLE}#{x}" for x in ("comments", "more-17", "utm_source=x", "xtor=RSS-1", "")),
        f"{ARTICLE}#:~:text=boats",
    ],
)
def test_tracking_parameters_are_dropped(spelling: str) -> None:
    assert str(canonical_link(spelling)) == ARTICLE


@pytest.mark.parametrize(
    "other",
    [
        "https://a.example/news/a",
        "https://a.example/news/b?id=3",
        "https://b.example/news/a?id=3",
        "https://a.example:8080/news/a?id=3",
        *(ARTICLE + rest for rest in ("&page=2", "&source=5", "#v2", "#!/b")),
        "https://a.example/news/a%2F?id=3",
    ],
)
def test_parameters_that_may_select_the_article_stay(other: str) -> None:
    assert str(canonical_link(other)) == other


def test_usual_spellings_of_a_url_share_a_key() -> None:
    urls = [
        "https://a.example/a?b=1&c=2",
        "https://www.a.example/a/?b=1&c=2",
        "https://a.example/a?c=2&b=1",
        "http://a.example/a/?c=2&b=1",
    ]
    assert len({link.key for url in urls if (link := canonical_link(url))}) == 1


@pytest.mark.parametrize("link", [None, "", "a.html", "mailto:a@a.example", "http://[", "http://"])
def test_other_than_http_urls_have_no_canonical_link(link: str | None) -> None:
    assert canonical_link(link) is None


@given(ANY_TEXT)
def test_canonical_link_of_a_canonical_link_is_itself(rest: str) -> None:
    found = canonical_link(f"https://a.example/{rest}")
    if found is not None:
        assert str(found).isascii()
        assert str(canonical_link(str(found))) == str(found)
