"""Result rows become pairs with sentences, a direction and reasons."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from honbun.similar.model import Linked, Pair, Relation, Shared
from honbun.similar.results import results

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


def test_direction_follows_the_kind_of_page_before_dates() -> None:
    later = {"date_a": "2020-01-01", "date_b": "2021-01-01"}
    assert pair(took_a=True, **later).direction is Linked.BACK
    assert pair(took_b=True).direction is Linked.FORTH
    assert pair(took_a=True, took_b=True, **later).direction is Linked.FORTH
    assert pair(**later).direction is Linked.FORTH
    assert pair(date_a="2021-01-01", date_b="2020-12-30T23:59:00").direction is Linked.BACK


@pytest.mark.parametrize("relation", [Relation.SAME_SITE, Relation.SHARED_PASSAGE])
def test_same_site_and_notice_pairs_have_no_direction(relation: Relation) -> None:
    dates = {"date_a": "2020-01-01", "date_b": "2021-01-01"}
    assert pair(relation=relation.value, **dates).direction is None


def test_one_instant_in_two_time_zones_gives_no_direction() -> None:
    tokyo, london = "2018-07-26T04:26:41+09:00", "2018-07-25T19:26:41+00:00"
    assert pair(date_a=tokyo, date_b=london).direction is None
    assert pair(date_a=tokyo, date_b="2018-07-25T20:00:00+00:00").direction is Linked.FORTH


@pytest.mark.parametrize(
    ("a", "b"),
    [("2020-01-01T08:00:00", "2020-01-02T09:00:00"), ("2020-01-01", "2020-01-01T09:00:00+09:00"),
     ("2020-01-01", None), (None, "2020-01-01"), (None, None)],
)  # fmt: skip
def test_hours_or_a_single_date_give_no_direction(a: str | None, b: str | None) -> None:
    assert pair(date_a=a, date_b=b).direction is None


def test_because_lists_the_reasons_in_words() -> None:
    measures = "25% of both and 50% of the smaller page is shared"
    unlinked = "no link between them"
    assert pair().because == (measures, unlinked)
    assert pair(changed=1).because == (measures, "1 sentence was changed a little", unlinked)
    assert pair(changed=2).because[1] == "2 sentences were changed a little"
    assert pair(url_similarity=0.1).because[1:] == ("the addresses are similar",)
    assert pair(url_similarity=0.1, forth=True).because[2:] == ("the first links to the other",)
    assert pair(overlap=0.001).because[0].startswith("less than 1% of both")
    dates = {"date_a": "2020-01-01", "date_b": "2021-01-01T08:00:00"}
    assert pair(**dates).because[-1] == "dated 2020-01-01 and 2021-01-01"
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


@pytest.mark.parametrize(
    ("date_a", "date_b", "expected"),
    [
        ("2020-12", "2021-01-01", Linked.FORTH),
        ("2020-12", "2020-12-31", None),
        ("2021-02-01", "2020", Linked.BACK),
        ("2020", "2020-12", None),
        ("2020-12-31T23:00:00", "2021-01", None),
        ("2020-12-30T23:00:00+09:00", "2021-01", Linked.FORTH),
    ],
)
def test_page_dated_to_the_month_is_earlier_or_later_only_if_certain(
    date_a: str, date_b: str, expected: Linked | None
) -> None:
    assert pair(date_a=date_a, date_b=date_b).direction is expected
