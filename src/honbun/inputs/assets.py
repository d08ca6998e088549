"""Style sheets and images that were saved with pages: next to them, or in their archive.

Nothing is fetched. A reference in a page is resolved against the URL of the page and looked up:

    input                          URL of a page                          assets
    folder, file                   its path in the folder or on the       files in that folder
                                   base URL, or its name
    WARC                           that of the record                     files of the archive
    JSON Lines, Parquet, web, -    that of the row                        none

Pages are untrusted, so an asset is found first, and read only if it can be used.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Protocol
from urllib.parse import unquote_to_bytes, urldefrag, urlsplit

from honbun.errors import HonbunError
from honbun.inputs.fetch.decoding import media_type
from honbun.inputs.files import open_regular
from honbun.inputs.read import File, files, is_file
from honbun.inputs.sniff import named_kind
from honbun.inputs.warc import body_of, content_type, parse_record, require_fastwarc, target
from honbun.inputs.warc_spans import Damage, record_span_at, record_spans

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fastwarc.warc import WarcRecord

    from honbun.inputs.warc_spans import WarcRecordSpan

MAX_READ = 200_000_000
"""Bytes that may be read for the style sheets, or the images, of one page: about a second."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file that was saved with a page, and what is known before reading it."""

    name: str
    """Identifies the file, whatever URL it was found by."""
    content_type: str
    """From the HTTP header or the file ending; empty if neither is known."""
    size: int
    """Its stored size; compressed assets are larger when read."""
    cost: int
    """Bytes that may have to be decompressed before its first byte."""
    read: Callable[[int], bytes] = field(compare=False, repr=False)
    """Read at most this many of its first bytes; none if it cannot be read."""


class Assets(Protocol):
    """Finds the assets of pages."""

    def find(self, url: str) -> Asset | None:
        """The asset at a URL, None if it was not saved with the page.

        The URL is the reference resolved against the URL of the page. For pages in files it may be
        a path in their folder.
        """
        ...


class NoAssets:
    """No assets."""

    def find(self, url: str) -> Asset | None:
        """Return None."""
        return None


NO_ASSETS: Assets = NoAssets()


class AssetBudget:
    """Limits the number of lookups and the bytes read for one page."""

    def __init__(self, assets: Assets, asked: int) -> None:
        self._assets = assets
        self._to_ask = asked
        self._to_read = MAX_READ

    def find(self, url: str) -> Asset | None:
        """The asset at a URL, until the lookups are used up."""
        if not self._to_ask:
            return None
        self._to_ask -= 1
        return self._assets.find(url)

    def read(self, asset: Asset, most: int) -> bytes:
        """The first bytes of an asset, none if that exceeds the budget."""
        if asset.cost + min(asset.size, most) > self._to_read:
            return b""
        body = asset.read(most)
        self._to_read -= asset.cost + len(body)
        return body


MAX_BYTES = 2_000_000
"""Larger files are not used as style sheets or images."""
_SLACK = 1 << 16
"""Bytes of a record besides the file: HTTP headers and chunk sizes."""
_WANTED = re.compile(r"text/css|image/")


def assets_of(given: str | os.PathLike[str], base_url: str | None = None) -> Assets:
    """The assets of the pages of an input; `base_url` as in its ReadOptions."""
    if not is_file(given):
        return NO_ASSETS
    path = Path(given)
    if path.is_dir():
        held = [file for file in files(path) if isinstance(file, File)]
        archives = [WarcAssets(one.path) for one in held if _is_warc(one)]
        folder = FolderAssets(path, base_url)
        return ChainedAssets(folder, *archives) if archives else folder
    file = File(path, Path(path.name), "")
    if _is_warc(file):
        return WarcAssets(path)
    return FolderAssets(path.parent, base_url) if file.is_page else NO_ASSETS


def _is_warc(file: File) -> bool:
    # Records of other compressions cannot be found again by their positions.
    return named_kind(file.path.name) == "warc" and file.kind == "warc"


class ChainedAssets:
    """Several sources of assets; the first match wins."""

    def __init__(self, *places: Assets) -> None:
        self._entries = places

    def find(self, url: str) -> Asset | None:
        """The asset at a URL."""
        return next(filter(None, (place.find(url) for place in self._entries)), None)


