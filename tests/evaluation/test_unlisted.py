"""Pairs that truth does not list."""

from __future__ import annotations

from dataclasses import replace

from honbun.evaluation.similar_truth import TruePair
from honbun.evaluation.unlisted import planted, real_site, sort
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
    pair,
)

PLANTED = planted(COLLECTION)


def test_pages_of_hosts_that_have_hardly_any_were_planted() -> None:
    assert {MIRROR, THIEF, QUOTER, LIAR} <= PLANTED


def test_a_page_that_holds_several_others_of_its_site_was_planted() -> None:
    assert ARCHIVE in PLANTED


def test_two_pages_of_a_site_that_were_given_the_same_text_were_planted() -> None:
    given = TruePair(PORT[1], PORT[2], Extent.PARTIAL, Relation.SAME_SITE)
    more = planted(replace(COLLECTION, pairs=(*PAIRS, given)))
    assert more == PLANTED | {PORT[1], PORT[2]}


def test_pages_of_large_hosts_are_real() -> None:
    assert PLANTED.isdisjoint([*TOWN, *PORT])


def test_pairs_are_parted_by_where_their_pages_stand() -> None:
    within, some, false = (
        [pair(TOWN[0], TOWN[1]), pair(MIRROR, TOWN[2])],
        [pair(THIEF, PORT[0]), pair(PORT[1], QUOTER), pair(LIAR, THIEF)],
        [pair(TOWN[0], PORT[0])],
    )
    found = sort([*false, *some, *within], COLLECTION)
    assert found.within == tuple(within)
    assert found.planted == tuple(some)
    assert found.false == tuple(false)


def test_the_real_site_is_that_of_the_page_that_was_not_planted() -> None:
    sites = {(true.a, true.b): real_site(true, PLANTED) for true in PAIRS}
    assert set(sites.values()) == {"town.example", "port.example"}
    assert sites[LIAR, PORT[0]] == "port.example"


def test_planted_pages_of_two_sites_have_no_real_site() -> None:
    notice = TruePair(LIAR, THIEF, Extent.PARTIAL, Relation.SHARED_PASSAGE)
    assert real_site(notice, PLANTED) == "-"
