"""Decoding of HTTP bodies: media type, gzip, deflate, Brotli, Zstandard.

A few kilobytes can decompress to gigabytes, so decoders produce small steps of output, and the
caller stops at a limit.
"""

from __future__ import annotations

import re
import zlib
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any

from honbun.errors import UnreadablePage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_STEP = 1 << 16
_PEEK = 512
_GZIP = 31
_ZLIB = 15
_RAW = -15
_GZIP_MAGIC = b"\x1f\x8b"
_MAX_CODINGS = 4
"""Honest servers do not stack codings; each one multiplies the size."""
_MAX_INTERMEDIATE = 50_000_000
"""Bytes that may pass from one coding to the next, many times the size of a page. The final output
is limited by the caller, but a layer may produce terabytes from which the next produces nothing."""
_INPUT_STEP = 1 << 12
"""Bytes given to a decoder at a time. The unused rest is copied, so that a large piece with many
stream ends would take quadratic time."""
_ZSTD_STEP = 64
"""Bytes of Zstandard given at a time. Its decoder returns all their output: at most a block of
128 kB per four bytes, so two megabytes."""
_WINDOW = 8 << 20
"""Maximum window of a Zstandard decoder, by RFC 9659."""

# The tags that identify HTML by https://mimesniff.spec.whatwg.org/, and the XML declaration.
_HTML = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*<(?:!--|\?xml\b|(?:!doctype\s+html|html|head|script|iframe|h1|div|font|"
    rb"table|a|style|title|b|body|br|p|meta|link)\b)",
    re.IGNORECASE,
)


def media_type(content_type: str | None) -> str:
    """The bare media type of a Content-Type header, in lower case.

    >>> media_type("Text/HTML; charset=Shift_JIS")
    'text/html'
    >>> media_type(None)
    ''
    """
    return re.split(r"[;,]", content_type or "", maxsplit=1)[0].strip().lower()


def looks_like_html(body: bytes) -> bool:
    r"""Whether a body begins like HTML.

    >>> looks_like_html(b"\n <!DOCTYPE html>"), looks_like_html(b"<!-- x -->")
    (True, True)
    >>> looks_like_html(b"%PDF-1.7"), looks_like_html(b"<article>")
    (False, False)
    """
    return _HTML.match(body[:_PEEK]) is not None


def too_large(size: int | None, limit: int) -> UnreadablePage:
    """The error for a page that is too large; its size is not always known."""
    if size is None:
        return UnreadablePage(f"the page has more than {limit:,} bytes; see --max-bytes")
    return UnreadablePage(f"the page has {size:,} bytes, more than the {limit:,} of --max-bytes")


def join_bounded(pieces: Iterable[bytes], limit: int) -> bytes:
    """The pieces joined; raises UnreadablePage as soon as they exceed the limit."""
    body = head(pieces, limit + 1)
    if len(body) > limit:
        raise too_large(None, limit)
    return body


def head(pieces: Iterable[bytes], size: int) -> bytes:
    """The first pieces joined, until they have at least `size` bytes.

    >>> pieces = iter([b"ab", b"cd", b"ef"])
    >>> head(pieces, 3), next(pieces)
    (b'abcd', b'ef')
    """
    held = bytearray()
    for piece in pieces:
        held += piece
        if len(held) >= size:
            break
    return bytes(held)


def decode_body(pieces: Iterable[bytes], content_encoding: str | None) -> Iterator[bytes]:
    """The decoded body, in small steps.

    A body that is HTML already is returned unchanged: crawlers often decode it and keep the header.
    """
    names = [name.strip().lower() for name in (content_encoding or "").split(",")]
    codings = [name for name in names if name not in ("", "identity")]
    if len(codings) > _MAX_CODINGS:
        raise UnreadablePage(f"the body is coded {len(codings)} times")
    steps = iter(pieces)
    for layer, coding in enumerate(reversed(codings)):
        if layer:
            steps = _limited(steps)
        first = head(steps, _PEEK)
        steps = chain((first,), steps)
        if not first or looks_like_html(first):
            break
        steps = _decoder(coding, first)(_split(steps, _INPUT_STEP))
    return steps


def _limited(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The pieces; raises UnreadablePage if they exceed the limit between two codings."""
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > _MAX_INTERMEDIATE:
            raise UnreadablePage(
                f"the compressed data unpacks to more than {_MAX_INTERMEDIATE:,} bytes"
            )
        yield piece


def _split(pieces: Iterable[bytes], size: int) -> Iterator[bytes]:
    for piece in pieces:
        for begin in range(0, len(piece), size):
            yield piece[begin : begin + size]


def accepted_codings() -> str:
    """The value of Accept-Encoding: the codings that `decode_body` supports on this machine."""
    known = ("br", _brotli()), ("zstd", _zstandard())
    return ", ".join(("gzip", "deflate", *(name for name, library in known if library)))


def _decoder(coding: str, first: bytes) -> Callable[[Iterable[bytes]], Iterator[bytes]]:
    if coding in ("gzip", "x-gzip"):
        return lambda steps: _inflate(steps, _GZIP)
    if coding == "deflate":
        # RFC 9110 means zlib; some servers send a raw deflate stream.
        header = int.from_bytes(first[:2], "big")
        wrapped = header % 31 == 0 and (header >> 8) & 15 == 8
        return lambda steps: _inflate(steps, _ZLIB if wrapped else _RAW)
    if coding == "br":
        return _unbrotli
    if coding == "zstd":
        return _unzstd
    raise UnreadablePage(f"the content coding {coding!r} is not known")


def _inflate(pieces: Iterable[bytes], wbits: int) -> Iterator[bytes]:
    inflater = zlib.decompressobj(wbits)
    rest = b""  # too short to see whether another member begins
    try:
        for piece in pieces:
            rest += piece
            while rest:
                if inflater.eof:
                    if len(rest) < len(_GZIP_MAGIC):
                        break
                    if wbits != _GZIP or not rest.startswith(_GZIP_MAGIC):
                        return  # like browsers, ignore what follows
                    inflater = zlib.decompressobj(wbits)
                yield inflater.decompress(rest, _STEP)
                rest = inflater.unused_data if inflater.eof else inflater.unconsumed_tail
        while step := inflater.decompress(b"", _STEP):
            yield step
    except zlib.error as error:
        raise UnreadablePage(f"the compressed data is broken ({error})") from error
    if not inflater.eof:
        raise UnreadablePage("the compressed data is truncated")


def _unbrotli(pieces: Iterable[bytes]) -> Iterator[bytes]:
    brotli = _brotli()
    if brotli is None:
        raise UnreadablePage("the body is coded with Brotli: pip install 'brotli>=1.2'")
    decoder = brotli.Decompressor()
    try:
        for piece in pieces:
            step = decoder.process(piece, output_buffer_limit=_STEP)
            # A decoder that accepts more input may still have output.
            while step or not decoder.can_accept_more_data():
                yield step
                step = decoder.process(b"", output_buffer_limit=_STEP)
            if decoder.is_finished():
                return
    except brotli.error as error:
        raise UnreadablePage("the compressed data is broken (Brotli)") from error
    raise UnreadablePage("the compressed data is truncated")


def _brotli() -> Any:
    try:
        brotli = import_module("brotli")
    except ImportError:
        return None
    # Older versions return all output of a piece at once, which decompression bombs exploit.
    return brotli if hasattr(brotli.Decompressor, "can_accept_more_data") else None


def _unzstd(pieces: Iterable[bytes]) -> Iterator[bytes]:
    zstandard = _zstandard()
    if zstandard is None:
        raise UnreadablePage("the body is coded with Zstandard: pip install 'zstandard>=0.23'")
    context = zstandard.ZstdDecompressor(max_window_size=_WINDOW)
    frame = context.decompressobj(write_size=_STEP)
    try:
        for piece in _split(pieces, _ZSTD_STEP):
            rest = piece
            while rest:
                if frame.eof:
                    frame = context.decompressobj(write_size=_STEP)
                yield frame.decompress(rest)
                rest = frame.unused_data if frame.eof else b""
    except zstandard.ZstdError as error:
        raise UnreadablePage(f"the compressed data is broken ({error})") from error
    if not frame.eof:
        raise UnreadablePage("the compressed data is truncated")


def _zstandard() -> Any:
    try:
        return import_module("zstandard")
    except ImportError:
        return None
