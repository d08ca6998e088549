"""ZIP archives of pages, and WACZ, which are ZIP archives of WARC files.

The directory of an archive declares the size of every file; what is too large is refused before it
is unpacked.
"""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from honbun.errors import UnreadablePage, one_line
from honbun.inputs.sniff import named_kind
from honbun.inputs.unpack import of_pieces

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from honbun.errors import Failure
    from honbun.inputs.source import Source
    from honbun.page import Page

_MAX_FILES = 1_000_000
_MAX_SIZE = 100 << 30
_RATIO = 200
_FREE = 1 << 28
"""As for compressed files: 200 times its size, and more than a quarter of a gigabyte, is a bomb."""
_STEP = 1 << 16
_LOCAL_HEADER = struct.Struct("<4s22xHH")
_WACZ = "archive/"
_DOCUMENTS = frozenset({"[Content_Types].xml", "mimetype", "META-INF/MANIFEST.MF"})
"""Files of Office documents, e-books and programs, which are ZIP archives too."""


def read_zip(source: Source) -> Iterator[Page | Failure]:
    """The pages of all files of an archive; of a WACZ, those of its WARC files."""
    if not source.file.seekable():
        yield source.refused("a ZIP archive that cannot be read forward: unpack it first")
        return
    try:
        with ZipFile(source.file) as archive:
            yield from _members(archive, source)
    except (BadZipFile, NotImplementedError, OSError, ValueError, struct.error) as error:
        yield source.failure(f"not a readable ZIP archive ({error})")


def _members(archive: ZipFile, source: Source) -> Iterator[Page | Failure]:
    from honbun.inputs.read import read_source

    members = [one for one in archive.infolist() if not one.is_dir()]
    names = {one.filename for one in members}
    if names & _DOCUMENTS:
        yield source.refused("an Office document, e-book or program: convert it to HTML first")
        return
    if refusal := _too_large(members):
        yield source.failure(refusal)
        return
    wacz = "datapackage.json" in names and any(name.startswith(_WACZ) for name in names)
    for one in sorted(members, key=lambda member: member.header_offset):
        path = PurePosixPath(one.filename.lstrip("/"))
        name = one_line(one.filename)
        if any(part.startswith((".", "__MACOSX")) for part in path.parts):
            yield source.skipped("hidden", f"!{name}")
        elif not wacz or one.filename.startswith(_WACZ):
            try:
                file = _stored(archive, one) or of_pieces(_pieces(archive, one))
                promised = named_kind(one.filename) is not None
                yield from read_source(source.inside(file, name, path, promised=promised))
            except (BadZipFile, NotImplementedError, RuntimeError, OSError, struct.error) as error:
                yield source.failure(f"the file cannot be unpacked ({error})", f"!{name}")


def _too_large(members: list[ZipInfo]) -> str | None:
    size = sum(one.file_size for one in members)
    packed = sum(one.compress_size for one in members)
    if len(members) > _MAX_FILES:
        return f"the archive has {len(members):,} files"
    if size > _MAX_SIZE or size > _FREE + _RATIO * packed:
        return f"the archive declares {size:,} bytes, too many for its size"
    return None


def _pieces(archive: ZipFile, member: ZipInfo) -> Iterator[bytes]:
    try:
        with archive.open(member) as file:
            while piece := file.read1(_STEP):  # type: ignore[attr-defined]
                yield piece
    except (BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, zlib.error) as error:
        # A wrong checksum, another compression, a password.
        raise UnreadablePage(f"the file cannot be unpacked ({error})") from error


def _stored(archive: ZipFile, member: ZipInfo) -> BinaryIO | None:
    """The bytes of a file that is stored without compression, as a file that can be searched.

    The WARC files of a WACZ are: they are compressed already.
    """
    if member.compress_type != ZIP_STORED or member.flag_bits & 1:
        return None
    raw: Any = archive.fp
    raw.seek(member.header_offset)
    magic, name, extra = _LOCAL_HEADER.unpack(raw.read(_LOCAL_HEADER.size))
    if magic != b"PK\x03\x04":
        raise BadZipFile("no local header")
    begin = member.header_offset + _LOCAL_HEADER.size + name + extra
    return io.BufferedReader(_Window(raw, begin, member.file_size), _STEP)


class _Window(io.RawIOBase):
    """A part of a file as a file."""

    def __init__(self, file: BinaryIO, begin: int, size: int) -> None:
        self._file = file
        self._begin = begin
        self._size = size
        self._position = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0, /) -> int:
        base = (0, self._position, self._size)[whence]
        self._position = max(0, base + offset)
        return self._position

    def readinto(self, buffer: Any) -> int:
        self._file.seek(self._begin + self._position)
        left = max(0, self._size - self._position)
        piece = self._file.read(min(len(buffer), left))
        buffer[: len(piece)] = piece
        self._position += len(piece)
        return len(piece)
