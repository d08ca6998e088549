"""Identical pages form a cluster, and one page represents it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from honbun.similar.clusters import clusters
from honbun.similar.model import Extent, Linked, Pair, Relation
from tests.similar.pair_builders import PAIRS, pair


def test_clusters_are_transitive() -> None:
    found = clusters([pair("a", "b"), pair("d", "e"), pair("c", "b", Relation.MIRROR)])
    assert [cluster.pages for cluster in found] == [("a", "b", "c"), ("d", "e")]
    assert [cluster.size for cluster in found] == [3, 2]
    assert found[0].relations == (Relation.MIRROR, Relation.COPY)


def test_pages_that_share_less_are_in_no_cluster() -> None:
    assert clusters([pair("a", "b", Relation.ARCHIVE), pair("a", "c", Relation.CITATION)]) == []


def test_page_fetched_twice_is_one_page() -> None:
    assert clusters([pair("a", "a")]) == []


def test_ten_thousand_copies_are_one_cluster() -> None:
    (found,) = clusters(pair("page", f"copy/{number}") for number in range(10_000))
    assert (found.representative, found.size) == ("page", 10_001)


def test_a_long_chain_is_one_cluster() -> None:
    (found,) = clusters(pair(str(number), str(number + 1)) for number in range(100_000))
    assert found.size == 100_001


def test_earliest_page_is_the_representative() -> None:
    early, late = "https://a.example/the/original.html", "https://b.example/"
    dated = pair(late, early, direction=Linked.BACK, date_a="2024-02-01", date_b="2024-01-01")
    (found,) = clusters([dated, pair(late, "https://c/", date_a="2024-02-01")])
    assert found.representative == early
    (found,) = clusters([pair(early, late, direction=Linked.FORTH)])
    assert found.representative == early


def test_earliest_of_several_earlier_pages_is_the_representative() -> None:
    star = [
        pair("first", other, direction=Linked.BACK, date_a="2024-03-01", date_b=date)
        for other, date in (("b", "2024-02-01"), ("the-oldest", "2024-01-01"))
    ]
    (found,) = clusters(star)
    assert found.representative == "the-oldest"


def test_page_between_two_others_in_time_is_not_the_original() -> None:
    pairs = [pair("first", "2nd", direction=Linked.FORTH), pair("2nd", "c", direction=Linked.FORTH)]
    assert [cluster.representative for cluster in clusters(pairs)] == ["first"]


def test_shortest_url_of_a_site_is_the_representative() -> None:
    long, short = "https://www.a.example/print/1", "https://a.example/1"
    (found,) = clusters([pair(long, "https://b.example/"), pair("https://b.example/", short)])
    assert found.representative == short


def test_first_of_urls_of_equal_length_is_the_representative() -> None:
    (found,) = clusters([pair("https://a.example/b", "https://a.example/a")])
    assert found.representative == "https://a.example/b"


def test_first_page_is_the_representative_across_sites_without_dates() -> None:
    for first, second in (("https://long.example/1", "https://b.example/"), ("a/1.html", "a/")):
        (found,) = clusters([pair(first, second)])
        assert found.representative == first


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
