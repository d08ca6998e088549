"""Frames: where each record of a WARC file begins and ends, damage or not.

A record says its own length, so one wrong digit would make a reader swallow its neighbours in
silence. Here a length is believed only when something fit to follow a record follows; otherwise
the record is counted as damaged and reading resumes at the next evident start of one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.io.segment import Damage, Segment, SegmentError, segment_at, segments

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

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
class Frame:
    """One record as it stands in the file: header and block."""

    where: str
    data: bytes
    size: int
    """The length of the block; `data` stops early when that is more than was to be held."""
    whole: bool


def frames(file: BinaryIO, limit: int) -> Iterator[Frame | Damage]:
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


def frame_at(file: BinaryIO, where: str, limit: int) -> Frame | Damage:
    """The record at a place that one of `frames` told."""
    try:
        return _frame(segment_at(file, where), limit)
    except SegmentError as error:
        return Damage(where, str(error))


def _frame(segment: Segment, limit: int) -> Frame | Damage:
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
    return Frame(where, data, size, whole=size <= limit)


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
