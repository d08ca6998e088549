"""WARC: the archive format of web crawlers (ISO 28500), one page for each HTML response.

`frame.py` finds the records, FastWARC reads them. FastWARC 1.1 could find them too, but it ends
for good at the first damaged byte, and where a length is wrong it swallows the records that
follow, or the rest of the file, without a word.
"""

from __future__ import annotations

import io
import re
import warnings
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.errors import Failure, MissingExtra, UnreadablePage, one_line
from honbun.inputs.fetch.decoding import (
    decode_body,
    join_bounded,
    looks_like_html,
    media_type,
    too_large,
)
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

    from fastwarc.warc import WarcRecord

# Segments of a WARC file: runs of plain bytes that begin where a record begins.
#
# A plain file is one segment. In a compressed file each gzip member that opens with a record is
# one; a member that does not (the file was compressed in blocks, or as a whole) goes on with the
# segment before it. Damage stays inside its segment: the next one is found by its gzip magic and
# by what it unpacks to, scanning from where the damaged member began.

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


# Frames: where each record of a WARC file begins and ends, damage or not.
#
# A record says its own length, so one wrong digit would make a reader swallow its neighbours in
# silence. Here a length is believed only when something fit to follow a record follows; otherwise
# the record is counted as damaged and reading resumes at the next evident start of one.

