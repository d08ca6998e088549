"""Compressed files as streams of plain bytes: gzip, bzip2, xz and Zstandard.

Streams are read forward in small steps. One that grows out of all proportion to its file stops.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zlib
from typing import TYPE_CHECKING, Any, cast

from honbun.errors import MissingExtra, UnreadablePage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

_ZSTD = b"\x28\xb5\x2f\xfd"
_DICTIONARY = b"\x5d\x2a\x4d\x18"
"""Begins a WARC whose records are packed with a dictionary."""
_MAGIC = {
    b"\x1f\x8b\x08": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ\x00": "xz",
    _ZSTD: "zstd",
    _DICTIONARY: "zstd",
}
ENDINGS = frozenset({".gz", ".bz2", ".xz", ".zst"})
_MAX_DICTIONARY = 16 << 20
_MAX_WINDOW = 1 << 27
"""The window of `zstd --long`, the largest that its own program accepts unasked."""
_MAX_XZ_MEMORY = 1 << 28
"""More than twice what `xz -9` needs."""
_FREE = 1 << 28
_RATIO = 200
"""Pages are packed 5 to 50 times smaller. What unpacks to 200 times its size, and to more than a
quarter of a gigabyte, is a bomb."""
_STEP = 1 << 16
_LIVE = 32
"""Bytes of a live stream that are waited for: they tell most kinds of input apart."""
_ZSTD_STEP = 1 << 10
"""Bytes of Zstandard given at a time: its decoder returns all their output, at most 32 MB."""


class TrailingData(UnreadablePage):
    """Bytes behind the end of the compressed data; all before them was read."""


class Stream(io.BufferedIOBase):
    """Pieces of bytes as a file that is read forward.

    What was read before an error is returned first; the error is raised when nothing else is left.
    """

    def __init__(self, pieces: Iterator[bytes], *, live: bool = False) -> None:
        self._pieces = pieces
        self._live = live
        self._held = bytearray()
        self._error: UnreadablePage | None = None

    def readable(self) -> bool:
        """Return True."""
        return True

    def peek(self, size: int) -> bytes:
        """The next bytes, fewer only at the end, or of a live stream, whose writer may wait."""
        while len(self._held) < min(size, _LIVE if self._live else size) and self._more():
            pass
        return bytes(self._held[:size])

    def read(self, size: int | None = -1, /) -> bytes:
        """The next bytes; fewer than asked for at the end or before an error."""
        while (size is None or size < 0 or len(self._held) < size) and self._more():
            pass
        return self._take(len(self._held) if size is None or size < 0 else size)

    def read1(self, size: int = -1, /) -> bytes:
        """Some of the next bytes."""
        if not self._held:
            self._more()
        return self._take(len(self._held) if size < 0 else size)

    def readline(self, size: int | None = -1, /) -> bytes:
        """The next line, or the next bytes of a longer one."""
        most = len(self._held) + (1 << 62) if size is None or size < 0 else size
        found, searched = -1, 0
        while (found := self._held.find(b"\n", searched, most)) < 0 and len(self._held) < most:
            searched = len(self._held)
            if not self._more():
                break
        return self._take(found + 1 if found >= 0 else most)

    def _take(self, size: int) -> bytes:
        if not self._held and self._error and size:
            raise self._error
        taken = bytes(self._held[:size])
        del self._held[:size]
        return taken

    def _more(self) -> bool:
        if self._error:
            return False
        try:
            piece = next(self._pieces, None)
        except UnreadablePage as error:
            self._error = error
            return False
        self._held += piece or b""
        return piece is not None


def stream(file: BinaryIO) -> BinaryIO:
    """A file, such as a pipe, as a stream that returns what is there without waiting for more."""
    read: Callable[[int], bytes] = getattr(file, "read1", file.read)
    return of_pieces(iter(lambda: read(_STEP), b""), live=True)


def of_pieces(pieces: Iterator[bytes], *, live: bool = False) -> BinaryIO:
    """A Stream; all that is read of it is what a binary file has."""
    return cast("BinaryIO", Stream(pieces, live=live))


def coding_of(head: bytes) -> str | None:
    """The compression of a file that begins with these bytes.

    >>> coding_of(gzip.compress(b"")), coding_of(b"<html>")
    ('gzip', None)
    """
    return next((name for magic, name in _MAGIC.items() if head.startswith(magic)), None)


def unpacked(file: BinaryIO, coding: str) -> BinaryIO:
    """The plain bytes of a compressed file. Reading raises UnreadablePage at damage."""
    packed = _Counted(file)
    return of_pieces(_bounded(_DECODERS[coding](packed), packed))


class _Counted:
    """A file that counts what was read of it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.size = 0

    def read(self, size: int = -1) -> bytes:
        piece = self._file.read(size)
        self.size += len(piece)
        return piece


