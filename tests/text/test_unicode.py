"""Text is normalised, and cleaned for XML."""

from __future__ import annotations

import unicodedata
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.text.unicode import clean, collapse, normal_form, normalise

TEXTS = st.text(st.one_of(st.characters(), st.sampled_from(" \n\x1e\u200bﾊﾞﾟaé漢あー~")))


def test_half_width_kana_become_full_width() -> None:
    assert normalise("ｶﾞｿﾘﾝﾊﾟﾝ｡", japanese=True) == "ガソリンパン。"


def test_space_between_japanese_characters_is_removed() -> None:
    assert normalise("漢字 と\n仮名 の Visual Studio Code", japanese=True) == (
        "漢字と仮名のＶｉｓｕａｌ\u3000Ｓｔｕｄｉｏ\u3000Ｃｏｄｅ"
    )


def test_wave_dashes_of_unicode_and_windows_are_equal() -> None:
    assert normalise("10～20", japanese=True) == normalise("10〜20", japanese=True)


def test_other_languages_are_composed_and_collapsed() -> None:
    assert normalise("Cafe\u0301 \t au\xad lait\u200b", japanese=False) == "Café au lait"


@given(TEXTS, st.booleans())
def test_normalising_twice_changes_nothing(text: str, japanese: bool) -> None:
    once = normalise(text, japanese=japanese)
    assert normalise(once, japanese=japanese) == once
    assert once == once.strip()


@given(
    st.text(st.sampled_from("aか\u0301\u0323\u3099\u0345ｶﾞ"), max_size=200).map(
        lambda text: text * 9
    ),
    st.sampled_from(["NFC", "NFD", "NFKC"]),
)
def test_normal_form_is_that_of_the_standard(
    text: str, form: Literal["NFC", "NFD", "NFKC"]
) -> None:
    assert normal_form(form, text) == unicodedata.normalize(form, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\x00b\x1b[2Jc\x7f", "ab[2Jc\x7f"),
        ("\ud800\ufffe\uffff𠮷", "𠮷"),
        ("a\r\nb\rc\n\td", "a\nb\nc\n\td"),
        ("]]>", "]]>"),
        ("\u202eevil\u202c \u2067b\u2069 \u200fא", "evil b \u200fא"),
    ],
)
def test_clean_removes_direction_controls_and_characters_xml_forbids(
    text: str, expected: str
) -> None:
    assert clean(text) == expected


@given(st.text(st.characters() | st.sampled_from("\u202a\u202e\u2066\u2069")))
def test_clean_text_has_no_direction_controls(text: str) -> None:
    controls = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    assert not controls & set(map(unicodedata.bidirectional, clean(text)))
    assert clean(clean(text)) == clean(text)


def test_collapse_drops_control_characters() -> None:
    assert collapse("a\x00\x1b b\u3000c\u00a0d\ufffe") == "a b c d"
