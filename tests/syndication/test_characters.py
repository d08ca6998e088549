"""What every format of feeds can hold."""

from __future__ import annotations

import pytest
from hypothesis import given

from honbun.syndication.characters import address, clean, identifier, language, web_address
from tests.syndication.feeds import ANY_TEXT


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\x00b\x1b[2Jc\x7f", "ab[2Jc\x7f"),
        ("\ud800\ufffe\uffff𠮷", "𠮷"),
        ("a\r\nb\rc\n\td", "a\nb\nc\n\td"),
        ("]]>", "]]>"),
    ],
)
def test_what_xml_forbids_is_left_out(text: str, expected: str) -> None:
    assert clean(text) == expected


@given(ANY_TEXT)
def test_an_address_is_plain_ascii_without_spaces(url: str) -> None:
    found = address(url)
    assert found is None or (found.isascii() and found.isprintable() and " " not in found)


@pytest.mark.parametrize(
    "url", ["b.html", "//a.example/", "http://", "javascript:alert(1)", "data:text/html,x", None]
)
def test_only_an_address_of_the_web_leads_anywhere(url: str | None) -> None:
    assert web_address(url) is None


@given(ANY_TEXT)
def test_an_identifier_of_an_identifier_is_itself(name: str) -> None:
    assert identifier(identifier(name)) == identifier(name)


@pytest.mark.parametrize("tag", ["en_US", "", "e", "English (US)", None])
def test_what_is_no_language_is_none(tag: str | None) -> None:
    assert language(tag) is None
