"""How a sentence is written down: one width, one form of each character (paper 003, 4.1).

In Japanese the same word may be written in wide and in narrow characters, and white space means
nothing between two Japanese ones, so that text is made full-width and the space taken out. In other
languages white space is collapsed and characters composed.
"""

from __future__ import annotations

import re
import uuid
from functools import cache
from hashlib import blake2b
from typing import Literal
from unicodedata import combining, normalize
from urllib.parse import quote

from honbun.html.blocks import collapse

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


def normal(form: Form, text: str) -> str:
    """The text in a normal form.

    >>> normal("NFC", "か" + chr(0x3099)), normal("NFKC", "ｶﾞ")
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
        return full_width(normal("NFC", text))
    return text if text.isascii() else normal("NFC", text)


def full_width(text: str) -> str:
    """Japanese text (white space collapsed) in full-width characters, without needless space."""
    if _NARROW_KANA.search(text):
        text = _NARROW_KANA.sub(lambda kana: normal("NFKC", kana[0]), text)
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
_IDENTIFIER = re.compile(r"(?i)(?:https?://|urn:|tag:)\S+")
_WEB = re.compile(r"(?i)https?://[^/\s]+\S*")
_UNQUOTED = "%/:=&?~#+!$,;'@()*[]"
"""What stands in an address as it is: RFC 3986's reserved characters, and what is quoted."""


def clean(text: str) -> str:
    r"""Text to be shown: without what XML forbids, and what turns the direction of other text.

    Line breaks are those that a reader of XML gives back.

    >>> clean("a\x00\ud800b\r\nc\u202ed")
    'ab\ncd'
    """
    return _TURNING.sub("", permitted(text))


def permitted(text: str) -> str:
    r"""Text as XML can hold it, and gives it back.

    >>> permitted("a\x00\r\nb\u202ec")
    'a\nb\u202ec'
    """
    return _BREAK.sub("\n", _FORBIDDEN.sub("", text))


def spoken(text: str | None) -> str | None:
    r"""Text where it says anything; None where it is empty or blank.

    >>> spoken(" a "), spoken(" \n\x00"), spoken(None)
    (' a ', None, None)
    """
    found = clean(text or "")
    return found if found.strip() else None


def address(url: str | None) -> str | None:
    """An address in the characters of RFC 3986; None where there is none.

    >>> address("https://a.example/本 文?b=%20"), address(" ")
    ('https://a.example/%E6%9C%AC%20%E6%96%87?b=%20', None)
    """
    return quote(permitted(url or "").strip(), safe=_UNQUOTED) or None


def web_address(url: str | None) -> str | None:
    """An address that leads somewhere from wherever the feed is read; None where it does not.

    >>> web_address("https://a.example/b"), web_address("b.html"), web_address("javascript:x()")
    ('https://a.example/b', None, None)
    """
    found = address(url)
    return found if found and _WEB.fullmatch(found) else None


def identifier(name: str) -> str:
    """A name as the absolute IRI that Atom demands: itself where it is one, else made from it.

    >>> identifier("https://a.example/b"), identifier("b.html")
    ('https://a.example/b', 'urn:uuid:6598b634-fb4a-efa1-5d96-005848b49a46')
    """
    found = address(name) or ""
    if _IDENTIFIER.fullmatch(found):
        return found
    digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=16)
    return uuid.UUID(bytes=digest.digest()).urn


def language(tag: str | None) -> str | None:
    """A language where it is named as RFC 5646 has it.

    >>> language("pt-BR"), language("English (US)")
    ('pt-BR', None)
    """
    return tag if tag and _LANGUAGE.fullmatch(tag) else None


# Text that may go into a facsimile: fit for UTF-8 and JSON, and as long as it should be.

_UNFIT = re.compile("[\0\ud800-\udfff]")
_MAX_WORDS = 200
"""Characters shown in the place of a picture or field."""


def fit(text: str) -> str:
    r"""Text without what cannot be written or drawn.

    >>> fit("a\0b")
    'a\ufffdb'
    """
    # Neither is printable, and most text is.
    return text if text.isprintable() else _UNFIT.sub("\ufffd", text)


def words(text: str | None) -> str:
    """Some words to show, on one line.

    >>> words(" a  cat ")
    'a cat'
    """
    return collapse(fit((text or "")[: 4 * _MAX_WORDS]))[:_MAX_WORDS]
