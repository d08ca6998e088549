"""Every format says what the items say."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

import feedparser
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.outputs.feeds import FORMATS, chosen, entries, feed, overview
from tests.feeds.made import ITEMS, item, listing, lists

if TYPE_CHECKING:
    from honbun.feeds.model import Item

BOATS = item("Boats", "/boats", "2024-05-01", summary="Float.", categories=("Sea", "Wood, old"))
NOTE = item("A note")
LINES: list[dict[str, Any]] = [
    {
        "title": "Boats",
        "link": "https://a.example/boats",
        "published": "2024-05-01",
        "summary": "Float.",
        "author": None,
        "image": None,
        "id": "https://a.example/boats",
        "categories": ["Sea", "Wood, old"],
        "content": None,
    },
    {
        "title": "A note",
        "link": None,
        "published": None,
        "summary": None,
        "author": None,
        "image": None,
        "id": "urn:uuid:5a4c0b1d",
        "categories": [],
        "content": None,
    },
]


def written(form: str, *items: Item) -> bytes:
    page = lists(listing(*items))
    file = io.BytesIO()
    FORMATS[form].write(feed(page, entries(page.url, chosen(page))), file)
    return file.getvalue()


def lines(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


def test_json_lines_have_every_key_of_every_item() -> None:
    found = lines(written("jsonl", BOATS, NOTE))
    assert found[1]["id"].startswith("urn:uuid:")
    assert [list(row) for row in found] == [list(row) for row in LINES]
    assert found == [LINES[0], LINES[1] | {"id": found[1]["id"]}]


def test_csv_has_a_category_a_line() -> None:
    text = written("csv", BOATS, NOTE).decode()
    first, second = csv.DictReader(io.StringIO(text, newline=""))
    assert (first["title"], first["categories"]) == ("Boats", "Sea\nWood, old")
    assert (second["title"], second["link"], second["categories"]) == ("A note", "", "")


@pytest.mark.parametrize("form", ["rss", "atom"])
def test_readers_of_feeds_find_the_items(form: str) -> None:
    read = feedparser.parse(written(form, BOATS, NOTE))
    assert not read.bozo
    assert [entry.title for entry in read.entries] == ["Boats", "A note"]


def test_json_feed_holds_the_items() -> None:
    first, second = json.loads(written("json", BOATS, NOTE))["items"]
    assert (first["url"], first["tags"]) == ("https://a.example/boats", ["Sea", "Wood, old"])
    assert second["url"] == "https://a.example/news"


@given(st.lists(ITEMS, max_size=3))
def test_any_items_can_be_written_in_any_format(items: list[Item]) -> None:
    for form in FORMATS:
        assert written(form, *items) == written(form, *items)
    assert len(lines(written("jsonl", *items))) == len(items)


def test_the_overview_tells_lists_apart() -> None:
    several = [item(f"Boat {number}\x1b[2J") for number in range(5)]
    page = lists(listing(*several, heading="News"), listing(item("x" * 300)))
    assert overview(page) == (
        "1  5 items  News\n"
        "   - Boat 0\\x1b[2J\n   - Boat 1\\x1b[2J\n   - Boat 2\\x1b[2J\n"
        f"2  1 item\n   - {'x' * 100}\n"
    )
