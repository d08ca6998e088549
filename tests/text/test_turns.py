"""Words of links that turn pages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.text.phrases import is_next_page, is_page_turn, is_previous_page

ON = [
    "Next",
    "next »",
    "Older posts",
    "→ Next page",
    "Ältere Beiträge",
    "次へ",
    "次の20件",
    "下一页",
]
BACK = ["Previous", "« Prev", "Newer posts", "Neuere Beiträge", "前へ", "前の20件", "上一页"]
MORE = ["More", "More news…", "View all", "Load more", "もっと見る", "一覧", "3", "Page 12", "[4]"]
NONE = [
    "",
    "Next of kin found",
    "Older than the hills",
    "Newer is better",
    "More than words",
    "All quiet on the hill",
    "前田さんの日記",
    "次郎の犬",
    "12345",
    "Boats float",
]


@pytest.mark.parametrize("text", ON)
def test_words_that_lead_on(text: str) -> None:
    assert (is_next_page(text), is_previous_page(text), is_page_turn(text)) == (True, False, True)


@pytest.mark.parametrize("text", BACK)
def test_words_that_lead_back(text: str) -> None:
    assert (is_next_page(text), is_previous_page(text), is_page_turn(text)) == (False, True, True)


@pytest.mark.parametrize("text", MORE)
def test_words_that_lead_to_the_rest(text: str) -> None:
    assert (is_next_page(text), is_previous_page(text), is_page_turn(text)) == (False, False, True)


@pytest.mark.parametrize("text", NONE)
def test_titles_turn_nothing(text: str) -> None:
    assert not is_page_turn(text)


def test_what_is_said_twice_for_some_readers_is_said_once() -> None:
    assert is_next_page("Older Older posts")


@given(st.sampled_from(ON + BACK + MORE), st.sampled_from(["", " ", "»", " … ", "(", "→"]))
def test_signs_and_case_around_words_say_nothing(text: str, sign: str) -> None:
    assert is_page_turn(f"{sign}{text.upper()}{sign}")


@pytest.mark.parametrize("words", ["Next", "Newer", "More"])
def test_long_texts_turn_nothing(words: str) -> None:
    assert is_page_turn(f"{words} posts posts")
    assert not is_page_turn(f"{words}{' posts' * 20}")
