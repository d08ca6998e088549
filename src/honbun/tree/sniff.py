"""Bytes that are plainly no web page, told by what they are."""

from __future__ import annotations

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
    (b"\x00\x00\x00\x18ftyp", "a video"),
    (b"\x00\x00\x00\x1cftyp", "a video"),
    (b"\x00\x00\x00\x20ftyp", "a video"),
    (b"\x1aE\xdf\xa3", "a video"),
    (b"OggS", "an Ogg recording"),
    (b"ID3", "an MP3 recording"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
)
_BINARY = bytes([*range(9), 0x0B, *range(0x0E, 0x1B), *range(0x1C, 0x20)])
"""The standard's binary data bytes."""
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_HEAD = 1445
"""As many bytes as the standard looks at."""


def foreign(data: bytes) -> str | None:
    """What the bytes are, where they are plainly no web page.

    >>> foreign(bytes([0x89]) + b"PNG" + bytes([13, 10, 26, 10, 0])), foreign(b"<p>a" + bytes(9))
    ('a PNG image', None)
    """
    for signature, name in _SIGNATURES:
        if data.startswith(signature):
            return name
    head = data[:_HEAD]
    # Stray control characters happen in real pages; a page without a single tag and full of them
    # is something else.
    binary = len(head) - len(head.translate(None, _BINARY))
    if binary > len(head) // 10 and b"<" not in head and not data.startswith(_UTF16):
        return "binary data"
    return None
