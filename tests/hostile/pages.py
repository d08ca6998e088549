"""The table of hostile pages, each with what the commands answer."""

from __future__ import annotations

import random
import unicodedata
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

Value = TypeVar("Value")

HEAD = b"<!doctype html><html><head><meta charset=utf-8><title>Hostile</title></head><body>"
NO_TEXT = "the page has no text"
FRAMESET = "the page is a frameset: its text is on the framed pages"
TOO_MANY = "elements; 500,000 are read"
LINES = "\n".join("x" * 6_000)
JAPANESE = "髙橋さんは①番の㈱日本文字に勤めています。表示が化けてはいけない。"
PLAIN = "東京の図書館では、今日から新しい本の貸し出しを始めました。"


def cases(named: Mapping[str, Value] | Iterable[str]) -> pytest.MarkDecorator:
    """Parametrize a test with values of its argument `case`, named as in docs/bad-inputs.md."""
    pairs = named.items() if hasattr(named, "items") else ((name, name) for name in named)
    return pytest.mark.parametrize("case", [pytest.param(value, id=name) for name, value in pairs])


def controls(text: str) -> set[str]:
    """Control characters and halves of characters, which no result contains."""
    return {c for c in text if unicodedata.category(c) in ("Cc", "Cs") and c != "\n"}


@dataclass(frozen=True)
class Case:
    """A page, and the text or reason that `extract` gives, or the error of every command."""

    make: Callable[[], bytes | str]
    text: str | None = None
    """None: any text."""
    reason: str | None = None
    error: str | None = None
    file_error: str | None = None
    """The error of a file with this page, if it differs: the kind of a file comes first."""


def body(
    make: Callable[[], bytes], text: str = "", reason: str | None = None, error: str | None = None
) -> Case:
    """A case with an ordinary head."""
    return Case(lambda: HEAD + make() + b"</body></html>", text, reason, error)


def numbered(pattern: bytes, count: int) -> bytes:
    return b"".join(pattern % number for number in range(count))


def items(count: int) -> str:
    row = "<li>2010-03-{0:02} <a href=/news/{1}>The boat number {1} was seen again</a></li>"
    return "".join(row.format(1 + n % 28, n) for n in range(count))


def post(number: int) -> str:
    day = f"{2000 + number // 300}-{1 + number // 28 % 12:02}-{1 + number % 28:02}"
    return f"<b>u{number % 7}</b> <i>{day}</i><p>Number {number} has its own words.</p>"


def declaring(charset: str, encoding: str, text: str = PLAIN) -> Case:
    """A page in one encoding that declares another."""
    html = f"<html><head><meta charset={charset}><title>文字</title></head><body><p>{text}"
    return Case(lambda: html.encode(encoding), text)


def binary(data: bytes, kind: str = "binary data", file_error: str | None = None) -> Case:
    error = f"this is {kind}, not a web page"
    return Case(lambda: data, error=error, file_error=file_error or kind)


def png() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        checksum = zlib.crc32(kind + data)
        return len(data).to_bytes(4, "big") + kind + data + checksum.to_bytes(4, "big")

    pixels = zlib.compress(b"".join(b"\0" + bytes(range(48)) for _ in range(16)))
    header = chunk(b"IHDR", bytes.fromhex("00000010000000100802000000"))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def random_bytes(size: int) -> bytes:
    return random.Random(7).randbytes(size)


