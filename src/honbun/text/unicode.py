"""Characters: white space, control characters, normal forms, width, and what XML and JSON can hold.

Most text on the web is clean, so every function tests for that first: `str.isprintable` is false
for all white space but the space, for control characters and for lone surrogates. What is called
for nearly every string of a page is in the compiled core.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal
from unicodedata import combining, normalize

from honbun._core.whitespace import collapse, fold_text, strip_control
from honbun.text.patterns import lazy

__all__ = [
    "INVISIBLE",
    "Form",
    "clean",
    "collapse",
    "fold_text",
    "full_width",
    "json_safe",
    "non_blank",
    "normal_form",
    "normalise",
    "short_text",
    "strip_control",
    "xml_text",
]

INVISIBLE = "\u00ad\u200b\u2060\ufeff"
"""Characters without a glyph: soft hyphen, zero-width space, word joiner, byte-order mark."""

Form = Literal["NFC", "NFD", "NFKC"]
_Decomposition = Literal["NFD", "NFKD"]

_SAFE_LENGTH = 500
"""A text up to this many characters is normalised fast in any case."""
_MAX_MARKS = 32
"""No language writes more combining marks in a row."""
_REMEMBERED = 4096
"""Characters of which it is known whether they are marks: a page has a few hundred."""


def normal_form(form: Form, text: str) -> str:
    """The text in a Unicode normal form, in linear time.

    `unicodedata.normalize` orders a run of combining marks by insertion: one megabyte of nothing
    but marks takes hours. Long runs are sorted first, which gives the same result.

    >>> normal_form("NFC", "か" + chr(0x3099)), normal_form("NFKC", "ｶﾞ")
    ('が', 'ガ')
    """
    if len(text) > _SAFE_LENGTH and not text.isascii():
        decomposition: _Decomposition = "NFKD" if form == "NFKC" else "NFD"
        # A run of n marks covers at least one of every n characters.
        if any(_is_mark(decomposition, char) for char in set(text[::_MAX_MARKS])):
            text = _with_sorted_marks(decomposition, text)
    return normalize(form, text)


def _with_sorted_marks(form: _Decomposition, text: str) -> str:
    """The text with its long runs of marks sorted."""
    pieces: list[str] = []
    done = 0
    for sample in range(0, len(text), _MAX_MARKS):
        if sample < done or not _is_mark(form, text[sample]):
            continue
        start, stop = sample, sample + 1
        while start > done and _is_mark(form, text[start - 1]):
            start -= 1
        while stop < len(text) and _is_mark(form, text[stop]):
            stop += 1
        if stop - start >= _MAX_MARKS:
            pieces += text[done:start], _sorted(form, text[start:stop])
            done = stop
    return "".join((*pieces, text[done:]))


def _sorted(form: _Decomposition, marks: str) -> str:
    """A run of marks in canonical order; the sort is stable, as the standard demands."""
    decomposed = (part for mark in marks for part in normalize(form, mark))
    return "".join(sorted(decomposed, key=combining))


@lru_cache(maxsize=_REMEMBERED)
def _is_mark(form: _Decomposition, char: str) -> bool:
    """Whether the decomposition of a character begins with a combining mark."""
    return combining(normalize(form, char)[0]) != 0


_DROPPED = lazy(rf"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufffe\uffff{INVISIBLE}]")
"""Invisible and control characters. The separators from 0x1c to 0x1f count as white space, so they
are gone before this pattern is applied."""
_WIDE = str.maketrans(
    {chr(code): chr(code + 0xFEE0) for code in range(0x21, 0x7F)}
    # Where Unicode and Windows disagree on a character of JIS X 0208, the more common of the two.
    | {" ": "\u3000", "~": "〜", "～": "〜", "−": "－", "‖": "∥", "—": "―", "¥": "￥"}
    | {"¢": "￠", "£": "￡", "¬": "￢"}
)
_NOT_WIDE = lazy(f"[ -~{''.join(map(chr, _WIDE.keys() - range(0x80)))}\u3000]")
_NARROW_KANA = lazy("[｡-ﾟ]++")
_JAPANESE = (
    "\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff9f"
)
_JAPANESE_SPACE = lazy(f"(?<=[{_JAPANESE}])\u3000|\u3000(?=[{_JAPANESE}])")


def normalise(text: str, *, japanese: bool) -> str:
    """A sentence in one width and one form of each character (paper 003, 4.1).

    Japanese writes the same word in wide and narrow characters, and white space means nothing
    between two Japanese characters: such text becomes full-width, without that space. In other
    languages white space is collapsed and characters are composed.

    >>> normalise("ﾊﾞｽ は\\n 100 円 (Google Maps)", japanese=True)
    'バスは１００円（Ｇｏｏｇｌｅ\\u3000Ｍａｐｓ）'
    >>> normalise(" one\\n two ", japanese=False)
    'one two'
    """
    if not text.isprintable() or "  " in text or text.strip(" ") != text:
        # Twice, because a dropped character may be alone between two spaces.
        text = " ".join(_DROPPED.sub("", " ".join(text.split())).split())
    if japanese:
        return full_width(normal_form("NFC", text))
    return text if text.isascii() else normal_form("NFC", text)


def full_width(text: str) -> str:
    """Japanese text (white space collapsed) in full-width characters, without needless space."""
    if _NARROW_KANA.search(text):
        text = _NARROW_KANA.sub(lambda kana: normal_form("NFKC", kana[0]), text)
    if not _NOT_WIDE.search(text):
        return text
    text = text.translate(_WIDE)
    return _JAPANESE_SPACE.sub("", text) if "\u3000" in text else text


_NOT_XML = lazy("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""XML 1.0, production 2: escaping does not help, a reference to such a character is an error."""
_DIRECTION = lazy("[\u202a-\u202e\u2066-\u2069]")
"""Embeddings, overrides and isolates of Unicode Annex 9: left open by a page, one of them would
reverse the text after it. The marks U+200E, U+200F and U+061C affect no other text and stay."""
_LINE_END = lazy(r"\r\n?")


def xml_text(text: str) -> str:
    r"""Text without characters that XML forbids, and with the line ends that a parser returns.

    >>> xml_text("a\x00\r\nb\u202ec")
    'a\nb\u202ec'
    """
    return _LINE_END.sub("\n", _NOT_XML.sub("", text))


def clean(text: str) -> str:
    r"""Text to show: without characters that XML forbids or that reverse the text around them.

    >>> clean("a\x00\ud800b\r\nc\u202ed")
    'ab\ncd'
    """
    return _DIRECTION.sub("", xml_text(text))


def non_blank(text: str | None) -> str | None:
    r"""Clean text; None where it is empty or blank.

    >>> non_blank(" a "), non_blank(" \n\x00"), non_blank(None)
    (' a ', None, None)
    """
    found = clean(text or "")
    return found if found.strip() else None


_NOT_JSON = lazy("[\0\ud800-\udfff]")
_MAX_SHORT = 200
"""Characters that a snapshot shows in place of a picture or a form field."""


def json_safe(text: str) -> str:
    r"""Text with U+FFFD for characters that UTF-8 cannot encode or browsers refuse.

    >>> json_safe("a\0b")
    'a\ufffdb'
    """
    return text if text.isprintable() else _NOT_JSON.sub("\ufffd", text)


def short_text(text: str | None) -> str:
    """The beginning of a text on one line, safe for JSON.

    >>> short_text(" a  cat ")
    'a cat'
    """
    return collapse(json_safe((text or "")[: 4 * _MAX_SHORT]))[:_MAX_SHORT]
