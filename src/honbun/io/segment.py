"""Segments of a WARC file: runs of plain bytes that begin where a record begins.

A plain file is one segment. In a compressed file each gzip member that opens with a record is one;
a member that does not (the file was compressed in blocks, or as a whole) goes on with the segment
before it. Damage stays inside its segment: the next one is found by its gzip magic and by what it
unpacks to, scanning from where the damaged member began.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

_CHUNK = 1 << 12
"""Compressed bytes at a time. Small, because zlib keeps to itself what it had unpacked of a chunk
before it met the damage."""
_STEP = 1 << 18
_SCAN = 1 << 16
_GZIP = 31
_PEEK = 1 << 12
"""Enough of a member for its gzip header, its Huffman tables and the first bytes it unpacks to."""
_MAGIC = re.compile(rb"\x1f\x8b\x08(?=[\x00-\x1f])")


class SegmentError(Exception):
    """The bytes of a segment cannot be read any further."""


@dataclass(frozen=True, slots=True)
class Damage:
    """A stretch of the file that gave no record."""

    where: str
    message: str
    url: str | None = None


class Segment:
    """The bytes of a segment, held only as far as somebody has looked ahead."""

    def __init__(self, file: BinaryIO, offset: int) -> None:
        self._file = file
        self._offset = offset
        self._dropped = 0
        self._pieces = self._read()
        self._failure: SegmentError | None = None
        self.held = bytearray()

    @property
    def where(self) -> str:
        """The place in the file of the first byte held."""
        return str(self._offset + self._dropped)

    def more(self) -> bool:
        """Hold a little more; False at the end. Raises SegmentError at damage, again and again."""
        if self._failure:
            raise self._failure
        try:
            piece = next(self._pieces, None)
        except SegmentError as error:
            self._failure = error
            raise
        self.held += piece or b""
        return piece is not None

    def hold(self, size: int) -> bool:
        """Hold at least so many bytes; False when the segment ends before."""
        while len(self.held) < size:
            if not self.more():
                return False
        return True

    def drop(self, size: int) -> None:
        """Let go of the first bytes held."""
        self._dropped += min(size, len(self.held))
        del self.held[:size]

    def vouches(self, size: int) -> bool:
        """Whether so many of the bytes held are known to be sound."""
        return size <= len(self.held)

    def _read(self) -> Iterator[bytes]:
        self._file.seek(self._offset)
        while piece := self._file.read(_STEP):
            yield piece


class PackedSegment(Segment):
    """A segment in gzip members. `end` is known once all of them were read and found sound."""

    def __init__(self, file: BinaryIO, offset: int) -> None:
        super().__init__(file, offset)
        self.member = offset
        self.end: int | None = None
        self._unpacked = 0
        self._members = [(0, offset)]
        """Where each member begins: among the unpacked bytes, and in the file."""

    @property
    def where(self) -> str:
        """The offset of the gzip member, and how far inside it the first byte held is."""
        while len(self._members) > 1 and self._members[1][0] <= self._dropped:
            del self._members[0]
        start, offset = self._members[0]
        inside = self._dropped - start
        return f"{offset}+{inside}" if inside else str(offset)

    def vouches(self, size: int) -> bool:
        """Only the end of a member, with its checksum, shows that it is sound."""
        return self.end is not None or self._dropped + size <= self._members[-1][0]

    def _read(self) -> Iterator[bytes]:
        while self.end is None:
            yield from self._inflate()

    def _inflate(self) -> Iterator[bytes]:
        self._file.seek(self.member)
        inflater = zlib.decompressobj(_GZIP)
        while not inflater.eof:
            raw = inflater.unconsumed_tail or self._file.read(_CHUNK)
            try:
                piece = inflater.decompress(raw, _STEP)
            except zlib.error as error:
                raise SegmentError(f"broken gzip data ({error})") from error
            if not raw and not piece and not inflater.eof:
                raise SegmentError("the gzip data is cut short")
            self._unpacked += len(piece)
            yield piece
        following = self._file.tell() - len(inflater.unused_data)
        if _goes_on(self._file, following):
            self.member = following
            self._members.append((self._unpacked, following))
        else:
            self.end = following


def segments(file: BinaryIO) -> Iterator[Segment | Damage]:
    """The segments of a WARC file, plain or gzip, to be read one after the other."""
    start = _peek(file, 0)
    plain = start.startswith(b"WARC/")
    # The very first member may be the damaged one.
    if _MAGIC.match(start) or (not plain and _next_member(file, 0) is not None):
        yield from _packed(file)
    else:
        yield Segment(file, 0)


def segment_at(file: BinaryIO, where: str) -> Segment:
    """A segment that begins at a place such as `Segment.where` tells."""
    offset, _, inside = where.partition("+")
    packed = _MAGIC.match(_peek(file, int(offset)))
    segment = (PackedSegment if packed else Segment)(file, int(offset))
    left = int(inside or 0)
    while left and (segment.held or segment.more()):
        passed = min(left, len(segment.held))
        segment.drop(passed)
        left -= passed
    return segment


def _packed(file: BinaryIO) -> Iterator[Segment | Damage]:
    position: int | None = 0
    while position is not None and (raw := _peek(file, position)):
        if _MAGIC.match(raw):
            segment = PackedSegment(file, position)
            yield segment
            position = segment.end or _next_member(file, segment.member + 1)
        elif raw.strip(b"\0"):
            yield Damage(str(position), "no gzip member where one should begin")
            position = _next_member(file, position + 1)
        else:
            return  # padding, as tape and some tools leave it


def _peek(file: BinaryIO, position: int) -> bytes:
    file.seek(position)
    return file.read(_PEEK)


def _opening(raw: bytes) -> bytes | None:
    """The first bytes that a gzip member unpacks to, or None when it is none."""
    try:
        return zlib.decompressobj(_GZIP).decompress(raw, len(b"WARC/"))
    except zlib.error:
        return None


def _goes_on(file: BinaryIO, position: int) -> bool:
    opening = _opening(_peek(file, position))
    return bool(opening) and opening != b"WARC/"


def _next_member(file: BinaryIO, position: int) -> int | None:
    while True:
        file.seek(position)
        chunk = file.read(_SCAN)
        for magic in _MAGIC.finditer(chunk):
            if _opening(_peek(file, position + magic.start())) == b"WARC/":
                return position + magic.start()
        if len(chunk) < _SCAN:
            return None
        position += len(chunk) - 3  # a magic may lie across the border
