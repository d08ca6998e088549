"""What every format of feeds can hold."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.text.unicode import clean, language_tag
from honbun.text.urls import absolute_iri, http_url, quoted_url
from tests.outputs.channels import ANY_TEXT


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
def test_what_xml_forbids_or_turns_other_text_is_left_out(text: str, expected: str) -> None:
    assert clean(text) == expected


@given(st.text(st.characters() | st.sampled_from("\u202a\u202e\u2066\u2069")))
def test_nothing_in_clean_text_turns_what_stands_around_it(text: str) -> None:
    """Unicode has a class for each control that opens or closes a direction."""
    turning = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    assert not turning & set(map(unicodedata.bidirectional, clean(text)))
    assert clean(clean(text)) == clean(text)


def test_an_address_keeps_what_only_text_may_not_have() -> None:
    assert quoted_url("https://a.example/\u202e") == "https://a.example/%E2%80%AE"


@given(ANY_TEXT)
def test_an_address_is_plain_ascii_without_spaces(url: str) -> None:
    found = quoted_url(url)
    assert found is None or (found.isascii() and found.isprintable() and " " not in found)


@pytest.mark.parametrize(
    "url", ["b.html", "//a.example/", "http://", "javascript:alert(1)", "data:text/html,x", None]
)
def test_only_an_address_of_the_web_leads_anywhere(url: str | None) -> None:
    assert http_url(url) is None


@given(ANY_TEXT)
def test_an_identifier_of_an_identifier_is_itself(name: str) -> None:
    assert absolute_iri(absolute_iri(name)) == absolute_iri(name)


@pytest.mark.parametrize("tag", ["en_US", "", "e", "English (US)", None])
def test_what_is_no_language_is_none(tag: str | None) -> None:
    assert language_tag(tag) is None