class FolderAssets:
    """Files in the folder of the pages; `..` and links do not lead out of it."""

    def __init__(self, folder: Path, base_url: str | None = None) -> None:
        self._folder = folder.resolve()
        self._base = base_url and base_url.rstrip("/") + "/"

    def find(self, url: str) -> Asset | None:
        """The file at a path in the folder, or at a URL of a site that the folder mirrors."""
        try:
            path = next(filter(None, map(self._inside, self._names(url))), None)
            return _file(path) if path else None
        except (OSError, RuntimeError, ValueError):  # a long name, a loop of links, "http://["
            return None

    def _names(self, url: str) -> Iterator[str]:
        """The names that a file may have been saved as."""
        url, _ = urldefrag(url)
        if self._base and url.startswith(self._base):
            yield from _spelled(url.removeprefix(self._base))
        parts = urlsplit(url)
        rest = f"{parts.path}?{parts.query}" if parts.query else parts.path
        if not parts.scheme and not parts.netloc:
            yield from _spelled(rest.lstrip("/"))
        elif parts.scheme in ("", "http", "https"):
            # Mirroring tools create a folder per host.
            yield from _spelled(parts.netloc + rest)
            if parts.netloc == self._folder.name:
                yield from _spelled(rest.lstrip("/"))

    def _inside(self, name: str) -> Path | None:
        parts = PurePosixPath(name).parts
        # Hidden files are not read as pages either; this excludes `..` too.
        if not parts or any(part.startswith(".") for part in parts):
            return None
        path = self._folder.joinpath(*parts)
        # Most names do not exist, and resolving links takes much longer.
        if not path.is_file():
            return None
        path = path.resolve()
        return path if path.is_relative_to(self._folder) else None


def _spelled(address: str) -> Iterator[str]:
    """The names that a file with a relative URL may have; wget keeps the query in the name.

    >>> list(_spelled("a%20b.css?v=1"))
    ['a b.css?v=1', 'a b.css@v=1', 'a b.css', 'a%20b.css']
    """
    path, mark, query = address.partition("?")
    plain = os.fsdecode(unquote_to_bytes(path))
    if mark:
        suffix = os.fsdecode(unquote_to_bytes(query))
        yield f"{plain}?{suffix}"
        yield f"{plain}@{suffix}"
    yield plain
    if plain != path:
        yield path


def _file(path: Path) -> Asset | None:
    size = path.stat().st_size
    # Images are recognised by their bytes.
    is_css = re.search(r"\.css(?:[?@]|\Z)", path.name.lower())
    kind = "text/css" if is_css else "application/octet-stream"
    found = Asset(str(path), kind, size, 0, partial(_read, path))
    return None if size > MAX_BYTES else found


def _read(path: Path, most: int) -> bytes:
    try:
        with open_regular(path) as file:
            return file.read(most)
    except (HonbunError, OSError):
        return b""


@dataclass(frozen=True, slots=True)
class _RecordEntry:
    """The position of a record, and what is known from scanning the archive."""

    where: str
    content_type: str
    size: int
    cost: int


class WarcAssets:
    """The style sheets and images of a WARC file, indexed in one pass."""

    def __init__(self, path: Path) -> None:
        require_fastwarc()
        self._path = path

    def find(self, url: str) -> Asset | None:
        """The record of a URL; http and https are treated alike."""
        entry = self._entries.get(_key(url))
        if entry is None or entry.size > MAX_BYTES:
            return None
        name, read = f"{self._path}@{entry.where}", partial(self._read, entry.where)
        return Asset(name, entry.content_type, entry.size, entry.cost, read)

    def _read(self, where: str, most: int) -> bytes:
        try:
            with open_regular(self._path) as file:
                span = record_span_at(file, where, MAX_BYTES + _SLACK)
            return b"" if isinstance(span, Damage) else _body(span)[:most]
        except (HonbunError, OSError):
            return b""

    @cached_property
    def _entries(self) -> dict[str, _RecordEntry]:
        """The records by URL."""
        entries: dict[str, _RecordEntry] = {}
        try:
            with open_regular(self._path) as file:
                for span in record_spans(file, MAX_BYTES + _SLACK):
                    if not isinstance(span, Damage) and span.whole and (one := _wanted(span)):
                        entries.setdefault(*one)
        except (HonbunError, OSError):  # use what was found until then
            pass
        return entries


def _key(url: str) -> str:
    """The URL without scheme and fragment.

    >>> _key("https://e.org/a.css#x") == _key("http://e.org/a.css")
    True
    """
    return re.sub(r"\Ahttps?:", "", url.partition("#")[0])


def _wanted(span: WarcRecordSpan) -> tuple[str, _RecordEntry] | None:
    """The key and entry of a style sheet or image, None for other records."""
    try:
        record = parse_record(span)
        declared = content_type(record)
    except (HonbunError, OSError):
        return None
    url = target(record)
    if not url or not declared or not _WANTED.match(media_type(declared)):
        return None
    return _key(url), _RecordEntry(span.where, declared, record.content_length, _cost(record, span))


def _cost(record: WarcRecord, span: WarcRecordSpan) -> int:
    """Bytes to decompress to read a record; all before it if the archive is one gzip member."""
    headers = record.http_headers
    coded = headers is not None and headers.get("Content-Encoding")
    before = int(span.where.partition("+")[2] or 0)
    return before + len(span.data) + (MAX_BYTES if coded else 0)


def _body(span: WarcRecordSpan) -> bytes:
    record = parse_record(span)
    content_type(record)  # separates the HTTP headers from the body
    return body_of(record, span, MAX_BYTES)