LEFT_OPEN = HEAD + numbered(b"<p><b class=c%d>", 4000) + b"<p>text"
"""Bytes of a page that every command refuses after it was read."""
NESTED = {
    "a million open tags": body(lambda: b"<div>" * 1_000_000 + b"deep", error=TOO_MANY),
    "a million open tags of formatting": body(lambda: b"<b>" * 1_000_000, error=TOO_MANY),
    "formatting with attributes left open": Case(lambda: LEFT_OPEN, error="open at a time"),
    "fonts left open": body(lambda: numbered(b"<font color=%d>", 20_000), error="open at a time"),
    "attributes of further bodies": body(
        lambda: numbered(b"<body a%d=b>", 10_000) + b"<p>text", error="body or html tags"
    ),
    "20,000 open tags": body(lambda: b"<div>" * 20_000 + b"deep", "deep"),
    "nested tables": body(lambda: b"<table><tr><td>" * 4_000 + b"deep", "deep"),
    "nested lists": body(lambda: b"<ul><li>" * 8_000 + b"deep", "deep"),
    "nested definitions": body(lambda: b"<dl><dd>" * 8_000 + b"deep", "deep"),
    "nested links": body(lambda: numbered(b"<a href=%d>", 10_000) + b"deep", "deep"),
    "links in tables": body(lambda: numbered(b"<table><a href=%d>", 8_000) + b"deep", "deep"),
    "nested drawings": body(lambda: b"<svg><math><mi>" * 4_000 + b"deep", reason=NO_TEXT),
    "nested templates": body(lambda: b"<template>" * 20_000 + b"deep", reason=NO_TEXT),
    "nested framesets": Case(lambda: b"<frameset>" * 20_000, "", FRAMESET),
    "tags closed in the wrong order": body(lambda: b"<b><i><u><p></b></i></u>" * 6_000 + b"x", "x"),
    "links closed outside of their block": body(lambda: b"<a><div></a>" * 10_000 + b"x", "x"),
    "nothing closed": Case(
        lambda: (
            b"<title>open</title><body>"
            + b"<div><b><i><a href=x><p><ul><li><table><tr><td><select><option>" * 500
            + b"<p>left <!--"
        ),
        "left",
    ),
    "90,000 tags that close nothing": body(lambda: b"</p></x></b>" * 30_000 + b"<p>x", "x"),
    "nested items": Case(lambda: "<ul><li><a href=/x>x</a>" * 1000),
    "nested replies": Case(lambda: "".join(f"<ul><li>{post(n)}" for n in range(1000))),
    "nested JSON-LD": Case(
        lambda: "<script type=application/ld+json>" + "[" * 900 + "]" * 900 + "</script>" + items(5)
    ),
}
MANY = {
    "100,000 attributes": body(lambda: b"<p" + numbered(b" a%d=b", 100_000) + b">laden", "laden"),
    "20,000 options": body(
        lambda: b"<select>" + numbered(b"<option>%d", 20_000) + b"</select><p>chosen", "chosen"
    ),
    "100,000 comments": body(lambda: b"<!-- x -->" * 100_000 + b"<p>text", "text"),
    "100,000 entities": body(lambda: b"<p>" + b"&eacute;&#x3042;" * 50_000, "éあ" * 50_000),
    "6,000 paragraphs": body(lambda: b"<p>x" * 6_000, LINES),
    "6,000 names with a colon": body(lambda: b"<a:b><p>x</p></a:b>" * 6_000, LINES),
    "attribute of a megabyte": body(
        lambda: b"<p id='%b' class='%b' style='a:b'>laden" % (b"x" * 10**6, b"c " * 5**9), "laden"
    ),
    "tag name of a megabyte": body(lambda: b"<" + b"x" * 1_000_000 + b">laden", "laden"),
    "comment of a megabyte": body(lambda: b"<p>text<!--" + b"-" * 1_000_000, "text"),
    "address of a megabyte": body(
        lambda: b"<p><a href='/" + b"x/" * 500_000 + b"'>laden</a>", "laden"
    ),
    "script in a script": body(lambda: b"<p>x<script>" + b"<!--<script>" * 100_000, "x"),
    "a long text": Case(lambda: "word " * 100_000),
    "digits": Case(lambda: "<p>" + "9" * 50_000 + "<h2>" + "1." * 20_000),
    "huge numbers": Case(lambda: "".join(f"<li><b>#{'9' * 5000}{n}</b> x" for n in range(9))),
    "broken URLs": Case(lambda: "<li><a href='http://['>2010-03-04 A boat was seen</a>" * 50),
    "1,500 tags of a kilobyte": Case(lambda: numbered(b"<x%0900d>y", 1_500)),
    "5,000 classes": Case(
        lambda: "".join(f"<p class=c{n}><a href=/{n}>x{n}</a>" for n in range(5000))
    ),
    "5,000 classes on one element": Case(
        lambda: f"<p class='{' '.join(f'c{n}' for n in range(5000))}'>x<p>y"
    ),
    "equal links": Case(lambda: "<a href=/x>The same boat</a>" * 20_000),
    "equal posts": Case(lambda: "<div class=post><b>Ann</b> 2010-03-04<p>Same words.</div>" * 3000),
    "1,500 posts": Case(lambda: "".join(f"<div class=post>{post(n)}</div>" for n in range(1500))),
    "1,500 items": Case(lambda: f"<ul>{items(1500)}</ul>"),
    "4,000 headings": Case(lambda: "".join(f"<h2>{n} boats</h2><h3>{n}</h3>" for n in range(2000))),
    "rules": Case(lambda: "x<hr>" * 3000),
    "dates and breaks": Case(lambda: "2010-03-04<br>" * 5000),
    "images": Case(lambda: "<img src=a.gif><br>x<br>" * 3000),
    "wide JSON-LD": Case(
        lambda: (
            '<script type=application/ld+json>[{"url": "/x", "author": "A"}'
            + ',{"url": "/y", "author": []}' * 20_000
            + f"]</script>{items(5)}"
        )
    ),
}
NOTHING = {
    "empty": Case(lambda: b"", "", NO_TEXT),
    "white space": Case(lambda: " \n\t" * 10_000, "", NO_TEXT),
    "only tags": Case(lambda: "<div><p></p><br></div>" * 3000, "", NO_TEXT),
    "frameset": Case(
        lambda: b"<frameset cols=9,*><frame src=a><noframes>no</noframes>", "", FRAMESET
    ),
    "only noscript": body(lambda: b"<noscript><p>without code</noscript>", "without code"),
    "only template": body(lambda: b"<template><p>waits</template>", reason=NO_TEXT),
    "only script": body(lambda: b"<script>'<p>code'</script>", reason=NO_TEXT),
}
CHARACTERS = {
    "NUL": body(lambda: b"<p>nu\0ll" + bytes(50_000), "null"),
    "control characters": body(
        lambda: b"<h1>a\x01\x1b[31mb\x7f</h1><p>c\x08\x0c\xc2\x85\xef\xbf\xbf&#2;&#128;d",
        "a[31mb\nc €d",
    ),
    "control characters in attributes": Case(
        lambda: (
            b"<html lang='e&#1;n'><title>a&#2;b</title><meta property=og:image "
            b"content='https://e.org/&#3;'><link rel=canonical href='https://e.org/&#27;[2J'><p>c"
        ),
        "c",
    ),
    "half a character by its number": body(
        lambda: b"<p>half &#xD83D; of one", "half \ufffd of one"
    ),
    "character beyond the last": body(lambda: b"<p>no &#x110000; such", "no \ufffd such"),
    "half characters": Case(lambda: "<li class='\ud800'><a href=/x>\udc00 2010-03-04</a>" * 20),
    "every byte": Case(lambda: b"<p>" + bytes(range(256)) * 50),
    "text of marks": Case(lambda: "<p>" + "a" + "\u0301\u0316" * 100_000),
}
CHARSETS = {
    "Shift_JIS that says UTF-8": declaring("utf-8", "cp932", JAPANESE),
    "UTF-8 that says Shift_JIS": declaring("Shift_JIS", "utf-8", JAPANESE),
    "EUC-JP that says UTF-8": declaring("utf-8", "euc-jp"),
    "ISO-2022-JP that says so": declaring("iso-2022-jp", "iso-2022-jp"),
    "UTF-16 with its mark that says Shift_JIS": declaring("Shift_JIS", "utf-16"),
    "UTF-16 without its mark": declaring("utf-16", "utf-16-le"),
    "UTF-16 without its mark, high bytes first": declaring("utf-8", "utf-16-be"),
    "UTF-8 that says UTF-16": declaring("utf-16", "utf-8"),
    "charset of nonsense": declaring("no-such-thing", "utf-8"),
    "charset of a megabyte": declaring("x" * 1_000_000, "utf-8"),
    "UTF-8 that says UTF-7": declaring("utf-7", "utf-8"),
    "thousands of charsets": Case(
        f"{'<meta charset=koi8-q>' * 5_000}<meta charset=utf-8><p>{PLAIN}".encode, PLAIN
    ),
}
BINARY = {
    "PNG": binary(png(), "a PNG image"),
    "PDF": binary(
        b"%PDF-1.7\n<</Type/Catalog>>", "a PDF document", "a PDF document: convert it to HTML"
    ),
    "ZIP": binary(
        b"PK\x03\x04" + random_bytes(2000), "a ZIP archive", "not a readable ZIP archive"
    ),
    "ELF": binary(b"\x7fELF\x02\x01\x01" + bytes(2000), "a program"),
    "old Word": binary(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "an old Office document"),
    "video": binary(b"\0\0\0\x14ftypisom" + bytes(600), "a video"),
    "Zstandard": binary(
        b"\x28\xb5\x2f\xfd" + random_bytes(600), "Zstandard data", "the compressed data is broken"
    ),
    "gzip in a file that says HTML": binary(
        b"\x1f\x8b\x08" + random_bytes(600), "gzip data", "the compressed data is truncated"
    ),
    "only NUL": binary(bytes(100_000)),
    "random bytes": binary(random_bytes(50_000)),
    "random bytes with brackets": binary(b"<" + random_bytes(30) + b"<x<9" + random_bytes(5_000)),
}
PAGES = NESTED | MANY | NOTHING | CHARACTERS | CHARSETS | BINARY
