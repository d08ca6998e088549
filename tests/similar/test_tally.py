"""Pairs are counted by extent and relation."""

from __future__ import annotations

from honbun.similar.model import Extent, Relation
from honbun.similar.results import Tally
from tests.similar.pair_builders import pair

PAIRS = [
    pair("a", "b", Relation.SPAM),
    pair("a", "c", Relation.COPY),
    pair("a", "d", Relation.COPY),
    pair("a", "e", Relation.MIRROR),
]


def counted() -> Tally:
    tally = Tally()
    assert list(tally.counted(PAIRS)) == PAIRS
    return tally


def test_pairs_are_counted_as_they_pass() -> None:
    tally = counted()
    assert tally.total == 4
    assert list(tally.counts()) == [
        (Extent.IDENTICAL, Relation.MIRROR, 1, 0.25),
        (Extent.IDENTICAL, Relation.COPY, 2, 0.5),
        (Extent.PARTIAL, Relation.SPAM, 1, 0.25),
    ]


def test_counts_are_formatted_in_one_line() -> None:
    assert counted().words() == "3 identical (1 mirror, 2 copy), 1 partial (1 spam)"


def test_no_pairs_give_no_line() -> None:
    tally = Tally()
    assert (tally.total, list(tally.counts()), tally.words()) == (0, [], "")
