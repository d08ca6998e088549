from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.text.phrases import announces_author, announces_credit, without_label


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
def test_a_word_before_a_name_announces_an_author(text: str, name: str | None) -> None:
    assert announces_author(text) is (name is not None)
    assert without_label(text) == (text if name is None else name)


@pytest.mark.parametrize(
    "text",
    [
        *("Bystanders say", "Byline", "Davon später", "Ada Penrose", "Authors' room", "", "—"),
        *("文化の日", "著者名", "Posted on 3 May 2008", "Posted", "Stand by me"),
    ],
)
def test_a_word_that_only_begins_like_a_label_announces_nobody(text: str) -> None:
    assert not announces_author(text)
    assert without_label(text) == text


def test_a_long_line_announces_nobody() -> None:
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
def test_a_word_before_a_source_announces_a_credit(text: str) -> None:
    assert announces_credit(text)


@pytest.mark.parametrize(
    "text",
    [
        *("Photos", "Photo", "Photo of the day", "Photography: how to", "Sources say so", "Image"),
        *("写真", "写真家の山田", "出典", "via the pier", "The photo: a boat", "", "(computer) c"),
    ],
)
def test_a_word_that_only_begins_like_a_credit_announces_none(text: str) -> None:
    assert not announces_credit(text)


@given(st.text(max_size=100))
def test_what_is_left_of_a_line_is_its_end(text: str) -> None:
    left = without_label(text)
    assert text.rstrip().endswith(left.rstrip())
    assert announces_author(text) or len(text) > 80 or left == text
