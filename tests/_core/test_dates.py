"""The scanner for dates misses no opening that a date begins with."""

from __future__ import annotations

import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from honbun._core.dates import OpeningScanner, plain
from honbun.text.dates import clock, forms, names, relative, scan
from tests._core import plain_dates
from tests.text.dates.examples import NOT_DATES, RELATIVE, SENTENCES, WHOLE

EXAMPLES = [*WHOLE, *RELATIVE, *NOT_DATES, *(text for text, _ in SENTENCES)]
SIGNS = st.sampled_from(
    "年月日号時时分秒前間元一二十〇年월년일시ヶか小~º°ª,.-–‐−/:'’()（）_#$€=%+ \u3000\n\t"
)
NUMBERS = st.sampled_from("1 2 08 10 12 30 31 99 123 2008 1999 20081210 12345 ２００８ '08".split())
WORDS = st.sampled_from(
    [
        *(*names.MONTH, *names.ERAS, *names.ERA_LETTERS),
        *(*relative.FIRST_WORDS, *relative.SPACED_UNITS, *relative.UNSPACED_WORDS),
        *(*clock.HALF.split("|"), *clock.AFTER_HOUR, *forms.AFTER_DAY),
        *"t ago назад and mon (wed) JST utc January MAY Dec. p.m. aujourd’hui à İ Σ 𠮷".split(),
    ]
)
TEXTS = st.lists(SIGNS | NUMBERS | WORDS | st.just(" ") | st.text(max_size=2), max_size=12).map(
    "".join
)
EDITED = st.tuples(
    st.sampled_from(EXAMPLES), st.integers(0, 40), st.integers(0, 2), SIGNS | NUMBERS | WORDS
).map(lambda edit: edit[0][: edit[1]] + edit[3] + edit[0][edit[1] + edit[2] :])


@given(TEXTS | EDITED | st.tuples(EDITED, EDITED).map(" ".join))
@example("1º1stde março de 2009")
@example("10.30:15 pm")
@example("10. - 12. Dezember 2008")
@example("20081210 \n         \n")
@example("二〇〇八年十二월")
def test_dates_equal_those_of_the_plain_scanner(text: str) -> None:
    assert scan._hits(text) == plain_dates.hits(text)


@given(TEXTS)
def test_plain_text_equals_its_definition(text: str) -> None:
    assert plain(text) == plain_dates.plain(text)


def test_every_character_becomes_plain_by_the_definition() -> None:
    for code in range(sys.maxunicode + 1):
        text = f"a{chr(code)}1"
        assert plain(text) == plain_dates.plain(text), hex(code)
        assert len(plain(text)) == 3


def test_number_of_any_length_is_read_once() -> None:
    for junk in ("1", "1 ", "1.", "1/", "1 a", "一", "a ", "jan ", "1 " + "x" * 30):
        assert not scan._hits(junk * 200_000 + "x")


@pytest.mark.parametrize("words", [["may"], ["x" * 30], ["年"]])
def test_word_that_the_scanner_cannot_hold_is_refused(words: list[str]) -> None:
    with pytest.raises(ValueError, match="no"):
        OpeningScanner(
            months=["may"], words=words, after=[], signs=[], letters="", numerals="", units=""
        )


def test_bytes_are_no_text() -> None:
    with pytest.raises(TypeError, match="is a str"):
        plain(b"a")  # type: ignore[arg-type]
