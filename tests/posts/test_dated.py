from __future__ import annotations

import pytest
from hypothesis import given

from honbun.html.nodes import TEXT
from honbun.posts.fields.date import dated_nodes
from honbun.text import dates as text_dates
from tests.posts.rows import HTML, row_of


def dated_texts(html: str) -> list[str]:
    row = row_of(html)
    return [text.strip() for text, flag in zip(row.text, dated_nodes(row)) if flag]


@pytest.mark.parametrize(
    "text",
    ["2010-03-04", "Posted March 4, 2010", "2010年3月4日", "4. März 2010 um 10:20", "3 hours ago"],
)
def test_a_text_with_a_date_is_dated(text: str) -> None:
    assert dated_texts(f"<p>Ann</p><p>{text}</p><p>no. 7</p>") == [text]


@pytest.mark.parametrize("text", ["04.03.10", "10/3/04", "4/3/99"])
def test_three_short_numbers_may_be_a_date(text: str) -> None:
    assert dated_texts(f"<p>{text}</p>") == [text]


@pytest.mark.parametrize("text", ["Ann", "12", "1.2.3.4", "v10.4", "two days"])
def test_other_numbers_are_none(text: str) -> None:
    assert dated_texts(f"<p>{text}</p>") == []


def test_a_long_text_is_dated_by_its_beginning_only() -> None:
    words = "and so it went on and on, " * 12
    assert dated_texts(f"<p>{words} until 2010-03-04.</p>") == []
    assert len(dated_texts(f"<p>On 2010-03-04 it began, {words}</p>")) == 1


def test_an_element_that_declares_a_date_is_dated() -> None:
    row = row_of(
        "<time datetime='2010-03-04'>then</time><b title='2010-03-04 10:20'>x</b><i title=9>"
    )
    assert [tag for tag, flag in zip(row.tag, dated_nodes(row)) if flag] == ["time", "b"]


@given(HTML)
def test_every_short_text_with_a_date_is_dated(html: str) -> None:
    row = row_of(html)
    for tag, text, flag in zip(row.tag, row.text, dated_nodes(row).tolist()):
        if tag == TEXT and len(text) < 300 and text_dates.find(text):
            assert flag
