"""JSON Feed has the keys of its specification, and no others."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from hypothesis import given

from honbun.outputs.syndication import Channel, Entry, render_jsonfeed
from honbun.text.unicode import clean
from tests.outputs.syndication.feeds import FEED, FEEDS


def read(feed: Channel) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(render_jsonfeed(feed))
    return found


def test_a_feed_has_all_that_is_known() -> None:
    assert read(FEED) == {
        "version": "https://jsonfeed.org/version/1.1",
        "title": "A thread",
        "home_page_url": "https://a.example/t",
        "feed_url": "https://a.example/t.xml",
        "description": "Of boats",
        "language": "en-GB",
        "items": [
            {
                "id": "https://a.example/t#1",
                "url": "https://a.example/t#1",
                "title": "Ann: boats & <b>bridges</b>",
                "content_text": "Boats & <b>bridges</b> ]]>\nfloat &amp; stand",
                "image": "https://a.example/boat.png",
                "date_published": "2008-12-10T09:30:05+09:00",
                "date_modified": "2008-12-11T10:00:00Z",
                "authors": [{"name": "Ann <ann@a.example>"}],
                "tags": ["Boats", "R&D"],
            },
            {"id": "key-2", "title": "本文", "content_text": "long", "summary": "short"},
        ],
    }


def test_an_entry_of_nothing_has_what_is_required() -> None:
    assert read(Channel("", entries=(Entry("1"),)))["items"] == [{"id": "1", "content_text": ""}]


def test_an_entry_without_its_whole_text_has_its_summary_as_text() -> None:
    [item] = read(Channel("A", entries=(Entry("1", summary="short"),)))["items"]
    assert (item["content_text"], item["summary"]) == ("short", "short")


@given(FEEDS)
def test_any_feed_can_be_read_back(feed: Channel) -> None:
    found = read(feed)
    assert found["title"] == clean(feed.title)
    for item, entry in zip(found["items"], feed.entries, strict=True):
        assert None not in item.values()
        text = entry.content or entry.summary or ""
        assert (item["id"], item["content_text"]) == (clean(entry.id), clean(text))
        for name in ("date_published", "date_modified"):
            if name in item:
                assert datetime.fromisoformat(item[name]).utcoffset() is not None


FEED_KEYS = {"version", "title", "home_page_url", "feed_url", "description", "language", "items"}
ITEM_KEYS = {
    *("id", "url", "title", "content_text", "summary", "image"),
    *("date_published", "date_modified", "authors", "tags"),
}


@given(FEEDS)
def test_any_feed_has_keys_of_the_specification_with_values_of_their_kind(feed: Channel) -> None:
    found = read(feed)
    assert found.keys() <= FEED_KEYS
    addresses = [found.get("home_page_url"), found.get("feed_url")]
    for item in found["items"]:
        assert item.keys() <= ITEM_KEYS
        assert isinstance(item["id"], str)
        assert all(tag.strip() for tag in item.get("tags", ["none"]))
        assert item.get("tags") != []
        addresses += [item.get("url"), item.get("image")]
    assert all(url is None or url.startswith(("http://", "https://")) for url in addresses)
