"""How a sentence is written down: one width, one form of each character (paper 003, 4.1).

In Japanese the same word may be written in wide and in narrow characters, and white space means
nothing between two Japanese ones, so that text is made full-width and the space taken out. In other
languages white space is collapsed and characters composed.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal
from unicodedata import combining, normalize

# Unicode normal forms in time that grows with the text, however its marks are piled.
#
# `unicodedata.normalize` brings a run of combining marks into order by insertion: a page of
# nothing but marks, a megabyte of them, would take it hours. Brought into order here before, by
# sorting, they are left as they stand, and the form that comes out is the same.

Form = Literal["NFC", "NFD", "NFKC"]
Parts = Literal["NFD", "NFKD"]

_SHORT = 500
"""Characters that are no danger in whatever order: most texts need no look at their marks."""
_MANY = 32
"""More marks in a row than any language writes."""
_LAST = 0x20000
"""Behind the last mark of any script."""


def normal_form(form: Form, text: str) -> str:
    """The text in a normal form.

    >>> normal_form("NFC", "か" + chr(0x3099)), normal_form("NFKC", "ｶﾞ")
    ('が', 'ガ')
    """
    if len(text) > _SHORT and not text.isascii():
        parts: Parts = "NFKD" if form == "NFKC" else "NFD"
        # A run of so many has one of them at every so many characters.
        if not _marks(parts).isdisjoint(text[::_MANY]):
            text = _runs(parts).sub(lambda run: _ordered(parts, run[0]), text)
    return normalize(form, text)


def _ordered(parts: Parts, marks: str) -> str:
    """A run of marks in the order of the standard; those of one class stay as they are."""
    single = (part for mark in marks for part in normalize(parts, mark))
    return "".join(sorted(single, key=combining))


@cache
def _marks(parts: Parts) -> frozenset[str]:
    """The characters that, taken apart, are nothing but marks."""
    return frozenset(
        char for char in map(chr, range(0x300, _LAST)) if combining(normalize(parts, char)[0])
    )


@cache
def _runs(parts: Parts) -> re.Pattern[str]:
    return re.compile(f"[{''.join(_marks(parts))}]{{{_MANY},}}")


_INVISIBLE = "\u00ad\u200b\u2060\ufeff"
"""Marks that no reader sees: places where a line may break, and signs of byte order."""
_DROPPED = re.compile(
    rf"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufffe\uffff{_INVISIBLE}]"
)
"""Those, and the characters that XML forbids or discourages. The separators from 0x1c to 0x1f are
forbidden too, but count as white space, so that they have gone before."""
_WIDE = str.maketrans(
    {chr(code): chr(code + 0xFEE0) for code in range(0x21, 0x7F)}
    # What Unicode and Windows call the same character of JIS X 0208, by the more common of the two.
    | {" ": "\u3000", "~": "〜", "～": "〜", "−": "－", "‖": "∥", "—": "―", "¥": "￥"}
    | {"¢": "￠", "£": "￡", "¬": "￢"}
)
_OTHER = re.compile(f"[ -~{''.join(map(chr, _WIDE.keys() - range(0x80)))}\u3000]")
_NARROW_KANA = re.compile("[｡-ﾟ]++")
_JAPANESE = (
    "\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff9f"
)
_SPACE = re.compile(f"(?<=[{_JAPANESE}])\u3000|\u3000(?=[{_JAPANESE}])")


def normalise(text: str, *, japanese: bool) -> str:
    """A stretch of a page's text as it is written down.

    >>> normalise("ﾊﾞｽ は\\n 100 円 (Google Maps)", japanese=True)
    'バスは１００円（Ｇｏｏｇｌｅ\\u3000Ｍａｐｓ）'
    >>> normalise(" one\\n two ", japanese=False)
    'one two'
    """
    # Most texts are clean. No white space but the space is printable, so these tests are enough.
    if not text.isprintable() or "  " in text or text.strip(" ") != text:
        # Twice, because a mark that goes may have stood alone between two spaces.
        text = " ".join(_DROPPED.sub("", " ".join(text.split())).split())
    if japanese:
        return full_width(normal_form("NFC", text))
    return text if text.isascii() else normal_form("NFC", text)


def full_width(text: str) -> str:
    """Japanese text (white space collapsed) in full-width characters, without needless space."""
    if _NARROW_KANA.search(text):
        text = _NARROW_KANA.sub(lambda kana: normal_form("NFKC", kana[0]), text)
    if not _OTHER.search(text):
        return text
    text = text.translate(_WIDE)
    return _SPACE.sub("", text) if "\u3000" in text else text


# Characters and addresses that every format of feeds can hold, whatever a page had.

# XML 1.0, production 2; an escape does not help, no such character may be named either.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Unicode Annex 9: embeddings, overrides and isolates. One that a page leaves open would turn around
# what stands after it, be it ours. The marks (U+200E, U+200F, U+061C) turn nothing and may stay.
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
_BREAK = re.compile(r"\r\n?")
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")


def clean(text: str) -> str:
    r"""Text to be shown: without what XML forbids, and what turns the direction of other text.

    Line breaks are those that a reader of XML gives back.

    >>> clean("a\x00\ud800b\r\nc\u202ed")
    'ab\ncd'
    """
    return _TURNING.sub("", xml_text(text))


def xml_text(text: str) -> str:
    r"""Text as XML can hold it, and gives it back.

    >>> xml_text("a\x00\r\nb\u202ec")
    'a\nb\u202ec'
    """
    return _BREAK.sub("\n", _FORBIDDEN.sub("", text))


def non_blank(text: str | None) -> str | None:
    r"""Text where it says anything; None where it is empty or blank.

    >>> non_blank(" a "), non_blank(" \n\x00"), non_blank(None)
    (' a ', None, None)
    """
    found = clean(text or "")
    return found if found.strip() else None


def language_tag(tag: str | None) -> str | None:
    """A language where it is named as RFC 5646 has it.

    >>> language_tag("pt-BR"), language_tag("English (US)")
    ('pt-BR', None)
    """
    return tag if tag and _LANGUAGE.fullmatch(tag) else None


# Text that may go into a facsimile: fit for UTF-8 and JSON, and as long as it should be.

_UNFIT = re.compile("[\0\ud800-\udfff]")
_MAX_WORDS = 200
"""Characters shown in the place of a picture or field."""


def json_safe(text: str) -> str:
    r"""Text without what cannot be written or drawn.

    >>> json_safe("a\0b")
    'a\ufffdb'
    """
    # Neither is printable, and most text is.
    return text if text.isprintable() else _UNFIT.sub("\ufffd", text)


def short_text(text: str | None) -> str:
    """Some words to show, on one line.

    >>> short_text(" a  cat ")
    'a cat'
    """
    return collapse(json_safe((text or "")[: 4 * _MAX_WORDS]))[:_MAX_WORDS]


_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufffe\uffff]")
"""Characters that XML forbids or discourages, and that mean nothing in running text."""


def collapse(text: str) -> str:
    """Text with its white space collapsed and without characters that no output may hold.

    >>> collapse(" a\\n\\tb\\x00 ")
    'a b'
    """
    # Most texts are clean. No white space but the space is printable, so these tests are enough.
    if "  " not in text and text[:1] != " " != text[-1:] and text.isprintable():
        return text
    return strip_control(" ".join(text.split()))


def strip_control(text: str) -> str:
    """Text without characters that XML forbids; line breaks and tabs stay."""
    return text if text.isprintable() else _CONTROL.sub("", text)
