"""Lists of whole pages: golden ones, random ones, hostile ones."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.api import feed
from honbun.errors import HonbunError
from honbun.feeds.model import Feed, FeedOptions, Item, Weights
from honbun.page import Page
from tests import golden
from tests.feeds.builders import LISTS, URL

FULL_DAY = re.compile(r"\d{4}-\d\d-\d\d(T|$)")
SLUGS = golden.slugs("lists.json")


def read(slug: str) -> Page:
    (page,) = golden.pages(slug)
    return page


@pytest.mark.parametrize("slug", SLUGS)
def test_lists_of_golden_pages_are_found_with_their_fields(slug: str) -> None:
    expected, found = golden.expected(slug, "lists.json"), feed(read(slug))
    assert_sound(found)
    assert bool(found.lists) == bool(expected["lists"])
    assert len(found.lists) >= len(expected["lists"])
    for listing, like in zip(found.lists, expected["lists"]):
        assert [each["title"] for each in like["items"]] == [item.title for item in listing.items]
        assert like["items"] == [golden.shown(i, e) for i, e in zip(listing.items, like["items"])]
        assert like.get("heading", listing.heading) == listing.heading
    assert expected.get("next") == found.next


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if not slug.startswith("none-")])
def test_host_encoding_and_time_of_fetching_do_not_matter(slug: str) -> None:
    """Another host changes links only, and no item has the time of fetching."""
    page = read(slug)
    host = urlsplit(page.url).netloc
    assert isinstance(page.html, bytes)
    assert isinstance(host, str)
    moved = replace(
        page,
        html=page.html.decode(),
        url=(page.url or "").replace(host, "elsewhere.example"),
        fetched_at=page.fetched_at or datetime(2031, 1, 1),
    )

    def back(address: str | None) -> str | None:
        return address and address.replace("elsewhere.example", host)

    def returned(item: Item) -> Item:
        return replace(item, link=back(item.link), image=back(item.image))

    here, there = feed(page), feed(moved)
    assert [replace(each, items=tuple(map(returned, each.items))) for each in there.lists] == list(
        here.lists
    )
    assert (here.next, here.previous) == (back(there.next), back(there.previous))


def is_web(address: str) -> bool:
    return address.startswith(("http://", "https://")) and bool(urlsplit(address).netloc)


def assert_sound(found: Feed) -> None:
    """What holds for the lists of any page with a URL."""
    assert (found.reason is None) == bool(found.lists)
    for listing in found.lists:
        assert len(set(listing.items)) == len(listing.items) > 0
        for item in listing.items:
            assert item.title == " ".join(item.title.split())
            assert item.link is None or is_web(item.link)
            assert item.image is None or is_web(item.image)
            assert item.published is None or FULL_DAY.match(item.published)
            assert item.published is None or datetime.fromisoformat(item.published)
            assert item.summary is None or item.summary == item.summary.strip() != ""
            assert len(set(item.categories)) == len(item.categories)


@given(LISTS, st.datetimes(datetime(2000, 1, 1), datetime(2030, 1, 1)))
def test_any_page_has_sound_lists_that_are_always_the_same(html: str, when: datetime) -> None:
    """The time of fetching matters for relative dates only."""
    found = feed(Page(html, url=URL))
    assert_sound(found)
    assert feed(Page(html, url=URL, fetched_at=when)) == found


def test_feed_has_the_url_and_source_of_its_page() -> None:
    page = read("archive-years")
    found = feed(replace(page, source="archive.html"))
    assert (found.url, found.source) == (page.url, "archive.html")
    assert (found.title, found.language) == ("Archive – Ulla Brandt", "en")
    assert (found.encoding, found.replaced) == ("utf-8", 0)
    assert [named.url for named in found.feeds] == ["https://ulla.example/atom.xml"]
    nowhere = feed(replace(read("headlines"), url=None, source="local.html"))
    assert [item.title for item in nowhere.items] == [
        i.title for i in feed(read("headlines")).items
    ]
    assert nowhere.source == "local.html"


def test_every_xpath_leads_to_one_element() -> None:
    paths = [item.xpath for item in feed(read("excerpts")).items]
    assert len(set(paths)) == len(paths)
    assert all(path.startswith("/html/body/") for path in paths)


def test_options_must_be_feed_options() -> None:
    with pytest.raises(HonbunError, match="FeedOptions"):
        feed(Page("<p>x"), {"faithful": True})  # type: ignore[arg-type]


def test_custom_weights_are_used() -> None:
    """If only the number of items counts, everything that repeats is an item."""
    page = read("excerpts")
    greedy = FeedOptions(weights=Weights({"count": 1.0}, {"bias": 1.0}))
    assert len(feed(page, greedy).items) > len(feed(page).items)
    closed = FeedOptions(weights=Weights({"count": 1.0}, {"bias": -1.0}))
    assert feed(page, closed).lists == ()


def test_scores_of_lists_decrease() -> None:
    scores = [listing.score for listing in feed(read("front-page")).lists]
    assert len(scores) > 1
    assert scores == sorted(scores, reverse=True)


ROW = "<li>2010-03-{0:02} <a href=/news/{1}>The boat number {1} was seen again</a></li>"


def rows(count: int) -> str:
    return "".join(ROW.format(1 + n % 28, n) for n in range(count))


@pytest.mark.parametrize("url", ["", "http://[", "boats", "https://a.example:x/", "javascript:x"])
def test_page_may_have_any_url(url: str) -> None:
    assert len(feed(Page(f"<ul>{rows(9)}</ul>", url=url)).items) == 9


def test_long_list_is_found_whole() -> None:
    assert len(feed(Page(f"<ul>{rows(1500)}</ul>", url=URL)).items) == 1500


def test_undecodable_bytes_are_counted() -> None:
    found = feed(Page(b"<meta charset=utf-8><ul>" + rows(9).encode() + b"\xff\xfe</ul>", url=URL))
    assert len(found.items) == 9
    assert found.replaced == 2


def test_page_that_unfolds_without_end_is_rejected() -> None:
    unfolds = "".join(f"<p><b class=c{number}>" for number in range(4000))
    with pytest.raises(HonbunError):
        feed(Page(unfolds, url=URL))
