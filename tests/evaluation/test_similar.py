"""Known pairs compared with the pairs found."""

from __future__ import annotations

from dataclasses import replace

from honbun.evaluation.metrics import grouped
from honbun.evaluation.similar import (
    MEASURES,
    compare,
    confusion,
    evaluate,
    measures,
    planted_pages,
    rows,
    sort_unlisted,
)
from honbun.evaluation.truth.pairs import TruePair
from honbun.similar.model import Extent, Relation
from tests.evaluation.notices import (
    ARCHIVE,
    COLLECTION,
    LIAR,
    MIRROR,
    PAIRS,
    PORT,
    QUOTER,
    THIEF,
    TOWN,
    as_known,
    pair,
)

PERFECT = [as_known(true) for true in PAIRS]


def test_everything_found_in_either_order_is_right() -> None:
    turned = [replace(one, a=one.b, b=one.a) for one in PERFECT]
    for found in (PERFECT, turned):
        compared, others = compare(COLLECTION, found)
        assert {measures(compared)[name] for name in MEASURES} == {1.0}
        assert (others, [one.errors for one in compared]) == ([], [()] * len(PAIRS))


def test_missed_and_misjudged_pairs_are_errors() -> None:
    found = [
        replace(PERFECT[0], extent=Extent.PARTIAL),
        replace(PERFECT[1], relation=Relation.SPAM),
        *PERFECT[3:],
    ]
    compared, _ = compare(COLLECTION, found)
    wrong = {(one.details["a"], one.details["b"]): one.errors for one in compared if one.errors}
    assert wrong == {
        (TOWN[0], MIRROR): ({"error": "extent"},),
        (ARCHIVE, TOWN[1]): ({"error": "relation"},),
        (ARCHIVE, TOWN[2]): ({"error": "missed"},),
    }


def test_classes_are_relations_and_reworded_pairs_are_separate() -> None:
    compared, _ = compare(COLLECTION, [])
    assert list(grouped(compared)) == [
        "mirror",
        "archive",
        "citation",
        "plagiarism, verbatim",
        "plagiarism, reworded",
    ]


def test_table_has_means_over_relations_and_the_least_class() -> None:
    ours, _ = compare(COLLECTION, PERFECT[:-1])
    papers, _ = compare(COLLECTION, PERFECT[:1])
    table = {str(row[0]): row[1:] for row in rows(ours, papers)}
    assert table["plagiarism, reworded"][:4] == [1, 0.0, 0.0, 0.0]
    # Mirror, archive and citation are found, and one of two plagiarisms.
    assert table["mean over relations"][1] == (1 + 1 + 1 + 0.5) / 4
    assert table["least class"][1] == 0.0
    assert table["all reworded"][:2] == [1, 0.0]
    assert table["all"][:2] == [6, 5 / 6]
    assert table["all"][4] == 1 / 6  # the paper's


def test_confusion_counts_what_was_found_instead() -> None:
    found = [replace(PERFECT[0], relation=Relation.COPY), *PERFECT[1:4]]
    compared, _ = compare(COLLECTION, found)
    columns = ["true", *(relation.value for relation in Relation), "missed"]
    table = {str(row[0]): dict(zip(columns, row)) for row in confusion(compared)}
    assert table["mirror"]["copy"] == 1
    assert (table["plagiarism"]["missed"], table["plagiarism"]["plagiarism"]) == (2, 0)


def test_unlisted_pairs_are_sorted_by_how_likely_they_are_false() -> None:
    within, planted, false = pair(TOWN[0], TOWN[1]), pair(THIEF, PORT[1]), pair(TOWN[1], PORT[1])
    found = sort_unlisted([within, planted, false], COLLECTION)
    assert (found.within, found.planted, found.false) == ((within,), (planted,), (false,))


def test_planted_pages_follow_from_the_truth() -> None:
    assert planted_pages(COLLECTION) == {MIRROR, THIEF, QUOTER, LIAR, ARCHIVE}
    extra = TruePair(TOWN[3], TOWN[4], Extent.PARTIAL, Relation.SAME_SITE)
    more = replace(COLLECTION, pairs=(*PAIRS, extra))
    assert planted_pages(more) == {MIRROR, THIEF, QUOTER, LIAR, ARCHIVE, TOWN[3], TOWN[4]}


def test_known_origins_decide_what_is_planted() -> None:
    urls = [page.url or "" for page in COLLECTION.pages]
    origins = {url: frozenset({url}) for url in urls} | {THIEF: frozenset({TOWN[4]})}
    known = replace(COLLECTION, origins=origins)
    assert planted_pages(known) == {THIEF}
    found = sort_unlisted([pair(THIEF, PORT[1]), pair(THIEF, TOWN[4])], known)
    assert [(one.a, one.b) for one in found.false] == [(THIEF, PORT[1])]
    assert [(one.a, one.b) for one in found.planted] == [(THIEF, TOWN[4])]


def test_likely_false_pairs_are_errors_too() -> None:
    tables, compared = evaluate(COLLECTION, [*PERFECT, pair(TOWN[1], PORT[1])], PERFECT)
    rows_of_errors = [row for one in compared for row in one.error_rows()]
    assert [(row["a"], row["error"]) for row in rows_of_errors] == [(TOWN[1], "not listed")]
    assert tables["Unlisted pairs"].rows[0] == ["honbun", 7, 0, 0, 1, 1 / 7]
