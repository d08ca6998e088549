"""One article has one address, however its link is spelled."""

from __future__ import annotations

import pytest
from hypothesis import given

from honbun.feeds.identity import canonical_link
from tests.outputs.channels import ANY_TEXT

ARTICLE = "https://a.example/news/a?id=3"


@pytest.mark.parametrize(
    "spelling",
    [
        "http://a.example/news/a?id=3",
        "https://A.Example:443/news/a?id=3",
        "http://a.example:80/news/a?id=3",
        "https://user@a.example/news/a?id=3",
        "https://a.example/%6Eews/a?id=3",
        "https://a.example/news/a?id=3&utm_source=x&utm_medium=y",
        "https://a.example/news/a?fbclid=x&id=3",
        "https://a.example/news/a?UTM_Source=x&id=3&",
        "https://a.example/news/a;jsessionid=0A1?id=3",
        "https://a.example/news/a?id=3#comments",
        "https://a.example/news/a?id=3#more-17",
        "https://a.example/news/a?id=3#utm_source=x",
        "https://a.example/news/a?id=3#xtor=RSS-1",
        "https://a.example/news/a?id=3#:~:text=boats",
        "https://a.example/news/a?id=3#",
    ],
)
def test_what_changes_from_visit_to_visit_is_dropped(spelling: str) -> None:
    assert str(canonical_link(spelling)) == ARTICLE


@pytest.mark.parametrize(
    "other",
    [
        "https://a.example/news/a",
        "https://a.example/news/b?id=3",
        "https://b.example/news/a?id=3",
        "https://a.example:8080/news/a?id=3",
        "https://a.example/news/a?id=3&page=2",
        "https://a.example/news/a?id=3&source=5",
        "https://a.example/news/a?id=3#v2",
        "https://a.example/news/a?id=3#!/b",
        "https://a.example/news/a%2F?id=3",
    ],
)
def test_what_may_choose_the_article_is_kept(other: str) -> None:
    assert str(canonical_link(other)) == other


@pytest.mark.parametrize(
    "spelling",
    [
        "https://www.a.example/a/?b=1&c=2",
        "https://a.example/a?c=2&b=1",
        "http://a.example/a/?c=2&b=1",
    ],
)
def test_spellings_that_mostly_lead_to_one_page_have_one_key(spelling: str) -> None:
    first, other = canonical_link("https://a.example/a?b=1&c=2"), canonical_link(spelling)
    assert first is not None
    assert other is not None
    assert first.key == other.key


@pytest.mark.parametrize("link", [None, "", "a.html", "mailto:a@a.example", "http://[", "http://"])
def test_what_is_no_address_of_the_web_has_none(link: str | None) -> None:
    assert canonical_link(link) is None


@given(ANY_TEXT)
def test_any_canonical_address_is_its_own(rest: str) -> None:
    found = canonical_link(f"https://a.example/{rest}")
    if found is not None:
        assert str(found).isascii()
        assert str(canonical_link(str(found))) == str(found)
