"""Recognise bytes that are clearly no web page."""

from __future__ import annotations

import re

_SIGNATURES = (
    # From the MIME Sniffing Standard and the formats' own definitions.
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"RIFF", "a WebP image or other RIFF data"),
    (b"%PDF-", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\x1f\x8b", "gzip data"),
    (b"\x28\xb5\x2f\xfd", "Zstandard data"),
    (b"BZh", "bzip2 data"),
    (b"\x7fELF", "a program"),
    (b"PAR1", "a Parquet file"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document"),
    (b"{\\rtf", "an RTF document"),
    (b"%!PS", "a PostScript document"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\xfd7zXZ\x00", "xz data"),
    (b"II*\x00", "a TIFF image"),
    (b"MM\x00*", "a TIFF image"),
    (b"MZ\x90\x00", "a program"),
    (b"\xca\xfe\xba\xbe", "a program"),
    (b"\x00asm", "a program"),
    (b"\x1aE\xdf\xa3", "a video"),
    (b"OggS", "an Ogg recording"),
    (b"ID3", "an MP3 recording"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
)
_BEGINNINGS = tuple(signature for signature, _ in _SIGNATURES)
_BINARY = bytes([*range(9), 0x0B, *range(0x0E, 0x1B), *range(0x1C, 0x20)])
"""The standard's binary data bytes."""
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_HEAD = 1445
"""The number of bytes that the standard reads."""
_TAG = re.compile(
    rb"<(?:!--|[!?/]?(?:doctype|xml|html|head|meta|title|link|base|script|style|body|frameset|main|"
    rb"article|section|header|nav|div|span|p|br|hr|h[1-6]|a|b|i|u|em|font|strong|center|img|table|"
    rb"tbody|tr|td|th|ul|ol|li|dl|dt|dd|pre|blockquote|form|input)(?=[\s/>]))",
    re.IGNORECASE,
)
"""A tag that hardly any page lacks; a `<` and a letter occur in any bytes by chance."""


def sniff(data: bytes) -> str | None:
    """The type of data that is clearly no web page, else None.

    >>> sniff(bytes([0x89]) + b"PNG" + bytes([13, 10, 26, 10, 0])), sniff(b"<p>a" + bytes(9))
    ('a PNG image', None)
    """
    if data.startswith(_BEGINNINGS):
        return next(name for signature, name in _SIGNATURES if data.startswith(signature))
    head = data[:_HEAD]
    if head[4:8] == b"ftyp":
        return "a video"
    # Real pages have stray control characters, but not many without a single tag. In random data
    # a tenth of all bytes are such characters.
    binary = len(head) - len(head.translate(None, _BINARY))
    if binary <= len(head) // 20 or data.startswith(_UTF16):
        return None
    # UTF-16 without a byte-order mark has a NUL beside every ASCII letter.
    return None if _TAG.search(head.replace(b"\0", b"")) else "binary data"
