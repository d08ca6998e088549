"""JSON Lines, and JSON arrays or objects one after the other, read as a stream.

A file may be larger than memory.
"""

from __future__ import annotations

import codecs
import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import orjson

from honbun.errors import Failure, InputError, UnreadablePage
from honbun.inputs.files import error_message, open_regular, printable
from honbun.inputs.rows import Fields, no_fields, page_from_row
from honbun.inputs.unpack import coding_of, unpacked

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

    from honbun.inputs.source import Source
    from honbun.page import Page

_BOM = b"\xef\xbb\xbf"
_SLACK = 1 << 16
"""Bytes of a row besides the page: its URL and other fields."""
_STEP = 1 << 16
_BETWEEN = " \t\r\n,[]"
_NO_PAIRS = "pairs are read as JSON Lines: honbun similar -o pairs.jsonl"


@dataclass(frozen=True, slots=True)
class Row:
    """The object of one line or item, and its position."""

    where: str
    cells: dict[str, Any]


def read_json(source: Source) -> Iterator[Page | Failure]:
    """The pages of a JSON file; a row without a page becomes a Failure."""
    fields: Fields | None = None
    for row in _rows(source):
        if fields is None and not source.promised and not _holds_page(row, source):
            yield source.refused("JSON without pages")
            return
        if isinstance(row, Failure):
            yield row
            continue
        if fields is None:
            fields = Fields.of(row.cells, source.options)
            if fields is None:
                yield _without_page(row, source)
                continue
            if guess := fields.guess(source.options):
                yield source.note(guess)
        yield page_from_row(row.where, row.cells, fields, source.options.max_bytes)


def _without_page(row: Row, source: Source) -> Failure:
    address = Fields.of(("html", *row.cells), source.options)
    found = page_from_row(row.where, row.cells, address or Fields("html", None), 0)
    assert isinstance(found, Failure)
    return replace(found, message=f"the row has {no_fields(row.cells)}")


def _holds_page(row: Row | Failure, source: Source) -> bool:
    if isinstance(row, Failure):
        return False
    fields = Fields.of(row.cells, source.options)
    return fields is not None and isinstance(row.cells.get(fields.html), str)


def _rows(source: Source) -> Iterator[Row | Failure]:
    start = source.head.removeprefix(_BOM).lstrip()
    # Escapes at most double the size: a quote becomes two bytes, three bytes of UTF-8 become six.
    longest = 2 * source.options.max_bytes + _SLACK
    if start.startswith(b"[") or start.partition(b"\n")[0].strip() == b"{":
        return _items(source.file, source.name, longest)
    return _lines(source.file, source.name, longest)


def read_rows(path: Path, source: str, max_bytes: int) -> Iterator[Row | Failure]:
    """The rows of a JSON Lines file, plain or compressed."""
    with open_regular(path) as file:
        coding = coding_of(file.peek(8))  # type: ignore[attr-defined]
        plain = unpacked(file, coding) if coding else file
        yield from _lines(plain, source, 2 * max_bytes + _SLACK)


def _lines(file: BinaryIO, source: str, longest: int) -> Iterator[Row | Failure]:
    number = 0
    try:
        while line := file.readline(longest):
            where = f"{source}:{number + 1}"
            cut = len(line) == longest and not line.endswith(b"\n")
            if not cut and not line.endswith(b"\n"):
                file.read(1)  # raises an error if the file is broken within the line
            number += 1
            if cut:
                size = len(line) + _skip_line(file, longest)
                yield Failure(where, None, "read", _too_long("line", size, longest))
            elif line.strip():
                yield _read_line(line.removeprefix(_BOM) if number == 1 else line, where)
    except (UnreadablePage, OSError) as error:
        yield Failure(f"{source}:{number + 1}", None, "read", _broken(error))


def _skip_line(file: BinaryIO, step: int) -> int:
    """Skip the rest of a line and return its length."""
    size = 0
    while piece := file.readline(min(step, 1 << 20)):
        size += len(piece)
        if piece.endswith(b"\n"):
            break
    return size


def _too_long(what: str, size: int, longest: int) -> str:
    return f"the {what} has {size:,} bytes, more than the {longest:,} that --max-bytes allows for"


def _broken(error: Exception) -> str:
    return f"the file is broken here and cannot be read further ({error})"


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


def _items(file: BinaryIO, source: str, longest: int) -> Iterator[Row | Failure]:
    """The objects of an array, or objects one after the other; reading ends at the first error."""
    characters = codecs.getincrementaldecoder("utf-8")("replace")
    parse = json.JSONDecoder().raw_decode
    held, position, number, ended = "", 0, 0, False
    while True:
        where = f"{source}[{number}]"
        try:
            position = _skip(held, position)
            value, position = parse(held, position)
        except RecursionError:
            yield Failure(where, None, "read", _broken(ValueError("it is nested too deeply")))
            return
        except ValueError as error:
            left = len(held) - position
            if ended or left > longest:
                if left:
                    why = _too_long("item", left, longest) if left > longest else _broken(error)
                    yield Failure(where, None, "read", why)
                return
            try:
                # Doubled each time: an item is parsed again whenever more of it was read.
                more = file.read(max(_STEP, left))
            except (UnreadablePage, OSError) as broken:
                yield Failure(where, None, "read", _broken(broken))
                return
            ended = not more
            held, position = held[position:] + characters.decode(more, final=ended), 0
            held = held.removeprefix("\ufeff")
        else:
            row = Row(where, value) if isinstance(value, dict) else None
            yield row or Failure(where, None, "read", "the item is not a JSON object")
            number += 1


def _skip(text: str, position: int) -> int:
    while position < len(text) and text[position] in _BETWEEN:
        position += 1
    return position


def read_identical(path: Path) -> Iterator[tuple[str, str]]:
    """The URLs of identical pairs in a JSON Lines file that `honbun similar` wrote."""
    try:
        with open_regular(path) as file:
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
