"""Text is written down in one form."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from honbun.text.unicode import normalise

TEXTS = st.text(st.one_of(st.characters(), st.sampled_from(" \n\x1e\u200bﾊﾞﾟaé漢あー~")))


def test_half_width_kana_are_composed_with_their_marks() -> None:
    assert normalise("ｶﾞｿﾘﾝﾊﾟﾝ｡", japanese=True) == "ガソリンパン。"


def test_space_goes_between_japanese_and_stays_between_words() -> None:
    assert normalise("漢字 と\n仮名 の Visual Studio Code", japanese=True) == (
        "漢字と仮名のＶｉｓｕａｌ\u3000Ｓｔｕｄｉｏ\u3000Ｃｏｄｅ"
    )


def test_wave_dashes_of_unicode_and_windows_are_one() -> None:
    assert normalise("10～20", japanese=True) == normalise("10〜20", japanese=True)


def test_other_languages_are_composed_and_collapsed() -> None:
    assert normalise("Cafe\u0301 \t au\xad lait\u200b", japanese=False) == "Café au lait"


@given(TEXTS, st.booleans())
def test_normalising_twice_changes_nothing(text: str, japanese: bool) -> None:
    once = normalise(text, japanese=japanese)
    assert normalise(once, japanese=japanese) == once
    assert once == once.strip()
