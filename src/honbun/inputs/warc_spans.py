"""Where each record of a WARC file begins and ends, in spite of damage.

A record states its own length, so one wrong digit would make a reader skip its neighbours silently.
FastWARC 1.1 stops at the first damaged byte, and skips records after a wrong length. Here a length
is accepted only if what follows can follow a record; otherwise the record counts as damaged, and
reading resumes at the next record start.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.errors import UnreadablePage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

_CHUNK = 1 << 12
"""Compressed bytes per step. Small, because zlib does not return what it decompressed of a chunk
before the damage."""
_STEP = 1 << 18
_SCAN = 1 << 16
_GZIP = 31
_PEEK = 1 << 12
"""Enough of a member for its gzip header, its Huffman tables and its first bytes."""
_MAGIC = re.compile(rb"\x1f\x8b\x08(?=[\x00-\x1f])")


class SegmentError(Exception):
    """The rest of a segment cannot be read."""


@dataclass(frozen=True, slots=True)
class Damage:
    """A part of the file without a readable record."""

    where: str
    message: str
    url: str | None = None


class Segment:
    """A run of plain bytes that begins with a record; `held` is what was read ahead.

    A plain file is one segment. In a compressed file each gzip member that begins with a record is
    one; other members (of a file compressed in blocks, or as a whole) continue the segment before
    them. Damage stays within its segment: the next one is found by its gzip magic and first bytes.
    """

    def __init__(self, file: BinaryIO, offset: int) -> None:
        self._file = file
        self._offset = offset
        self._dropped = 0
        self._pieces = self._read()
        self._failure: SegmentError | None = None
        self.held = bytearray()

    @property
    def where(self) -> str:
        """The position in the file of the first byte held."""
        return str(self._offset + self._dropped)

    def more(self) -> bool:
        """Read ahead; False at the end. Raises SegmentError at damage, every time."""
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
        """Read ahead to at least this many bytes; False if the segment is shorter."""
        while len(self.held) < size:
            if not self.more():
                return False
        return True

    def drop(self, size: int) -> None:
        """Drop the first bytes held."""
        self._dropped += min(size, len(self.held))
        del self.held[:size]

    def is_verified(self, size: int) -> bool:
        """Whether this many of the bytes held are known to be undamaged."""
        return size <= len(self.held)

    def _read(self) -> Iterator[bytes]:
        self._file.seek(self._offset)
        while piece := self._file.read(_STEP):
            yield piece


class GzipSegment(Segment):
    """A segment in gzip members. `end` is known once all of them were read without damage."""

    def __init__(self, file: BinaryIO, offset: int) -> None:
        super().__init__(file, offset)
        self.member = offset
        self.end: int | None = None
        self._unpacked = 0
        self._members = [(0, offset)]
        """The start of each member: in the decompressed bytes, and in the file."""

    @property
    def where(self) -> str:
        """The offset of the gzip member, and the position of the first byte held in it."""
        while len(self._members) > 1 and self._members[1][0] <= self._dropped:
            del self._members[0]
        start, offset = self._members[0]
        inside = self._dropped - start
        return f"{offset}+{inside}" if inside else str(offset)

    def is_verified(self, size: int) -> bool:
        """Only the checksum at the end of a member shows that it is undamaged."""
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
                raise SegmentError("the gzip data is truncated")
            self._unpacked += len(piece)
            yield piece
        following = self._file.tell() - len(inflater.unused_data)
        if _continues(self._file, following):
            self.member = following
            self._members.append((self._unpacked, following))
        else:
            self.end = following


class StreamSegment(Segment):
    """All of a file that can only be read forward, such as one packed with Zstandard."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__(file, 0)

    def _read(self) -> Iterator[bytes]:
        try:
            while piece := self._file.read(_SCAN):
                yield piece
        except UnreadablePage as error:
            raise SegmentError(str(error)) from error


def segments(file: BinaryIO) -> Iterator[Segment | Damage]:
    """The segments of a WARC file, to be read one after the other."""
    if not file.seekable():
        yield StreamSegment(file)
        return
    start = _peek(file, 0)
    plain = start.startswith(b"WARC/")
    # The very first member may be the damaged one.
    if _MAGIC.match(start) or (not plain and _next_member(file, 0) is not None):
        yield from _packed(file)
    else:
        yield Segment(file, 0)


def segment_at(file: BinaryIO, where: str) -> Segment:
    """A segment that begins at a position given by `Segment.where`."""
    offset, _, inside = where.partition("+")
    packed = _MAGIC.match(_peek(file, int(offset)))
    segment = (GzipSegment if packed else Segment)(file, int(offset))
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
            segment = GzipSegment(file, position)
            yield segment
            position = segment.end or _next_member(file, segment.member + 1)
        elif raw.strip(b"\0"):
            yield Damage(str(position), "no gzip member where one should begin")
            position = _next_member(file, position + 1)
        else:
            return  # padding of tapes and some tools


def _peek(file: BinaryIO, position: int) -> bytes:
    file.seek(position)
    return file.read(_PEEK)


def _opening(raw: bytes) -> bytes | None:
    """The first decompressed bytes of a gzip member, None if it is not one."""
    try:
        return zlib.decompressobj(_GZIP).decompress(raw, len(b"WARC/"))
    except zlib.error:
        return None


def _continues(file: BinaryIO, position: int) -> bool:
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
        position += len(chunk) - 3  # the magic may lie across the boundary


