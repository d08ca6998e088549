"""Pages in rows with a `url` and an `html`, as JSON Lines and Parquet hold them.

JSON Lines are read as a stream, so that a file may be larger than memory.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedReader
from typing import TYPE_CHECKING, Any

import orjson

from honbun.errors import Failure, InputError, UnreadablePage
from honbun.inputs.fetch.decoding import too_large
from honbun.inputs.files import error_message, printable
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

_SURROGATE = re.compile("[\ud800-\udfff]")
_BOM = b"\xef\xbb\xbf"
_GZIP = b"\x1f\x8b"
_SLACK = 1 << 16
"""Bytes of a line besides the page: its URL and other fields."""
_NO_PAIRS = "pairs are read as JSON Lines: honbun similar -o pairs.jsonl"


def page_from_row(source: str, url: object, html: object, max_bytes: int) -> Page | Failure:
    """The page of a row, or a Failure that says what is missing.

    >>> page_from_row("t.jsonl:1", "https://a.example/", None, 100).message
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
    # A character has one to four bytes, so encoding is needed only in between.
    if isinstance(html, str) and size <= max_bytes < 4 * size:
        size = len(html.encode("utf-8", "surrogatepass"))
    if size > max_bytes:
        raise too_large(size, max_bytes)
    return html


def _text(url: object) -> str | None:
    """A URL without lone surrogates, which could not be written with the results."""
    if isinstance(url, bytes):
        return url.decode("utf-8", "replace").strip()
    return _SURROGATE.sub("\ufffd", url).strip() if isinstance(url, str) else None


@dataclass(frozen=True, slots=True)
class Row:
    """The object of one line, and its position."""

    where: str
    cells: dict[str, Any]


def read_jsonl(path: Path, source: str, max_bytes: int) -> Iterator[Page | Failure]:
    """The pages of a JSON Lines file, plain or gzip."""
    with path.open("rb") as file, _plain(file, path) as lines:
        yield from read_lines(lines, source, max_bytes)


def read_standard_input(
    stream: BinaryIO, max_bytes: int, base_url: str | None = None
) -> Iterator[Page | Failure]:
    """The pages of JSON Lines on stdin, plain or gzip, or the one HTML page there.

    `base_url` is the URL of the one page; JSON Lines have a URL in each line.
    """
    file = stream if isinstance(stream, BufferedReader) else BufferedReader(stream)  # type: ignore[type-var]
    head = file.peek(64)
    if head.startswith(_GZIP):
        with gzip.open(file) as unpacked:
            yield from read_lines(unpacked, "-", max_bytes)  # type: ignore[arg-type]
    elif head.removeprefix(_BOM).lstrip().startswith(b"<"):
        yield _one_page(file, max_bytes, base_url)
    else:
        yield from read_lines(file, "-", max_bytes)


def _one_page(file: BinaryIO, max_bytes: int, base_url: str | None) -> Page | Failure:
    html = file.read(max_bytes + 1)
    if len(html) > max_bytes:
        return Failure("-", None, "read", f"the page has more than {max_bytes:,} bytes")
    return Page(html, source="-", fallback_url=base_url)


def read_rows(path: Path, source: str, max_bytes: int) -> Iterator[Row | Failure]:
    """The rows of a JSON Lines file, plain or gzip."""
    with path.open("rb") as file, _plain(file, path) as lines:
        yield from _rows(lines, source, max_bytes)


def read_lines(file: BinaryIO, source: str, max_bytes: int) -> Iterator[Page | Failure]:
    """The pages of a JSON Lines stream; a line without a page becomes a Failure."""
    for row in _rows(file, source, max_bytes):
        if isinstance(row, Failure):
            yield row
        else:
            yield page_from_row(row.where, row.cells.get("url"), row.cells.get("html"), max_bytes)


def _rows(file: BinaryIO, source: str, max_bytes: int) -> Iterator[Row | Failure]:
    # Escapes at most double the size: a quote becomes two bytes, three bytes of UTF-8 become six.
    longest = 2 * max_bytes + _SLACK
    number = 0
    try:
        while line := file.readline(longest):
            number += 1
            where = f"{source}:{number}"
            if len(line) == longest and not line.endswith(b"\n"):
                size = len(line) + _skip_line(file, longest)
                yield Failure(where, None, "read", _too_long(size, longest))
            elif line.strip():
                yield _read_line(line.removeprefix(_BOM) if number == 1 else line, where)
    except (EOFError, zlib.error, OSError) as error:
        message = f"the file is broken here and cannot be read further ({error})"
        yield Failure(f"{source}:{number + 1}", None, "read", message)


@contextmanager
def _plain(file: BinaryIO, path: Path) -> Iterator[BinaryIO]:
    if path.suffix.lower() != ".gz":
        yield file
        return
    with gzip.open(file) as unpacked:
        yield unpacked  # type: ignore[misc]  # a GzipFile is a binary file


def _skip_line(file: BinaryIO, step: int) -> int:
    """Skip the rest of a line and return its length."""
    size = 0
    while piece := file.readline(min(step, 1 << 20)):
        size += len(piece)
        if piece.endswith(b"\n"):
            break
    return size


def _too_long(size: int, longest: int) -> str:
    return f"the line has {size:,} bytes, more than the {longest:,} that --max-bytes allows for"


def _read_line(line: bytes, where: str) -> Row | Failure:
    try:
        return Row(where, _parse(line))
    except UnreadablePage as error:
        return Failure(where, None, "read", str(error))


def _parse(line: bytes) -> dict[str, Any]:
    try:
        row = orjson.loads(line)
    except orjson.JSONDecodeError:
        row = _parse_leniently(line)
    if not isinstance(row, dict):
        raise UnreadablePage("the line is not a JSON object")
    return row


def _parse_leniently(line: bytes) -> Any:
    """Parse lone surrogates and NaN, which JSON forbids but Python and JavaScript write."""
    try:
        return json.loads(line.decode("utf-8"))
    except RecursionError as error:
        raise UnreadablePage("the line is nested too deeply") from error
    except ValueError as error:
        raise UnreadablePage(f"the line is not JSON ({error})") from error


def read_identical(path: Path) -> Iterator[tuple[str, str]]:
    """The URLs of identical pairs in a JSON Lines file that `honbun similar` wrote."""
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    if number == 1 and not line.lstrip().startswith(b"{"):  # CSV, Parquet, gzip
                        raise InputError(f"{printable(path)}: {_NO_PAIRS}")
                    a, b, extent = _pair(line, f"{printable(path)}:{number}")
                    if extent == "identical":
                        yield a, b
    except OSError as error:
        raise InputError(f"{printable(path)}: {error_message(error)}") from error


def _pair(line: bytes, where: str) -> tuple[str, str, str]:
    try:
        row = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise InputError(f"{where}: the line is not JSON ({error})") from error
    values = [row.get(name) for name in ("a", "b", "extent")] if isinstance(row, dict) else []
    match values:
        case [str(a), str(b), str(extent)]:
            return a, b, extent
    raise InputError(f"{where}: not a pair with a, b and extent, as honbun similar writes it")
