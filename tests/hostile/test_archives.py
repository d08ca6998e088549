"""Damaged records of WARC files are skipped and reported, and the rest is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.hostile.case import cases
from tests.inputs.records import HTML, block, failures, packed, read, record, urls

if TYPE_CHECKING:
    from pathlib import Path

HTTP = "application/http; msgtype=response"
OK = b"HTTP/1.1 200 OK\r\n\r\n<p>x"
FIRST, SECOND, LAST = record("1"), record("2"), record("3")
PACKED = packed([SECOND])[0]


def record_with_header(header: bytes, content: bytes = OK) -> bytes:
    """A record with these header lines."""
    opening = f"WARC/1.0\r\nWARC-Type: response\r\nContent-Type: {HTTP}\r\n".encode()
    return opening + header + b"\r\n\r\n" + content + b"\r\n\r\n"


def chunked(body: bytes) -> bytes:
    return record("2", body, http="Content-Type: text/html\r\nTransfer-Encoding: chunked")


LENGTH = "the record's length is wrong, or it is truncated"
UNREADABLE = "the HTTP header of the record cannot be read"
NO_RECORD = "no WARC record where one should begin"

PLAIN = {
    "length too long": (record_with_header(b"Content-Length: 99999"), LENGTH),
    "length too short": (record_with_header(b"Content-Length: 5"), LENGTH),
    "length of an exabyte": (record_with_header(b"Content-Length: " + b"9" * 17), LENGTH),
    "negative length": (record_with_header(b"Content-Length: -5"), "the record has no length"),
    "no length": (record_with_header(b"X: y"), "the record has no length"),
    "header of 10 MB": (
        record_with_header(b"X: " + b"a" * 10_000_000 + b"\r\nContent-Length: 4", b"abcd"),
        NO_RECORD,
    ),
    "a million header lines": (
        record_with_header(b"X: y\r\n" * 1_000_000 + b"Content-Length: 4"),
        NO_RECORD,
    ),
    "starts of records and nothing else": (b"WARC/1.0\r\n" * 100_000, NO_RECORD),
    "garbage": (b"\xff\0garbage" * 10_000, NO_RECORD),
    "no HTTP inside": (block("2", b"SSH-2.0-server", "response", HTTP), UNREADABLE),
    "nothing inside": (block("2", b"", "response", HTTP), UNREADABLE),
    "status of nonsense": (record("2", status="fine OK"), UNREADABLE),
    "HTTP header without end": (
        block("2", b"HTTP/1.1 200 OK\r\nX: " + b"a" * 100_000, "response", HTTP),
        "the record cannot be read (Maximum header length exceeded.)",
    ),
    "chunk cut short": (chunked(b"50\r\n<p>x"), "the record cannot be read"),
    "chunk of an exabyte": (chunked(b"fffffffffffffff\r\n<p>x"), "the record cannot be read"),
    "garbage between chunks": (chunked(b"4\r\n<p>xGARBAGE"), "the record cannot be read"),
}
MEMBERS = {
    "member with a wrong checksum": (PACKED[:-8] + bytes(8), "broken gzip data"),
    "member cut short": (PACKED[:-30], "the gzip data is truncated"),
    "garbage between members": (b"\x1f\x8b\x08" + b"\xff" * 500, "no gzip member"),
    "beginnings of members": (b"\x1f\x8b\x08\0" * 10_000, "broken gzip data"),
}
HARMLESS = {
    "chunks undone by the crawler": (chunked(HTML), ["1", "2", "3"]),
    "100,000 chunks of a byte": (chunked(b"1\r\nx\r\n" * 100_000 + b"0\r\n\r\n"), ["1", "2", "3"]),
    "no address": (SECOND.replace(b"WARC-Target-URI", b"X"), ["1", None, "3"]),
    "date of nonsense": (SECOND.replace(b"2020-01-02T", b"9999-99-99T"), ["1", "2", "3"]),
    "a million line breaks": (b"\r\n" * 1_000_000, ["1", "3"]),
}


@cases(PLAIN)
def test_damaged_record_is_skipped_and_reported(case: tuple[bytes, str], tmp_path: Path) -> None:
    damage, message = case
    found = read(tmp_path, FIRST + damage + LAST, 1_000_000)
    assert urls(found) == ["http://e.org/1", "http://e.org/3"]
    [failure] = failures(found)
    assert failure.message.startswith(message)


@cases(MEMBERS)
def test_damaged_member_is_skipped_and_reported(case: tuple[bytes, str], tmp_path: Path) -> None:
    damage, message = case
    [first, last] = packed([FIRST, LAST])
    found = read(tmp_path, first + damage + last)
    assert urls(found) == ["http://e.org/1", "http://e.org/3"]
    [failure] = failures(found)
    assert failure.message.startswith(message)


@cases(HARMLESS)
def test_unusual_but_readable_records_are_read(
    case: tuple[bytes, list[str | None]], tmp_path: Path
) -> None:
    record_, names = case
    found = read(tmp_path, FIRST + record_ + LAST, 1_000_000)
    assert urls(found) == [name and f"http://e.org/{name}" for name in names]
    assert failures(found) == []


def test_empty_archive_has_no_pages(tmp_path: Path) -> None:
    assert read(tmp_path, b"") == []
