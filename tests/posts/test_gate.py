"""The gate: posts or not."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from honbun.api import posts
from honbun.page import Page
from honbun.posts.choose import rank_segmentations
from honbun.posts.gate import rejection_reason
from tests.builders import post
from tests.posts.builders import keys_of
from tests.posts.pages.formats import FORMATS, PLAIN
from tests.posts.pages.messages import NAMES, sayings

if TYPE_CHECKING:
    from honbun.posts.model import Post

GOOD = {
    "date_edge": 1.0,
    "date_place": 1.0,
    "long": 1.0,
    "cover_unlinked": 0.95,
    "links": 0.05,
    "once": 1.5,
    "alike": 0.9,
    "missed_named": 0.0,
}


def found(count: int = 8) -> list[Post]:
    return [
        post(f"It is no. {n}.", author=NAMES[n], date=f"2010-03-{n + 1:02}", index=n)
        for n in range(count)
    ]


def test_dated_messages_of_different_authors_pass() -> None:
    assert rejection_reason(GOOD, 30.0, found()) is None


def test_links_are_not_messages() -> None:
    why = rejection_reason({**GOOD, "long": 0.2, "links": 0.8}, 30.0, found())
    assert why is not None
    assert "links" in why


def least(measures: dict[str, float], posts: list[Post]) -> float:
    """The minimum score of a segmentation whose posts pass."""
    scores = (n / 4 for n in range(-800, 800))
    return next(score for score in scores if rejection_reason(measures, score, posts) is None)


@pytest.mark.parametrize(
    "change",
    [
        {"date_edge": 0.0},
        {"date_place": 0.0},
        {"missed_named": 1.0},
        {"alike": 0.3},
        {"long": 0.0},
        {"cover_unlinked": 0.1},
        {"links": 0.9},
    ],
    ids=str,
)
def test_weaker_evidence_needs_a_higher_score(change: dict[str, float]) -> None:
    assert least(GOOD, found()) < least({**GOOD, **change}, found())


@pytest.mark.parametrize(
    "worse",
    [
        [replace(each, author=None) for each in found()],
        [replace(each, date="2010-03-04") for each in found()],
        [replace(each, date=None) for each in found()],
        found(2),
    ],
    ids=["no authors", "one date", "no dates", "few"],
)
def test_posts_without_authors_and_distinct_dates_need_a_higher_score(worse: list[Post]) -> None:
    assert least(GOOD, found()) < least(GOOD, worse)


def test_zero_score_is_rejected() -> None:
    assert rejection_reason(GOOD, 0.0, found())


def guests(count: int) -> list[Post]:
    return [
        post("Hello!", author=name, text=f"{name} <{name}@post.example> Hello!", date=None)
        for name in NAMES[:count]
    ]


def test_guestbook_with_many_addresses_needs_no_dates() -> None:
    undated = {**GOOD, "date_edge": 0.0, "date_place": 0.0, "alike": 0.3}
    assert rejection_reason(undated, 10.0, guests(10)) is None
    assert rejection_reason(undated, 10.0, guests(5))
    assert rejection_reason({**undated, "cover_unlinked": 0.3}, 10.0, guests(10))


@pytest.mark.parametrize("name", FORMATS)
def test_thread_page_scores_higher_than_an_article(name: str) -> None:
    thread = rank_segmentations(keys_of(FORMATS[name](1, PLAIN).html)).votes.scores[0]
    assert thread > max(rank_segmentations(keys_of(article(n))).votes.scores[0] for n in range(3))


def article(number: int) -> str:
    """An article with or without sections, lists, tables and a menu."""
    chance = Random(number)
    said = sayings(number, chance.randint(4, 14))
    parts = [f"<h1>{said[0].body[0]}</h1><p class=by>By {said[0].author}, March 4, 2010</p>"]
    for each in said:
        if chance.random() < 0.3:
            parts.append(f"<h2>{each.body[0]}</h2>")
        parts.append(f"<p>{each.message}</p>")
        if chance.random() < 0.2:
            parts.append("<ul>" + "".join(f"<li>{line}" for line in each.body) + "</ul>")
    links = "".join(f"<li><a href=/{n}>{each.body[0]}</a>" for n, each in enumerate(said))
    return f"<ul class=nav>{links}</ul><div class=text>{''.join(parts)}</div>"


def test_articles_are_rejected() -> None:
    threads = posts([Page(article(n), url=f"https://a.example/{n}") for n in range(60)])
    passed = [thread.url for thread in threads if thread.posts or not thread.reason]
    assert passed == []
