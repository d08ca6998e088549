"""Pages in rows, as JSON, CSV and Parquet hold them: which fields hold the page and its address.

The other fields of a row are passed on with the page.
"""

from __future__ import annotations

import csv
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson

from honbun.errors import Failure, UnreadablePage
from honbun.inputs.fetch.decoding import too_large
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from honbun.inputs.options import ReadOptions

HTML_FIELDS = (
    *("html", "raw_html", "page_html", "html_content", "content", "body", "response_body"),
    *("page_content", "text"),
)
"""Usual names of the field with the page, the clearest first."""
ADDRESS_FIELDS = (
    *("url", "uri", "page_url", "warc_target_uri", "warc-target-uri", "target_uri", "link"),
    *("address", "source_url"),
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_MAX_OTHERS = 1 << 20
"""Bytes of a row's other fields that are passed on."""
_LISTED = 20


@dataclass(frozen=True, slots=True)
class Fields:
    """The names of the fields of a row that hold the page and its address."""

    html: str
    url: str | None

    @classmethod
    def of(cls, names: Iterable[str], options: ReadOptions) -> Fields | None:
        """The fields that the options name, else those with usual names; None without a page."""
        names = list(names)
        html = options.html_field or _first(HTML_FIELDS, names)
        url = options.url_field or _first(ADDRESS_FIELDS, names)
        return cls(html, url if url != html else None) if html else None

    def guess(self, options: ReadOptions) -> str | None:
        """What was guessed, for people; None if it was plain."""
        plain = self.html in ("html", options.html_field)
        if plain and self.url in ("url", options.url_field):
            return None
        address = f"addresses from {self.url}" if self.url else "no addresses"
        return f"pages are read from {self.html}, {address}; see --html-field and --url-field"


def no_fields(names: Iterable[str]) -> str:
    """The message for rows without a page.

    >>> no_fields(["title", "rank"])
    'no html among: title, rank; name the field with --html-field'
    """
    listed = list(names)
    more = ", …" if len(listed) > _LISTED else ""
    return f"no html among: {', '.join(listed[:_LISTED])}{more}; name the field with --html-field"


def header_fields(line: bytes) -> list[str]:
    """The names in the first line of a table.

    >>> header_fields(b"url,html"), header_fields(b"url\\thtml")
    (['url', 'html'], ['url', 'html'])
    """
    text = line.decode("utf-8", "replace").removeprefix("\ufeff")
    try:
        return [name.strip() for name in next(csv.reader([text], delimiter=delimiter(text)), [])]
    except csv.Error:
        return []


def delimiter(line: str) -> str:
    """The character that separates the columns of a table with this first line."""
    return max(",\t;|", key=line.count)


def _first(wanted: tuple[str, ...], names: list[str]) -> str | None:
    lower = {name.lower(): name for name in reversed(names)}
    return next((lower[name] for name in wanted if name in lower), None)


def page_from_row(
    source: str, row: Mapping[str, Any], fields: Fields, max_bytes: int
) -> Page | Failure:
    """The page of a row, or a Failure that says what is missing.

    >>> page_from_row("t.jsonl:1", {"url": "https://a.example/"}, Fields("html", "url"), 1).message
    'the row has no html'
    """
    url = row.get(fields.url) if fields.url else None
    address = _text(url)
    try:
        if url is not None and address is None:
            raise UnreadablePage("the row's url is not a text")
        html = _checked(row.get(fields.html), max_bytes)
    except UnreadablePage as error:
        return Failure(source, address or None, "read", str(error))
    others, truncated = _others(row, fields)
    return Page(html, url=address or None, source=source, truncated=truncated, input=others)


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


def _others(row: Mapping[str, Any], fields: Fields) -> tuple[str | None, tuple[str, ...]]:
    """The other fields of a row in JSON, and what is not passed on."""
    others = {name: value for name, value in row.items() if name not in (fields.html, fields.url)}
    if not others:
        return None, ()
    try:
        text = orjson.dumps(others, default=_plain, option=orjson.OPT_NON_STR_KEYS).decode()
    except (orjson.JSONEncodeError, RecursionError):  # half characters, or deeply nested
        try:
            text = _SURROGATE.sub("\ufffd", json.dumps(others, ensure_ascii=False, default=_plain))
        except (ValueError, TypeError, RecursionError):
            return None, ("the row's other fields: not passed on",)
    if len(text) > _MAX_OTHERS:
        return None, (f"the row's other fields of {len(text):,} characters: not passed on",)
    return text, ()


def _plain(value: object) -> str:
    """Values that JSON does not have, such as bytes and decimals."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
