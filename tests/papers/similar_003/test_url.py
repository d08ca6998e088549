"""The paper's URL similarity, checked with its own examples."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

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


@pytest.mark.parametrize(
    ("a", "b", "share"),
    [
        pytest.param("http://com.a.org/", "http://com.b.org/", 0.25, id="a suffix is at the end"),
        pytest.param("http://telecom/x", "http://tele/x", 0.5, id="letters of a suffix"),
        pytest.param("http://a.com/index.html", "http://a.com/b/index.html", 0.5, id="index file"),
        pytest.param("http://ann.github.io/x", "http://bob.github.io/y", 1 / 3, id="blogs"),
    ],
)
def test_similarity_is_the_share_of_parts(a: str, b: str, share: float) -> None:
    assert similarity(a, b) == pytest.approx(share)


@settings(max_examples=20)
@given(URLS, URLS)
def test_similarity_is_symmetric_and_a_share(a: str, b: str) -> None:
    assert similarity(a, b) == similarity(b, a)
    assert 0 <= similarity(a, b) <= 1
