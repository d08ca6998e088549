"""Golden pages: each folder of `pages` is a page with its lists, or without any."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.api import feed
from honbun.errors import HonbunError
from honbun.feeds.model import Feed, FeedOptions, Item, Weights
from honbun.page import Page
from tests.feeds.builders import LISTS

PAGES = sorted((Path(__file__).parent / "pages").iterdir())
URL = "https://a.example/news/"
FULL_DAY = re.compile(r"\d{4}-\d\d-\d\d(T|$)")


def read(folder: Path) -> tuple[Page, dict[str, Any]]:
    expected = json.loads((folder / "lists.json").read_text("utf-8"))
    when = datetime.fromisoformat(expected["when"]) if "when" in expected else None
    return Page((folder / "page.html").read_bytes(), url=expected["url"], fetched_at=when), expected


def told(item: Item, like: dict[str, Any]) -> dict[str, Any]:
    """The fields of an item that a golden page specifies."""
    values = {name: getattr(item, name) for name in like}
    return {name: list(v) if isinstance(v, tuple) else v for name, v in values.items()}


@pytest.mark.parametrize("folder", PAGES, ids=lambda folder: folder.name)
def test_lists_of_a_page_are_found(folder: Path) -> None:
    page, expected = read(folder)
    found = feed(page)
    assert_sound(found)
    assert bool(found.lists) == bool(expected["lists"])
    assert len(found.lists) >= len(expected["lists"])
    for listing, like in zip(found.lists, expected["lists"]):
        assert [each["title"] for each in like["items"]] == [item.title for item in listing.items]
        assert like["items"] == [told(i, e) for i, e in zip(listing.items, like["items"])]
        assert like.get("heading", listing.heading) == listing.heading
    assert expected.get("next") == found.next


WITH_LISTS = [folder for folder in PAGES if not folder.name.startswith("none-")]


@pytest.mark.parametrize("folder", WITH_LISTS, ids=lambda folder: folder.name)
def test_another_host_changes_links_only(folder: Path) -> None:
    page, expected = read(folder)
    host = urlsplit(expected["url"]).netloc
    moved = replace(page, url=expected["url"].replace(host, "elsewhere.example"))

    def back(address: str | None) -> str | None:
        return address and address.replace("elsewhere.example", host)

    def returned(item: Item) -> Item:
        return replace(item, link=back(item.link), image=back(item.image))

    here, there = feed(page), feed(moved)
    assert [replace(each, items=tuple(map(returned, each.items))) for each in there.lists] == list(
        here.lists
    )
    assert (here.next, here.previous) == (back(there.next), back(there.previous))


@pytest.mark.parametrize("folder", WITH_LISTS, ids=lambda folder: folder.name)
def test_text_and_bytes_have_the_same_lists(folder: Path) -> None:
    page, _ = read(folder)
    assert isinstance(page.html, bytes)
    assert feed(replace(page, html=page.html.decode())).lists == feed(page).lists


@pytest.mark.parametrize("folder", WITH_LISTS, ids=lambda folder: folder.name)
def test_time_of_fetching_is_never_an_item_date(folder: Path) -> None:
    page, expected = read(folder)
    if "when" not in expected:
        assert feed(replace(page, fetched_at=datetime(2031, 1, 1))).lists == feed(page).lists


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
            assert item.summary is None or item.summary == " ".join(item.summary.split()) != ""
            assert len(set(item.categories)) == len(item.categories)


@given(LISTS)
def test_any_page_has_sound_lists(html: str) -> None:
    assert_sound(feed(Page(html, url=URL)))


@given(LISTS)
def test_same_page_has_the_same_lists(html: str) -> None:
    assert feed(Page(html, url=URL)) == feed(Page(html, url=URL))


@given(LISTS, st.datetimes(datetime(2000, 1, 1), datetime(2030, 1, 1)))
def test_time_of_fetching_matters_for_relative_dates_only(html: str, when: datetime) -> None:
    assert feed(Page(html, url=URL, fetched_at=when)).lists == feed(Page(html, url=URL)).lists


def test_page_without_a_url_has_a_list() -> None:
    page, _ = read(next(folder for folder in PAGES if folder.name == "headlines"))
    found = feed(replace(page, url=None, source="local.html"))
    assert [item.title for item in found.items] == [item.title for item in feed(page).items]
    assert found.source == "local.html"


def test_feed_has_the_url_and_source_of_its_page() -> None:
    page, expected = read(next(folder for folder in PAGES if folder.name == "archive-years"))
    found = feed(replace(page, source="archive.html"))
    assert (found.url, found.source) == (expected["url"], "archive.html")
    assert (found.title, found.language) == ("Archive – Ulla Brandt", "en")
    assert (found.encoding, found.replaced) == ("utf-8", 0)
    assert [named.url for named in found.feeds] == ["https://ulla.example/atom.xml"]


def test_every_xpath_leads_to_one_element() -> None:
    page, _ = read(next(folder for folder in PAGES if folder.name == "excerpts"))
    paths = [item.xpath for item in feed(page).items]
    assert len(set(paths)) == len(paths)
    assert all(path.startswith("/html/body/") for path in paths)


def test_options_must_be_feed_options() -> None:
    with pytest.raises(HonbunError, match="FeedOptions"):
        feed(Page("<p>x"), {"faithful": True})  # type: ignore[arg-type]


def test_custom_weights_are_used() -> None:
    """If only the number of items counts, everything that repeats is an item."""
    page, _ = read(next(folder for folder in PAGES if folder.name == "excerpts"))
    greedy = FeedOptions(weights=Weights({"count": 1.0}, {"bias": 1.0}))
    assert len(feed(page, greedy).items) > len(feed(page).items)
    closed = FeedOptions(weights=Weights({"count": 1.0}, {"bias": -1.0}))
    assert feed(page, closed).lists == ()


def test_scores_of_lists_decrease() -> None:
    page, _ = read(next(folder for folder in PAGES if folder.name == "front-page"))
    scores = [listing.score for listing in feed(page).lists]
    assert len(scores) > 1
    assert scores == sorted(scores, reverse=True)


ROW = "<li>2010-03-{0:02} <a href=/news/{1}>The boat number {1} was seen again</a></li>"


def rows(count: int) -> str:
    return "".join(ROW.format(1 + n % 28, n) for n in range(count))


@pytest.mark.parametrize("url", ["", "http://[", "boats", "https://a.example:x/", "javascript:x"])
def test_page_may_have_any_url(url: str) -> None:
    found = feed(Page(f"<ul>{rows(9)}</ul>", url=url))
    assert len(found.items) == 9


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
