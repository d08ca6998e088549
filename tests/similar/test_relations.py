"""Each relation on a few pages: the relation, its signs and its direction."""

from __future__ import annotations

from honbun.similar.model import Extent, Linked, Relation
from tests.similar.written import (
    BREAD,
    HARBOUR,
    LAKE,
    NOTICE,
    TRAIN,
    alone,
    dated,
    link,
    page,
    pair,
    pairs,
)

A, B = "https://mizuumi.example/sanbashi.html", "https://utsushi.example/p/77"


def test_mirror_is_the_same_page_at_a_similar_address() -> None:
    found = pair(page(A, *LAKE), page("https://old.mizuumi.example/2019/1.html", *LAKE))
    assert (found.extent, found.relation) == (Extent.IDENTICAL, Relation.MIRROR)
    assert "the addresses are similar" in found.because
    assert found.direction is None


def test_mirror_on_another_host_is_known_by_its_path() -> None:
    a = "https://a.example/the-old-piers-of-the-lake.html"
    b = "https://b.example/mirror/the-old-piers-of-the-lake/"
    assert pair(page(a, *LAKE), page(b, *LAKE)).relation is Relation.MIRROR


def test_copy_is_the_same_page_at_an_address_that_is_not_similar() -> None:
    found = pair(
        page(A, *LAKE, head=dated("2024-05-02T23:00:00+09:00")),
        page(B, *LAKE, head=dated("2024-04-30")),
    )
    assert (found.overlap, found.containment, found.overlap_all) == (1, 1, 1)
    assert found.relation is Relation.COPY
    assert found.because == (
        "100% of both and 100% of the smaller page is shared",
        "no link between them",
        "dated 2024-05-02 and 2024-04-30",
    )
    assert found.direction is Linked.BACK
    assert (found.date_a, found.date_b) == ("2024-05-02T23:00:00+09:00", "2024-04-30")


def test_two_blogs_on_one_host_are_unrelated() -> None:
    blogs = [f"https://{name}.github.io/note.html" for name in ("hanako", "taro")]
    found = pair(*(page(url, *LAKE) for url in blogs))
    assert (found.relation, found.url_similarity) == (Relation.COPY, 0)


def test_archive_contains_a_page_of_its_site() -> None:
    found = pair(
        page("https://mizuumi.example/2021/05/03/", *LAKE),
        page("https://mizuumi.example/2021/05/", *LAKE, *BREAD, *TRAIN),
    )
    assert (found.extent, found.relation) == (Extent.CONTAINED, Relation.ARCHIVE)
    assert found.containment == 1
    assert found.direction is Linked.FORTH


def test_pages_of_equal_size_do_not_contain_each_other() -> None:
    """Three of five sentences are no more than 60%: the pages are not the same."""
    found = pair(
        page("https://mizuumi.example/1", *alone(*"abcde")),
        page("https://mizuumi.example/2", *alone(*"abcfg")),
    )
    assert (found.overlap, found.relation) == (0.6, Relation.ARCHIVE)
    assert found.direction is None


def test_link_list_contains_pages_that_it_links_to() -> None:
    other = "https://atsume.example/"
    found = pair(page(other, *LAKE, link(A), *BREAD, *TRAIN), page(A, *LAKE))
    assert (found.extent, found.relation) == (Extent.CONTAINED, Relation.LINK_LIST)
    assert "the first links to the other beside the shared text" in found.because
    assert (found.linked, found.direction) == (Linked.FORTH, Linked.BACK)


def test_page_inside_another_without_a_link_is_plagiarism() -> None:
    found = pair(page(A, *LAKE), page(B, *LAKE, *BREAD, *TRAIN))
    assert (found.extent, found.relation) == (Extent.CONTAINED, Relation.PLAGIARISM)


def test_same_site_is_a_passage_of_two_pages_of_one_site() -> None:
    found = pair(
        page("https://machi.example/pan.html", *BREAD, *LAKE[:1]),
        page("https://www.machi.example/eki.html", *TRAIN, *LAKE[:1]),
    )
    assert (found.extent, found.relation) == (Extent.PARTIAL, Relation.SAME_SITE)
    assert [shared.a for shared in found.shared] == LAKE[:1]


def test_plagiarism_is_a_passage_without_its_source() -> None:
    found = pair(
        page(A, *LAKE, head=dated("2019-03-04")),
        page(B, *BREAD, *LAKE[1:3], *TRAIN, head=dated("2019-03-05")),
    )
    assert (found.extent, found.relation) == (Extent.PARTIAL, Relation.PLAGIARISM)
    assert found.direction is Linked.FORTH
    assert [shared.a for shared in found.shared] == LAKE[1:3]


def test_hours_of_one_day_give_no_direction() -> None:
    early, late = dated("2019-03-04T01:00:00"), dated("2019-03-04T22:00:00+09:00")
    assert pair(page(A, *LAKE, head=early), page(B, *LAKE, head=late)).direction is None


def test_passage_of_five_sites_is_shared_by_them() -> None:
    sites = [f"https://{name}.example/" for name in ("hon", "umi", "yama", "kawa", "mori")]
    found = pairs(*(page(url, *NOTICE, *alone(url, url * 2, url * 3)) for url in sites))
    assert len(found) == 10
    assert {pair.relation for pair in found} == {Relation.SHARED_PASSAGE}
    assert all("three sites or more have it" in pair.because for pair in found)


def test_spam_is_stitched_together_from_six_sources() -> None:
    sources = [
        (f"https://{name}.example/", alone(*(name + n for n in "1234"))) for name in "abcdef"
    ]
    patches = [sentence for _, texts in sources for sentence in texts[1:3]]
    found = pairs(
        *(page(url, *texts) for url, texts in sources), page("https://z.example/q", *patches)
    )
    assert {(pair.b, pair.relation) for pair in found} == {("https://z.example/q", Relation.SPAM)}
    assert len(found) == 6
    assert {pair.direction for pair in found} == {Linked.FORTH}
    assert all(
        "the second has 100% of its text in common with 6 unrelated sites" in pair.because
        for pair in found
    )


def test_page_that_is_half_from_three_sources_is_stitched_and_one_with_less_is_not() -> None:
    """The sentences have equal length; one alone is not enough between unrelated pages."""
    sources = [page(f"https://{name}.example/", *alone(name, f"{name}2")) for name in "abc"]
    half = page("https://z.example/q", *alone(*"abc"), *alone("1", "2", "3"))
    less = page("https://z.example/q", *alone(*"abc"), *alone("1", "2", "3", "4"))
    assert [pair.relation for pair in pairs(*sources, half)] == [Relation.SPAM] * 3
    assert pairs(*sources, less) == []


def test_page_that_marks_quotations_from_six_sources_cites_them() -> None:
    sources = [
        (f"https://{name}.example/", alone(*(name + n for n in "1234"))) for name in "abcdef"
    ]
    patches = [f"<blockquote>{''.join(texts[1:3])}</blockquote>" for _, texts in sources]
    found = pairs(
        *(page(url, *texts) for url, texts in sources), page("https://z.example/q", *patches)
    )
    assert [pair.relation for pair in found] == [Relation.CITATION] * 6


def test_english_and_japanese_pages_share_nothing() -> None:
    assert pairs(page(A, *LAKE), page(B, *HARBOUR)) == []
