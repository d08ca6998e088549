"""What came with pages: files beside them, or other records of their archive. Nothing is fetched.

What a page refers to is looked for by the address that its own address makes of the reference:

    input             a page's address                           its companions
    folder, file      place: its path in the folder (or on the   files inside of that folder
                      base URL), or its bare name; no url
    WARC              url: the record's target                   CSS and pictures of the archive
    JSON Lines,       url: the row's                             none
    Parquet, web, -

`Page.source` tells where a page was read from: the file's path, for archives with `@` and the
offset of the record, for rows with `:` and the line.
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
from honbun.inputs.read import File, files, is_file
from honbun.inputs.warc import (
    Damage,
    body_of,
    content_type,
    parse_record,
    record_span_at,
    record_spans,
    require_fastwarc,
    target,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fastwarc.warc import WarcRecord

    from honbun.inputs.warc import WarcRecordSpan

# Companions: the style sheets and pictures that came with a page.
#
# A facsimile fetches nothing. What it may show besides the page itself is what whoever gathered
# the pages gathered with them; where that lies is known to `honbun.inputs.assets`. What a page
# names is up to whoever wrote it, so a companion is found first and read only if it can be of use.

MAX_READ = 200_000_000
"""Bytes that companions of one kind may cost a page: about a second."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file that came with a page: where it is, and what may be known before it is read."""

    name: str
    """What it is known by, whatever addresses lead to it."""
    content_type: str
    """The HTTP header, or what the file's ending says; empty where neither is known."""
    size: int
    """Its bytes, as they are kept: fewer than are read, where they are packed."""
    cost: int
    """Bytes to go through before the first of it is read, at the most."""
    read: Callable[[int], bytes] = field(compare=False, repr=False)
    """Its first bytes, so many at the most; none where it cannot be read."""


class Assets(Protocol):
    """Where the companions of pages are found."""

    def find(self, url: str) -> Asset | None:
        """The companion at an address, None where it did not come with the page.

        The address is what the page's own address (its `url`, else its `place`) makes of the
        reference, so for files it may be a path inside of their folder.
        """
        ...


class NoAssets:
    """Pages that came alone."""

    def find(self, url: str) -> Asset | None:
        """Nothing."""
        return None


NO_ASSETS: Assets = NoAssets()


class AssetBudget:
    """Companions for one page: only so many are asked for, there or not, and only so much read."""

    def __init__(self, companions: Assets, asked: int) -> None:
        self._companions = companions
        self._to_ask = asked
        self._to_read = MAX_READ

    def find(self, url: str) -> Asset | None:
        """The companion at an address, as long as there is something left to ask for."""
        if not self._to_ask:
            return None
        self._to_ask -= 1
        return self._companions.find(url)

    def read(self, companion: Asset, most: int) -> bytes:
        """The first bytes of a companion, none where they would cost too much."""
        if companion.cost + min(companion.size, most) > self._to_read:
            return b""
        body = companion.read(most)
        self._to_read -= companion.cost + len(body)
        return body


MAX_BYTES = 2_000_000
"""A larger file is no style sheet, and no picture that would be shown."""
_SLACK = 1 << 16
"""HTTP headers and the marks of chunked transfer, on top of the file itself."""
_WANTED = re.compile(r"text/css|image/")


def assets_of(given: str | os.PathLike[str], base_url: str | None = None) -> Assets:
    """Where the companions of an input's pages are found.

    `base_url` is that of the options the pages were read with.
    """
    if not is_file(given):
        return NO_ASSETS
    path = Path(given)
    if path.is_dir():
        held = [file.path for file in files(path) if isinstance(file, File)]
        archives = [WarcAssets(one) for one in held if _is_warc(one)]
        folder = FolderAssets(path, base_url)
        return ChainedAssets(folder, *archives) if archives else folder
    if _is_warc(path):
        return WarcAssets(path)
    is_page = File(path, Path(path.name), "").is_page
    return FolderAssets(path.parent, base_url) if is_page else NO_ASSETS


def _is_warc(path: Path) -> bool:
    return path.name.lower().endswith((".warc", ".warc.gz"))


class ChainedAssets:
    """Companions in several places, the first of which that has one gives it."""

    def __init__(self, *places: Assets) -> None:
        self._places = places

    def find(self, url: str) -> Asset | None:
        """The companion at an address."""
        return next(filter(None, (place.find(url) for place in self._places)), None)


