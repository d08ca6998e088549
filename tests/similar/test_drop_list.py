"""Pages that an index can drop, and the pages that replace them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.errors import HonbunError
from honbun.similar.drop_list import DROPPABLE, SOURCES, DropEntry, drops
from honbun.similar.model import Linked, Pair, Relation
from tests.similar.pair_builders import PAIRS, pair

FORTH, BACK = Linked.FORTH, Linked.BACK
MIRROR, COPY, SPAM, ARCHIVE = Relation.MIRROR, Relation.COPY, Relation.SPAM, Relation.ARCHIVE
PLAGIARISM = Relation.PLAGIARISM


STRANGE = st.builds(
    lambda pair, containment: replace(pair, containment=containment), PAIRS, st.floats(0, 1)
)
"""Any pair, with measures that changed sentences may cause."""


def dropped(*pairs: Pair, relations: tuple[Relation, ...] = DROPPABLE) -> dict[str, str]:
    """The dropped pages and their replacements."""
    return {drop.url: drop.kept for drop in drops(pairs, relations)}


def same(a: str, b: str, relation: Relation = MIRROR) -> Pair:
    """Two pages that share everything."""
    return pair(a, b, relation, overlap=1.0, containment=1.0)


def part(whole: str, day: str, share: float) -> Pair:
    """A page that is contained in a larger one and is this share of it."""
    return pair(
        whole,
        day,
        ARCHIVE,
        overlap=2 * share / (1 + share),
        containment=1.0,
        direction=BACK,
    )


def stitched(page: str, *sources: str) -> list[Pair]:
    """The pairs of a stitched page with its sources."""
    return [pair(source, page, SPAM, direction=FORTH) for source in sources]


def test_mirrors_and_copies_are_dropped_except_the_original() -> None:
    found = list(drops([same("b", "aa", MIRROR), same("b", "c", COPY)]))
    assert found == [DropEntry("aa", MIRROR, "b"), DropEntry("c", COPY, "b")]


def test_copy_with_text_of_its_own_is_not_dropped() -> None:
    # Of the larger page 90% is shared, and 89%.
    for share, found in ((0.9, {"b": "a"}), (0.89, {})):
        copy = pair("a", "b", COPY, overlap=2 * share / (1 + share) + 1e-9, containment=1.0)
        assert dropped(copy) == found


def test_copy_is_replaced_by_the_page_that_has_its_text() -> None:
    far = pair("a", "b", COPY, overlap=0.7, containment=0.7)
    near = pair("b", "c", COPY, overlap=0.95, containment=0.97)
    assert dropped(far, near) == {"c": "b"}


def test_page_near_one_duplicate_is_near_all_of_them() -> None:
    # Only the first of many duplicates is compared with other pages.
    near = pair("late", "c", COPY, overlap=0.95, containment=0.97)
    dated = pair(
        "late", "b", overlap=1.0, containment=1.0, date_a="2024-01-02", date_b="2024-01-01"
    )
    assert dropped(near, dated) == {"late": "b", "c": "b"}


@pytest.mark.parametrize("measures", [(0.8, 0.4), (1.0, 0.5), (0.7, 0.0), (0.0, 0.0), (1.3, 1.2)])
@pytest.mark.parametrize("relation", [COPY, ARCHIVE])
def test_unusual_measures_of_changed_sentences_are_accepted(
    relation: Relation, measures: tuple[float, float]
) -> None:
    overlap, containment = measures
    strange = pair("a", "b", relation, overlap=overlap, containment=containment, direction=FORTH)
    assert dropped(strange) == ({"b": "a"} if containment > 1 else {})


def test_only_requested_relations_are_dropped() -> None:
    pairs = same("a", "bb", MIRROR), same("c", "dd", COPY), *stitched("f", "e", "g", "h")
    assert dropped(*pairs, relations=(MIRROR,)) == {"bb": "a"}
    assert dropped(*pairs, relations=(SPAM,)) == {"f": "e"}


def test_archive_is_not_dropped_by_default() -> None:
    assert list(drops([part("month", "day", 0.95)])) == []


@pytest.mark.parametrize("relation", sorted(set(Relation) - set(DROPPABLE)))
def test_pages_with_text_of_their_own_cannot_be_dropped(relation: Relation) -> None:
    with pytest.raises(HonbunError, match=f"{relation} pages have text of their own"):
        list(drops([], [relation]))


def test_stitched_page_is_dropped_and_its_sources_are_not() -> None:
    last = pair("spam", "z", SPAM, direction=BACK)
    assert dropped(*stitched("spam", "x", "y"), last) == {"spam": "x"}


def test_page_with_text_from_two_others_is_not_spam() -> None:
    assert dropped(*stitched("page", "x", "y")) == {}


def test_page_that_contains_whole_pages_is_not_dropped_as_spam() -> None:
    pairs = *stitched("list", "x", "y", "z"), part("list", "day", 0.3)
    assert dropped(*pairs) == dropped(*pairs, relations=(SPAM,)) == {}


def test_spam_without_a_known_direction_is_not_dropped() -> None:
    assert dropped(*(pair(source, "page", SPAM) for source in "xyz")) == {}


def test_copies_of_a_dropped_page_are_dropped_too() -> None:
    # Only the first of many duplicates is compared with other pages; another represents them.
    site = "https://a.example/"
    pairs = [same(f"{site}1", site), *stitched(f"{site}1", "x", "y", "z")]
    assert dropped(*pairs) == {f"{site}1": "x", site: "x"}


def test_pages_that_copied_each_other_are_not_both_dropped() -> None:
    pairs = [*stitched("y", "x", "v", "w"), pair("y", "x", PLAGIARISM, direction=FORTH)]
    assert dropped(*pairs) == {"y": "x"}


def test_archive_is_dropped_if_all_its_parts_exist() -> None:
    days = [part("month", "1", 0.5), part("month", "2", 0.2), part("month", "3", 0.15)]
    assert dropped(*days) == {"month": "1"}
    assert dropped(*days[:2]) == {}


def test_copies_of_a_part_are_counted_once() -> None:
    days = [part("month", "1", 0.5), part("month", "1-copy", 0.5)]
    assert dropped(same("1", "1-copy"), *days) == {"1-copy": "1"}


def test_part_counts_if_only_its_copy_was_compared() -> None:
    assert dropped(same("1", "1-copy"), part("month", "1-copy", 0.9)) == {
        "1-copy": "1",
        "month": "1",
    }


def test_dropped_part_does_not_count() -> None:
    taken = stitched("day", "x", "y", "z")
    assert dropped(*taken, part("month", "day", 0.9)) == {"day": "x"}


def test_page_is_never_replaced_by_itself() -> None:
    pairs = [pair("a", "a", relation, direction=FORTH) for relation in DROPPABLE * SOURCES]
    assert dropped(*pairs) == {}


def test_nested_archive_is_not_counted_with_its_parts() -> None:
    year = [part("year", "month", 0.5), part("year", "1", 0.4), part("year", "2", 0.1)]
    month = [part("month", "1", 0.8), part("month", "2", 0.2)]
    assert dropped(*year, *month) == {"month": "1"}


@given(st.lists(STRANGE, max_size=25), st.sets(st.sampled_from(DROPPABLE)))
def test_every_dropped_page_has_a_remaining_replacement(
    pairs: list[Pair], relations: set[Relation]
) -> None:
    found = list(drops(pairs, relations))
    gone = {drop.url for drop in found}
    assert len(gone) == len(found)
    assert all(drop.kept not in gone for drop in found)
    assert all(drop.relation in relations for drop in found)