def _bounded(pieces: Iterator[bytes], packed: _Counted) -> Iterator[bytes]:
    """The pieces; errors of the decoders become UnreadablePage."""
    size = 0
    try:
        for piece in pieces:
            size += len(piece)
            if size > _FREE + _RATIO * packed.size:
                raise UnreadablePage(f"the file unpacks to more than {_RATIO} times its size")
            yield piece
    except EOFError as error:
        raise UnreadablePage("the compressed data is truncated") from error
    except (zlib.error, lzma.LZMAError, OSError) as error:
        if size and str(error).startswith("Not a gzipped file"):
            raise TrailingData("there is other data behind the compressed data") from error
        raise UnreadablePage(f"the compressed data is broken ({error})") from error


def _gzip(file: Any) -> Iterator[bytes]:
    unpacker = gzip.GzipFile(fileobj=file, mode="rb")
    while piece := unpacker.read1(_STEP):
        yield piece


def _bzip2(file: Any) -> Iterator[bytes]:
    unpacker = bz2.BZ2File(file)
    while piece := unpacker.read1(_STEP):
        yield piece


def _xz(file: Any) -> Iterator[bytes]:
    """xz streams, one after the other, in limited memory: LZMAFile has no limit."""
    rest = file.read(_STEP)
    while rest:
        decoder = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MAX_XZ_MEMORY)
        while not decoder.eof:
            if not rest and decoder.needs_input:
                raise EOFError
            yield decoder.decompress(rest, _STEP)
            rest = file.read(_STEP) if decoder.needs_input and not decoder.eof else b""
        rest = decoder.unused_data.lstrip(b"\0") or file.read(_STEP).lstrip(b"\0")  # padding


def _zstd(file: Any) -> Iterator[bytes]:
    zstandard = require_zstandard()
    rest, known = file.read(len(_ZSTD)), None
    if rest == _DICTIONARY:
        rest, known = b"", _dictionary(file, zstandard)
    context = zstandard.ZstdDecompressor(dict_data=known, max_window_size=_MAX_WINDOW)
    frame = context.decompressobj(write_size=_STEP)
    begun = False
    try:
        while rest := rest or file.read(_ZSTD_STEP):
            if frame.eof:
                frame = context.decompressobj(write_size=_STEP)
            yield frame.decompress(rest)
            begun = True
            rest = frame.unused_data if frame.eof else b""
    except zstandard.ZstdError as error:
        raise OSError(error) from error
    if begun and not frame.eof:
        raise EOFError


def _dictionary(file: Any, zstandard: Any) -> Any:
    """The dictionary in the first frame (IIPC, "WARC files with Zstandard compression")."""
    size = int.from_bytes(file.read(4), "little")
    if size > _MAX_DICTIONARY:
        raise UnreadablePage(f"the dictionary of the file has {size:,} bytes")
    data = file.read(size)
    if data.startswith(_ZSTD):
        context = zstandard.ZstdDecompressor(max_window_size=_MAX_WINDOW)
        try:
            data = context.decompressobj(write_size=_STEP).decompress(data)
        except zstandard.ZstdError as error:
            raise UnreadablePage(f"the dictionary of the file is broken ({error})") from error
    return zstandard.ZstdCompressionDict(data)


def require_zstandard() -> Any:
    """The library for Zstandard. Raises MissingExtra if it is not installed."""
    try:
        import zstandard
    except ImportError as error:
        raise MissingExtra("reading Zstandard", "warc") from error
    return zstandard


_DECODERS: dict[str, Callable[[Any], Iterator[bytes]]] = {
    "gzip": _gzip,
    "bzip2": _bzip2,
    "xz": _xz,
    "zstd": _zstd,
}
