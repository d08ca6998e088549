"""WARC files of pages, as Common Crawl writes them: a gzip member per record."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING
from uuid import NAMESPACE_URL, uuid5

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from honbun.page import Page


def write_warc(path: Path, pages: Iterable[Page]) -> None:
    """Write a response record for each page."""
    with path.open("wb") as file:
        for page in pages:
            file.write(gzip.compress(_record(page)))


def _record(page: Page) -> bytes:
    url = page.resolve_url(page.parse())
    body = page.html if isinstance(page.html, bytes) else page.html.encode()
    content = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
    head = (
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n"
        f"WARC-Record-ID: <{uuid5(NAMESPACE_URL, url).urn}>\r\nWARC-Target-URI: {url}\r\n"
        "WARC-Identified-Payload-Type: text/html\r\n"
        "Content-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(content)}\r\n\r\n"
    )
    return head.encode() + content + b"\r\n\r\n"
