"""Every kind of input: what is read of it, and what is said where it is not read."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard

from honbun.errors import NOTE, SKIP, Failure, InputError
from honbun.inputs import unpack, zips
from honbun.inputs.options import ReadOptions
from honbun.inputs.read import read_all
from honbun.page import Page
from tests.inputs.loopback import Site, reply
from tests.inputs.records import FIVE, block, packed, record

if TYPE_CHECKING:
    from collections.abc import Callable

HTML = b"<!DOCTYPE html><html><body><p>A page about tides</p></body></html>"
LINE = b'{"url": "https://e.org/1", "html": "<p>one", "rank": 3}\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(name: str, data: bytes) -> str:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return name


def read(*names: str, **options: object) -> list[Page | Failure]:
    return list(read_all(*names, options=ReadOptions(**options)))  # type: ignore[arg-type]


def pages(*names: str, **options: object) -> list[Page]:
    found = read(*names, **options)
    wrong = [one for one in found if isinstance(one, Failure) and one.step not in (SKIP, NOTE)]
    assert not wrong, wrong
    return [one for one in found if isinstance(one, Page)]


def message(name: str, **options: object) -> str:
    (found,) = read(name, **options)
    assert isinstance(found, Failure)
    return found.message


MIRROR = {
    "index.html": "https://www.example.org/",
    "index.html?p=2": "https://www.example.org/?p=2",
    "about": "https://www.example.org/about",
    "news/story.php": "https://www.example.org/news/story.php",
    "news/story.php?id=3&x=a b": "https://www.example.org/news/story.php?id=3&x=a%20b",
    "old/page.asp": "https://www.example.org/old/page.asp",
    "old/page.shtml": "https://www.example.org/old/page.shtml",
    "soft-404.css": "https://www.example.org/soft-404.css",
}


@pytest.mark.parametrize("top", ["crawl", "www.example.org"])
def test_every_page_of_a_wget_mirror_is_read_with_its_address(top: str) -> None:
    host = "" if top == "www.example.org" else "www.example.org/"
    for name in MIRROR:
        written(f"{top}/{host}{name}", HTML)
    written(f"{top}/{host}style.css", b"p { color: red }")
    written(f"{top}/{host}menu.js", b"document.write('<div>menu</div>')")
    written(f"{top}/{host}logo.png", b"\x89PNG\r\n\x1a\n")
    written(f"{top}/{host}paper.pdf", b"%PDF-1.7")
    written(f"{top}/{host}api.json", b'{"version": 3}')
    written(f"{top}/{host}robots.txt", b"User-agent: *\nSitemap: https://www.example.org/s.xml\n")
    found = read(top)
    assert {one.url for one in found if isinstance(one, Page)} == set(MIRROR.values())
    reasons = {Path(one.source).name: one.message for one in found if isinstance(one, Failure)}
    assert all(one.step == SKIP for one in found if isinstance(one, Failure))
    assert reasons == {
        "style.css": "a script or style sheet",
        "menu.js": "a script or style sheet",
        "logo.png": "a PNG image",
        "paper.pdf": "a PDF document: convert it to HTML with another tool first",
        "api.json": "JSON without pages",
        "robots.txt": "no HTML in it",
    }


def test_base_url_says_more_than_the_name_of_a_folder() -> None:
    written("www.example.org/a.php?x=1", HTML)
    (page,) = pages("www.example.org", base_url="https://other.example/site")
    assert page.url is None
    assert page.fallback_url == "https://other.example/site/a.php?x=1"


SAVED = {
    b"<!-- Mirrored from e.org/a/b.html by HTTrack Website Copier/3.x [XR&CO'2014], Mon -->": (
        "https://e.org/a/b.html"
    ),
    b"<!--\n Page saved with SingleFile \n url: https://e.org/?a=1 \n saved date: Mon\n-->": (
        "https://e.org/?a=1"
    ),
    b"<!-- saved from url=(0018)https://e.org/x/y -->": "https://e.org/x/y",
    b"<!-- saved from url=(0014)about:internet -->": None,
}


@pytest.mark.parametrize("comment", SAVED)
def test_tools_write_the_address_into_the_page(comment: bytes) -> None:
    (page,) = pages(written("my pages/b.html", b"<html>" + comment + b"<p>text"))
    assert page.url == SAVED[comment]


def test_cache_of_httrack_is_not_read_twice() -> None:
    written("site/e.org/index.html", HTML)
    written("site/hts-cache/old.html", HTML)
    page, skipped = read("site")
    assert isinstance(page, Page)
    assert skipped == Failure("site/hts-cache", None, SKIP, "a cache of HTTrack")


def test_url_is_that_of_one_file() -> None:
    (page,) = pages(written("a.html", HTML), url="https://e.org/a")
    assert page.url == "https://e.org/a"
    written("site/a.html", HTML)
    for wrong in (["site"], ["a.html", "site/a.html"]):
        with pytest.raises(InputError, match="--url is the address of one file; use --base-url"):
            read(*wrong, url="https://e.org/a")


PACKED: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": zstandard.compress,
}


@pytest.mark.parametrize("coding", PACKED)
@pytest.mark.parametrize("ending", ["{}", "bin"])
def test_compressed_pages_rows_and_archives_are_read(coding: str, ending: str) -> None:
    pack, end = PACKED[coding], ending.format(coding)
    assert [page.html for page in pages(written(f"a.html.{end}", pack(HTML)))] == [HTML]
    assert [page.url for page in pages(written(f"b.jsonl.{end}", pack(LINE)))] == [
        "https://e.org/1"
    ]
    archive = pages(written(f"c.warc.{end}", pack(b"".join(FIVE))))
    assert [page.url for page in archive] == [f"http://e.org/{number}" for number in range(5)]


@pytest.mark.parametrize("coding", PACKED)
def test_truncated_compressed_lines_are_read_up_to_the_damage(coding: str) -> None:
    lines = b"".join(LINE.replace(b"/1", b"/%d" % number) for number in range(20_000))
    found = read(written(f"a.jsonl.{coding}", PACKED[coding](lines)[:-200]))
    *good, last = found
    assert all(isinstance(one, Page) for one in good)
    assert isinstance(last, Failure)
    assert "the file is broken here and cannot be read further (" in last.message


def test_bomb_stops_at_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpack, "_FREE", 1 << 20)
    for coding, pack in PACKED.items():
        bomb = pack(LINE + b" " * (8 << 20) * 10)
        found = read(written(f"bomb.{coding}", bomb), max_bytes=1000)
        assert isinstance(found[-1], Failure), coding
        assert "unpacks to more than 200 times its size" in found[-1].message, coding


def test_warc_with_a_zstandard_dictionary_is_read() -> None:
    samples = [record(str(number), HTML * (number % 7 + 1)) for number in range(60)] * 20
    dictionary = zstandard.train_dictionary(4000, samples)  # type: ignore[arg-type]
    packer = zstandard.ZstdCompressor(dict_data=dictionary)
    for stored in (dictionary.as_bytes(), zstandard.compress(dictionary.as_bytes())):
        head = b"\x5d\x2a\x4d\x18" + len(stored).to_bytes(4, "little") + stored
        data = head + b"".join(packer.compress(one) for one in FIVE)
        assert len(pages(written("crawl.warc.zst", data))) == 5


def arc(*bodies: bytes) -> bytes:
    about = b"1 0 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n"
    found = b"filedesc://a.arc 0.0.0.0 20010203040506 text/plain %d\n%b\n" % (len(about), about)
    for number, body in enumerate(bodies):
        response = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
        line = b"http://e.org/%d 192.0.2.1 20010203040506 text/html %d\n" % (number, len(response))
        found += line + response + b"\n"
    return found


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_arc_is_read(pack: Callable[[bytes], bytes]) -> None:
    first, second = pages(written("a.arc", pack(arc(HTML, b"<p>two"))))
    assert (first.url, first.html, first.content_type) == ("http://e.org/0", HTML, "text/html")
    assert first.fetched_at is not None
    assert first.fetched_at.isoformat() == "2001-02-03T04:05:06+00:00"
    assert second.html == b"<p>two"


def test_arc_is_read_around_its_damage() -> None:
    data = arc(HTML, HTML).replace(
        b"http://e.org/1 192.0.2.1", b"damaged\nhttp://e.org/1 192.0.2.1"
    )
    first, failure, second = read(written("a.arc", data))
    assert isinstance(first, Page)
    assert isinstance(failure, Failure)
    assert failure.message == "no ARC record where one should begin"
    assert isinstance(second, Page)


def zipped(files: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", compression) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def test_pages_of_a_zip_are_read() -> None:
    files = {
        "www.example.org/a.php": HTML,
        "b.html": b"<p>b",
        "c.jsonl": LINE,
        "x.css": b"p {}",
        "__MACOSX/b.html": b"\0\1",
    }
    found = read(written("site.zip", zipped(files)))
    assert [(one.source, one.url) for one in found if isinstance(one, Page)] == [
        ("site.zip!www.example.org/a.php", "https://www.example.org/a.php"),
        ("site.zip!b.html", None),
        ("site.zip!c.jsonl:1", "https://e.org/1"),
    ]
    assert {one.message for one in found if isinstance(one, Failure)} == {
        "a script or style sheet",
        "hidden",
    }


@pytest.mark.parametrize("compression", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_wacz_is_read(compression: int) -> None:
    files = {
        "datapackage.json": b"{}",
        "pages/pages.jsonl": b'{"url": "https://e.org/", "text": "not the page"}',
        "archive/data.warc.gz": b"".join(packed(FIVE)),
    }
    found = pages(written("crawl.wacz", zipped(files, compression)))
    assert [page.url for page in found] == [f"http://e.org/{number}" for number in range(5)]


def test_zip_is_refused_by_its_declared_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zips, "_FREE", 1 << 20)
    data = zipped({"a.html": HTML + b" " * (8 << 20)})
    assert message(written("a.zip", data)) == (
        f"the archive declares {len(HTML) + (8 << 20):,} bytes, too many for its size"
    )


def test_office_document_is_refused() -> None:
    data = zipped({"[Content_Types].xml": b"<Types/>", "word/document.xml": b"<w/>"})
    assert message(written("a.docx", data)).startswith("an Office document, e-book or program")


MHTML = (
    b"From: <Saved by Blink>\r\nSnapshot-Content-Location: https://e.org/top\r\n"
    b"Date: Mon, 5 Feb 2024 10:00:00 +0000\r\nMIME-Version: 1.0\r\n"
    b'Content-Type: multipart/related; type="text/html"; boundary="--b"\r\n\r\n'
    b"----b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: "
    b"quoted-printable\r\nContent-Location: https://e.org/page\r\n\r\n<p>caf=C3=A9</p>\r\n"
    b"----b\r\nContent-Type: image/png\r\nContent-Location: https://e.org/a.png\r\n\r\nPNG\r\n"
    b"----b--\r\n"
)


def test_mhtml_is_read_with_its_address() -> None:
    (page,) = pages(written("saved.mhtml", MHTML))
    assert isinstance(page.html, bytes)
    assert (page.url, page.html.strip()) == ("https://e.org/page", "<p>café</p>".encode())
    assert page.decode().text.strip() == "<p>café</p>"
    assert page.fetched_at is not None


ROWS = [
    {"Link": "https://e.org/1", "content": '<p>one, "two"\nthree', "rank": "1"},
    {"Link": "https://e.org/2", "content": "<p>two", "rank": "2"},
]


def as_csv(delimiter: str) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(ROWS[0]), delimiter=delimiter)
    writer.writeheader()
    writer.writerows(ROWS)
    return text.getvalue().encode()


def as_parquet() -> bytes:
    data = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(ROWS), data)
    return data.getvalue()


TABLES = {
    "a.jsonl": "\n".join(map(json.dumps, ROWS)).encode(),
    "array.json": json.dumps(ROWS).encode(),
    "indented.json": json.dumps(ROWS, indent=2).encode(),
    "concatenated.json": "\n".join(json.dumps(row, indent=1) for row in ROWS).encode(),
    "a.csv": as_csv(","),
    "excel.csv": b"\xef\xbb\xbf" + as_csv(";"),
    "a.tsv": as_csv("\t"),
    "unnamed": as_csv(","),
    "a.parquet": as_parquet(),
}


@pytest.mark.parametrize("name", TABLES)
def test_fields_are_guessed_and_the_guess_is_reported(name: str) -> None:
    note, *found = read(written(name, TABLES[name]))
    assert isinstance(note, Failure)
    assert (note.step, note.message) == (
        NOTE,
        "pages are read from content, addresses from Link; see --html-field and --url-field",
    )
    assert all(isinstance(one, Page) for one in found), found
    assert [(one.html, one.url) for one in found if isinstance(one, Page)] == [
        (row["content"], row["Link"]) for row in ROWS
    ]


@pytest.mark.parametrize("name", TABLES)
def test_other_fields_are_passed_on(name: str) -> None:
    found = pages(written(name, TABLES[name]))
    assert [json.loads(page.input or "") for page in found] == [{"rank": "1"}, {"rank": "2"}]


@pytest.mark.parametrize("name", TABLES)
def test_fields_can_be_named(name: str) -> None:
    found = read(written(name, TABLES[name]), html_field="rank", url_field="Link")
    assert [(one.html, one.url) for one in found if isinstance(one, Page)] == [
        ("1", "https://e.org/1"),
        ("2", "https://e.org/2"),
    ]
    assert not [one for one in found if isinstance(one, Failure)]


def test_table_in_shift_jis_is_read() -> None:
    data = "url,html,題\nhttps://e.org/1,<p>本文の文字,表\n".encode("cp932")
    (page,) = pages(written("a.csv", data))
    assert page.html == "<p>本文の文字"
    assert json.loads(page.input or "") == {"題": "表"}


def test_table_that_breaks_off_in_a_quote_is_reported() -> None:
    data = b"url,html\nhttps://e.org/1,<p>x\nhttps://e.org/2,a,b,c\n"
    first, second = read(written("a.csv", data))
    assert isinstance(first, Page)
    assert isinstance(second, Failure)
    assert (second.source, second.message) == (
        "a.csv:3",
        "the record has more cells than the header",
    )


def test_broken_array_is_read_up_to_the_damage() -> None:
    data = b"[" + LINE.strip() + b", {broken"
    first, second = read(written("a.json", data))
    assert isinstance(first, Page)
    assert isinstance(second, Failure)
    assert second.source == "a.json[1]"
    assert "cannot be read further" in second.message


REFUSED = {
    "wet": (
        block("1", b"software: x", "warcinfo", "application/warc-fields")
        + block("2", b"plain text", "conversion", "text/plain"),
        "a WET file, which has text without HTML: use the WARC file of the same crawl",
    ),
    "wat": (
        block("1", b"{}", "metadata", "application/json"),
        "a WAT file, which has metadata without HTML: use the WARC file of the same crawl",
    ),
    "pdf": (b"%PDF-1.7 ...", "a PDF document: convert it to HTML with another tool first"),
    "image": (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    "rss": (b'<?xml version="1.0"?><rss version="2.0"><channel/></rss>', "a feed, not pages"),
    "atom": (b'<feed xmlns="http://www.w3.org/2005/Atom"></feed>', "a feed, not pages"),
    "standard": (
        b'<?xml version="1.0" encoding="utf-8"?>\n<StandardFormats>\n</StandardFormats>',
        "documents in the standard format: honbun similar --faithful reads them",
    ),
    "sitemap": (b"<urlset><url><loc>https://e.org/</loc></url></urlset>", "a sitemap: use --fetch"),
    "urls": (b"https://e.org/1\nhttps://e.org/2\n", "a list of URLs: use --fetch to fetch its"),
    "svg": (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "an SVG image"),
    "tar": (bytes(257).replace(b"\0", b"a") + b"ustar" + bytes(200), "a tar archive: unpack it"),
    "xml": (b'<?xml version="1.0"?><config><a/></config>', "XML that is not HTML"),
}


@pytest.mark.parametrize("kind", REFUSED)
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_other_kinds_are_refused_in_one_line(kind: str, pack: Callable[[bytes], bytes]) -> None:
    data, reason = REFUSED[kind]
    (named,) = read(written("there/data", pack(data)) + "")
    (found,) = read("there")
    assert isinstance(named, Failure)
    assert isinstance(found, Failure)
    assert (named.step, found.step) == ("read", SKIP)
    assert named.message == found.message
    assert named.message.startswith(reason)


def site_with(site: Site, files: dict[str, bytes]) -> None:
    site.answers["/robots.txt"] = reply(status=404)
    for path, data in files.items():
        kind = "application/gzip" if path.endswith(".gz") else "text/xml"
        kind = kind if "sitemap" in path else "text/html"
        site.answers[path] = reply(data, kind=kind)


def sitemap(*urls: str, item: str = "url", top: str = "urlset") -> bytes:
    items = "".join(f"<{item}><loc>{url}</loc></{item}>" for url in urls)
    return f'<?xml version="1.0"?><{top} xmlns="http://x">{items}</{top}>'.encode()


POLITE = {"fetch": True, "allow_private": True, "delay": 0.0}


def test_lists_and_sitemaps_are_fetched(site: Site) -> None:
    first, second = (site.url(path, host="127.0.0.1") for path in ("/1", "/2"))
    inner = site.url("/sitemap-1.xml.gz", host="127.0.0.1")
    site_with(
        site,
        {"/1": b"<p>1", "/2": b"<p>2", "/sitemap-1.xml.gz": gzip.compress(sitemap(first, second))},
    )
    index = sitemap(inner, item="sitemap", top="sitemapindex")
    for name, data in {
        "urls.txt": f"# pages\n{first}\n\n{second}\n".encode(),
        "sitemap.xml": sitemap(first, second),
        "sitemap.xml.gz": gzip.compress(sitemap(first, second)),
        "index.xml": index,
    }.items():
        found = pages(written(name, data), **POLITE)
        assert [page.html for page in found] == [b"<p>1", b"<p>2"], name
    assert [page.html for page in pages(inner, **POLITE)] == [b"<p>1", b"<p>2"]
    assert [page.html for page in pages(first, **POLITE)] == [b"<p>1"]


def test_number_of_fetched_pages_is_limited(site: Site) -> None:
    urls = [site.url(f"/{number}", host="127.0.0.1") for number in range(4)]
    site_with(site, {f"/{number}": b"<p>x" for number in range(4)})
    found = read(written("a.txt", "\n".join(urls).encode()), max_fetched=3, **POLITE)
    assert [isinstance(one, Page) for one in found] == [True, True, True, False]
    assert found[3] == Failure(urls[3], urls[3], SKIP, "addresses beyond --max-fetched")


def test_sitemap_with_a_doctype_is_refused() -> None:
    data = b'<!DOCTYPE urlset [<!ENTITY a "b">]>' + sitemap("https://e.org/")[21:]
    (found,) = read(written("a.xml", data), fetch=True)
    assert isinstance(found, Failure)
    assert "it has a DOCTYPE" in found.message
