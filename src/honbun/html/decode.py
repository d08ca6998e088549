"""Decode the bytes of a page as a browser does.

The order is that of the WHATWG standards: byte-order mark, HTTP header, `<meta>` element,
detection. Labels mean what the Encoding Standard says (Shift_JIS is Windows-31J, latin1 is
windows-1252), so the NEC and IBM extension characters of Japanese pages are decoded.

Unlike a browser, this overrules a declaration that the bytes clearly contradict: nobody is there to
reload the page with another encoding.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from functools import lru_cache

# Importing this module also registers the `whatwg-*` codecs of the Encoding Standard.
from turbohtml.detect import detect

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16le"), (b"\xfe\xff", "utf-16be"))
_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([^\s\"';,]+)", re.IGNORECASE)
_META = re.compile(
    rb"<meta[^>]{0,500}?charset\s*=\s*[\"']?\s*([a-zA-Z0-9_:.-]{1,40})", re.IGNORECASE
)
_PRESCAN = 1 << 13
"""The standard reads 1,024 bytes, but some pages have long scripts before their declaration."""
_ESCAPE = re.compile(rb"\x1b[$(]")
"""Changes the character set in ISO-2022-JP, which has no byte above 0x7f."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_MIN_MULTIBYTE = 10
"""Non-ASCII characters that must be valid UTF-8 to overrule a declaration: a short text in another
encoding can be valid UTF-8 by chance (联通 in GBK is), ten characters practically cannot."""
_MAX_LOST = 0.1
"""Share of non-ASCII characters that may be lost before a declaration is overruled: one truncated
character in a UTF-8 page is far below, a page in another encoding far above."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A page's text, its encoding, what decided on it, and how much was lost."""

    text: str
    encoding: str
    decided_by: str
    """`bom`, `header`, `meta`, `content` (no declaration, or the bytes contradict it) or `text`
    (the page was a string)."""
    replaced: int
    """Characters replaced by U+FFFD."""


def decode(html: bytes | str, content_type: str | None = None) -> Decoded:
    """The text of a page, given its bytes and the Content-Type header if there was one.

    >>> decode("①㈱髙".encode("cp932"), "text/html; charset=Shift_JIS").text
    '①㈱髙'
    """
    if isinstance(html, str):
        # JSON can contain lone surrogates; no later step and no output format can.
        text, lost = _SURROGATE.subn("\ufffd", html)
        return Decoded(text.removeprefix("\ufeff"), "utf-8", "text", lost)
    for mark, encoding in _BOMS:
        if html.startswith(mark):
            return _read(html[len(mark) :], encoding, "bom")
    unmarked = _unmarked_utf16(html[:_PRESCAN])
    return _read(html, unmarked, "content") if unmarked else _read_bytes(html, content_type)


def _read_bytes(html: bytes, content_type: str | None) -> Decoded:
    """Decode bytes in which ASCII characters have their ASCII codes."""
    declared = _declared(html, content_type)
    if _is_ascii_text(html):
        named = declared or _Declaration("utf-8", "content")
        return Decoded(html.decode("ascii"), named.encoding, named.decided_by, 0)
    utf8 = None if html.isascii() else _valid_utf8(html)
    if utf8 is not None and (declared is None or _overrules(utf8, declared)):
        decided_by = declared.decided_by if declared and declared.encoding == "utf-8" else "content"
        return Decoded(utf8, "utf-8", decided_by, 0)
    if declared is None:
        return _undeclared(html)
    return _checked(html, _read(html, declared.encoding, declared.decided_by))


def _is_ascii_text(html: bytes) -> bool:
    """Whether bytes are ASCII, and neither ISO-2022-JP nor UTF-16, whose bytes may all be ASCII."""
    if not html.isascii() or b"\0" in html:
        return False
    return b"\x1b" not in html or not _ESCAPE.search(html)


@dataclass(frozen=True, slots=True)
class _Declaration:
    encoding: str
    decided_by: str


def _declared(html: bytes, content_type: str | None) -> _Declaration | None:
    header = _CHARSET.search(content_type or "")
    if header and (name := _known(header[1])):
        return _Declaration(name, "header")
    for meta in _META.finditer(html, 0, _PRESCAN):
        if name := _known(meta[1].decode("ascii")):
            # A <meta> that is readable as ASCII cannot declare UTF-16; the standard says UTF-8.
            return _Declaration("utf-8" if name.startswith("utf-16") else name, "meta")
    return None


@lru_cache(maxsize=256)
def _known(label: str) -> str | None:
    """The lower-case name of the encoding with this label, None if the standard has none.

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
    # The prescan in `detect` has the standard's table of labels.
    found = detect(b'<meta charset="' + label.encode() + b'">').encoding
    # The standard does not decode some unsafe encodings; we detect one from the bytes instead.
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
    return _non_ascii(utf8) >= _MIN_MULTIBYTE


def _non_ascii(text: str) -> int:
    """The number of non-ASCII characters."""
    return len(text) - len(text.encode("ascii", "ignore"))


def _checked(html: bytes, declared: Decoded) -> Decoded:
    if not declared.replaced:
        return declared
    non_ascii = _non_ascii(declared.text)
    # Little text is little evidence, and a single-byte encoding never loses a character.
    if non_ascii < _MIN_MULTIBYTE or declared.replaced <= non_ascii * _MAX_LOST:
        return declared
    other = _undeclared(html)
    return other if other.replaced < declared.replaced else declared


def _undeclared(html: bytes) -> Decoded:
    if not html.isascii():
        utf8 = _read(html, "utf-8", "content")
        non_ascii = _non_ascii(utf8.text)
        # A page that is truncated inside a character, or contains one in another encoding.
        if non_ascii >= _MIN_MULTIBYTE and utf8.replaced <= non_ascii * _MAX_LOST:
            return utf8
    return _read(html, _detected(html), "content")


def _unmarked_utf16(head: bytes) -> str | None:
    """The encoding of a UTF-16 page without a byte-order mark; crawls contain such pages.

    >>> _unmarked_utf16("<html><p>本文".encode("utf-16-be")), _unmarked_utf16(bytes(40))
    ('utf-16be', None)
    """
    if 0 not in head:
        return None
    first, second = head[0::2].count(0), head[1::2].count(0)
    # Tags are a third of all letters at the beginning of a page.
    few = max(first, second) < max(len(head) // 6, 8)
    if few or min(first, second) > len(head) // 100:
        return None
    return "utf-16be" if first > second else "utf-16le"


def _detected(html: bytes) -> str:
    # A declaration would mislead the detector, so it is removed first.
    bare = _META.sub(b"", html[:_PRESCAN]) + html[_PRESCAN:]
    return (detect(bare).encoding or "windows-1252").lower()


def _read(html: bytes, encoding: str, decided_by: str) -> Decoded:
    text = html.decode("whatwg-" + encoding)
    own = html.count(b"\xef\xbf\xbd") if encoding == "utf-8" else 0
    return Decoded(text, encoding, decided_by, text.count("\ufffd") - own)
