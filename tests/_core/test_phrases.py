"""A text is excluded only if it begins with no phrase."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun._core.phrases import PhraseHeads
from honbun.text import phrases

PHRASES = ["by", "older", "Page", "mot", "más", "次へ", "för", "skip"]
PATTERN = re.compile("|".join(PHRASES), re.IGNORECASE)
LETTERS = st.sampled_from(list("bByYoOlLdDeErRpPaAgGmMtTsSkKiIáö次へ :\u017f\u212a\u0131\u0130😀"))
TEXTS = st.text(LETTERS, max_size=6) | st.tuples(
    st.sampled_from([*PHRASES, *map(str.upper, PHRASES)]), st.text(LETTERS, max_size=3)
).map("".join)
WORDS = [*phrases._UNIT, *phrases._NEXT, *phrases._PREVIOUS, *phrases._MORE]


@given(TEXTS)
def test_text_that_begins_with_a_phrase_is_not_excluded(text: str) -> None:
    heads = PhraseHeads(phrase for phrase in PHRASES if phrase != "by")
    letters = text[:3]
    expected = len(letters) == 3 and letters.isascii() and letters.isalpha()
    expected = expected and letters.lower() not in ("old", "pag", "mot", "ski")
    assert heads.exclude(text) is expected
    assert not (heads.exclude(text) and PATTERN.match(text) and not text.lower().startswith("by"))


@given(
    st.lists(
        st.sampled_from(WORDS) | st.sampled_from([" ", "3", "x", "«", "…", "_"]), max_size=4
    ).map("".join)
)
def test_page_turns_are_those_of_the_patterns(text: str) -> None:
    bare = phrases._EDGE.sub("", text)
    twice = bare.split()[:2]
    if len(text) <= phrases._MAX_LINK and not (len(twice) == 2 and twice[0] == twice[1]):
        patterns = (phrases._NEXT_LINE, phrases._PREVIOUS_LINE, phrases._MORE_LINE, phrases._NUMBER)
        expected = any(pattern.fullmatch(bare) for pattern in patterns)
        assert phrases.is_page_turn(text) is expected


def test_bytes_are_no_text() -> None:
    with pytest.raises(TypeError, match="is a str"):
        PhraseHeads(["a"]).exclude(b"abc")  # type: ignore[arg-type]
