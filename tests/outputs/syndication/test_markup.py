"""Text in a feed shows as it was written, whatever it looks like."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given

from honbun.outputs.syndication import html
from honbun.text.unicode import clean
from tests.outputs.syndication.feeds import ANY_TEXT

MARKUP = re.compile(r"</?p>|<br>")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("one", "one"),
        ("one\ntwo", "one<br>\ntwo"),
        ("one\r\n\r\n\r\ntwo\nthree", "<p>one</p>\n<p>two<br>\nthree</p>"),
        ("\n\none", "<br>\n<br>\none"),
        (
            "<script>x()</script>\n\n&amp;",
            "<p>&lt;script&gt;x()&lt;/script&gt;</p>\n<p>&amp;amp;</p>",
        ),
    ],
)
def test_only_breaks_become_markup(text: str, expected: str) -> None:
    assert html(text) == expected


@given(ANY_TEXT)
def test_any_text_has_no_tag_of_its_own_and_loses_no_word(text: str) -> None:
    shown = MARKUP.sub(" ", html(text))
    assert "<" not in shown
    assert unescape(shown).split() == clean(text).split()
