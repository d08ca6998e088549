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


def told(html: str, *authors: str) -> tuple[int, int]:
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
def test_what_stands_in_one_run_with_a_date_is_dated(html: str, characters: int) -> None:
    assert told(html) == (characters, 0)


@pytest.mark.parametrize("html", ["Boats", "7 comments", "at 9:30", "Version 2.1", ""])
def test_what_states_no_date_is_not_dated(html: str) -> None:
    assert told(html) == (0, 0)


def test_a_date_in_pieces_counts_where_it_is_the_greater_part() -> None:
    assert told("<b>3</b> <i>May</i> <u>2008</u>") == (8, 0)
    assert told("We sailed on <b>3</b> <i>May</i> <u>2008</u>")[0] == 0


def test_a_long_text_is_not_looked_through() -> None:
    at_most = "3 May 2008 " * (LONGEST // 11)
    assert told(at_most)[0] > 0
    assert told(at_most + "3 May 2008 " * 2) == (0, 0)


def test_a_sentence_that_mentions_a_day_is_no_date() -> None:
    assert told("On 1 May 1908 fourteen boats left the old harbour for the islands") == (0, 0)
    assert told("Published in issue 141 of our paper, 1 May 1908")[0] == 38


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
def test_an_author_is_known_by_marks_or_by_the_word_before_the_name(
    html: str, characters: int
) -> None:
    assert told(html) == (0, characters)


def test_a_declared_author_is_known_by_name() -> None:
    assert told("Ada  Penrose", "ada penrose") == (0, 10)
    assert told("ADA PENROSE, editor", "Ada Penrose") == (0, 17)
    assert told("Ada Penrose", "Bo Tregear") == (0, 0)


def test_a_text_that_says_much_more_than_the_name_does_not_name_the_author() -> None:
    assert told("When Ada Penrose came to the harbour it was dark", "Ada Penrose") == (0, 0)


def test_a_date_and_an_author_in_one_block_are_counted_apart() -> None:
    assert told("<span>3 May 2008</span> by <a href=/ada>Ada Penrose</a>") == (8, 10)
    assert told("by <a href=/ada>Ada Penrose</a> <span>3 May 2008</span>") == (8, 12)


def test_the_word_before_a_date_announces_no_author() -> None:
    assert told("by <time>3 May 2008</time> <b>Boats</b>")[1] == len("by")


def test_a_name_is_announced_within_its_block_only() -> None:
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
def test_a_day_is_stated_by_a_date_to_the_day(text: str, states: bool) -> None:
    assert states_day(text) is states


@given(st.text())
def test_squeezed_texts_have_no_white_space_and_stay_as_they_are(text: str) -> None:
    once = fold_text(text)
    assert once == fold_text(f" {text}\n") == "".join(once.split())
