"""What a file is, by its first bytes; its name decides only where these do not.

`KINDS` is the registry: each kind has a reader, or says what to do instead.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from honbun.html.sniff import sniff as sniff_binary
from honbun.inputs.rows import ADDRESS_FIELDS, HTML_FIELDS, header_fields
from honbun.inputs.unpack import ENDINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from honbun.errors import Failure
    from honbun.inputs.source import Source
    from honbun.page import Page

    Reader = Callable[[Source], Iterator[Page | Failure]]

HEAD = 1 << 14
"""Bytes that are looked at: enough for the scripts and comments before a page's first tag."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file: what reads it, or what to do instead."""

    reader: str = ""
    """Module and function."""
    refusal: str = ""
    one_page: bool = False

    def load(self) -> Reader:
        """The function that reads it."""
        module, _, name = self.reader.partition(":")
        return getattr(import_module(f"honbun.inputs.{module}"), name)  # type: ignore[no-any-return]


KINDS = {
    "html": Kind("html:read_html", one_page=True),
    "mhtml": Kind("mhtml:read_mhtml", one_page=True),
    "warc": Kind("warc:read_warc"),
    "arc": Kind("arc:read_arc"),
    "zip": Kind("zips:read_zip"),
    "json": Kind("json_rows:read_json"),
    "table": Kind("tables:read_table"),
    "parquet": Kind("parquet:read_parquet"),
    "urls": Kind("url_lists:read_urls"),
    "sitemap": Kind("url_lists:read_sitemap"),
    "feed": Kind(refusal="a feed, not pages: put the addresses of its items into a file, one per "
                 "line, and read it with --fetch"),
    "standard": Kind(refusal="documents in the standard format: honbun similar --faithful reads "
                     "them"),
    "opml": Kind(refusal="a list of feeds, not pages"),
    "pdf": Kind(refusal="a PDF document: convert it to HTML with another tool first"),
    "office": Kind(refusal="an Office document or e-book: convert it to HTML first"),
    "tar": Kind(refusal="a tar archive: unpack it with tar -xf first"),
    "svg": Kind(refusal="an SVG image"),
    "xml": Kind(refusal="XML that is not HTML"),
    "script": Kind(refusal="a script or style sheet"),
    "empty": Kind(refusal="an empty file"),
    "text": Kind(refusal="no HTML in it"),
}  # fmt: skip

_PAGES = frozenset({".html", ".htm", ".xhtml", ".xht", ".shtml"})
_NAMED = {
    **dict.fromkeys(_PAGES, "html"),
    **dict.fromkeys((".mht", ".mhtml"), "mhtml"),
    **dict.fromkeys((".jsonl", ".ndjson"), "json"),
    **dict.fromkeys((".csv", ".tsv"), "table"),
    ".warc": "warc",
    ".arc": "arc",
    ".parquet": "parquet",
}
"""What a file should be by its ending; this decides where its bytes do not."""
_CODE = frozenset({".js", ".mjs", ".cjs", ".css", ".map"})
_DATA = _CODE | frozenset(
    ".txt .md .rst .json .jsonl .ndjson .csv .tsv .xml .yaml .yml .toml .ini .log .py .sh .ts .jsx "
    ".tsx .vue .rb .go .rs .c .h .java .sql .tex".split()
)
"""Endings of files in which a tag may be an example, or part of a text."""

