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
from tests.posts.builders import FIRST, keys_of, sentences

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
NAMES = "Ottilie Wim Petra Yuki Tobias Ines Corvin Salome Brandt Maud".split()


def found(count: int = 8) -> list[Post]:
    return [
        post(f"It is no. {n}.", author=NAMES[n], date=f"2010-03-{n + 1:02}", index=n)
        for n in range(count)
    ]


def test_dated_messages_of_different_authors_pass() -> None:
    assert rejection_reason(GOOD, 30.0, found()) is None
    assert rejection_reason(GOOD, 0.0, found())


def test_links_are_not_messages() -> None:
    assert "links" in (rejection_reason({**GOOD, "long": 0.2, "links": 0.8}, 30.0, found()) or "")


def least(measures: dict[str, float], posts: list[Post]) -> float:
    """The minimum score of a segmentation whose posts pass."""
    scores = (n / 4 for n in range(-800, 800))
    return next(score for score in scores if rejection_reason(measures, score, posts) is None)


@pytest.mark.parametrize(
    ("change", "worse"),
    [
        ({"date_edge": 0.0}, found()),
        ({"date_place": 0.0}, found()),
        ({"missed_named": 1.0}, found()),
        ({"alike": 0.3}, found()),
        ({"long": 0.0}, found()),
        ({"cover_unlinked": 0.1}, found()),
        ({"links": 0.9}, found()),
        ({}, [replace(each, author=None) for each in found()]),
        ({}, [replace(each, date="2010-03-04") for each in found()]),
        ({}, [replace(each, date=None) for each in found()]),
        ({}, found(2)),
    ],
)
def test_weaker_evidence_needs_a_higher_score(change: dict[str, float], worse: list[Post]) -> None:
    assert least(GOOD, found()) < least({**GOOD, **change}, worse)


def test_guestbook_with_many_addresses_needs_no_dates() -> None:
    undated = {**GOOD, "date_edge": 0.0, "date_place": 0.0, "alike": 0.3}
    guests = [
        post("Hello!", author=name, text=f"{name} <{name}@post.example> Hello!", date=None)
        for name in NAMES
    ]
    assert rejection_reason(undated, 10.0, guests) is None
    assert rejection_reason(undated, 10.0, guests[:5])
    assert rejection_reason({**undated, "cover_unlinked": 0.3}, 10.0, guests)


def article(number: int) -> str:
    """An article with or without sections, lists, tables and a menu."""
    chance = Random(number)
    parts = [f"<h1>{sentences(chance, 1)}</h1><p class=by>By Maud Ferring, March 4, 2010</p>"]
    for _ in range(chance.randint(4, 14)):
        if chance.random() < 0.3:
            parts.append(f"<h2>{sentences(chance, 1)}</h2>")
        parts.append(f"<p>{sentences(chance, chance.randint(2, 4))}</p>")
        if chance.random() < 0.2:
            parts.append(
                "<ul>" + "".join(f"<li>{sentences(chance, 1)}" for _ in range(3)) + "</ul>"
            )
    links = "".join(f"<li><a href=/{n}>{sentences(chance, 1)}</a>" for n in range(9))
    return f"<ul class=nav>{links}</ul><div class=text>{''.join(parts)}</div>"


def test_articles_are_rejected() -> None:
    threads = posts([Page(article(n), url=f"https://a.example/{n}") for n in range(40)])
    assert [thread.url for thread in threads if thread.posts or not thread.reason] == []


def test_thread_pages_score_higher_than_articles() -> None:
    def best(html: str) -> float:
        return rank_segmentations(keys_of(html)).votes.scores[0]

    assert min(map(best, FIRST.values())) > max(best(article(n)) for n in range(3))