_VERSION = b"WARC/"
_START = re.compile(rb"WARC/[01]\.\d{1,2}\r?\n[A-Za-z-]{2,40}:")
_HEADER = re.compile(rb"WARC/[01]\.\d{1,2}\r?\n(?:[^\r\n]+\r?\n)+\r?\n")
_BLANK = re.compile(rb"[\r\n]+")
_LENGTH = re.compile(rb"^content-length:[ \t]*(\d{1,18})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_TYPE = re.compile(rb"^warc-type:", re.IGNORECASE | re.MULTILINE)
_URL = re.compile(rb"^warc-target-uri:\s*<?([^\s>]+)", re.IGNORECASE | re.MULTILINE)
_LONGEST_HEADER = 1 << 16
_LONGEST_START = 64
"""More bytes than `_START` can match: kept when a start may lie across two pieces."""
_BORDER = 16


@dataclass(frozen=True, slots=True)
class WarcRecordSpan:
    """The bytes of one record: header and block."""

    where: str
    data: bytes
    size: int
    """The length of the block; `data` is shorter if the block exceeds the limit."""
    whole: bool


def record_spans(file: BinaryIO, limit: int) -> Iterator[WarcRecordSpan | Damage]:
    """Every record of a WARC file, and every damaged part between them.

    Only the first `limit` bytes of a block are held; the rest is skipped.
    """
    for segment in segments(file):
        if isinstance(segment, Damage):
            yield segment
            continue
        where = None
        try:
            while _at_content(segment):
                where = segment.where
                yield _read_span(segment, limit)
                where = None
        except SegmentError as error:
            header = _HEADER.match(segment.held)
            url = _url(header[0]) if header else None
            yield Damage(where or segment.where, str(error), url)


def record_span_at(file: BinaryIO, where: str, limit: int) -> WarcRecordSpan | Damage:
    """The record at a position given by `WarcRecordSpan.where`."""
    try:
        return _read_span(segment_at(file, where), limit)
    except SegmentError as error:
        return Damage(where, str(error))


def _read_span(segment: Segment, limit: int) -> WarcRecordSpan | Damage:
    where = segment.where
    header = _header(segment)
    if header is None:
        _to_next_start(segment)
        return Damage(where, "no WARC record where one should begin")
    length = _LENGTH.search(header)
    if length is None:
        _to_next_start(segment)
        return Damage(where, "the record has no length", _url(header))
    size = int(length[1])
    take = _take_short if size <= limit else _take_long
    data = take(segment, len(header), size, limit)
    if data is None:
        return Damage(where, "the record's length is wrong, or it is truncated", _url(header))
    return WarcRecordSpan(where, data, size, whole=size <= limit)


def _header(segment: Segment) -> bytes | None:
    while (header := _HEADER.match(segment.held)) is None:
        if len(segment.held) > _LONGEST_HEADER or not segment.more():
            return None
    return header[0] if _is_single(header[0]) else None


def _is_single(header: bytes) -> bool:
    """Whether a header belongs to one record: a truncated header runs into the next record."""
    other = _next_start(header, 1)
    # A URL may contain the same characters, but there is still only one type.
    in_url = header[other - 1 : other] == b"/" and len(_TYPE.findall(header)) == 1
    return other < 0 or in_url


def _take_short(segment: Segment, header: int, size: int, _limit: int) -> bytes | None:
    end = header + size
    if segment.hold(end) and _borders(segment, header, end):
        data = bytes(segment.held[:end])
        segment.drop(end)
        return data
    _to_next_start(segment)
    return None


def _borders(segment: Segment, start: int, end: int) -> bool:
    """Whether the bytes after a block can follow one.

    The standard asks for two line breaks; real files have none or more. Two line breaks prove
    little, because a wrong length may end at them too, after the start of another record.
    """
    try:
        more = segment.hold(end + _BORDER)
    except SegmentError:
        if not segment.is_verified(end):
            raise
        more = False  # the damage begins after this record
    after = segment.held[end : end + _BORDER]
    rest = after.lstrip(b"\r\n")
    if rest.startswith(_VERSION) or not (rest or more):
        return True
    return after.startswith(b"\r\n\r\n") and _next_start(segment.held, start, end) < 0


def _take_long(segment: Segment, header: int, size: int, limit: int) -> bytes | None:
    """The first part of a block that is too long; a record start inside it shows a wrong length.

    Checking afterwards, as for short blocks, would need all bytes in memory.
    """
    segment.hold(header + limit)
    if _next_start(segment.held, 1, header + size) >= 0:
        _to_next_start(segment)
        return None
    data = bytes(segment.held[: header + limit])
    rest = header + size
    while rest > len(segment.held):
        passed = max(len(segment.held) - _LONGEST_START, 0)
        segment.drop(passed)
        rest -= passed
        if not segment.more():
            segment.drop(len(segment.held))
            return None
        if 0 <= (start := _next_start(segment.held, 0)) < rest:
            segment.drop(start)
            return None
    segment.drop(rest)
    return data


def _next_start(held: bytes | bytearray, position: int, end: int | None = None) -> int:
    """The position of the next record start, or -1."""
    while (position := held.find(_VERSION, position, end)) >= 0:
        if _START.match(held, position):
            return position
        position += 1
    return -1


def _to_next_start(segment: Segment) -> None:
    position = 1  # the damaged record is at 0
    while (start := _next_start(segment.held, position)) < 0:
        if len(segment.held) > _LONGEST_START:
            segment.drop(len(segment.held) - _LONGEST_START)
            position = 0
        if not segment.more():
            segment.drop(len(segment.held))
            return
    segment.drop(start)


def _at_content(segment: Segment) -> bool:
    """Skip the line breaks between records; False at the end of the segment."""
    while True:
        blank = _BLANK.match(segment.held)
        segment.drop(blank.end() if blank else 0)
        if segment.held:
            return True
        if not segment.more():
            return False


def _url(header: bytes) -> str | None:
    found = _URL.search(header)
    return found[1].decode("utf-8", "replace") if found else None
