"""Bytes to text, as a browser would read them, and saying how sure we are.

The order is that of the WHATWG standards: byte-order mark, HTTP header, the page's own `<meta>`,
detection. Labels mean what the Encoding Standard says (Shift_JIS is Windows-31J, latin1 is
windows-1252), so the NEC and IBM extension characters of Japanese pages come through.

One thing browsers do not do: a declaration that the bytes plainly contradict is overruled,
because a collection has no reader who would reload the page with another encoding.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from functools import lru_cache

# Importing this module also registers the `whatwg-*` codecs that decode by the standard's tables.
from turbohtml.detect import detect

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16le"), (b"\xfe\xff", "utf-16be"))
_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([^\s\"';,]+)", re.IGNORECASE)
_META = re.compile(
    rb"<meta[^>]{0,500}?charset\s*=\s*[\"']?\s*([a-zA-Z0-9_:.-]{1,40})", re.IGNORECASE
)
_PRESCAN = 1 << 13
"""The standard asks for 1,024 bytes; real pages put long scripts before their declaration."""
_ASCII_MEANS_MORE = re.compile(rb"\x1b[$(]|\0")
"""ISO-2022-JP escapes, and the NULs of UTF-16: bytes below 0x80 that are not ASCII text."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_ENOUGH_MULTIBYTE = 10
"""Non-ASCII characters that must be valid UTF-8 before it overrules a declaration: a short legacy
text can pass for UTF-8 by chance (GBK 联通 does), ten characters practically cannot."""
_CONTRADICTED = 0.1
"""Share of non-ASCII characters lost above which a declaration is not believed: one cut character
in a UTF-8 page stays far below, a page in another encoding far above."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A page's text, the encoding it was read as, who said so, and how much was lost."""

    text: str
    encoding: str
    told_by: str
    """`bom`, `header`, `meta`, `content` (the bytes overruled a declaration, or none was made) or
    `text` (there were no bytes)."""
    replaced: int
    """Characters that had to be replaced by U+FFFD."""


def decode(html: bytes | str, content_type: str | None = None) -> Decoded:
    """The text of a page, given its bytes and the Content-Type header where there was one.

    >>> decode("①㈱髙".encode("cp932"), "text/html; charset=Shift_JIS").text
    '①㈱髙'
    """
    if isinstance(html, str):
        # JSON may carry lone surrogates; no later step and no output format can.
        text, lost = _SURROGATE.subn("\ufffd", html)
        return Decoded(text.removeprefix("\ufeff"), "utf-8", "text", lost)
    for mark, encoding in _BOMS:
        if html.startswith(mark):
            return _read(html[len(mark) :], encoding, "bom")
    unmarked = _unmarked_utf16(html[:_PRESCAN])
    return _read(html, unmarked, "content") if unmarked else _read_bytes(html, content_type)


def _read_bytes(html: bytes, content_type: str | None) -> Decoded:
    """Bytes in which ASCII means itself."""
    declared = _declared(html, content_type)
    if html.isascii() and not _ASCII_MEANS_MORE.search(html):
        told = declared or _Declaration("utf-8", "content")
        return Decoded(html.decode("ascii"), told.encoding, told.told_by, 0)
    utf8 = None if html.isascii() else _valid_utf8(html)
    if utf8 is not None and (declared is None or _overrules(utf8, declared)):
        told_by = declared.told_by if declared and declared.encoding == "utf-8" else "content"
        return Decoded(utf8, "utf-8", told_by, 0)
    if declared is None:
        return _undeclared(html)
    return _checked(html, _read(html, declared.encoding, declared.told_by))


@dataclass(frozen=True, slots=True)
class _Declaration:
    encoding: str
    told_by: str


def _declared(html: bytes, content_type: str | None) -> _Declaration | None:
    header = _CHARSET.search(content_type or "")
    if header and (name := _known(header[1])):
        return _Declaration(name, "header")
    for meta in _META.finditer(html, 0, _PRESCAN):
        if name := _known(meta[1].decode("ascii")):
            # A page that could be read for its <meta> cannot be UTF-16: the standard says UTF-8.
            return _Declaration("utf-8" if name.startswith("utf-16") else name, "meta")
    return None


@lru_cache(maxsize=256)
def _known(label: str) -> str | None:
    """The standard's lower-case name for a label, or None where it knows none.

    >>> _known("x-sjis"), _known("ISO-8859-1"), _known("no-such")
    ('shift_jis', 'windows-1252', None)
    """
    label = label.lower()
    try:
        codecs.lookup("whatwg-" + label)
    except (LookupError, ValueError):
        return None
    if label.startswith("utf-16"):
        return "utf-16be" if label.endswith("be") else "utf-16le"
    # The prescan inside `detect` holds the standard's table of labels and their names.
    found = detect(b'<meta charset="' + label.encode() + b'">').encoding
    # The standard gives some unsafe encodings up for lost; we would rather look at the bytes.
    return found.lower() if found and found != "replacement" else None


def _valid_utf8(html: bytes) -> str | None:
    try:
        return html.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _overrules(utf8: str, declared: _Declaration) -> bool:
    if declared.encoding == "utf-8":
        return True
    if declared.encoding == "iso-2022-jp":
        return False
    return _foreign(utf8) >= _ENOUGH_MULTIBYTE


def _foreign(text: str) -> int:
    """How many characters are not ASCII."""
    return len(text) - len(text.encode("ascii", "ignore"))


def _checked(html: bytes, declared: Decoded) -> Decoded:
    if not declared.replaced:
        return declared
    foreign = _foreign(declared.text)
    # Little text is little evidence, and a single-byte encoding never loses a character.
    if foreign < _ENOUGH_MULTIBYTE or declared.replaced <= foreign * _CONTRADICTED:
        return declared
    other = _undeclared(html)
    return other if other.replaced < declared.replaced else declared


def _undeclared(html: bytes) -> Decoded:
    if not html.isascii():
        utf8 = _read(html, "utf-8", "content")
        foreign = _foreign(utf8.text)
        # A page that was cut in the middle of a character, or has one of another page's in it.
        if foreign >= _ENOUGH_MULTIBYTE and utf8.replaced <= foreign * _CONTRADICTED:
            return utf8
    return _read(html, _detected(html), "content")


def _unmarked_utf16(head: bytes) -> str | None:
    """The encoding of a page in UTF-16 that lacks its mark: no browser reads one, but crawls do.

    >>> _unmarked_utf16("<html><p>本文".encode("utf-16-be")), _unmarked_utf16(bytes(40))
    ('utf-16be', None)
    """
    first, second = head[0::2].count(0), head[1::2].count(0)
    # The tags alone are a third of all letters where a page begins.
    few = max(first, second) < max(len(head) // 6, 8)
    if few or min(first, second) > len(head) // 100:
        return None
    return "utf-16be" if first > second else "utf-16le"


def _detected(html: bytes) -> str:
    # A declaration would steer the detector, so it is taken out first.
    bare = _META.sub(b"", html[:_PRESCAN]) + html[_PRESCAN:]
    return (detect(bare).encoding or "windows-1252").lower()


def _read(html: bytes, encoding: str, told_by: str) -> Decoded:
    text = html.decode("whatwg-" + encoding)
    own = html.count(b"\xef\xbf\xbd") if encoding == "utf-8" else 0
    return Decoded(text, encoding, told_by, text.count("\ufffd") - own)
