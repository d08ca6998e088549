from __future__ import annotations

import unicodedata

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from honbun.content.alone import letters
from honbun.content.alone.letters import COUNTED

TEXT = st.text(
    st.characters() | st.sampled_from(list("aA9_ .!?…。！？,、;|©€¥日本アー가힣é\u0301😀"))
)


def is_letter(char: str) -> bool:
    return char >= "\uffff" or unicodedata.category(char)[0] in "LM" or char == "_"


def is_digit(char: str) -> bool:
    return char < "\uffff" and unicodedata.category(char)[0] == "N"


def is_whole(char: str) -> bool:
    """Whether a character counts as a word: ideographs, kana, and all beyond the first plane."""
    if char >= "\uffff":
        return True
    is_hangul = "\uac00" <= char <= "\ud7a3"
    return char >= "\u2e80" and unicodedata.category(char) == "Lo" and not is_hangul


def is_capital(char: str) -> bool:
    return char < "\uffff" and unicodedata.category(char) == "Lu"


def counted(text: str) -> dict[str, int]:
    """The counts by their definition, character by character."""
    found = dict.fromkeys(COUNTED, 0)
    for before, char, after in zip(f"\n{text}", text, f"{text}\n"[1:]):
        in_word = is_letter(char) or is_digit(char)
        follows = is_letter(before) or is_digit(before)
        found["words"] += is_whole(char) or (in_word and not follows)
        found["sentences"] += char in "。！？" or (char in ".!?…" and after.isspace())
        found["letters"] += in_word
        found["commas"] += char in ",、，;；"
        found["questions"] += char in "?？"
        found["digits"] += is_digit(char)
        found["capitals"] += is_capital(char)
        found["money"] += char < "\uffff" and unicodedata.category(char) == "Sc"
        found["signs"] += char in "|©®»›«‹•·→↑↓"
    return found


def counts(*texts: str) -> list[dict[str, int]]:
    found = letters.counts(texts)
    assert found.dtype == np.float32
    return [dict(zip(COUNTED, row)) for row in found.astype(int).tolist()]


@given(st.lists(TEXT.filter(bool), min_size=1, max_size=6))
def test_counts_equal_their_definition(texts: list[str]) -> None:
    assert counts(*texts) == list(map(counted, texts))
