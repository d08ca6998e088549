"""Inline markup is written as Markdown as a plain definition writes it."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from honbun._core.inline_markdown import code_span, inline_markdown
from honbun._core.inlines import BREAK, Mark, Picture
from tests._core import plain_inline_markdown as plain

SIGNS = "`*_[]()<>&;:!#-+=~|.\\/@ \n\t\u3000a1é漢「」$"
TEXT = st.text(st.sampled_from(SIGNS), max_size=12) | st.sampled_from(
    ["snake_case", "AT&T &amp; &#1;", "<b> </b> <a@b> <!--", "[x]: y", "1. a", "a * b", "\\\n", " "]
)
LEAVES = TEXT | st.just(BREAK) | st.builds(Picture, st.sampled_from(["/i", "/i (1)"]), TEXT)
TAGS = st.sampled_from("a a b em i strong code kbd sub del span math cite".split())
INLINES: st.SearchStrategy[list[Any]] = st.lists(
    st.recursive(
        LEAVES,
        lambda inner: st.builds(
            lambda tag, children: Mark(tag, "/x y" if tag == "a" else None, children),
            TAGS,
            st.lists(inner, max_size=4),
        ),
        max_leaves=8,
    ),
    max_size=5,
)


@given(INLINES, st.booleans())
def test_markdown_equals_its_definition(inlines: list[Any], strong: bool) -> None:
    inside = frozenset({"**"}) if strong else frozenset[str]()
    assert inline_markdown(inlines, strong) == plain.inline_markdown(inlines, inside)


@given(TEXT)
def test_a_code_span_equals_its_definition(text: str) -> None:
    assert code_span(text) == plain.code_span(text)
