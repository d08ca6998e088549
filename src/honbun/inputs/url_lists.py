"""Lists of URLs, one per line, and sitemaps: their pages are fetched with `--fetch`."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING
from xml.parsers.expat import ExpatError, ParserCreate

from honbun.errors import Failure, UnreadablePage
from honbun.inputs.unpack import coding_of, stream, unpacked

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, BinaryIO

    from honbun.inputs.source import Source
    from honbun.page import Page

_MAX_LINE = 1 << 14
_STEP = 1 << 16
_MAX_DEPTH = 3
"""Sitemaps in sitemaps; the protocol allows one level."""
_NO_FETCH = "use --fetch to fetch its pages"


def read_urls(source: Source) -> Iterator[Page | Failure]:
    """The pages that a list of URLs names."""
    if source.fetch is None:
        yield source.refused(f"a list of URLs: {_NO_FETCH}")
        return
    try:
        while line := source.file.readline(_MAX_LINE):
            url = line.decode("utf-8", "replace").strip().removeprefix("\ufeff")
            if url and not url.startswith("#"):
                yield source.fetch.listed(url)
    except (UnreadablePage, OSError) as error:
        yield source.failure(str(error))


def read_sitemap(source: Source) -> Iterator[Page | Failure]:
    """The pages that a sitemap names, and those of the sitemaps that it names."""
    if source.fetch is None:
        yield source.refused(f"a sitemap: {_NO_FETCH}")
        return
    yield from _read_sitemap(source.file, source, _MAX_DEPTH)


def _read_sitemap(file: BinaryIO, source: Source, depth: int) -> Iterator[Page | Failure]:
    assert source.fetch is not None
    for found in locations(file):
        if isinstance(found, UnreadablePage):
            yield source.failure(str(found))
        elif found[0] == "url":
            yield source.fetch.listed(found[1])
        elif not depth:
            yield Failure(found[1], found[1], "fetch", "a sitemap in too many sitemaps")
        else:
            page = source.fetch.file(found[1])
            if isinstance(page, Failure):
                yield page
            else:
                yield from _read_sitemap(plain_file(page), source, depth - 1)


def plain_file(page: Page) -> BinaryIO:
    """The bytes of a page that was fetched, unpacked if they are compressed."""
    data = page.html if isinstance(page.html, bytes) else page.html.encode()
    file, coding = BytesIO(data), coding_of(data)
    return unpacked(file, coding) if coding else stream(file)


def locations(file: BinaryIO) -> Iterator[tuple[str, str] | UnreadablePage]:
    """The addresses in a sitemap, each with `url` for a page or `sitemap` for another sitemap."""
    reader = _Reader()
    while True:
        try:
            piece = file.read(_STEP)
            reader.feed(piece)
        except (UnreadablePage, OSError, ExpatError) as error:
            yield from reader.take()
            yield UnreadablePage(f"the sitemap is broken and cannot be read further ({error})")
            return
        yield from reader.take()
        if not piece:
            return


class _Reader:
    """Collects the `<loc>` of each `<url>` and `<sitemap>`; a DOCTYPE is refused."""

    def __init__(self) -> None:
        self._found: list[tuple[str, str]] = []
        self._kind = ""
        self._text: list[str] | None = None
        self._parser = ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.StartDoctypeDeclHandler = self._doctype

    def feed(self, piece: bytes) -> None:
        self._parser.Parse(piece, not piece)

    def take(self) -> list[tuple[str, str]]:
        found, self._found = self._found, []
        return found

    def _start(self, name: str, _attributes: Any) -> None:
        if name in ("url", "sitemap"):
            self._kind = name
        self._text = [] if name == "loc" and self._kind else None

    def _end(self, name: str) -> None:
        if name == "loc" and self._text is not None and (url := "".join(self._text).strip()):
            self._found.append((self._kind, url[:_MAX_LINE]))
        if name in ("url", "sitemap"):
            self._kind = ""
        self._text = None

    def _characters(self, text: str) -> None:
        if self._text is not None:
            self._text.append(text)

    def _doctype(self, *_: Any) -> None:
        raise UnreadablePage("it has a DOCTYPE, which sitemaps do not have")
