"""WARC files, the archive format of web crawlers (ISO 28500): one page per HTML response.

`warc_spans` finds the records, FastWARC parses them.
"""

from __future__ import annotations

import io
import re
import warnings
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from honbun.errors import MissingExtra, UnreadablePage, one_line
from honbun.inputs.fetch.decoding import (
    decode_body,
    join_bounded,
    looks_like_html,
    media_type,
    too_large,
)
from honbun.inputs.warc_spans import Damage, WarcRecordSpan, record_span_at, record_spans
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastwarc.warc import WarcRecord

    from honbun.errors import Failure
    from honbun.inputs.source import Source

_HTML_TYPES = ("text/html", "application/xhtml+xml")
_CHUNK_SIZE = re.compile(rb"[0-9a-fA-F]{1,16}[ \t]*(?:;[^\r\n]*)?\r?\n")
_SLACK = 1 << 16
"""Bytes of a record besides the page: HTTP headers and chunk sizes."""
_KIND = re.compile(rb"^warc-type:[ \t]*([\w-]{1,40})", re.IGNORECASE | re.MULTILINE)
_NAMES = re.compile(
    rb"^warc-(?:record-id|payload-digest):[ \t]*<?([^\s>]{1,200})", re.IGNORECASE | re.MULTILINE
)
"""What revisits refer to a record by."""
_MAX_TYPE = 60
_ENOUGH = 20
_DERIVED = {
    "conversion": "a WET file, which has text without HTML: use the WARC file of the same crawl",
    "metadata": "a WAT file, which has metadata without HTML: use the WARC file of the same crawl",
}
"""Archives that are made from others, by the type of their records."""


def read_warc(source: Source) -> Iterator[Page | Failure]:
    """The HTML pages of a WARC file, in order; every damaged part becomes a Failure."""
    require_fastwarc()
    max_bytes = source.options.max_bytes
    originals: dict[str, str] = {}
    found: Counter[str] = Counter()
    # Twice the limit, so that the exact size of a slightly larger page is reported.
    for span in record_spans(source.file, 2 * max_bytes + _SLACK):
        place = f"@{span.where}"
        if isinstance(span, Damage):
            yield source.failure(span.message, place, span.url)
            continue
        kind = record_kind(span)
        found[kind] += 1
        if kind == "revisit":
            yield _revisit(span, source, originals)
        else:
            page = page_of(span, source, place)
            if isinstance(page, Page):
                originals |= dict.fromkeys(_names(span), span.where)
            if page is not None:
                yield page
        # Text or metadata alone, made from another archive: do not read all of it.
        if found[kind] == _ENOUGH and set(found) <= {"warcinfo", kind} and kind in _DERIVED:
            yield source.refused(_DERIVED[kind])
            return
    derived = set(found) - {"warcinfo"}
    if len(derived) == 1 and (kind := derived.pop()) in _DERIVED:
        yield source.refused(_DERIVED[kind])


def record_kind(span: WarcRecordSpan) -> str:
    """The type of a record."""
    found = _KIND.search(span.data, 0, _SLACK)
    return found[1].decode("ascii", "replace").lower() if found else ""


def _names(span: WarcRecordSpan) -> list[str]:
    header = span.data[: span.data.find(b"\r\n\r\n")]
    return [found[1].decode("utf-8", "replace") for found in _NAMES.finditer(header)]


def _revisit(span: WarcRecordSpan, source: Source, originals: dict[str, str]) -> Page | Failure:
    """A page that was stored before, at this or another address (WARC 1.1, 6.7).

    The same address again is no other page. Otherwise the page is that of the record referred to,
    by its ID or, as many crawlers do, by the digest of the payload alone.
    """
    place = f"@{span.where}"
    try:
        record = parse_record(span)
    except OSError as error:
        return source.failure(f"the record cannot be read ({error})", place)
    url = target(record)
    about = {name.lower(): value.strip(" <>") for name, value in record.headers.items()}
    referred = about.get("warc-refers-to", ""), about.get("warc-payload-digest", "")
    where = next((originals[name] for name in referred if name in originals), None)
    if about.get("warc-refers-to-target-uri", url if where is None else None) == url:
        reason = "revisits of pages that are stored before"
    elif where is None:
        reason = "revisits of pages that are not in the same file"
    elif not source.file.seekable():
        reason = "revisits in a file that can only be read forward"
    elif (page := _page_at(where, source, place)) is None:
        return source.failure("the record that this one refers to cannot be read", place, url)
    elif page.url == url:
        reason = "revisits of pages that are stored before"
    else:
        return replace(page, url=url, fetched_at=record.record_date or page.fetched_at)
    return source.skipped(reason, place)


def _page_at(where: str, source: Source, place: str) -> Page | None:
    """The page of an earlier record; the reader of the records behind it goes on as before."""
    position = source.file.tell()
    span = record_span_at(source.file, where, 2 * source.options.max_bytes + _SLACK)
    source.file.seek(position)
    page = None if isinstance(span, Damage) else page_of(span, source, place)
    return page if isinstance(page, Page) else None


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


def page_of(span: WarcRecordSpan, source: Source, place: str) -> Page | Failure | None:
    """The page of a record, a Failure for another response, None for records about responses."""
    url = None
    try:
        record = parse_record(span)
        url = target(record)
        found = _html(record, span, source.options.max_bytes)
    except UnreadablePage as error:
        return source.failure(str(error), place, url)
    except OSError as error:
        return source.failure(f"the record cannot be read ({error})", place, url)
    if found is None:
        return None
    if isinstance(found, str):
        return source.skipped(found, place)
    body, content_type, short = found
    return Page(
        body,
        url=url,
        source=source.name + place,
        content_type=content_type,
        fetched_at=record.record_date,
        truncated=(*_cut(record), *short),
    )


def _cut(record: WarcRecord) -> tuple[str, ...]:
    """Why the crawl stored only a part of the page, if it says so (WARC 1.1, 5.13)."""
    why = record.headers.get("WARC-Truncated")
    return (one_line(f"the crawl kept a part of the page only: {why}"),) if why else ()


def _html(
    record: WarcRecord, span: WarcRecordSpan, limit: int
) -> tuple[bytes, str | None, tuple[str, ...]] | str | None:
    """The body, Content-Type and what is missing of a record that holds a page.

    A reason for another response; None for a request or metadata.
    """
    declared = content_type(record)
    if declared is None:
        headers = record.http_headers
        return None if headers is None else f"responses with status {headers.status_code}"
    kind = media_type(declared)
    if kind not in ("", *_HTML_TYPES):
        return one_line(f"responses of type {kind[:_MAX_TYPE]}")
    body = body_of(record, span, limit)
    if not declared and not looks_like_html(body):
        return "responses without a type"
    return body, declared or None, _missing(record, body)


def _missing(record: WarcRecord, body: bytes) -> tuple[str, ...]:
    """Whether the server announced more than is stored: the connection was interrupted."""
    headers = record.http_headers
    if headers is None or headers.get("Transfer-Encoding") or headers.get("Content-Encoding"):
        return ()
    announced = (headers.get("Content-Length") or "").strip()
    if not announced.isascii() or not announced.isdecimal() or int(announced) <= len(body):
        return ()
    return (f"{len(body):,} of {int(announced):,} bytes are stored",)


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
