"""Agreement of annotators, compared with figures computed by hand."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.annotation.agreement import (
    Agreement,
    AnnotatedPage,
    added,
    agreement,
    annotated_page,
    compare,
    kappa,
)
from honbun.annotation.blocks import page_blocks
from honbun.annotation.model import TRUTH, BlockRef, Kind, Label, PageLabels, State
from honbun.html.parse import parse

T, B, D, F = Kind.TITLE, Kind.BODY, Kind.DATE, Kind.FIGURE
SHEETS = [
    AnnotatedPage(
        "one",
        tuple(range(10)),
        {
            TRUTH: {0: T, 1: B, 2: B, 3: D},
            "Ann": {0: T, 1: B, 2: B, 3: D},
            "Bob": {0: T, 1: B, 3: B, 9: B},
        },
    ),
    AnnotatedPage("two", (0, 2, 4, 6, 8), {TRUTH: {0: T, 2: B}, "Ann": {0: T, 2: B, 4: F}}),
    AnnotatedPage("three", (0, 1), {"Ann": {}, "Bob": {0: B}}),
]


def test_an_annotator_is_measured_on_the_pages_that_have_a_truth() -> None:
    ann = compare(SHEETS, "Ann", TRUTH)
    assert (ann.pages, ann.blocks, ann.perfect) == (2, 15, 1)
    assert ann.precision == 6 / 7
    assert ann.recall == 1.0
    assert ann.f == 12 / 13
    assert ann.perfect_rate == 0.5


def test_kappa_is_what_chance_does_not_explain() -> None:
    bob = compare(SHEETS, "Bob", TRUTH)
    # Content: both say so of 3 blocks, Bob alone of 1, the truth alone of 1, none of 5.
    observed, chance = 8 / 10, (4 * 4 + 6 * 6) / 100
    assert bob.kappa == pytest.approx((observed - chance) / (1 - chance))
    # Kinds: one more block in dispute, which is a date and not body. Titles 1 and 1, body 3 and 2,
    # dates 0 and 1, none 6 and 6.
    observed, chance = 7 / 10, (1 * 1 + 3 * 2 + 0 * 1 + 6 * 6) / 100
    assert bob.kappa_kinds == pytest.approx((observed - chance) / (1 - chance))


def test_the_total_adds_pages_and_blocks_up() -> None:
    report = agreement(SHEETS)
    assert [one.annotator for one in report.annotators] == ["Ann", "Bob"]
    total = report.total
    assert (total.pages, total.blocks, total.perfect) == (3, 25, 1)
    assert (total.precision, total.recall) == (9 / 11, 9 / 10)
    assert total.kinds[B, D] == 1
    assert total.kinds["none", B] == 1


def test_annotators_are_compared_without_any_truth() -> None:
    (pair,) = agreement(SHEETS).pairs
    assert (pair.annotator, pair.against, pair.pages, pair.blocks) == ("Ann", "Bob", 2, 12)
    assert pair.f == 2 * 3 / (4 + 5)
    (alone,) = agreement(SHEETS[2:]).pairs
    assert alone.pages == 1
    assert agreement(SHEETS[2:]).annotators == []


def test_who_has_no_page_in_common_is_left_out() -> None:
    report = agreement(
        [AnnotatedPage("a", (0,), {"Ann": {0: B}}), AnnotatedPage("b", (0,), {"Bob": {}})]
    )
    assert (report.annotators, report.pairs, report.total.pages) == ([], [], 0)


def test_kinds_do_not_make_a_page_imperfect() -> None:
    """As in the paper, whose annotators say only what is content."""
    sheet = AnnotatedPage("a", (0, 1), {TRUTH: {0: T}, "Ann": {0: B}})
    ann = compare([sheet], "Ann", TRUTH)
    assert (ann.perfect, ann.f, ann.kappa) == (1, 1.0, 1.0)
    assert ann.kappa_kinds < 1


def test_saying_the_same_of_everything_is_agreement() -> None:
    assert kappa({("none", "none"): 7}) == 1.0
    assert kappa({}) == 1.0


def test_never_agreeing_on_two_classes_is_minus_one() -> None:
    assert kappa({("a", "b"): 4, ("b", "a"): 4}) == -1.0


PAIRS = st.dictionaries(
    st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd")), st.integers(0, 50)
)


@given(PAIRS)
def test_kappa_is_at_most_one_and_the_same_from_both_sides(
    pairs: dict[tuple[str, str], int],
) -> None:
    turned = {(other, one): count for (one, other), count in pairs.items()}
    assert -1 <= kappa(pairs) <= 1
    assert kappa(pairs) == kappa(turned)


@given(PAIRS)
def test_kappa_is_one_only_where_nothing_differs(pairs: dict[tuple[str, str], int]) -> None:
    differing = sum(count for (one, other), count in pairs.items() if one != other)
    assert (kappa(pairs) == 1) == (differing == 0)


KINDS = st.dictionaries(st.integers(0, 9), st.sampled_from(Kind))


@given(st.lists(st.tuples(KINDS, KINDS), min_size=1, max_size=6))
def test_the_whole_is_the_sum_of_its_pages(pages: list[tuple[dict[int, Kind], ...]]) -> None:
    sheets = [
        AnnotatedPage(str(at), tuple(range(10)), {"Ann": ann, TRUTH: truth})
        for at, (ann, truth) in enumerate(pages)
    ]
    whole = compare(sheets, "Ann", TRUTH)
    parts = [compare([sheet], "Ann", TRUTH) for sheet in sheets]
    assert added(parts).kinds == whole.kinds
    assert whole.blocks == 10 * len(pages)
    same = [ann.keys() == truth.keys() for ann, truth in pages]
    assert whole.perfect == sum(same)


def test_comparisons_of_nothing_have_no_perfect_pages() -> None:
    assert Agreement("Ann", TRUTH, kinds=Counter()).perfect_rate == 0.0


BLOCKS = page_blocks(parse("<div><h1>One</h1><p>Two<p>Three</div>"))


def standing(state: State, *labels: Label) -> PageLabels:
    return PageLabels(labels, state, undoable=False, redoable=False)


def label(place: BlockRef, kind: Kind = Kind.BODY) -> Label:
    return Label(place, kind)


def test_only_finished_pages_count() -> None:
    found = annotated_page("x", BLOCKS, {state.value: standing(state) for state in State})
    assert found.annotators == ["done", "unsure"]


def test_the_adjudicator_is_no_annotator() -> None:
    found = annotated_page("x", BLOCKS, {TRUTH: standing(State.DONE), "Ann": standing(State.DONE)})
    assert found.annotators == ["Ann"]
    assert TRUTH in found.kinds


def test_only_blocks_that_show_something_are_judged() -> None:
    assert annotated_page("x", BLOCKS, {}).shown == (2, 3, 4)


def test_labels_with_other_numbers_find_their_blocks() -> None:
    """As a version of the program has left them that counted blocks otherwise."""
    title = label(BlockRef(40, "/html/body/div/h1", "One"), Kind.TITLE)
    gone = label(BlockRef(41, "/html/body/table", "Gone"))
    found = annotated_page("x", BLOCKS, {"Ann": standing(State.DONE, title, gone)})
    assert found.kinds == {"Ann": {2: Kind.TITLE}}
