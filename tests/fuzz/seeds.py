"""Valid inputs, from which the fuzzer starts."""

from __future__ import annotations

import gzip
import io
import zlib
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import orjson

from honbun.page import Page
from honbun.papers.similar_003.documents import documents
from honbun.papers.similar_003.standard import render
from tests.fuzz import fragments
from tests.fuzz.inputs import table
from tests.inputs.records import FIVE, block, record

if TYPE_CHECKING:
    from collections.abc import Iterator

_LINE = {"url": "http://e.org/1", "html": "<p>one</p><p>two</p>"}
_LABEL = {"number": 1, "xpath": "/html/body/p[1]", "kind": "body", "text": "one"}


def demo() -> Iterator[bytes]:
    """The short pages of the demo."""
    for path in sorted(Path(str(resources.files("honbun"))).glob("demo/*/*.html")):
        yield path.read_bytes()


def pages() -> Iterator[bytes]:
    """Pages of the demo, and a page for each group of fragments."""
    yield from demo()
    yield from (b"\n".join(kind) for kind in fragments.KINDS)


def few() -> Iterator[bytes]:
    """Some short pages, for slow targets."""
    yield from fragments.LISTS


def texts() -> Iterator[bytes]:
    """Dates, separately and combined."""
    yield from (text.encode("utf-8", "surrogatepass") for text in fragments.TEXT)
    yield " ".join(fragments.TEXT).encode("utf-8", "surrogatepass")


def addresses() -> Iterator[bytes]:
    """URLs in many forms, and a base with a relative URL."""
    parts = [part.encode("utf-8", "surrogatepass") for part in fragments.ADDRESSES]
    yield from parts
    for part in parts:
        yield b"https://e.org/a/b?c=d#e\n/f/" + part
        yield b"http://" + part + b"/x.html"


def encoded() -> Iterator[bytes]:
    """Japanese text in its encodings, with and without declarations."""
    text = "<title>本文</title><p>髙橋さんは①番の㈱日本文字に勤めています。表示が化けてはいけない。"
    for at, name in enumerate(("utf-8", "cp932", "euc-jp", "iso2022_jp", "utf-16", "utf-16be")):
        body = text.encode(name, "ignore")
        yield bytes([at]) + body
        yield bytes([at]) + f"<meta charset={name}>".encode() + body
    yield from (b"\0" + piece for piece in fragments.ENCODED)


def coded() -> Iterator[bytes]:
    """A body in several content codings."""
    body = b"<p>text</p>" * 20
    yield b"\0" + gzip.compress(body, mtime=0)
    yield b"\0" + zlib.compress(body)
    yield b"\0" + zlib.compress(body)[2:-4]
    yield b"gzip, deflate\0" + gzip.compress(zlib.compress(body), mtime=0)


def warcs() -> Iterator[bytes]:
    """Archives of one or several records, also chunked and compressed."""
    yield FIVE[0]
    yield b"".join(FIVE[:3])
    chunked = "Content-Type: text/html\r\nTransfer-Encoding: chunked"
    yield record("1", b"5\r\n<p>ab\r\n0\r\n\r\n", http=chunked)
    packed = "Content-Type: text/html\r\nContent-Encoding: gzip"
    yield record("2", gzip.compress(b"<p>packed", mtime=0), http=packed)
    yield record("a.css", b"p{color:red}", http="Content-Type: text/css")
    yield block("3", b"<p>resource", "resource", "text/html")
    yield gzip.compress(FIVE[0], mtime=0)
    yield b"".join(gzip.compress(one, mtime=0) for one in FIVE[:2])


def lines() -> Iterator[bytes]:
    """JSON Lines of pages, pairs and labels."""
    labelled = {**_LINE, "annotator": "Ann", "state": "done", "labels": [_LABEL]}
    pair = {"a": "http://e.org/1", "b": "http://e.org/2", "extent": "identical"}
    for row in (_LINE, labelled, pair, {**labelled, "bytes": "PHA+b25l"}):
        yield orjson.dumps(row) + b"\n"
        yield (orjson.dumps(row) + b"\n") * 2
    yield b'{"url": "\\ud800", "html": NaN}\n\xef\xbb\xbf{}\n[[[[\n'


def standards() -> Iterator[bytes]:
    """Documents in the standard format."""
    for document in documents(
        [Page(html) for html in (b"<p>A. B.", b"<title>t</title><a href=x>y")]
    ):
        yield render(document).encode()
    yield b"<StandardFormats><StandardFormat Id='1'/></StandardFormats>"
    yield b"<!DOCTYPE x [<!ENTITY a 'b'>]><StandardFormat>&a;</StandardFormat>"


def rules() -> Iterator[bytes]:
    """Contents of robots.txt."""
    yield b"User-agent: *\nDisallow: /a/*.html$\nAllow: /\nCrawl-delay: 2\n"
    yield b"\xef\xbb\xbfUser-Agent: honbun\r\nDisallow: /%7Ea?b=*\r\nRequest-rate: 1/5s 0100-0200\n"
    yield b"Sitemap: http://[\nCrawl-delay: nan\nVisit-time: 9999-0\nCrawl-delay: -1e400"


def questions() -> Iterator[bytes]:
    """Requests of a browser."""
    yield from addresses()
    yield b'[{"name": "site/a.html", "size": 3}, {"name": "../b.warc.gz", "size": 0}]\nabc'


def patches() -> Iterator[bytes]:
    """Changes of a file: replaced bytes and truncation."""
    yield bytes([0, 30, 1])
    yield bytes([8, 0, 255, 255, 255, 128])
    yield bytes(range(60))


def tables() -> Iterator[bytes]:
    """Changes at the end of a Parquet file, where its metadata is."""
    size = len(table())
    for at in range(size - 40, size, 5):
        yield at.to_bytes(2, "big") + b"\x7f"
    yield from patches()


def dictionary() -> bytes:
    """The fragments as a dictionary for libFuzzer."""
    file = io.BytesIO()
    words = [word for word in fragments.HTML if len(word) <= 60]
    texts = [
        text.encode("utf-8", "surrogatepass") for text in (*fragments.TEXT, *fragments.ADDRESSES)
    ]
    for word in {*words, *texts}:
        file.write(b'"' + b"".join(b"\\x%02x" % byte for byte in word) + b'"\n')
    return file.getvalue()
