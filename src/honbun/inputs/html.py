"""Files with one HTML page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from honbun.errors import UnreadablePage
from honbun.inputs.fetch.decoding import too_large
from honbun.inputs.mirrors import mirror_url, relative_url, written_url
from honbun.inputs.unpack import TrailingData
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.errors import Failure
    from honbun.inputs.source import Source


def read_html(source: Source) -> Iterator[Page | Failure]:
    """The page in an HTML file."""
    try:
        html, truncated = _read(source, source.options.max_bytes)
    except UnreadablePage as error:
        yield source.failure(str(error))
        return
    yield replace(with_address(Page(html, source=source.name), source), truncated=truncated)


def with_address(page: Page, source: Source) -> Page:
    """A page of a file with its URL, or with one to use if the page itself names none."""
    assert isinstance(page.html, bytes)
    url = source.options.url or page.url or written_url(page.html)
    # The base URL says more about the files than their folders do.
    if not url and source.options.base_url is None:
        url = mirror_url(source.relative, source.folder)
    return replace(
        page, url=url, fallback_url=relative_url(source.relative, source.options.base_url)
    )


def _read(source: Source, limit: int) -> tuple[bytes, tuple[str, ...]]:
    """The bytes of a page, and what was not read."""
    html = source.file.read(limit + 1)
    try:
        rest = source.file.read(1) if len(html) <= limit else b""
    except TrailingData as error:
        return html, (str(error),)
    if len(html) + len(rest) > limit:
        raise too_large(_size(source), limit)
    return html, ()


def _size(source: Source) -> int | None:
    """The size of a file, None if all of it would have to be unpacked to know."""
    return source.file.seek(0, 2) if source.file.seekable() else None