_SIGNATURES = {
    b"WARC/": "warc",
    b"filedesc:": "arc",
    b"PK\x03\x04": "zip",
    b"PAR1": "parquet",
    b"%PDF-": "pdf",
}
_BOM = re.compile(rb"\A(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)")
_PROLOGUE = re.compile(rb"\s+|<!--.*?-->|<\?.*?\?>|<!doctype[^>\[]*(?:\[.*?\]\s*)?>", re.I | re.S)
_ROOT = re.compile(rb"<([A-Za-z][\w:.-]*)")
_PAGE = re.compile(rb"<(?:!doctype\s+html|html[\s>])", re.IGNORECASE)
_MARKUP = re.compile(
    rb"<(?:!doctype\s+html|(?:html|head|body|title|meta|frameset|div|table|p|br|h[1-6]|ul|a|b|i|"
    rb"font|center|img|script|link|span|section|article|main|header|nav)[\s/>])",
    re.IGNORECASE,
)
_XML = re.compile(rb"\s*<\?xml\b")
_ROOTS = {
    b"urlset": "sitemap",
    b"sitemapindex": "sitemap",
    b"rss": "feed",
    b"rdf:rdf": "feed",
    b"feed": "feed",
    b"standardformats": "standard",
    b"standardformat": "standard",
    b"opml": "opml",
    b"svg": "svg",
    b"html": "html",
}
_MHTML = re.compile(rb"^content-type:\s*multipart/related\b", re.IGNORECASE | re.MULTILINE)
_MAIL = re.compile(rb"[A-Za-z][A-Za-z0-9-]*:[ \t]*\S")
_URL = re.compile(rb"https?://[^\s<>\"{}]+", re.IGNORECASE)
_JSON = re.compile(rb"\s*(?:\{\s*(?:\"|\}|\Z)|\[\s*(?:\{|\]|\Z))")


def sniff(head: bytes, name: str) -> str:
    """The key in KINDS of a file with these first bytes, or the name of what it holds.

    >>> sniff(b"<!DOCTYPE html><p>x", "page.php"), sniff(b"%PDF-1.7", "a"), sniff(b"GIF89a", "a")
    ('html', 'pdf', 'a GIF image')
    >>> sniff(b"https://a.example/1", "list.txt"), sniff(b"plain text", "list.txt")
    ('urls', 'text')
    """
    ending = _ending(name)
    if not head.strip():
        return _NAMED.get(ending, "empty")
    found = _signature(head)
    if found in (None, "binary data") and _NAMED.get(ending) in ("warc", "arc", "parquet"):
        return _NAMED[ending]  # damaged at its beginning
    if found:
        return found
    if 0 in head[:100]:
        head = head.replace(b"\0", b"")  # UTF-16
    head = _BOM.sub(b"", head)
    return _rows(head) or _markup(head, ending) or _NAMED.get(ending) or _other(ending)


def named_kind(name: str) -> str | None:
    """What a file should hold by its name, None if that says nothing.

    >>> named_kind("a.HTML.gz"), named_kind("a.php"), named_kind("crawl.warc.zst")
    ('html', None, 'warc')
    """
    return _NAMED.get(_ending(name))


def refusal(kind: str) -> str:
    """Why a kind of file is not read."""
    return KINDS[kind].refusal if kind in KINDS else kind


def _ending(name: str) -> str:
    path = PurePosixPath(name)
    plain = path.with_suffix("") if path.suffix.lower() in ENDINGS else path
    return plain.suffix.lower()


def _signature(head: bytes) -> str | None:
    for beginning, kind in _SIGNATURES.items():
        if head.startswith(beginning):
            return kind
    return "tar" if head[257:262] == b"ustar" else sniff_binary(head)


def _markup(head: bytes, ending: str) -> str | None:
    """Pages and XML, by the first tag or what is in the head."""
    if _MAIL.match(head) and _MHTML.search(head):
        return "mhtml"
    rest = head
    while skipped := _PROLOGUE.match(rest):
        rest = rest[skipped.end() :]
    if _PAGE.match(head, len(head) - len(head.lstrip())):
        return "html"
    if root := _ROOT.match(rest):
        if found := _ROOTS.get(root[1].lower()):
            return found
        if _XML.match(head) and not _MARKUP.match(rest):
            return "xml"
    if ending in _DATA:
        # A page that the server sent in place of a missing script begins like one.
        return "html" if root and _PAGE.match(rest) else None
    return "html" if _MARKUP.search(head) else None


def _rows(head: bytes) -> str | None:
    """Rows and addresses."""
    if _JSON.match(head):
        return "json"
    lines = head.splitlines()
    lines = lines[:-1] if len(head) >= HEAD else lines  # the last one may be cut
    wanted = [line.strip() for line in lines if line.strip() and not line.startswith(b"#")]
    if wanted and all(_URL.fullmatch(line) for line in wanted):
        return "urls"
    names = {name.lower() for name in header_fields(lines[0])} if lines else set()
    if names & set(HTML_FIELDS) and names & set(ADDRESS_FIELDS):
        return "table"
    return None


def _other(ending: str) -> str:
    return "script" if ending in _CODE else "text"
