"""Agreement of annotators, compared with figures computed by hand."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from honbun.annotation.agreement import (
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


def test_annotators_are_compared_with_the_truth_and_with_each_other() -> None:
    report = agreement(SHEETS)
    ann, bob = report.annotators
    assert (ann.annotator, ann.pages, ann.blocks, ann.perfect) == ("Ann", 2, 15, 1)
    assert (ann.precision, ann.recall, ann.f, ann.perfect_rate) == (6 / 7, 1.0, 12 / 13, 0.5)
    assert (bob.annotator, bob.pages) == ("Bob", 1)
    total = report.total
    assert (total.pages, total.blocks, total.perfect) == (3, 25, 1)
    assert (total.precision, total.recall) == (9 / 11, 9 / 10)
    assert (total.kinds[B, D], total.kinds["none", B]) == (1, 1)
    (pair,) = report.pairs
    assert (pair.annotator, pair.against, pair.pages, pair.blocks) == ("Ann", "Bob", 2, 12)
    assert pair.f == 2 * 3 / (4 + 5)
    # Without any truth, and without a common page.
    assert (agreement(SHEETS[2:]).annotators, len(agreement(SHEETS[2:]).pairs)) == ([], 1)
    alone = [AnnotatedPage(name, (0,), {name: {0: B}}) for name in ("Ann", "Bob")]
    assert (agreement(alone).annotators, agreement(alone).pairs) == ([], [])
    assert (agreement(alone).total.pages, agreement(alone).total.perfect_rate) == (0, 0.0)


def test_kappa_is_what_chance_does_not_explain() -> None:
    bob = compare(SHEETS, "Bob", TRUTH)
    # Content: both say so of 3 blocks, Bob alone of 1, the truth alone of 1, none of 5.
    observed, chance = 8 / 10, (4 * 4 + 6 * 6) / 100
    assert bob.kappa == pytest.approx((observed - chance) / (1 - chance))
    # Kinds: one more block in dispute, which is a date and not body. Titles 1 and 1, body 3 and 2,
    # dates 0 and 1, none 6 and 6.
    observed, chance = 7 / 10, (1 * 1 + 3 * 2 + 0 * 1 + 6 * 6) / 100
    assert bob.kappa_kinds == pytest.approx((observed - chance) / (1 - chance))


def test_kinds_do_not_make_a_page_imperfect() -> None:
    """As in the paper, whose annotators say only what is content."""
    sheet = AnnotatedPage("a", (0, 1), {TRUTH: {0: T}, "Ann": {0: B}})
    ann = compare([sheet], "Ann", TRUTH)
    assert (ann.perfect, ann.f, ann.kappa) == (1, 1.0, 1.0)
    assert ann.kappa_kinds < 1


PAIRS = st.dictionaries(
    st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd")), st.integers(0, 50)
)


@given(PAIRS)
@example({("none", "none"): 7})
@example({})
def test_kappa_is_one_only_where_nothing_differs(pairs: dict[tuple[str, str], int]) -> None:
    differing = sum(count for (one, other), count in pairs.items() if one != other)
    assert (kappa(pairs) == 1) == (differing == 0)
    assert -1 <= kappa(pairs) == kappa({pair[::-1]: count for pair, count in pairs.items()}) <= 1
    assert kappa({("a", "b"): 4, ("b", "a"): 4}) == -1.0


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


def test_finished_labels_are_matched_to_the_blocks_that_show_something() -> None:
    """The numbers may be those of a version of the program that counted blocks otherwise."""
    blocks = page_blocks(parse("<div><h1>One</h1><p>Two<p>Three</div>"))
    title = Label(BlockRef(40, "/html/body/div/h1", "One"), Kind.TITLE)
    gone = Label(BlockRef(41, "/html/body/table", "Gone"), Kind.BODY)
    labels = {str(state): PageLabels((title, gone), state, False, False) for state in State}
    found = annotated_page("x", blocks, labels | {TRUTH: labels["done"]})
    assert found.annotators == ["done", "unsure"]
    assert found.kinds == {name: {2: Kind.TITLE} for name in ("done", "unsure", TRUTH)}
    assert found.shown == (2, 3, 4)
