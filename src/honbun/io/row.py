"""A row with a `url` and an `html`, as JSON Lines and Parquet hold them, read as a page."""

from __future__ import annotations

import re

from honbun.errors import UnreadablePage
from honbun.failure import Failure
from honbun.io.body import too_large
from honbun.page import Page

_SURROGATE = re.compile("[\ud800-\udfff]")


def row_page(source: str, url: object, html: object, max_bytes: int) -> Page | Failure:
    """The page of a row, or the Failure that says what the row lacks.

    >>> row_page("t.jsonl:1", "https://a.example/", None, 100).message
    'the row has no html'
    """
    address = _text(url)
    try:
        if url is not None and address is None:
            raise UnreadablePage("the row's url is not a text")
        return Page(_checked(html, max_bytes), url=address or None, source=source)
    except UnreadablePage as error:
        return Failure(source, address or None, "read", str(error))


def _checked(html: object, max_bytes: int) -> bytes | str:
    if html is None:
        raise UnreadablePage("the row has no html")
    if not isinstance(html, bytes | str):
        raise UnreadablePage("the row's html is neither text nor bytes")
    size = len(html)
    # A character takes one to four bytes: only in between does it take counting.
    if isinstance(html, str) and size <= max_bytes < 4 * size:
        size = len(html.encode("utf-8", "surrogatepass"))
    if size > max_bytes:
        raise too_large(size, max_bytes)
    return html


def _text(url: object) -> str | None:
    """A URL is written out with every result, which a lone surrogate would prevent."""
    if isinstance(url, bytes):
        return url.decode("utf-8", "replace").strip()
    return _SURROGATE.sub("\ufffd", url).strip() if isinstance(url, str) else None
