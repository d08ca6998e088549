"""Which found item is which true one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.evaluation.matching import link_key, pairs
from tests.evaluation.noticeboards import FAIR, HERE, MENU, ROADS, WATER, item, true_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.evaluation.noticeboards import Told


def paired(found: Sequence[Told], true: Sequence[Told]) -> list[tuple[int, int]]:
    return pairs(list(map(item, found)), true_page(true))


def test_items_are_known_by_their_links() -> None:
    assert paired([WATER, MENU, ROADS], [ROADS, WATER, FAIR]) == [(0, 1), (2, 0)]


def test_a_link_of_one_item_alone_outranks_the_title() -> None:
    renamed = ("Another title", ROADS[1], None)
    elsewhere = (ROADS[0], f"{HERE}elsewhere", None)
    assert paired([elsewhere, renamed], [ROADS]) == [(1, 0)]
    assert paired([elsewhere], [ROADS]) == []


def test_fragments_are_part_of_a_link() -> None:
    first, second = (("One", f"{HERE}a#1", None), ("Two", f"{HERE}a#2", None))
    assert paired([second, first], [first, second]) == [(0, 1), (1, 0)]
    assert paired([("One", f"{HERE}a", None)], [first, second]) == []


def test_of_items_with_one_link_the_title_decides() -> None:
    shared = [("One", f"{HERE}a", None), ("Two", f"{HERE}a", None)]
    assert paired([shared[1], shared[0]], shared) == [(0, 1), (1, 0)]
    assert paired([("Three", f"{HERE}a", None)], shared) == []
    assert paired([("Two", f"{HERE}b", None)], shared) == [(0, 1)]


def test_items_without_link_are_known_by_title_whatever_its_white_space() -> None:
    assert paired([(" 3月 1日", None, None)], [("3月1日", None, None)]) == [(0, 0)]
    assert paired([("3月1日", f"{HERE}#1", None)], [("3月1日", None, None)]) == [(0, 0)]
    assert paired([("3月2日", None, None)], [("3月1日", None, None)]) == []


def test_an_anchor_of_the_page_is_known_by_title_where_no_link_was_found() -> None:
    anchored = [("Version 2", f"{HERE}#v2", None), ("Version 1", f"{HERE}#v1", None)]
    assert paired([("Version 1", None, None)], anchored) == [(0, 1)]
    assert paired([("Version 1", f"{HERE}elsewhere", None)], anchored) == []
    assert paired([("Version 0", None, None)], anchored) == []


def test_an_item_that_leads_elsewhere_is_not_found_without_its_link() -> None:
    assert paired([(ROADS[0], None, None)], [ROADS]) == []


def test_an_item_found_twice_is_right_once_and_rather_with_its_title() -> None:
    picture = ("", ROADS[1], None)
    assert paired([picture, ROADS, ROADS], [ROADS]) == [(1, 0)]


def test_what_has_one_title_is_paired_in_order() -> None:
    again = ("Minutes", None, None)
    assert paired([again, again, again], [again, again]) == [(0, 0), (1, 1)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://a.example", "https://a.example/"),
        ("https://a.example:443/b", "https://a.example/b"),
        ("http://a.example:80/b", "http://a.example/b"),
        ("HTTPS://A.example/b", "https://a.example/b"),
        ("https://a.example/%E9%81%93", "https://a.example/%e9%81%93"),
        ("https://a.example/道?道#道", "https://a.example/%e9%81%93?%e9%81%93#%e9%81%93"),
        ("https://a.example/%7Eb", "https://a.example/~b"),
        ("\nhttps://a.example/b ", "https://a.example/b"),
        ("https://a.example/b#", "https://a.example/b"),
    ],
)
def test_ways_to_write_one_address_have_one_key(one: str, other: str) -> None:
    assert link_key(one) == link_key(other) is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://a.example/b", "http://a.example/b"),
        ("https://a.example/b", "https://www.a.example/b"),
        ("https://a.example/b", "https://a.example/b/"),
        ("https://a.example/b", "https://a.example/B"),
        ("https://a.example/b", "https://a.example:80/b"),
        ("https://a.example/b?c", "https://a.example/b#c"),
        ("https://a.example/%93", "https://a.example/%94"),
        ("http://[", "http://]"),
    ],
)
def test_different_addresses_have_different_keys(one: str, other: str) -> None:
    assert link_key(one) != link_key(other)


@pytest.mark.parametrize("nothing", [None, ""])
def test_no_link_has_no_key(nothing: str | None) -> None:
    assert link_key(nothing) is None


_TITLES, _LINKS = (
    st.sampled_from("ABC"),
    st.sampled_from([None, HERE + "1", HERE + "2", HERE + "#3"]),
)
_ITEMS = st.lists(st.tuples(_TITLES, _LINKS, st.none()), max_size=6)


@given(_ITEMS, _ITEMS)
def test_pairs_are_one_to_one_and_agree_in_link_or_title(
    found: list[Told], true: list[Told]
) -> None:
    places = paired(found, true)
    assert len({i for i, _ in places}) == len({j for _, j in places}) == len(places)
    assert all(
        found[i][0] == true[j][0] or found[i][1] == true[j][1] is not None for i, j in places
    )


@given(_ITEMS)
def test_truth_is_found_whole_in_itself(true: list[Told]) -> None:
    assert paired(true, true) == [(place, place) for place in range(len(true))]
