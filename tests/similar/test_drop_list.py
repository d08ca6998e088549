"""What an index leaves out, and what it keeps instead."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.errors import HonbunError
from honbun.similar.drop_list import DROPPABLE, SOURCES, DropEntry, drops
from honbun.similar.model import Linked, Pair, Relation
from tests.similar.made import PAIRS, pair

FORTH, BACK = Linked.FORTH, Linked.BACK
MIRROR, COPY, SPAM, ARCHIVE = Relation.MIRROR, Relation.COPY, Relation.SPAM, Relation.ARCHIVE
PLAGIARISM = Relation.PLAGIARISM


STRANGE = st.builds(
    lambda pair, containment: replace(pair, containment=containment), PAIRS, st.floats(0, 1)
)
"""Any pair, its measures of whatever changed sentences may give."""


def dropped(*pairs: Pair, relations: tuple[Relation, ...] = DROPPABLE) -> dict[str, str]:
    """The pages that go, and those that stay instead."""
    return {drop.url: drop.kept for drop in drops(pairs, relations)}


def same(a: str, b: str, relation: Relation = MIRROR) -> Pair:
    """Two pages that share everything."""
    return pair(a, b, relation, overlap=1.0, containment=1.0)


def part(whole: str, day: str, share: float) -> Pair:
    """A page that stands whole within a larger one and is so much of it."""
    return pair(
        whole,
        day,
        ARCHIVE,
        overlap=2 * share / (1 + share),
        containment=1.0,
        direction=BACK,
    )


def stitched(page: str, *sources: str) -> list[Pair]:
    """The pairs of a page with those that it has its text from."""
    return [pair(source, page, SPAM, direction=FORTH) for source in sources]


def test_mirrors_and_copies_go_but_for_the_original() -> None:
    found = list(drops([same("b", "aa", MIRROR), same("b", "c", COPY)]))
    assert found == [DropEntry("aa", MIRROR, "b"), DropEntry("c", COPY, "b")]


def test_a_copy_with_text_of_its_own_stays() -> None:
    # Of the larger page 90% is shared, and 89%.
    for share, found in ((0.9, {"b": "a"}), (0.89, {})):
        copy = pair("a", "b", COPY, overlap=2 * share / (1 + share) + 1e-9, containment=1.0)
        assert dropped(copy) == found


def test_a_copy_goes_for_the_page_that_has_its_text_not_for_the_representative() -> None:
    far = pair("a", "b", COPY, overlap=0.7, containment=0.7)
    near = pair("b", "c", COPY, overlap=0.95, containment=0.97)
    assert dropped(far, near) == {"c": "b"}


def test_what_is_near_to_one_of_equal_pages_is_near_to_all() -> None:
    # Only the first of many twins is compared with other pages.
    near = pair("late", "c", COPY, overlap=0.95, containment=0.97)
    dated = pair(
        "late", "b", overlap=1.0, containment=1.0, date_a="2024-01-02", date_b="2024-01-01"
    )
    assert dropped(near, dated) == {"late": "b", "c": "b"}


@pytest.mark.parametrize("measures", [(0.8, 0.4), (1.0, 0.5), (0.7, 0.0), (0.0, 0.0), (1.3, 1.2)])
@pytest.mark.parametrize("relation", [COPY, ARCHIVE])
def test_measures_that_changed_sentences_make_strange_are_borne(
    relation: Relation, measures: tuple[float, float]
) -> None:
    overlap, containment = measures
    strange = pair("a", "b", relation, overlap=overlap, containment=containment, direction=FORTH)
    assert dropped(strange) == ({"b": "a"} if containment > 1 else {})


def test_only_the_relations_that_are_asked_for_are_dropped() -> None:
    pairs = same("a", "bb", MIRROR), same("c", "dd", COPY), *stitched("f", "e", "g", "h")
    assert dropped(*pairs, relations=(MIRROR,)) == {"bb": "a"}
    assert dropped(*pairs, relations=(SPAM,)) == {"f": "e"}


def test_a_month_stays_where_nothing_is_said_of_months() -> None:
    assert list(drops([part("month", "day", 0.95)])) == []


@pytest.mark.parametrize("relation", sorted(set(Relation) - set(DROPPABLE)))
def test_pages_with_text_of_their_own_cannot_be_dropped(relation: Relation) -> None:
    with pytest.raises(HonbunError, match=f"{relation} pages have text of their own"):
        list(drops([], [relation]))


def test_the_page_that_is_stitched_together_goes_and_its_sources_stay() -> None:
    last = pair("spam", "z", SPAM, direction=BACK)
    assert dropped(*stitched("spam", "x", "y"), last) == {"spam": "x"}


def test_a_page_with_text_from_two_others_is_not_spam_yet() -> None:
    assert dropped(*stitched("page", "x", "y")) == {}


def test_a_collection_of_whole_pages_is_not_dropped_as_spam() -> None:
    pairs = *stitched("list", "x", "y", "z"), part("list", "day", 0.3)
    assert dropped(*pairs) == dropped(*pairs, relations=(SPAM,)) == {}


def test_spam_of_which_nothing_tells_who_took_it_stays() -> None:
    assert dropped(*(pair(source, "page", SPAM) for source in "xyz")) == {}


def test_with_a_page_that_took_its_text_its_copies_go_too() -> None:
    # Only the first of many twins is compared with other pages; another represents them.
    site = "https://a.example/"
    pairs = [same(f"{site}1", site), *stitched(f"{site}1", "x", "y", "z")]
    assert dropped(*pairs) == {f"{site}1": "x", site: "x"}


def test_two_pages_that_took_from_each_other_do_not_both_go() -> None:
    pairs = [*stitched("y", "x", "v", "w"), pair("y", "x", PLAGIARISM, direction=FORTH)]
    assert dropped(*pairs) == {"y": "x"}


def test_a_month_goes_when_all_of_its_days_are_there() -> None:
    days = [part("month", "1", 0.5), part("month", "2", 0.2), part("month", "3", 0.15)]
    assert dropped(*days) == {"month": "1"}
    assert dropped(*days[:2]) == {}


def test_copies_of_a_day_are_counted_once() -> None:
    days = [part("month", "1", 0.5), part("month", "1-copy", 0.5)]
    assert dropped(same("1", "1-copy"), *days) == {"1-copy": "1"}


def test_a_day_counts_where_only_its_copy_was_compared() -> None:
    assert dropped(same("1", "1-copy"), part("month", "1-copy", 0.9)) == {
        "1-copy": "1",
        "month": "1",
    }


def test_a_day_that_goes_itself_does_not_count() -> None:
    taken = stitched("day", "x", "y", "z")
    assert dropped(*taken, part("month", "day", 0.9)) == {"day": "x"}


def test_a_page_never_goes_for_its_own_sake() -> None:
    pairs = [pair("a", "a", relation, direction=FORTH) for relation in DROPPABLE * SOURCES]
    assert dropped(*pairs) == {}


def test_a_month_within_a_year_is_not_counted_beside_its_days() -> None:
    year = [part("year", "month", 0.5), part("year", "1", 0.4), part("year", "2", 0.1)]
    month = [part("month", "1", 0.8), part("month", "2", 0.2)]
    assert dropped(*year, *month) == {"month": "1"}


@given(st.lists(STRANGE, max_size=25), st.sets(st.sampled_from(DROPPABLE)))
def test_for_every_page_that_goes_another_stays(
    pairs: list[Pair], relations: set[Relation]
) -> None:
    found = list(drops(pairs, relations))
    gone = {drop.url for drop in found}
    assert len(gone) == len(found)
    assert all(drop.kept not in gone for drop in found)
    assert all(drop.relation in relations for drop in found)
