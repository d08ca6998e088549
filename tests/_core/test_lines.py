"""The scanner for lines misses no date line and no byline."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.html.blocks import split
from honbun.html.parse import parse
from honbun.metadata.visible import _SCANNER, LONGEST
from honbun.text import dates
from honbun.text.phrases import announces_author
from tests._core.test_dates import EDITED, TEXTS
from tests.text.dates.examples import WHOLE


def found(html: str) -> list[int]:
    return _SCANNER.find(split(parse(f"<body>{html}")), LONGEST)


def has_day(text: str) -> bool:
    """Whether a text has a date to the day in digits and words: "today" and 9:30 have none."""
    values = [each.value or "" for each in dates.find(text)]
    return any(len(value) >= len("--12-10") for value in values) and any(map(str.isdigit, text))


@given(TEXTS | EDITED)
def test_every_text_with_a_day_may_be_dated(text: str) -> None:
    # Numerals without a digit and letters of eras are not looked for in short lines.
    if has_day(text) and not set(text) & set("〇零一二三四五六七八九十元MTSHRmtshr"):
        assert _SCANNER.may_be_dated(text)


@pytest.mark.parametrize("text", [text for text in WHOLE if has_day(text) and text[0].isascii()])
def test_date_alone_in_a_block_is_found(text: str) -> None:
    assert found(f"<p>{text}</p>") == [1]


@pytest.mark.parametrize(
    "text", ["Harbour", "7 comments", "$ 12.50", "Top 10 boats", "© 2011", "5 min read", "24 hours"]
)
def test_other_numbers_are_not_found(text: str) -> None:
    assert found(f"<p>{text}</p>") == []


@pytest.mark.parametrize("text", ["3 hours ago", "vor 3 Stunden", "il y a 2 jours", "2 дня назад"])
def test_relative_time_is_found(text: str) -> None:
    assert found(f"<p>{text}</p>") == [1]


@pytest.mark.parametrize("text", ["AdaSeptember 11, 2008", "26 FebTop boats"])
def test_date_without_a_space_beside_it_is_found(text: str) -> None:
    assert found(f"<p>{text}</p>") == [1]


LABELS = st.sampled_from(
    "by By VON posted written Words text author: 文 著者： от Автор Bystander article".split()
)


@given(st.lists(LABELS | st.sampled_from(["Ada", "Penrose", ":", "|", "山田"]), max_size=4))
def test_every_text_that_announces_an_author_is_found(words: list[str]) -> None:
    text = " ".join(words)
    if announces_author(text):
        assert found(f"<p>{text}</p>") == [1]


def test_byline_may_begin_with_any_run_of_a_block() -> None:
    assert found("<p><i>Boats</i> <b>By Ada</b></p><p>Boats by Ada</p>") == [1]


def test_long_and_empty_blocks_are_not_found() -> None:
    assert found("<p>" + "3 May 2008 " * 20 + "</p><p></p>") == []
