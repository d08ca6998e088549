"""Pages that an index can drop, and the pages that replace them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.errors import HonbunError
from honbun.similar.drop_list import DROPPABLE, SOURCES, DropEntry, drops, with_frequent
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


def near(a: str, b: str, overlap: float, containment: float) -> Pair:
    return pair(a, b, COPY, overlap=overlap, containment=containment)


DAYS = [part("month", "1", 0.5), part("month", "2", 0.2), part("month", "3", 0.15)]
YEAR = [part("year", "month", 0.5), part("year", "1", 0.4), part("year", "2", 0.1)]
MONTH = [part("month", "1", 0.8), part("month", "2", 0.2)]
EQUAL: dict[str, Any] = {"overlap": 1.0, "containment": 1.0}
SITE = "https://a.example/"


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        pytest.param([same("b", "aa"), same("b", "c", COPY)], {"aa": "b", "c": "b"}, id="copies"),
        # Of the larger page 90% is shared, and 89%.
        pytest.param([near("a", "b", 1.8 / 1.9 + 1e-9, 1.0)], {"b": "a"}, id="little of its own"),
        pytest.param([near("a", "b", 0.9, 0.9)], {"b": "a"}, id="just enough in common"),
        pytest.param([near("a", "b", 1.78 / 1.89 + 1e-9, 1.0)], {}, id="text of its own"),
        pytest.param(
            [near("a", "b", 0.7, 0.7), near("b", "c", 0.95, 0.97)],
            {"c": "b"},
            id="the page that has the text of a copy",
        ),
        # Only the first of many duplicates is compared with other pages.
        pytest.param(
            [
                near("late", "c", 0.95, 0.97),
                pair("late", "b", **EQUAL, date_a="2024-01-02", date_b="2024-01-01"),
            ],
            {"late": "b", "c": "b"},
            id="near one duplicate is near all of them",
        ),
        pytest.param(
            [*stitched("spam", "x", "y"), pair("spam", "z", SPAM, direction=BACK)],
            {"spam": "x"},
            id="stitched from three",
        ),
        pytest.param(stitched("page", "x", "y"), {}, id="text of two others is no spam"),
        pytest.param(
            [*stitched("list", "x", "y", "z"), part("list", "day", 0.3)],
            {},
            id="a page that contains whole pages is no spam",
        ),
        pytest.param([pair(one, "page", SPAM) for one in "xyz"], {}, id="spam without direction"),
        pytest.param(
            [same(f"{SITE}1", SITE), *stitched(f"{SITE}1", "x", "y", "z")],
            {f"{SITE}1": "x", SITE: "x"},
            id="copies of a dropped page",
        ),
        pytest.param(
            [*stitched("y", "x", "v", "w"), pair("y", "x", PLAGIARISM, direction=FORTH)],
            {"y": "x"},
            id="pages that copied each other",
        ),
        pytest.param(DAYS, {"month": "1"}, id="an archive whose parts exist"),
        pytest.param(DAYS[:2], {}, id="an archive with other text"),
        pytest.param(
            [same("1", "1-copy"), part("month", "1", 0.5), part("month", "1-copy", 0.5)],
            {"1-copy": "1"},
            id="copies of a part count once",
        ),
        pytest.param(
            [same("1", "1-copy"), part("month", "1-copy", 0.9)],
            {"1-copy": "1", "month": "1"},
            id="a part whose copy was compared",
        ),
        pytest.param(
            [*stitched("day", "x", "y", "z"), part("month", "day", 0.9)],
            {"day": "x"},
            id="a dropped part does not count",
        ),
        pytest.param([*YEAR, *MONTH], {"month": "1"}, id="a nested archive and its parts"),
        pytest.param(
            [pair("a", "a", relation, direction=FORTH) for relation in DROPPABLE * SOURCES],
            {},
            id="never replaced by itself",
        ),
    ],
)
def test_pages_are_dropped_for_others(pairs: list[Pair], expected: dict[str, str]) -> None:
    assert dropped(*pairs) == expected


def test_entry_names_its_relation_and_archives_are_not_dropped_by_default() -> None:
    assert list(drops([same("b", "c", COPY)])) == [DropEntry("c", COPY, "b")]
    assert list(drops([part("month", "day", 0.95)])) == []


def test_equal_pages_with_frequent_sentences_are_dropped_by_the_papers_measures() -> None:
    found = replace(near("a", "bb", 0.7, 0.7), overlap_all=1.0)
    assert dropped(found) == {}
    assert dropped(with_frequent(found)) == {"bb": "a"}
    half = replace(near("a", "bb", 0.6, 0.8), overlap_all=0.9)  # 0.82 of the larger page
    assert dropped(with_frequent(half)) == {}


def test_only_requested_relations_are_dropped() -> None:
    pairs = same("a", "bb", MIRROR), same("c", "dd", COPY), *stitched("f", "e", "g", "h")
    assert dropped(*pairs, relations=(MIRROR,)) == {"bb": "a"}
    assert dropped(*pairs, relations=(SPAM,)) == {"f": "e"}


@pytest.mark.parametrize("measures", [(0.8, 0.4), (1.0, 0.5), (0.7, 0.0), (0.0, 0.0), (1.3, 1.2)])
@pytest.mark.parametrize("relation", [COPY, ARCHIVE])
def test_unusual_measures_of_changed_sentences_are_accepted(
    relation: Relation, measures: tuple[float, float]
) -> None:
    overlap, containment = measures
    strange = pair("a", "b", relation, overlap=overlap, containment=containment, direction=FORTH)
    assert dropped(strange) == ({"b": "a"} if containment > 1 else {})


@pytest.mark.parametrize("relation", sorted(set(Relation) - set(DROPPABLE)))
def test_pages_with_text_of_their_own_cannot_be_dropped(relation: Relation) -> None:
    with pytest.raises(HonbunError, match=f"{relation} pages have text of their own"):
        list(drops([], [relation]))


@given(st.lists(STRANGE, max_size=25), st.sets(st.sampled_from(DROPPABLE)))
def test_every_dropped_page_has_a_remaining_replacement(
    pairs: list[Pair], relations: set[Relation]
) -> None:
    found = list(drops(pairs, relations))
    gone = {drop.url for drop in found}
    assert len(gone) == len(found)
    assert all(drop.kept not in gone for drop in found)
    assert all(drop.relation in relations for drop in found)
