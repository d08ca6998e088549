"""The draft of a page: its title, its sentences and their byte offsets."""

from __future__ import annotations

import html
import re

import pytest

from honbun.page import Page
from honbun.papers.similar_003.drafts import Draft, read
from honbun.papers.similar_003.standard import StandardOptions
from honbun.text.unicode import normalise
from tests.papers.similar_003.examples import ENGLISH, TEMPLE, page

ENCODINGS = ["utf-8", "euc-jp", "shift_jis", "iso-2022-jp"]
SENTENCES = [
    "清水寺",
    "京都観光といえば、清水寺はいつも参拝者で賑わっている。",
    "紅葉の頃は＂夜の拝観＂もある！と聞いた。",
    "舞台の高さは約１３メートルで、釘を一本も使っていません。",
    "錦市場",
    "円山公園",
    "Open daily from six in the morning.",
    "Admission is 500 yen.",
]


def draft(page: Page, options: StandardOptions | None = None) -> Draft:
    found = read(page, options or StandardOptions())
    assert found is not None
    return found


def quoted(page: Page, offset: int, length: int, *, japanese: bool, encoding: str) -> str:
    """The text of a byte range, decoded with only the page and the range known."""
    assert isinstance(page.html, bytes)
    data = page.html[offset : offset + length]
    if encoding == "iso-2022-jp":  # the escape sequence before it is in force
        escapes = re.findall(rb"\x1b(?:\([BJ]|\$[@B])", page.html[:offset])
        data = (escapes[-1] if escapes else b"") + data
    text = data.decode("cp932" if encoding == "shift_jis" else encoding)
    return normalise(html.unescape(re.sub("<[^>]*>", "", text)), japanese=japanese)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_offsets_are_valid_in_the_original_bytes(encoding: str) -> None:
    temple = page(TEMPLE, "temple.html", encoding)
    found = draft(temple)
    assert (found.encoding, found.japanese, found.replaced) == (encoding, True, 0)
    assert [one.text for one in found.sentences] == SENTENCES
    for one in found.sentences:
        text = quoted(temple, one.offset, one.length, japanese=one.japanese, encoding=encoding)
        assert text == one.text
    title = found.title
    assert title is not None
    assert title.text == "清水寺【京都の旅】"
    assert (
        quoted(temple, title.offset, title.length, japanese=True, encoding=encoding) == title.text
    )


def test_page_in_another_language_is_labelled_and_excluded_on_request() -> None:
    about = page(ENGLISH, "about.html")
    assert draft(about).japanese is False
    assert read(about, StandardOptions(japanese_only=True)) is None


def test_page_in_an_encoding_without_kana_is_not_japanese() -> None:
    # A windows-1251 page can contain kana only as character references.
    source = (
        b'<meta charset="windows-1251"><p>\xcf\xf0\xe8\xe2\xe5\xf2 &#12398;&#12399;&#12398;</p>'
    )
    assert draft(Page(source, source="x")).japanese is False


def test_source_is_stored_only_for_pages_with_adjacent_links() -> None:
    assert draft(page(TEMPLE, "temple.html")).page
    assert not draft(page(ENGLISH, "about.html")).page
