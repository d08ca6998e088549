"""The paper's URL similarity, checked with its own examples."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from honbun.papers.similar_003.url import parts, similarity
from honbun.reproduction.similar_003 import TABLE_2
from tests.text.url_examples import URLS


@pytest.mark.parametrize(("printed", "a", "b"), TABLE_2)
def test_table_2_is_that_of_the_paper(printed: float, a: str, b: str) -> None:
    assert f"{similarity(a, b):.2f}" == f"{printed:.2f}"


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


@settings(max_examples=20)
@given(URLS, URLS)
def test_similarity_is_positive_if_a_part_is_shared(a: str, b: str) -> None:
    # The classes depend on this alone, so they are those of Simpson's coefficient too.
    assert (similarity(a, b) > 0) == any(one & other for one, other in zip(parts(a), parts(b)))
