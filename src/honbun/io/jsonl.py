"""JSON Lines: one page a line, read as a stream so that a file may be larger than the memory."""

from __future__ import annotations

import gzip
import json
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedReader
from typing import TYPE_CHECKING, Any

import orjson

from honbun.errors import UnreadablePage
from honbun.failure import Failure
from honbun.io.row import row_page
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

_BOM = b"\xef\xbb\xbf"
_GZIP = b"\x1f\x8b"
_SLACK = 1 << 16
"""The URL and whatever else a line carries besides the page."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line's object, and where it stands."""

    where: str
    cells: dict[str, Any]


def read_jsonl(path: Path, source: str, max_bytes: int) -> Iterator[Page | Failure]:
    """The pages of a JSON Lines file, plain or gzip."""
    with path.open("rb") as file, _plain(file, path) as lines:
        yield from read_lines(lines, source, max_bytes)


def read_standard_input(
    stream: BinaryIO, max_bytes: int, place: str | None = None
) -> Iterator[Page | Failure]:
    """The pages of JSON Lines that are piped in, plain or gzip, or the one page that is.

    One page may have a place on the web; JSON Lines tell the place of each.
    """
    file = stream if isinstance(stream, BufferedReader) else BufferedReader(stream)  # type: ignore[type-var]
    head = file.peek(64)
    if head.startswith(_GZIP):
        with gzip.open(file) as unpacked:
            yield from read_lines(unpacked, "-", max_bytes)  # type: ignore[arg-type]
    elif head.removeprefix(_BOM).lstrip().startswith(b"<"):
        yield _one_page(file, max_bytes, place)
    else:
        yield from read_lines(file, "-", max_bytes)


def _one_page(file: BinaryIO, max_bytes: int, place: str | None) -> Page | Failure:
    html = file.read(max_bytes + 1)
    if len(html) > max_bytes:
        return Failure("-", None, "read", f"the page has more than {max_bytes:,} bytes")
    return Page(html, source="-", place=place)


def read_rows(path: Path, source: str, max_bytes: int) -> Iterator[Row | Failure]:
    """The rows of a JSON Lines file, plain or gzip."""
    with path.open("rb") as file, _plain(file, path) as lines:
        yield from _rows(lines, source, max_bytes)


def read_lines(file: BinaryIO, source: str, max_bytes: int) -> Iterator[Page | Failure]:
    """The pages of an open JSON Lines stream; a line that gives none becomes a Failure."""
    for row in _rows(file, source, max_bytes):
        if isinstance(row, Failure):
            yield row
        else:
            yield row_page(row.where, row.cells.get("url"), row.cells.get("html"), max_bytes)


def _rows(file: BinaryIO, source: str, max_bytes: int) -> Iterator[Row | Failure]:
    # Escapes at most double the bytes of a page: a quote becomes two, three bytes of UTF-8 six.
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
        yield unpacked  # type: ignore[misc]  # a GzipFile reads like any binary file


def _skip_line(file: BinaryIO, step: int) -> int:
    """Pass over the rest of a line and tell its length."""
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
    """What Python and JavaScript write although JSON forbids it: lone surrogates, NaN."""
    try:
        return json.loads(line.decode("utf-8"))
    except RecursionError as error:
        raise UnreadablePage("the line is nested too deeply") from error
    except ValueError as error:
        raise UnreadablePage(f"the line is not JSON ({error})") from error
