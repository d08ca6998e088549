"""What a look at a page remembers: ids are given once, and never to another item."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from honbun.feeds.matching import update_items
from tests.feeds.made import ITEMS, URL, item

if TYPE_CHECKING:
    from honbun.feeds.matching import KnownItem
    from honbun.feeds.model import Item

NOW = datetime(2026, 5, 1, tzinfo=UTC)


def test_what_was_there_at_the_first_look_has_no_first_time() -> None:
    [first] = update_items(URL, [item(link="/1")], [], None)
    assert (first.id, first.first) == ("https://a.example/1", None)
    again, new = update_items(URL, [item("Corrected", "/1"), item(link="/2")], [first], NOW)
    assert (again.id, again.title, again.first) == (first.id, "Corrected", None)
    assert (new.id, new.first) == ("https://a.example/2", NOW)


def test_an_item_that_moved_keeps_its_id() -> None:
    before = update_items(URL, [item(link="/1", published="2024-05-01")], [], None)
    [moved] = update_items(URL, [item(link="/new/1", published="2024-05-01")], before, NOW)
    assert (moved.id, moved.link) == ("https://a.example/1", "https://a.example/new/1")


def test_an_id_is_not_given_to_the_next_item_at_the_same_place() -> None:
    before = update_items(URL, [item("Boats", "/1", "2024-05-01")], [], None)
    moved = update_items(URL, [item("Boats", "/2", "2024-05-01")], before, NOW)
    boats, cars = update_items(
        URL, [item("Boats", "/2", "2024-05-01"), item("Cars", "/1")], moved, NOW
    )
    assert boats.id == "https://a.example/1"
    assert cars.id.startswith("urn:uuid:")


@given(st.lists(st.lists(ITEMS, max_size=5), max_size=4))
def test_whatever_a_page_shows_one_after_the_other_ids_stay_unique(pages: list[list[Item]]) -> None:
    remembered: dict[str, KnownItem] = {}
    for items in pages:
        found = update_items(URL, items, list(remembered.values()), NOW)
        assert len({one.id for one in found}) == len(items)
        remembered |= {one.id: one for one in found}
