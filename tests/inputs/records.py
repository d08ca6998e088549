"""WARC files for tests."""

from __future__ import annotations

import gzip
from pathlib import Path

from honbun.errors import Failure
from honbun.inputs.options import ReadOptions
from honbun.inputs.read import File, read_file
from honbun.page import Page

HTML = b"<html><body><p>a page</p></body></html>"


def record(
    name: str,
    body: bytes = HTML,
    *,
    http: str = "Content-Type: text/html; charset=EUC-JP",
    status: str = "200 OK",
    kind: str = "response",
) -> bytes:
    head = f"HTTP/1.1 {status}\r\n{http}\r\n\r\n" if http else f"HTTP/1.1 {status}\r\n\r\n"
    return block(name, head.encode() + body, kind, "application/http; msgtype=response")


def block(name: str, content: bytes, kind: str, content_type: str) -> bytes:
    header = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Date: 2020-01-02T03:04:05Z\r\n"
        f"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-0000000000{name:>02}>\r\n"
        f"WARC-Target-URI: http://e.org/{name}\r\n"
        f"Content-Type: {content_type}\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    return header.encode() + content + b"\r\n\r\n"


def packed(records: list[bytes]) -> list[bytes]:
    return [gzip.compress(one, mtime=0) for one in records]


def read(folder: Path, data: bytes, max_bytes: int = 10_000) -> list[Page | Failure]:
    path = folder / "crawl.warc"
    path.write_bytes(data)
    source = File(path, Path(path.name), "crawl")
    outcomes = read_file(source, ReadOptions(max_bytes=max_bytes))
    return [one for one in outcomes if isinstance(one, Page) or one.is_error]


def urls(outcomes: list[Page | Failure]) -> list[str | None]:
    return [outcome.url for outcome in outcomes if isinstance(outcome, Page)]


def failures(outcomes: list[Page | Failure]) -> list[Failure]:
    return [outcome for outcome in outcomes if isinstance(outcome, Failure)]


FIVE = [record(str(number)) for number in range(5)]
