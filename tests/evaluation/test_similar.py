"""Pairs that were found beside those that are known."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from honbun.evaluation.similar import (
    Comparison,
    SimilarScore,
    by_class,
    compare,
    confusion,
    least,
    means,
)
from honbun.similar.model import Extent, Linked, Pair, Relation
from tests.evaluation.notices import COLLECTION, PAIRS, PORT, THIEF, TOWN, as_known, pair

PERFECT = [as_known(true) for true in PAIRS]


def test_a_method_that_is_never_wrong_has_everything_right() -> None:
    compared, others = compare(COLLECTION, PERFECT)
    score = SimilarScore.of(compared)
    assert score.found == score.extent == score.relation == score.pairs == len(PAIRS)
    assert others == []


def test_a_pair_is_the_same_whichever_page_comes_first() -> None:
    turned = [replace(one, a=one.b, b=one.a) for one in PERFECT]
    compared, _ = compare(COLLECTION, turned)
    assert SimilarScore.of(compared).found == len(PAIRS)


def test_what_is_missed_is_not_right() -> None:
    compared, _ = compare(COLLECTION, PERFECT[:3])
    score = SimilarScore.of(compared)
    assert (score.pairs, score.found, score.extent, score.relation) == (6, 3, 3, 3)
    assert score.measures()["relation"] == 0.5


def test_extent_and_relation_are_judged_apart() -> None:
    copied = replace(PERFECT[0], relation=Relation.COPY)
    smaller = replace(PERFECT[1], extent=Extent.PARTIAL)
    score = SimilarScore.of(compare(COLLECTION, [copied, smaller])[0])
    assert (score.found, score.extent, score.relation) == (2, 1, 1)


def test_pairs_that_are_not_known_are_given_apart() -> None:
    other = pair(TOWN[0], PORT[0])
    assert compare(COLLECTION, [*PERFECT, other])[1] == [other]


def test_a_cell_of_the_paper_is_right_when_it_has_the_relation_in_it() -> None:
    theft = next(true for true in PAIRS if true.a == THIEF)
    unlinked = pair(theft.a, theft.b, relation=Relation.SHARED_PASSAGE)
    linked = replace(unlinked, linked=Linked.FORTH)
    assert [Comparison(theft, one).class_right for one in (unlinked, linked, None)] == [
        True,
        False,
        False,
    ]


def test_reworded_pairs_are_a_class_of_their_own() -> None:
    compared, _ = compare(COLLECTION, PERFECT)
    assert list(by_class(compared)) == [
        "mirror",
        "archive",
        "citation",
        "plagiarism, verbatim",
        "plagiarism, reworded",
    ]


def test_a_relation_without_reworded_pairs_is_not_called_verbatim() -> None:
    compared, _ = compare(replace(COLLECTION, pairs=PAIRS[:5]), PERFECT)
    assert list(by_class(compared))[-1] == "plagiarism"


def test_each_relation_counts_alike_in_the_mean() -> None:
    """The two classes of plagiarism are one relation, whose pairs are added up."""
    compared, _ = compare(COLLECTION, PERFECT[1:5])
    assert means(compared)["found"] == (0 + 1 + 1 + 1 / 2) / 4
    assert means(compared[:5])["found"] == (0 + 1 + 1 + 1) / 4


def test_the_least_class_may_be_a_part_of_a_relation() -> None:
    compared, _ = compare(COLLECTION, PERFECT[:5])
    assert least(compared)["found"] == 0.0
    assert least(compared[:5])["found"] == 1.0


def test_confusion_says_what_was_taken_for_what() -> None:
    found = [replace(PERFECT[1], relation=Relation.SAME_SITE), PERFECT[2]]
    rows = dict(confusion(compare(COLLECTION, found)[0]))
    assert rows[Relation.ARCHIVE] == {Relation.SAME_SITE: 1, Relation.ARCHIVE: 1}
    assert rows[Relation.PLAGIARISM] == {None: 2}


def test_a_row_tells_of_both_what_is_known_and_what_was_found() -> None:
    found, missed = (Comparison(PAIRS[0], one).row() for one in (PERFECT[0], None))
    assert (found["true_relation"], found["relation"]) == ("mirror", "mirror")
    assert found["because"] == "it was said"
    assert (missed["true_relation"], missed["relation"]) == ("mirror", None)
    assert list(found) == list(missed)


@given(st.lists(st.sampled_from(PERFECT), unique_by=id), st.sampled_from(list(Relation)))
def test_no_measure_exceeds_the_share_that_was_found(found: list[Pair], told: Relation) -> None:
    judged = [replace(one, relation=told) for one in found]
    compared, others = compare(COLLECTION, judged)
    measures = SimilarScore.of(compared).measures()
    assert max(measures.values()) == measures["found"] == len(found) / len(PAIRS)
    assert sum(sum(counts.values()) for _, counts in confusion(compared)) == len(PAIRS)
    assert others == []
