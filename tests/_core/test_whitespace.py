"""White space and case are changed as the methods of `str` change them."""

from __future__ import annotations

import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun._core.whitespace import collapse, fold_text, strip_control

CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufffe\uffff]")
NARROW = st.sampled_from("abZ \n\t\r\0\x1c\x7f\x85\xa0\xad") | st.characters(max_codepoint=0xFF)
WIDE = (
    NARROW
    | st.sampled_from("\u2028\u3000\ufdd0\uffff。漢かßİΣ\u0345Ａ")
    | st.characters(max_codepoint=0xFFFF)
)
TEXTS = st.text(NARROW) | st.text(WIDE) | st.text(WIDE | st.characters())
LONG = TEXTS.map(lambda text: text * 200)


def plain_strip(text: str) -> str:
    return CONTROL.sub("", text)


def plain_collapse(text: str) -> str:
    return plain_strip(" ".join(text.split()))


def plain_fold(text: str) -> str:
    return "".join(text.split()).casefold()


@given(TEXTS | LONG)
def test_results_equal_their_definitions(text: str) -> None:
    assert collapse(text) == plain_collapse(text)
    assert strip_control(text) == plain_strip(text)
    assert fold_text(text) == plain_fold(text)


def test_every_character_is_treated_by_its_definition() -> None:
    for code in range(sys.maxunicode + 1):
        text = f"a {chr(code)} B"
        assert collapse(text) == plain_collapse(text), hex(code)
        assert strip_control(text) == plain_strip(text), hex(code)
        assert fold_text(text) == plain_fold(text), hex(code)


def test_control_character_between_spaces_leaves_both() -> None:
    assert collapse("a \0 b\0 ") == "a  b"


@pytest.mark.parametrize("function", [collapse, strip_control, fold_text])
def test_subclass_of_str_is_a_text_and_bytes_are_not(function) -> None:  # type: ignore[no-untyped-def]
    class Text(str):
        __slots__ = ()

    assert function(Text("a \0")) == function("a \0")
    for other in (b"a", None):
        with pytest.raises(TypeError, match="is a str"):
            function(other)
