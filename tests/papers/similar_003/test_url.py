"""The paper's URL similarity, checked with its own examples."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.papers.similar_003.url import similarity
from tests.text.url_examples import URLS

TABLE_2 = [
    (
        0.50,
        "http://www.gipc.kanazawa-u.ac.jp/whatsnew/host/kh23102.htm",
        "http://133.28.23.100/whatsnew/host/kh23102.htm",
    ),
    (
        1.00,
        "http://www.softic.or.jp/lib/cases/Nikkei_v_Comline.html",
        "http://mail.softic.or.jp/lib/cases/Nikkei_v_Comline.html",
    ),
    (
        # The paper prints 0.38. Its definition gives 0.50: the hosts share nothing, and all three
        # parts of the shorter path are in the longer.
        0.50,
        "http://www.dd.ij4u.or.jp/~yamano/dokyo/saigoku/saigoku_17.htm",
        "http://yamanokanata.net/dokyo/saigoku/saigoku_17.htm",
    ),
    (
        1.00,
        "http://www.fdev.ce.hiroshima-cu.ac.jp/~terauchi/SEIKEI.HTM",
        "http://va620v.fdev.ce.hiroshima-cu.ac.jp/~terauchi/SEIKEI.HTM",
    ),
    (
        1.00,
        "http://www.keiju.co.jp/data2/tushinbo.htm",
        "http://keijyulion.keiju.co.jp/data2/tushinbo.htm",
    ),
]


@pytest.mark.parametrize(("expected", "a", "b"), TABLE_2)
def test_table_2_follows_from_the_definition(expected: float, a: str, b: str) -> None:
    assert similarity(a, b) == expected


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("http://www.a.com/b", "http://www2.a.net/b"),
        ("http://a.jp/b", "http://a.co.jp/b"),
        ("http://a.biz/~b/c.html", "http://a.org/%7Eb/c.htm"),
        ("http://a.com/b/index.html", "http://a.com/b/"),
        ("http://x-y.ne.jp/b", "http://y.x.ac.jp/b"),
    ],
)
def test_equivalent_spellings_are_equal(a: str, b: str) -> None:
    assert similarity(a, b) == 1


def test_only_the_end_of_a_host_is_a_suffix() -> None:
    assert similarity("http://com.a.org/", "http://com.b.org/") == 0.25


def test_host_may_end_in_the_letters_of_a_suffix() -> None:
    assert similarity("http://telecom/x", "http://tele/x") == 0.5


def test_index_file_is_not_a_part() -> None:
    assert similarity("http://a.com/index.html", "http://a.com/b/index.html") == 0.5


def test_unrelated_blogs_with_one_suffix_are_similar_in_the_paper() -> None:
    assert similarity("http://ann.github.io/x", "http://bob.github.io/y") == pytest.approx(1 / 3)


def test_pages_without_a_path_share_only_their_host() -> None:
    assert similarity("http://a.com/", "http://a.com") == 0.5


@given(URLS, URLS)
def test_similarity_is_symmetric_and_a_share(a: str, b: str) -> None:
    assert similarity(a, b) == similarity(b, a)
    assert 0 <= similarity(a, b) <= 1


@given(st.from_regex(r"http://[a-z]{4,6}\.com/[a-z]{3}/[f-h]{3}", fullmatch=True))
def test_url_is_similar_to_itself(url: str) -> None:
    assert similarity(url, url) == 1
