"""The gate: what a page is by itself, and how a verdict is made."""

from __future__ import annotations

import pytest

from honbun.feeds.choose import confidence, page_features
from honbun.feeds.links import parse_target
from honbun.feeds.model import PAGE_FEATURES
from honbun.page import Page


def facts(html: str = "", url: str = "https://a.example/") -> set[str]:
    """What is true of a page."""
    told = page_features(Page(html).parse(), parse_target(url))
    assert set(told) == set(PAGE_FEATURES)
    return {name for name, value in told.items() if value}


@pytest.mark.parametrize(
    ("path", "fact"),
    [
        ("", "page_root"),
        ("index.html", "page_root"),
        ("why-boats-float.html", "page_slug"),
        ("2010/03/", "page_number"),
        ("boats/", None),
    ],
)
def test_an_address_tells_what_a_page_is(path: str, fact: str | None) -> None:
    assert facts(url=f"https://a.example/{path}") == ({fact} if fact else set())


def test_a_page_declares_that_it_is_an_article() -> None:
    assert "page_article" in facts("<meta property='og:type' content='Article'>")
    assert "page_article" not in facts("<meta property='og:type' content='website'>")


@pytest.mark.parametrize("kind", ["NewsArticle", "BlogPosting", "Recipe", "Product"])
def test_a_page_declares_its_type(kind: str) -> None:
    data = f'<script type="application/ld+json">{{"@type": "{kind}"}}</script>'
    assert "page_declared" in facts(data)
    assert "page_declared" not in facts(data.replace(kind, "WebSite"))


def test_a_verdict_is_the_sum_of_what_counts() -> None:
    measures = {"count": 2.0, "dated": 1.0, "aside": 0.5}
    assert confidence(measures, {"bias": -1.0, "count": 1.5, "aside": -4.0}) == pytest.approx(0.0)
    assert confidence(measures, {"dated": 3.0}) == pytest.approx(3.0)
