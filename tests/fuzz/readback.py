"""Reads each output back with an independent parser: an output that it rejects is a failure."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from typing import TYPE_CHECKING, Any, NoReturn
from xml.parsers import expat

import feedparser
import pyarrow.parquet as pq
from markdown_it import MarkdownIt
from selectolax.lexbor import LexborHTMLParser

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Row = dict[str, Any]

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""XML 1.0, production 2."""
_ACTIVE = "script, iframe, object, embed, svg, math, form, base, meta[http-equiv=refresh], frame"
_ADDRESSES = frozenset({"href", "src", "action", "formaction", "xlink:href"})
_SCHEME = re.compile(r"[\x00-\x20]*(?:javascript|vbscript|data)[\t\n\r]*:", re.IGNORECASE)
_IGNORED = re.compile(r"[\t\n\r]")
"""Characters that the URL standard removes before it reads the scheme."""
_MARKDOWN = MarkdownIt("commonmark")
csv.field_size_limit(1 << 26)


def text(data: bytes) -> str:
    """Text in UTF-8."""
    return data.decode("utf-8")


def xml(data: bytes) -> None:
    """A well-formed document, its namespaces declared."""
    assert not _FORBIDDEN.search(text(data)), "a character that XML forbids"
    expat.ParserCreate(namespace_separator=" ").Parse(data, True)


def one_json(data: bytes) -> Any:
    """One JSON value that any program can read: no NaN, no lone surrogate."""
    value = json.loads(text(data), parse_constant=_refuse)
    for string in strings(value):
        string.encode("utf-8")
    return value


def _refuse(name: str) -> NoReturn:
    raise AssertionError(f"{name} is no JSON")


def jsonl(data: bytes) -> list[Row]:
    """One object per line."""
    assert not data or data.endswith(b"\n")
    rows = [one_json(line) for line in data.split(b"\n")[:-1]]
    assert all(isinstance(row, dict) for row in rows)
    return rows


def table(data: bytes) -> list[dict[str, str]]:
    """The records of a CSV file, each as long as the header."""
    heading, *records = csv.reader(io.StringIO(text(data), newline=""), strict=True)
    assert all(len(record) == len(heading) for record in records)
    return [dict(zip(heading, record)) for record in records]


def parquet(data: bytes) -> list[Row]:
    """The rows of a Parquet file."""
    found = pq.read_table(io.BytesIO(data))
    found.validate(full=True)
    rows: list[Row] = found.to_pylist()
    return rows


def feed(data: bytes) -> int:
    """The number of entries that a feed reader finds in RSS or Atom."""
    xml(data)
    read = feedparser.parse(io.BytesIO(data))
    assert not read.bozo, read.get("bozo_exception")
    return len(read.entries)


def json_document(data: bytes) -> int:
    """The number of rows in an array, or of items in a JSON Feed."""
    read = one_json(data)
    if isinstance(read, list):
        return len(read)
    assert read["version"] == "https://jsonfeed.org/version/1.1"
    assert all(isinstance(item["id"], str) for item in read["items"])
    return len(read["items"])


def active(html: str, own: str = "") -> list[str]:
    """What would run, load or mislead in a browser; `own` selects allowed elements."""
    tree = LexborHTMLParser(html)
    allowed = {node.mem_id for node in tree.css(own)} if own else set()
    found = [node.html or "" for node in tree.css(_ACTIVE) if node.mem_id not in allowed]
    for node in tree.css("*"):
        for name, value in node.attributes.items():
            leads = name in _ADDRESSES and _SCHEME.match(_IGNORED.sub("", value or ""))
            if leads or name.startswith("on") or name in ("srcdoc", "style"):
                found.append(f"{name}={value}")
    return found


def html(data: bytes) -> None:
    """A page without active elements and without links to scripts."""
    assert active(text(data)) == []


def markdown(data: bytes) -> None:
    """CommonMark whose HTML has nothing active."""
    html(_MARKDOWN.render(text(data)).encode())


def strings(value: Any) -> Iterator[str]:
    """Every string in a value, including keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings(inner)


def controls(value: Any) -> set[str]:
    """The control characters in a value that a terminal may interpret."""
    return {
        char
        for string in strings(value)
        if not string.isprintable()
        for char in string
        if unicodedata.category(char) in ("Cc", "Cs") and char not in "\n\t"
    }


READ: dict[str, Callable[[bytes], Any]] = {
    "jsonl": jsonl,
    "chunks": jsonl,
    "text": text,
    "markdown": markdown,
    "html": html,
    "csv": table,
    "parquet": parquet,
    "rss": feed,
    "atom": feed,
    "json": json_document,
    "xml": xml,
}
"""The reader of each format."""
