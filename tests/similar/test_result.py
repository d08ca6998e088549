"""Result rows become pairs with sentences, a direction and reasons."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from honbun.similar.model import Extent, Linked, Pair, Relation, Shared
from honbun.similar.results import Tally, results
from tests.similar.pair_builders import pair as build

ROW = {
    "a": 1, "b": 2, "url_a": "https://a.example/", "url_b": "https://b.example/",
    "overlap": 0.25, "containment": 0.5, "overlap_all": 0.3, "url_similarity": 0.0,
    "forth": False, "back": False, "beside": False, "extent": "partial", "relation": "plagiarism",
    "changed": 0, "spread": False, "date_a": None, "date_b": None, "took_a": False, "took_b": False,
    "quotes_a": False, "quotes_b": False, "stitched_a": False, "stitched_b": False,
    "sources_a": 0, "sources_b": 4, "covered_a": 0.0, "covered_b": 0.625,
}  # fmt: skip


def pair(**known: Any) -> Pair:
    [found] = results([pa.RecordBatch.from_pylist([{**ROW, **known}])], [])
    return found


def test_sentences_belong_to_their_pairs() -> None:
    """Some pairs have none; rows arrive in batches that end anywhere."""
    pairs = [{**ROW, "a": a, "b": b} for a, b in ((1, 2), (1, 3), (2, 3), (2, 4))]
    shown = [
        {"a": a, "b": b, "text_a": text, "text_b": text.upper()}
        for a, b, text in ((1, 3, "x"), (1, 3, "y"), (2, 4, "z"))
    ]
    found = results(
        [pa.RecordBatch.from_pylist(pairs[:1]), pa.RecordBatch.from_pylist(pairs[1:])],
        [pa.RecordBatch.from_pylist(shown[:1]), pa.RecordBatch.from_pylist(shown[1:])],
    )
    assert [pair.shared for pair in found] == [
        (), (Shared("x", "X"), Shared("y", "Y")), (), (Shared("z", "Z"),),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("forth", "back", "expected"),
    [(True, True, Linked.BOTH), (True, False, Linked.FORTH), (False, True, Linked.BACK),
     (False, False, None)],
)  # fmt: skip
def test_links_have_a_direction(forth: bool, back: bool, expected: Linked | None) -> None:
    assert pair(forth=forth, back=back).linked is expected


LATER = {"date_a": "2020-01-01", "date_b": "2021-01-01"}
TOKYO = "2018-07-26T04:26:41+09:00"


def dates(a: str | None, b: str | None) -> dict[str, Any]:
    return {"date_a": a, "date_b": b}


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        # The kind of page before dates
        ({"took_a": True, **LATER}, Linked.BACK),
        ({"took_b": True}, Linked.FORTH),
        ({"took_a": True, "took_b": True, **LATER}, Linked.FORTH),
        (LATER, Linked.FORTH),
        (dates("2021-01-01", "2020-12-30T23:59:00"), Linked.BACK),
        ({"relation": "same-site", **LATER}, None),
        ({"relation": "shared-passage", **LATER}, None),
        # One instant in two time zones
        (dates(TOKYO, "2018-07-25T19:26:41+00:00"), None),
        (dates(TOKYO, "2018-07-25T20:00:00+00:00"), Linked.FORTH),
        # Hours, or a single date
        (dates("2020-01-01T08:00:00", "2020-01-02T09:00:00"), None),
        (dates("2020-01-01", "2020-01-01T09:00:00+09:00"), None),
        (dates("2020-01-01", None), None),
        (dates(None, "2020-01-01"), None),
        # A page dated to the month or year is earlier or later only if that is certain
        (dates("2020-12", "2021-01-01"), Linked.FORTH),
        (dates("2020-12", "2020-12-31"), None),
        (dates("2021-02-01", "2020"), Linked.BACK),
        (dates("2020", "2020-12"), None),
        (dates("2020-12-31T23:00:00", "2021-01"), None),
        (dates("2020-12-30T23:00:00+09:00", "2021-01"), Linked.FORTH),
    ],
)
def test_pair_has_a_direction_if_it_is_certain(
    known: dict[str, Any], expected: Linked | None
) -> None:
    assert pair(**known).direction is expected


def test_because_lists_the_reasons_in_words() -> None:
    measures = "25% of both and 50% of the smaller page is shared"
    unlinked = "no link between them"
    assert pair().because == (measures, unlinked)
    assert pair(changed=1).because == (measures, "1 sentence was changed a little", unlinked)
    assert pair(changed=2).because[1] == "2 sentences were changed a little"
    assert pair(url_similarity=0.1).because[1:] == ("the addresses are similar",)
    assert pair(url_similarity=0.1, forth=True).because[2:] == ("the first links to the other",)
    assert pair(overlap=0.001).because[0].startswith("less than 1% of both")
    assert (
        pair(**dates("2020-01-01", "2021-01-01T08:00:00")).because[-1]
        == "dated 2020-01-01 and 2021-01-01"
    )
    assert pair(forth=True).because[1] == "the first links to the other"
    assert pair(back=True, beside=True).because[1] == (
        "the second links to the other beside the shared text"
    )
    assert pair(forth=True, back=True).because[1] == "each links to the other"
    assert pair(stitched_b=True, quotes_a=True, spread=True).because[2:] == (
        "the first has it as a quotation",
        "the second has 62% of its text in common with 4 unrelated sites",
        "three sites or more have it",
    )


PAIRS = [
    build("a", "b", Relation.SPAM),
    build("a", "c", Relation.COPY),
    build("a", "d", Relation.COPY),
    build("a", "e", Relation.MIRROR),
]


def test_pairs_are_counted_as_they_pass() -> None:
    tally = Tally()
    assert list(tally.counted(PAIRS)) == PAIRS
    assert tally.total == 4
    assert list(tally.counts()) == [
        (Extent.IDENTICAL, Relation.MIRROR, 1, 0.25),
        (Extent.IDENTICAL, Relation.COPY, 2, 0.5),
        (Extent.PARTIAL, Relation.SPAM, 1, 0.25),
    ]
    assert tally.words() == "3 identical (1 mirror, 2 copy), 1 partial (1 spam)"


def test_no_pairs_give_no_line() -> None:
    tally = Tally()
    assert (tally.total, list(tally.counts()), tally.words()) == (0, [], "")
