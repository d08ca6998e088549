"""What users name as inputs."""

from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from honbun.errors import Failure, InputError
from honbun.inputs.options import ReadOptions
from honbun.inputs.read import read_all
from honbun.page import Page
from tests.inputs.loopback import Site, reply

LINE = b'{"url": "http://e.org/line", "html": "line"}\n'
RECORD = (
    b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://e.org/record\r\n"
    b"Content-Type: text/html\r\nContent-Length: 6\r\n\r\nrecord\r\n\r\n"
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(name: str, data: bytes) -> str:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return name


def test_a_file_given_by_itself_stands_by_its_name() -> None:
    name = written("deep/a b.html", b"x")
    assert list(read_all(name)) == [Page(b"x", source="deep/a b.html", fallback_url="a b.html")]


def test_a_path_object_is_read_like_its_name() -> None:
    written("a.html", b"x")
    assert list(read_all(Path("a.html"))) == list(read_all("a.html"))


@pytest.mark.parametrize("name", ["a.php", "noending", "a.txt"])
def test_a_file_of_any_ending_is_html_when_it_is_given(name: str) -> None:
    assert list(read_all(written(name, b"x"))) == [Page(b"x", source=name, fallback_url=name)]


def test_gzip_is_unpacked_and_leaves_no_ending() -> None:
    written("a.HTM.gz", gzip.compress(b"x"))
    assert list(read_all("a.HTM.gz")) == [Page(b"x", source="a.HTM.gz", fallback_url="a.HTM")]


def test_a_folder_gives_all_it_holds_in_order() -> None:
    written("site/b.xhtml", b"b")
    written("site/a/1.html", b"1")
    written("site/a/2.htm.gz", gzip.compress(b"2"))
    written("site/c.jsonl", LINE)
    written("site/d.jsonl.gz", gzip.compress(LINE))
    written("site/e.warc", RECORD)
    written("site/f.warc.gz", gzip.compress(RECORD))
    pq.write_table(pa.table({"url": ["u"], "html": ["row"]}), "site/g.parquet")
    for ignored in ("site/h.css", "site/.i.html", "site/.git/j.html", "site/k.json", "site/l"):
        written(ignored, b"ignored")
    found = [(page.source, page.html) for page in read_all("site") if isinstance(page, Page)]
    assert found == [
        ("site/a/1.html", b"1"),
        ("site/a/2.htm.gz", b"2"),
        ("site/b.xhtml", b"b"),
        ("site/c.jsonl:1", "line"),
        ("site/d.jsonl.gz:1", "line"),
        ("site/e.warc@0", b"record"),
        ("site/f.warc.gz@0", b"record"),
        ("site/g.parquet#0", "row"),
    ]


def test_a_file_in_a_folder_stands_by_its_relative_path() -> None:
    written("my site/a/b c.html.gz", gzip.compress(b"x"))
    (page,) = read_all("my site/")
    assert page == Page(b"x", source="my site/a/b c.html.gz", fallback_url="a/b c.html")
    (page,) = read_all("my site", options=ReadOptions(base_url="https://e.org/"))
    assert isinstance(page, Page)
    assert page.fallback_url == "https://e.org/a/b%20c.html"


def test_inputs_keep_their_order() -> None:
    written("b.html", b"b")
    written("a.ndjson", LINE)
    assert [page.source for page in read_all("b.html", "a.ndjson", "b.html")] == [
        "b.html",
        "a.ndjson:1",
        "b.html",
    ]


def test_a_dash_is_json_lines_on_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINE)))
    assert list(read_all("-")) == [Page("line", url="http://e.org/line", source="-:1")]


def test_a_path_that_does_not_exist_is_told_before_anything_is_read() -> None:
    written("a.html", b"x")
    with pytest.raises(InputError, match=r"no such file or folder: b\.html"):
        read_all("a.html", "b.html")


@pytest.mark.parametrize("url", ["ftp://e.org/a", "file:///etc/passwd", "s3://bucket/a"])
def test_a_url_of_another_kind_is_told(url: str) -> None:
    with pytest.raises(InputError, match="only http and https URLs can be fetched"):
        read_all(url)


@pytest.mark.parametrize("base", ["e.org", "file:///a/", "/a/"])
def test_a_base_url_must_be_of_the_web(base: str) -> None:
    with pytest.raises(InputError, match="the base URL must begin with http"):
        read_all(options=ReadOptions(base_url=base))


def test_a_table_without_pages_is_told_before_anything_is_read() -> None:
    pq.write_table(pa.table({"text": ["x"]}), "t.parquet")
    with pytest.raises(InputError, match=r"t\.parquet: no column url and html among: text"):
        read_all("t.parquet")


def test_a_table_without_pages_in_a_folder_costs_only_itself() -> None:
    Path("site").mkdir()
    pq.write_table(pa.table({"text": ["x"]}), "site/t.parquet")
    written("site/u.html", b"x")
    first, second = read_all("site")
    assert first == Failure("site/t.parquet", None, "read", "no column url and html among: text")
    assert second == Page(b"x", source="site/u.html", fallback_url="u.html")


def test_a_dead_link_costs_only_itself() -> None:
    written("site/b.html", b"x")
    Path("site/a.html").symlink_to("nowhere")
    first, second = read_all("site")
    assert first == Failure("site/a.html", None, "read", "No such file or directory")
    assert isinstance(second, Page)


def test_a_url_is_fetched(site: Site) -> None:
    site.answers["/a"] = reply(b"<p>x", kind="text/html; charset=utf-8")
    url = site.url("/a", host="127.0.0.1")
    (page,) = read_all(url, options=ReadOptions(allow_private=True))
    assert isinstance(page, Page)
    assert (page.html, page.url, page.source) == (b"<p>x", url, url)


def test_a_url_that_gives_no_page_costs_only_itself(site: Site) -> None:
    written("a.html", b"x")
    url = site.url("/a", host="127.0.0.1")
    first, second = read_all(url, "a.html")
    assert isinstance(first, Failure)
    assert (first.source, first.url, first.step) == (url, url, "fetch")
    assert first.message == "127.0.0.1 leads to 127.0.0.1, which is loopback; see --allow-private"
    assert isinstance(second, Page)
