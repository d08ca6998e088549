"""WARC: the archive format of web crawlers (ISO 28500), one page for each HTML response.

`frame.py` finds the records, FastWARC reads them. FastWARC 1.1 could find them too, but it ends
for good at the first damaged byte, and where a length is wrong it swallows the records that
follow, or the rest of the file, without a word.
"""

from __future__ import annotations

import io
import re
import warnings
from typing import TYPE_CHECKING

from honbun.errors import MissingExtra, UnreadablePage
from honbun.failure import Failure, one_line
from honbun.io.body import gather, looks_like_html, media_type, too_large, undo
from honbun.io.frame import frames
from honbun.io.segment import Damage
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fastwarc.warc import WarcRecord

    from honbun.io.frame import Frame

_HTML_TYPES = ("text/html", "application/xhtml+xml")
_CHUNK_SIZE = re.compile(rb"[0-9a-fA-F]{1,16}[ \t]*(?:;[^\r\n]*)?\r?\n")
_SLACK = 1 << 16
"""HTTP headers and the marks of chunked transfer, on top of the page itself."""


def read_warc(path: Path, source: str, max_bytes: int) -> Iterator[Page | Failure]:
    """The HTML pages of a WARC file, in order; every damaged stretch becomes a Failure."""
    require_fastwarc()
    with path.open("rb", buffering=1 << 18) as file:
        # Twice, so that a page somewhat too large is still told its exact size.
        for frame in frames(file, 2 * max_bytes + _SLACK):
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


def parse_record(frame: Frame) -> WarcRecord:
    """The record in a frame."""
    from fastwarc.warc import WarcRecord

    # The quirks are header lines that end in LF alone.
    return WarcRecord.from_reader(io.BytesIO(frame.data), quirks_mode=True)


def target(record: WarcRecord) -> str | None:
    """The address that a record is about."""
    return (record.headers.get("WARC-Target-URI") or "").strip(" <>") or None


def _pages(frame: Frame, source: str, max_bytes: int) -> Iterator[Page | Failure]:
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
            when=record.record_date,
            cut=_cut(record),
        )


def _cut(record: WarcRecord) -> tuple[str, ...]:
    """What the crawl did not keep of the page, where it says so (WARC 1.1, 5.13)."""
    why = record.headers.get("WARC-Truncated")
    return (one_line(f"the crawl kept a part of the page only: {why}"),) if why else ()


def _html(record: WarcRecord, frame: Frame, limit: int) -> tuple[bytes, str | None] | None:
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


def body_of(record: WarcRecord, frame: Frame, limit: int) -> bytes:
    """What a record holds, its codings undone, once `content_type` has been asked for."""
    body, headers = _block(record, frame, limit), record.http_headers
    if headers is None:  # a resource
        return body
    body = _unchunk(body, headers.get("Transfer-Encoding"))
    return gather(undo((body,), headers.get("Content-Encoding")), limit)


def _block(record: WarcRecord, frame: Frame, limit: int) -> bytes:
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