class FolderAssets:
    """Files beside pages, none outside of their folder: not by `..`, nor through a link."""

    def __init__(self, folder: Path, base_url: str | None = None) -> None:
        self._folder = folder.resolve()
        self._base = base_url and base_url.rstrip("/") + "/"

    def find(self, url: str) -> Asset | None:
        """The file at a path in the folder, or at an address of a site that it mirrors."""
        try:
            path = next(filter(None, map(self._inside, self._names(url))), None)
            return _file(path) if path else None
        except (OSError, RuntimeError, ValueError):  # a long name, a loop of links, "http://["
            return None

    def _names(self, url: str) -> Iterator[str]:
        """Under what names a file may have been kept."""
        url, _ = urldefrag(url)
        if self._base and url.startswith(self._base):
            yield from _spelled(url.removeprefix(self._base))
        parts = urlsplit(url)
        rest = f"{parts.path}?{parts.query}" if parts.query else parts.path
        if not parts.scheme and not parts.netloc:
            yield from _spelled(rest.lstrip("/"))
        elif parts.scheme in ("", "http", "https"):
            # Tools that mirror sites make a folder for each host.
            yield from _spelled(parts.netloc + rest)
            if parts.netloc == self._folder.name:
                yield from _spelled(rest.lstrip("/"))

    def _inside(self, name: str) -> Path | None:
        parts = PurePosixPath(name).parts
        # What is hidden is not read as a page either; and `..` begins with a dot.
        if not parts or any(part.startswith(".") for part in parts):
            return None
        path = self._folder.joinpath(*parts)
        # Most names that a page has are not there, and to follow links takes far longer.
        if not path.is_file():
            return None
        path = path.resolve()
        return path if path.is_relative_to(self._folder) else None


def _spelled(address: str) -> Iterator[str]:
    """The names that a file at a relative address may have; wget keeps the query in the name.

    >>> list(_spelled("a%20b.css?v=1"))
    ['a b.css?v=1', 'a b.css@v=1', 'a b.css', 'a%20b.css']
    """
    path, mark, query = address.partition("?")
    plain = os.fsdecode(unquote_to_bytes(path))
    if mark:
        said = os.fsdecode(unquote_to_bytes(query))
        yield f"{plain}?{said}"
        yield f"{plain}@{said}"
    yield plain
    if plain != path:
        yield path


def _file(path: Path) -> Asset | None:
    size = path.stat().st_size
    # Pictures are known by their bytes.
    is_css = re.search(r"\.css(?:[?@]|\Z)", path.name.lower())
    kind = "text/css" if is_css else "application/octet-stream"
    found = Asset(str(path), kind, size, 0, partial(_read, path))
    return None if size > MAX_BYTES else found


def _read(path: Path, most: int) -> bytes:
    try:
        with path.open("rb", buffering=0) as file:
            return file.read(most) or b""
    except OSError:
        return b""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a record is, and what the pass over the archive told of it."""

    where: str
    content_type: str
    size: int
    cost: int


class WarcAssets:
    """The style sheets and pictures of a WARC file: found in one pass, read when asked for."""

    def __init__(self, path: Path) -> None:
        require_fastwarc()
        self._path = path

    def find(self, url: str) -> Asset | None:
        """The record of an address; http and https count as one."""
        place = self._places.get(_key(url))
        if place is None or place.size > MAX_BYTES:
            return None
        name, read = f"{self._path}@{place.where}", partial(self._read, place.where)
        return Asset(name, place.content_type, place.size, place.cost, read)

    def _read(self, where: str, most: int) -> bytes:
        try:
            with self._path.open("rb") as file:
                frame = record_span_at(file, where, MAX_BYTES + _SLACK)
            return b"" if isinstance(frame, Damage) else _body(frame)[:most]
        except (HonbunError, OSError):
            return b""

    @cached_property
    def _places(self) -> dict[str, _Place]:
        """Where the record of each address is."""
        places: dict[str, _Place] = {}
        try:
            with self._path.open("rb", buffering=1 << 18) as file:
                for frame in record_spans(file, MAX_BYTES + _SLACK):
                    if not isinstance(frame, Damage) and frame.whole and (one := _wanted(frame)):
                        places.setdefault(*one)
        except OSError:  # what was found until then is there
            pass
        return places


def _key(url: str) -> str:
    """What an address is known by.

    >>> _key("https://e.org/a.css#x") == _key("http://e.org/a.css")
    True
    """
    return re.sub(r"\Ahttps?:", "", url.partition("#")[0])


def _wanted(frame: WarcRecordSpan) -> tuple[str, _Place] | None:
    """The key and place of a style sheet or picture, None of any other record."""
    try:
        record = parse_record(frame)
        told = content_type(record)
    except (HonbunError, OSError):
        return None
    url = target(record)
    if not url or not told or not _WANTED.match(media_type(told)):
        return None
    return _key(url), _Place(frame.where, told, record.content_length, _cost(record, frame))


def _cost(record: WarcRecord, frame: WarcRecordSpan) -> int:
    """What is unpacked to read a record: in an archive packed as a whole, all that is before it."""
    headers = record.http_headers
    coded = headers is not None and headers.get("Content-Encoding")
    before = int(frame.where.partition("+")[2] or 0)
    return before + len(frame.data) + (MAX_BYTES if coded else 0)


def _body(frame: WarcRecordSpan) -> bytes:
    record = parse_record(frame)
    content_type(record)  # parts the HTTP headers from the body
    return body_of(record, frame, MAX_BYTES)