_VERSION = b"WARC/"
_START = re.compile(rb"WARC/[01]\.\d{1,2}\r?\n[A-Za-z-]{2,40}:")
_HEADER = re.compile(rb"WARC/[01]\.\d{1,2}\r?\n(?:[^\r\n]+\r?\n)+\r?\n")
_BLANK = re.compile(rb"[\r\n]+")
_LENGTH = re.compile(rb"^content-length:[ \t]*(\d{1,18})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)
_TYPE = re.compile(rb"^warc-type:", re.IGNORECASE | re.MULTILINE)
_URL = re.compile(rb"^warc-target-uri:\s*<?([^\s>]+)", re.IGNORECASE | re.MULTILINE)
_LONGEST_HEADER = 1 << 16
_LONGEST_START = 64
"""More bytes than `_START` can match: what to keep when a start may lie across two pieces."""
_BORDER = 16


@dataclass(frozen=True, slots=True)
class WarcRecordSpan:
    """One record as it stands in the file: header and block."""

    where: str
    data: bytes
    size: int
    """The length of the block; `data` stops early when that is more than was to be held."""
    whole: bool


def record_spans(file: BinaryIO, limit: int) -> Iterator[WarcRecordSpan | Damage]:
    """Every record of a WARC file, and every stretch of damage between them.

    Of a block longer than `limit` only so much is held; the rest is passed over.
    """
    for segment in segments(file):
        if isinstance(segment, Damage):
            yield segment
            continue
        where = None
        try:
            while _at_content(segment):
                where = segment.where
                yield _frame(segment, limit)
                where = None
        except SegmentError as error:
            header = _HEADER.match(segment.held)
            url = _url(header[0]) if header else None
            yield Damage(where or segment.where, str(error), url)


def record_span_at(file: BinaryIO, where: str, limit: int) -> WarcRecordSpan | Damage:
    """The record at a place that one of `frames` told."""
    try:
        return _frame(segment_at(file, where), limit)
    except SegmentError as error:
        return Damage(where, str(error))


def _frame(segment: Segment, limit: int) -> WarcRecordSpan | Damage:
    where = segment.where
    header = _header(segment)
    if header is None:
        _to_next_start(segment)
        return Damage(where, "no WARC record where one should begin")
    length = _LENGTH.search(header)
    if length is None:
        _to_next_start(segment)
        return Damage(where, "the record does not tell its length", _url(header))
    size = int(length[1])
    take = _take_short if size <= limit else _take_long
    data = take(segment, len(header), size, limit)
    if data is None:
        return Damage(where, "the record's length is wrong, or it is cut short", _url(header))
    return WarcRecordSpan(where, data, size, whole=size <= limit)


def _header(segment: Segment) -> bytes | None:
    while (header := _HEADER.match(segment.held)) is None:
        if len(segment.held) > _LONGEST_HEADER or not segment.more():
            return None
    return header[0] if _is_one(header[0]) else None


def _is_one(header: bytes) -> bool:
    """Whether a header is that of one record: a record cut in its header runs into the next."""
    other = _next_start(header, 1)
    # A URL may end in the same characters, but then there is still one type only.
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
    """Whether what follows a block is fit to follow one.

    Two line breaks are what the standard asks for; none or more are found in the wild. Two alone
    prove little, as a wrong length may lead to them too, past the start of another record.
    """
    try:
        more = segment.hold(end + _BORDER)
    except SegmentError:
        if not segment.vouches(end):
            raise
        more = False  # the damage begins behind this record
    after = segment.held[end : end + _BORDER]
    rest = after.lstrip(b"\r\n")
    if rest.startswith(_VERSION) or not (rest or more):
        return True
    return after.startswith(b"\r\n\r\n") and _next_start(segment.held, start, end) < 0


def _take_long(segment: Segment, header: int, size: int, limit: int) -> bytes | None:
    """The held part of a block too long to hold; an evident start inside it shows a wrong length.

    Going back to check, as for a short one, would mean holding everything.
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
    """Where the next record evidently starts, or -1."""
    while (position := held.find(_VERSION, position, end)) >= 0:
        if _START.match(held, position):
            return position
        position += 1
    return -1


def _to_next_start(segment: Segment) -> None:
    position = 1  # at 0 stands the one that was damaged
    while (start := _next_start(segment.held, position)) < 0:
        if len(segment.held) > _LONGEST_START:
            segment.drop(len(segment.held) - _LONGEST_START)
            position = 0
        if not segment.more():
            segment.drop(len(segment.held))
            return
    segment.drop(start)


def _at_content(segment: Segment) -> bool:
    """Pass over the line breaks between records; False at the end of the segment."""
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


_HTML_TYPES = ("text/html", "application/xhtml+xml")
_CHUNK_SIZE = re.compile(rb"[0-9a-fA-F]{1,16}[ \t]*(?:;[^\r\n]*)?\r?\n")
_SLACK = 1 << 16
"""HTTP headers and the marks of chunked transfer, on top of the page itself."""


def read_warc(path: Path, source: str, max_bytes: int) -> Iterator[Page | Failure]:
    """The HTML pages of a WARC file, in order; every damaged stretch becomes a Failure."""
    require_fastwarc()
    with path.open("rb", buffering=1 << 18) as file:
        # Twice, so that a page somewhat too large is still told its exact size.
        for frame in record_spans(file, 2 * max_bytes + _SLACK):
            where = f"{source}@{frame.where}"
            if isinstance(frame, Damage):
                yield Failure(where, frame.url, "read", frame.message)
            else:
                yield from _pages(frame, where, max_bytes)


def require_fastwarc() -> None:
    """Raise MissingExtra when WARC files cannot be read here."""
    try:
        with warnings.catch_warnings():
            # FastWARC 1.1 warns of its own old names as soon as it is imported.
            warnings.simplefilter("ignore", DeprecationWarning)
            import fastwarc.warc  # noqa: F401
    except ImportError as error:
        raise MissingExtra("reading WARC", "warc") from error


def parse_record(frame: WarcRecordSpan) -> WarcRecord:
    """The record in a frame."""
    from fastwarc.warc import WarcRecord

    # The quirks are header lines that end in LF alone.
    return WarcRecord.from_reader(io.BytesIO(frame.data), quirks_mode=True)


def target(record: WarcRecord) -> str | None:
    """The address that a record is about."""
    return (record.headers.get("WARC-Target-URI") or "").strip(" <>") or None


def _pages(frame: WarcRecordSpan, source: str, max_bytes: int) -> Iterator[Page | Failure]:
    url = None
    try:
        record = parse_record(frame)
        url = target(record)
        found = _html(record, frame, max_bytes)
    except UnreadablePage as error:
        yield Failure(source, url, "read", str(error))
        return
    except OSError as error:
        yield Failure(source, url, "read", f"the record cannot be read ({error})")
        return
    if found is not None:
        body, content_type = found
        yield Page(
            body,
            url=url,
            source=source,
            content_type=content_type,
            fetched_at=record.record_date,
            truncated=_cut(record),
        )


def _cut(record: WarcRecord) -> tuple[str, ...]:
    """What the crawl did not keep of the page, where it says so (WARC 1.1, 5.13)."""
    why = record.headers.get("WARC-Truncated")
    return (one_line(f"the crawl kept a part of the page only: {why}"),) if why else ()


def _html(record: WarcRecord, frame: WarcRecordSpan, limit: int) -> tuple[bytes, str | None] | None:
    """The body and Content-Type of a record that holds a page, None of any other."""
    told = content_type(record)
    if told is None or media_type(told) not in ("", *_HTML_TYPES):
        return None
    body = body_of(record, frame, limit)
    return (body, told or None) if told or looks_like_html(body) else None


def content_type(record: WarcRecord) -> str | None:
    """The Content-Type of what a record holds, empty where it is not told.

    None of a record that holds nothing that a server gave: a request, an error, metadata.
    """
    kind = str(record.record_type)
    if kind == "resource":
        return record.headers.get("Content-Type") or None
    if kind != "response" or not record.is_http:
        return None
    record.parse_http(quirks_mode=True)
    headers = record.http_headers
    if headers is None or headers.status_code is None:
        raise UnreadablePage("the HTTP header of the record cannot be read")
    return headers.get("Content-Type") or "" if headers.status_code == 200 else None


def body_of(record: WarcRecord, frame: WarcRecordSpan, limit: int) -> bytes:
    """What a record holds, its codings undone, once `content_type` has been asked for."""
    body, headers = _block(record, frame, limit), record.http_headers
    if headers is None:  # a resource
        return body
    body = _unchunk(body, headers.get("Transfer-Encoding"))
    return join_bounded(decode_body((body,), headers.get("Content-Encoding")), limit)


def _block(record: WarcRecord, frame: WarcRecordSpan, limit: int) -> bytes:
    body = record.reader.read()
    if not frame.whole or len(body) > limit:
        raise too_large(len(body) if frame.whole else frame.size, limit)
    return body


def _unchunk(body: bytes, transfer_encoding: str | None) -> bytes:
    from fastwarc.stream_io import ChunkedReader

    # Many crawlers undo the chunks and keep the header.
    if "chunked" not in (transfer_encoding or "").lower() or not _CHUNK_SIZE.match(body):
        return body
    return ChunkedReader(io.BytesIO(body)).read()
