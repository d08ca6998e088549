"""Paper 001: figures 1 and 3 as its text describes them, and the outcomes of table 1."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import honbun
from honbun.errors import MissingExtra
from honbun.evaluation.truth.lists import ListPage, TrueItem, title_digest
from honbun.feeds.model import Item
from honbun.page import Page
from honbun.papers.feed_001.conditions import (
    GroupText,
    conditions_met,
    is_supported,
    worth,
)
from honbun.reproduction.feed_001 import Outcome, figure_1, figure_2, figure_3, outcome, table_1
from honbun.reproduction.model import PaperOptions

LISTS = Path(honbun.__file__).parent / "demo" / "lists"
TEXTS = st.builds(
    GroupText,
    st.sampled_from(["Rain", "Rain fell. It was long.", "10 May 2024", "Rain in the hills."]),
    st.booleans(),
    st.sampled_from([0.0, 1.0]),
)


def test_missing_extra_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.cluster.hierarchy", None)
    with pytest.raises(MissingExtra, match=r"honbun\[faithful\]"):
        table_1([str(LISTS)], PaperOptions(jobs=1))


def test_first_subtree_has_one_text_group_and_the_others_have_two() -> None:
    (table,) = figure_1([], PaperOptions())
    assert [str(row[2]).count(" | ") for row in table.rows] == [0, 1, 1, 1]


def test_distances_are_sums_of_squared_levels() -> None:
    (table,) = figure_2([], PaperOptions())
    one, two = 1 + 4 + 1, 1 + 4 + 9 + 16 + 25 + 1  # b, its text, br; i to q, their text, the stop
    rows = [[0, one, one, one + two], [one, 0, 0, two], [one, 0, 0, two], [one + two, two, two, 0]]
    assert [row[1:] for row in table.rows] == rows


def test_clusters_articles_and_recovery_are_those_of_the_paper() -> None:
    (table,) = figure_3([], PaperOptions())
    assert table.rows == [["bc", "bc", "d"], ["abc", "-", "-"], ["abcd", "-", "-"]]


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4))
def test_value_is_the_product_of_the_paper(articles: list[tuple[GroupText, GroupText]]) -> None:
    s = sum(1 for title, body in articles if is_supported(title, body))
    ts = sum(len((title.text + body.text).encode()) for title, body in articles)
    rows = [conditions_met(title, body) for title, body in articles]
    c = sum(1 for at in range(len(rows[0])) if all(row[at] for row in rows))
    c += len({title.text for title, _ in articles}) == len(articles)
    assert worth(articles).whole == s * ts * c


def item(title: str, body: str) -> Item:
    return Item(title, None, None, body, None, None, (), "/html")


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([item("One", "The first end."), item("Two", "The last end.")], Outcome.COMPLETE),
        ([item("One", "The first end.")], Outcome.MISSED),
        ([item("One", "The first"), item("Two", "The last end.")], Outcome.CUT),
        ([item("One", "The first end. More."), item("Two", "The last end.")], Outcome.LARGE),
        ([item("One", "The first end. Two"), item("Two", "The last end.")], Outcome.LARGE),
        (
            [item("One", "The first end."), item("Two", "The last end."), item("Menu", "a")],
            Outcome.WRONG,
        ),
    ],
)
def test_page_has_the_outcome_of_its_worst_article(found: list[Item], expected: Outcome) -> None:
    truth = tuple(
        TrueItem(title, title_digest(title), None, None, end)
        for title, end in (("One", "first end."), ("Two", "last end."))
    )
    page = ListPage(Page("", url="https://a.example/"), "a", "b", "en", truth)
    assert outcome(found, page) == expected
