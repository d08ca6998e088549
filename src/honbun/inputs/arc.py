"""ARC files, the format of web archives before WARC: each response follows a line about it.

A record is read as the WARC record that it would be.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from honbun.errors import UnreadablePage
from honbun.inputs.warc import page_of, require_fastwarc
from honbun.inputs.warc_spans import WarcRecordSpan

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from honbun.errors import Failure
    from honbun.inputs.source import Source
    from honbun.page import Page

_HEADER = re.compile(
    rb"(?P<url>[a-z][\w+.-]{1,20}:\S{1,8000}) (?P<ip>\S{1,60}) (?P<date>\d{8,14}) "
    rb"(?:\S+ ){0,6}(?P<size>\d{1,15})\s*"
)
"""Version 1: URL, IP address, date, type, length; version 2 has four more before the length."""
_LONGEST_HEADER = 1 << 14
_STEP = 1 << 20


def read_arc(source: Source) -> Iterator[Page | Failure]:
    """The HTML pages of an ARC file, in order; damage becomes a Failure."""
    require_fastwarc()
    limit = 2 * source.options.max_bytes + _LONGEST_HEADER
    position, damaged = 0, False
    try:
        while line := source.file.readline(_LONGEST_HEADER):
            place = f"@{position}"
            position += len(line)
            header = _HEADER.fullmatch(line)
            if header is None:
                if line.strip() and not damaged:
                    yield source.failure("no ARC record where one should begin", place)
                    damaged = True  # once, up to the next record
                continue
            damaged = False
            size = int(header["size"])
            block = source.file.read(min(size, limit))
            position += len(block) + _skip(source.file, size - len(block))
            if len(block) < min(size, limit):
                url = header["url"].decode("utf-8", "replace")
                yield source.failure("the record is truncated", place, url)
            elif not header["url"].startswith(b"filedesc:"):
                page = page_of(_as_warc(header, block, size), source, place)
                if page is not None:
                    yield page
    except (UnreadablePage, OSError) as error:
        message = f"the file is broken here and cannot be read further ({error})"
        yield source.failure(message, f"@{position}")


def _skip(file: BinaryIO, size: int) -> int:
    left = size
    while left > 0 and (piece := file.read(min(left, _STEP))):
        left -= len(piece)
    return size - left


def _as_warc(header: re.Match[bytes], block: bytes, size: int) -> WarcRecordSpan:
    lines = (
        b"WARC/1.0",
        b"WARC-Type: response",
        b"WARC-Target-URI: " + header["url"],
        b"WARC-Date: " + _date(header["date"]),
        b"Content-Type: application/http; msgtype=response",
        b"Content-Length: %d" % len(block),
        b"",
        b"",
    )
    return WarcRecordSpan("", b"\r\n".join(lines) + block, size, whole=len(block) == size)


def _date(digits: bytes) -> bytes:
    """A date as WARC writes it; the beginning of time for one that is none."""
    try:
        parsed = datetime.strptime(digits.decode().ljust(14, "0"), "%Y%m%d%H%M%S")
    except ValueError:
        parsed = datetime(1970, 1, 1)
    return parsed.replace(tzinfo=UTC).strftime("%Y-%m-%dT%H:%M:%SZ").encode()
