"""Identical pages form a cluster, and one page represents it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.similar.clusters import clusters
from honbun.similar.model import Extent, Linked, Pair, Relation
from tests.similar.pair_builders import PAIRS, pair

FORTH, BACK = Linked.FORTH, Linked.BACK


def test_clusters_are_transitive() -> None:
    found = clusters([pair("a", "b"), pair("d", "e"), pair("c", "b", Relation.MIRROR)])
    assert [cluster.pages for cluster in found] == [("a", "b", "c"), ("d", "e")]
    assert [cluster.size for cluster in found] == [3, 2]
    assert found[0].relations == (Relation.MIRROR, Relation.COPY)


def test_pages_that_share_less_are_in_no_cluster() -> None:
    assert clusters([pair("a", "b", Relation.ARCHIVE), pair("a", "c", Relation.CITATION)]) == []


def test_page_fetched_twice_is_one_page() -> None:
    assert clusters([pair("a", "a")]) == []


def test_a_long_chain_is_one_cluster() -> None:
    (found,) = clusters(pair(str(number), str(number + 1)) for number in range(10_000))
    assert found.size == 10_001


A, B = "https://a.example/", "https://b.example/"
OLD: dict[str, Any] = {"date_a": "2024-03-01", "direction": BACK}


@pytest.mark.parametrize(
    ("pairs", "representative"),
    [
        pytest.param(
            [pair(B, f"{A}original.html", **OLD, date_b="2024-01-01"), pair(B, "https://c/")],
            f"{A}original.html",
            id="the earliest",
        ),
        pytest.param([pair(f"{A}long", B, direction=FORTH)], f"{A}long", id="by direction"),
        pytest.param(
            [
                pair("1", "2", **OLD, date_b="2024-02-01"),
                pair("1", "3", **OLD, date_b="2024-01-01"),
            ],
            "3",
            id="the earliest of several",
        ),
        pytest.param(
            [pair("1", "2", direction=FORTH), pair("2", "3", direction=FORTH)],
            "1",
            id="not one between two others in time",
        ),
        pytest.param(
            [pair("https://www.a.example/print/1", B), pair(B, f"{A}1")],
            f"{A}1",
            id="the shortest address of a site",
        ),
        pytest.param([pair(f"{A}b", f"{A}a")], f"{A}b", id="the first of equal length"),
        pytest.param([pair("https://long.example/1", B)], "https://long.example/1", id="the first"),
        pytest.param([pair("a/1.html", "a/")], "a/1.html", id="the first without addresses"),
    ],
)
def test_cluster_has_a_representative(pairs: list[Pair], representative: str) -> None:
    (found,) = clusters(pairs)
    assert found.representative == representative


@given(st.lists(PAIRS, max_size=20))
def test_clusters_partition_the_identical_pages(pairs: list[Pair]) -> None:
    found = clusters(pairs)
    same = [p for p in pairs if p.extent is Extent.IDENTICAL and p.a != p.b]
    pages = [page for cluster in found for page in cluster.pages]
    assert sorted(pages) == sorted({page for p in same for page in (p.a, p.b)})
    of_page = {page: number for number, cluster in enumerate(found) for page in cluster.pages}
    assert all(of_page[p.a] == of_page[p.b] for p in same)
    assert all(cluster.representative in cluster.pages for cluster in found)
    # The groups are minimal: every member is connected by identical pairs.
    for number, cluster in enumerate(found):
        inner = [p for p in same if of_page[p.a] == number]
        assert _reached(cluster.pages[0], inner) == set(cluster.pages)


def _reached(start: str, pairs: list[Pair]) -> set[str]:
    reached, grown = set[str](), {start}
    while grown != reached:
        reached = set(grown)
        grown |= {p.b for p in pairs if p.a in reached} | {p.a for p in pairs if p.b in reached}
    return reached
