"""Bylines, credits and links to other pages are recognised by their words."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.text import phrases
from honbun.text.phrases import (
    announces_author,
    announces_credit,
    announces_selection,
    announces_update,
    is_next_page,
    is_page_turn,
    is_previous_page,
    without_label,
)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("By Ada Penrose", "Ada Penrose"),
        ("by: Ada Penrose", "Ada Penrose"),
        ("BY ADA PENROSE", "ADA PENROSE"),
        ("— by Ada Penrose", "Ada Penrose"),
        ("Posted by Ada Penrose", "Ada Penrose"),
        ("Words by Ada Penrose", "Ada Penrose"),
        ("Author: Ada Penrose", "Ada Penrose"),
        ("Von Ada Penrose", "Ada Penrose"),
        ("Geschrieben von Ada Penrose", "Ada Penrose"),
        ("Publié par Ada Penrose", "Ada Penrose"),
        ("Autor: Ada Penrose", "Ada Penrose"),
        ("Scritto da Ada Penrose", "Ada Penrose"),
        ("Автор: Ада", "Ада"),
        ("文：山田花子", "山田花子"),
        ("文責 : 山田花子", "山田花子"),
        ("著者　山田花子", "山田花子"),
        ("【執筆者】 山田花子", None),
        ("記者：山田花子", "山田花子"),
        ("글쓴이: 김", "김"),
        ("By", ""),
        ("Posted by", ""),
    ],
)
def test_byline_announces_an_author(text: str, name: str | None) -> None:
    assert announces_author(text) is (name is not None)
    assert without_label(text) == (text if name is None else name)


@pytest.mark.parametrize(
    "text",
    [
        *("Bystanders say", "Byline", "Davon später", "Ada Penrose", "Authors' room", "", "—"),
        *("文化の日", "著者名", "Posted on 3 May 2008", "Posted", "Stand by me"),
    ],
)
def test_similar_words_announce_no_author(text: str) -> None:
    assert not announces_author(text)
    assert without_label(text) == text


def test_long_line_is_not_a_byline() -> None:
    assert announces_author("By " + "a" * 77)
    assert not announces_author("By " + "a" * 78)
    assert announces_credit("Photo: " + "a" * 73)
    assert not announces_credit("Photo: " + "a" * 74)


@pytest.mark.parametrize(
    "text",
    [
        *("Photo: Ada Penrose", "PHOTO : Ada", "Photo by Ada", "Photo / Ada", "(Photo: Ada)"),
        *("Image courtesy of the pier", "© Ada Penrose", "(c) Ada Penrose", "Source: the pier"),
        *("Quelle: Hafenamt", "Foto: Ada", "Foto von Ada", "Crédits : Ada", "Fuente: puerto"),
        *("出典：総務省", "出典 総務省", "写真＝山田", "写真／山田", "撮影：山田", "提供 港湾局"),
        *("来源：港口", "사진: 김", "Фото: Ада", "Via: the pier"),
    ],
)
def test_credit_line_announces_a_credit(text: str) -> None:
    assert announces_credit(text)


@pytest.mark.parametrize(
    "text",
    [
        *("Photos", "Photo", "Photo of the day", "Photography: how to", "Sources say so", "Image"),
        *("写真", "写真家の山田", "出典", "via the pier", "The photo: a boat", "", "(computer) c"),
    ],
)
def test_similar_words_announce_no_credit(text: str) -> None:
    assert not announces_credit(text)


@given(st.text(max_size=100))
def test_without_label_returns_the_end_of_the_line(text: str) -> None:
    left = without_label(text)
    assert text.rstrip().endswith(left.rstrip())
    assert announces_author(text) or len(text) > 80 or left == text


NEXT = "Next|next »|Older posts|→ Next page|Ältere Beiträge|次へ|次の20件|下一页".split("|")
PREVIOUS = "Previous|« Prev|Newer posts|Neuere Beiträge|前へ|前の20件|上一页".split("|")
MORE = "More|More news…|View all|Load more|もっと見る|一覧|3|Page 12|[4]".split("|")
TITLES = (
    "|Next of kin found|Older than the hills|Newer is better|More than words|All quiet on the hill|"
    "前田さんの日記|次郎の犬|12345|Boats float"
).split("|")


@pytest.mark.parametrize("text", NEXT)
def test_link_leads_to_the_next_page(text: str) -> None:
    assert (is_next_page(text), is_previous_page(text), is_page_turn(text)) == (True, False, True)


@pytest.mark.parametrize("text", PREVIOUS)
def test_link_leads_to_the_previous_page(text: str) -> None:
    assert (is_next_page(text), is_previous_page(text), is_page_turn(text)) == (False, True, True)


@pytest.mark.parametrize("text", MORE)
def test_link_leads_to_another_page(text: str) -> None:
    assert (is_next_page(text), is_previous_page(text), is_page_turn(text)) == (False, False, True)


@pytest.mark.parametrize("text", TITLES)
def test_title_is_not_a_page_turn(text: str) -> None:
    assert not is_page_turn(text)


def test_repeated_first_word_is_ignored() -> None:
    assert is_next_page("Older Older posts")


@given(st.sampled_from(NEXT + PREVIOUS + MORE), st.sampled_from(["", " ", "»", " … ", "(", "→"]))
def test_symbols_and_case_are_ignored(text: str, sign: str) -> None:
    assert is_page_turn(f"{sign}{text.upper()}{sign}")


@pytest.mark.parametrize("words", ["Next", "Newer", "More"])
def test_long_text_is_not_a_page_turn(words: str) -> None:
    assert is_page_turn(f"{words} posts posts")
    assert not is_page_turn(f"{words}{' posts' * 20}")


@given(
    st.lists(
        st.sampled_from(
            "last updated|Updated|UPDATE|stand|Standard|ſtand|обновлено|更新|最終更新日|수정|x|é|_"
            "|-| |:|most read|Popular|unpopular|you may|人気|おすすめ|Ranking".split("|")
        ),
        max_size=6,
    ).map("".join)
)
def test_words_of_changes_and_selections_equal_the_definition(text: str) -> None:
    assert announces_update(text) == any(
        re.search(rf"\b{word}\b" if word < "\u3000" else word, text, re.IGNORECASE)
        for word in phrases._UPDATED
    )
    assert announces_selection(text) == any(
        re.search(rf"\b{word}\b" if word.isascii() else word, text, re.IGNORECASE)
        for word in phrases._SELECTION
        if len(text) <= 40
    )
