"""WARC files, the archive format of web crawlers (ISO 28500): one page per HTML response.

`warc_spans` finds the records, FastWARC parses them.
"""

from __future__ import annotations

import io
import re
import warnings
from typing import TYPE_CHECKING

from honbun.errors import Failure, MissingExtra, UnreadablePage, one_line
from honbun.inputs.fetch.decoding import (
    decode_body,
    join_bounded,
    looks_like_html,
    media_type,
    too_large,
)
from honbun.inputs.warc_spans import Damage, WarcRecordSpan, record_spans
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fastwarc.warc import WarcRecord

_HTML_TYPES = ("text/html", "application/xhtml+xml")
_CHUNK_SIZE = re.compile(rb"[0-9a-fA-F]{1,16}[ \t]*(?:;[^\r\n]*)?\r?\n")
_SLACK = 1 << 16
"""Bytes of a record besides the page: HTTP headers and chunk sizes."""


def read_warc(path: Path, source: str, max_bytes: int) -> Iterator[Page | Failure]:
    """The HTML pages of a WARC file, in order; every damaged part becomes a Failure."""
    require_fastwarc()
    with path.open("rb", buffering=1 << 18) as file:
        # Twice the limit, so that the exact size of a slightly larger page is reported.
        for span in record_spans(file, 2 * max_bytes + _SLACK):
            where = f"{source}@{span.where}"
            if isinstance(span, Damage):
                yield Failure(where, span.url, "read", span.message)
            else:
                yield from _pages(span, where, max_bytes)


def require_fastwarc() -> None:
    """Raise MissingExtra if FastWARC is not installed."""
    try:
        with warnings.catch_warnings():
            # FastWARC 1.1 warns about its own names when it is imported.
            warnings.simplefilter("ignore", DeprecationWarning)
            import fastwarc.warc  # noqa: F401
    except ImportError as error:
        raise MissingExtra("reading WARC", "warc") from error


def parse_record(span: WarcRecordSpan) -> WarcRecord:
    """Parse the record in a span."""
    from fastwarc.warc import WarcRecord

    # The quirks mode accepts header lines that end in LF alone.
    return WarcRecord.from_reader(io.BytesIO(span.data), quirks_mode=True)


def target(record: WarcRecord) -> str | None:
    """The URL that a record is about."""
    return (record.headers.get("WARC-Target-URI") or "").strip(" <>") or None


def _pages(span: WarcRecordSpan, source: str, max_bytes: int) -> Iterator[Page | Failure]:
    url = None
    try:
        record = parse_record(span)
        url = target(record)
        found = _html(record, span, max_bytes)
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
    """Why the crawl stored only a part of the page, if it says so (WARC 1.1, 5.13)."""
    why = record.headers.get("WARC-Truncated")
    return (one_line(f"the crawl kept a part of the page only: {why}"),) if why else ()


def _html(record: WarcRecord, span: WarcRecordSpan, limit: int) -> tuple[bytes, str | None] | None:
    """The body and Content-Type of a record that holds a page, else None."""
    declared = content_type(record)
    if declared is None or media_type(declared) not in ("", *_HTML_TYPES):
        return None
    body = body_of(record, span, limit)
    return (body, declared or None) if declared or looks_like_html(body) else None


def content_type(record: WarcRecord) -> str | None:
    """The Content-Type of a response or resource, empty if it has none.

    None for other records: requests, error responses, metadata.
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


def body_of(record: WarcRecord, span: WarcRecordSpan, limit: int) -> bytes:
    """The decoded body of a record, after `content_type` was called on it."""
    body, headers = _block(record, span, limit), record.http_headers
    if headers is None:  # a resource
        return body
    body = _unchunk(body, headers.get("Transfer-Encoding"))
    return join_bounded(decode_body((body,), headers.get("Content-Encoding")), limit)


def _block(record: WarcRecord, span: WarcRecordSpan, limit: int) -> bytes:
    body = record.reader.read()
    if not span.whole or len(body) > limit:
        raise too_large(len(body) if span.whole else span.size, limit)
    return body


def _unchunk(body: bytes, transfer_encoding: str | None) -> bytes:
    from fastwarc.stream_io import ChunkedReader

    # Many crawlers decode the chunks and keep the header.
    if "chunked" not in (transfer_encoding or "").lower() or not _CHUNK_SIZE.match(body):
        return body
    return ChunkedReader(io.BytesIO(body)).read()
