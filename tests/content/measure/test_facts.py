from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.content.measure.facts import LONGEST, facts, states_day
from honbun.content.measure.marks import Signs
from honbun.html.blocks import split
from honbun.html.parse import parse
from honbun.text.unicode import fold_text

URL = "https://example.org/"


def fact_sizes(html: str, *authors: str) -> tuple[int, int]:
    """Characters of a paragraph that state a date, and that name an author."""
    blocks = split(parse(f"<body><p>{html}</p>"))
    texts = blocks.texts()
    dated, signed = facts(blocks, texts, Signs(blocks), authors)
    assert (dated[0], signed[0]) == (0, 0)
    return dated[1], signed[1]


@pytest.mark.parametrize(
    ("html", "characters"),
    [
        ("3 May 2008", 8),
        ("Posted on 3 May 2008", 16),  # one run: the words belong to the date
        ("<span>3 May 2008</span> <a href=/x>Boats</a>", 8),
        ("<a href=/x>Boats</a> <span>3 May 2008</span> <span>7 comments</span>", 8),
        ("<time>a while ago</time> in Boats", 9),
        ("<time><b>3</b> May</time>", 4),
        ("3 hours ago", 9),
        ("2008年5月3日", 9),
        ("May 2008", 7),
    ],
)
def test_run_with_a_date_is_dated(html: str, characters: int) -> None:
    assert fact_sizes(html) == (characters, 0)


@pytest.mark.parametrize("html", ["Boats", "7 comments", "at 9:30", "Version 2.1", ""])
def test_text_without_a_date_is_not_dated(html: str) -> None:
    assert fact_sizes(html) == (0, 0)


def test_date_in_several_elements_counts_if_it_is_most_of_the_text() -> None:
    assert fact_sizes("<b>3</b> <i>May</i> <u>2008</u>") == (8, 0)
    assert fact_sizes("We sailed on <b>3</b> <i>May</i> <u>2008</u>")[0] == 0


def test_long_text_is_not_searched() -> None:
    at_most = "3 May 2008 " * (LONGEST // 11)
    assert fact_sizes(at_most)[0] > 0
    assert fact_sizes(at_most + "3 May 2008 " * 2) == (0, 0)


def test_sentence_that_mentions_a_day_is_not_dated() -> None:
    assert fact_sizes("On 1 May 1908 fourteen boats left the old harbour for the islands") == (0, 0)
    assert fact_sizes("Published in issue 141 of our paper, 1 May 1908")[0] == 38


@pytest.mark.parametrize(
    ("html", "characters"),
    [
        ("By Ada Penrose", 12),
        ("<b>Ada Penrose</b>", 0),
        ("by <a href=/ada>Ada Penrose</a>", 12),
        ("by <a href=/ada>Ada Penrose</a> in <a href=/x>Boats</a>", 12),
        ("<a rel=author href=/ada>Ada Penrose</a> in <a href=/x>Boats</a>", 10),
        ("<span itemprop=author>Ada <b>Penrose</b></span>", 10),
        ("文：山田花子", 6),
        ("By and by, so the old song goes, all the ships of that long summer came home to us", 0),
    ],
)
def test_author_is_recognised_by_markup_or_a_preceding_word(html: str, characters: int) -> None:
    assert fact_sizes(html) == (0, characters)


def test_declared_author_is_recognised_by_name() -> None:
    assert fact_sizes("Ada  Penrose", "ada penrose") == (0, 10)
    assert fact_sizes("ADA PENROSE, editor", "Ada Penrose") == (0, 17)
    assert fact_sizes("Ada Penrose", "Bo Tregear") == (0, 0)


def test_long_text_with_the_name_does_not_name_the_author() -> None:
    assert fact_sizes("When Ada Penrose came to the harbour it was dark", "Ada Penrose") == (0, 0)


def test_date_and_author_in_one_block_are_counted_separately() -> None:
    assert fact_sizes("<span>3 May 2008</span> by <a href=/ada>Ada Penrose</a>") == (8, 10)
    assert fact_sizes("by <a href=/ada>Ada Penrose</a> <span>3 May 2008</span>") == (8, 12)


def test_word_before_a_date_does_not_announce_an_author() -> None:
    assert fact_sizes("by <time>3 May 2008</time> <b>Boats</b>")[1] == len("by")


def test_name_is_announced_only_within_its_block() -> None:
    blocks = split(parse("<body><p>by</p><p>Ada</p>"))
    texts = blocks.texts()
    _, signed = facts(blocks, texts, Signs(blocks), ())
    assert signed == [0, 2, 0]


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("3 May 2008", True),
        ("3 May", True),
        ("5 minutes ago", True),
        ("2008-05-03T09:30", True),
        ("May 2008", False),
        ("2008", False),
        ("9:30", False),
        ("", False),
    ],
)
def test_only_a_full_date_states_a_day(text: str, states: bool) -> None:
    assert states_day(text) is states


@given(st.text())
def test_folding_removes_white_space_and_is_idempotent(text: str) -> None:
    once = fold_text(text)
    assert once == fold_text(f" {text}\n") == "".join(once.split())
