"""All forms of input, alone, mixed and in shards."""

from __future__ import annotations

import gzip
import io
import pickle
import sys
from itertools import chain
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from honbun.errors import Failure, InputError
from honbun.inputs import shards as sharding
from honbun.inputs.options import ReadOptions
from honbun.inputs.read import read_all
from honbun.inputs.shards import Shard, shards
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


def test_single_file_has_its_name_as_url() -> None:
    name = written("deep/a b.html", b"x")
    assert list(read_all(name)) == [Page(b"x", source="deep/a b.html", fallback_url="a b.html")]


@pytest.mark.parametrize("name", ["a.php", "noending", "a.txt"])
def test_named_file_with_any_ending_is_html(name: str) -> None:
    assert list(read_all(written(name, b"x"))) == [Page(b"x", source=name, fallback_url=name)]


def test_gzip_ending_is_not_part_of_the_url() -> None:
    written("a.HTM.gz", gzip.compress(b"x"))
    assert list(read_all("a.HTM.gz")) == [Page(b"x", source="a.HTM.gz", fallback_url="a.HTM")]


def test_folder_is_read_in_path_order() -> None:
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


def test_file_in_a_folder_has_its_relative_path_as_url() -> None:
    written("my site/a/b c.html.gz", gzip.compress(b"x"))
    (page,) = read_all("my site/")
    assert page == Page(b"x", source="my site/a/b c.html.gz", fallback_url="a/b c.html")
    (page,) = read_all("my site", options=ReadOptions(base_url="https://e.org/"))
    assert isinstance(page, Page)
    assert page.fallback_url == "https://e.org/a/b%20c.html"


def test_inputs_are_read_in_order() -> None:
    written("b.html", b"b")
    written("a.ndjson", LINE)
    assert [page.source for page in read_all("b.html", "a.ndjson", "b.html")] == [
        "b.html",
        "a.ndjson:1",
        "b.html",
    ]


def test_dash_reads_json_lines_from_stdin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINE)))
    assert list(read_all("-")) == [Page("line", url="http://e.org/line", source="-:1")]


def test_missing_path_raises_before_reading() -> None:
    written("a.html", b"x")
    with pytest.raises(InputError, match=r"no such file or folder: b\.html"):
        read_all("a.html", "b.html")


def test_table_without_pages_raises_before_reading() -> None:
    pq.write_table(pa.table({"title": ["x"]}), "t.parquet")
    with pytest.raises(InputError, match=r"t\.parquet: no html among: title; name the field with"):
        read_all("t.parquet")


def test_table_without_pages_in_a_folder_is_one_failure() -> None:
    Path("site").mkdir()
    pq.write_table(pa.table({"title": ["x"]}), "site/t.parquet")
    written("site/u.html", b"x")
    first, second = read_all("site")
    message = "no html among: title; name the field with --html-field"
    assert first == Failure("site/t.parquet", None, "read", message)
    assert second == Page(b"x", source="site/u.html", fallback_url="u.html")


def test_dead_link_is_one_failure() -> None:
    written("site/b.html", b"x")
    Path("site/a.html").symlink_to("nowhere")
    first, second = read_all("site")
    assert first == Failure("site/a.html", None, "read", "No such file or directory")
    assert isinstance(second, Page)


def test_url_is_fetched(site: Site) -> None:
    site.answers["/a"] = reply(b"<p>x", kind="text/html; charset=utf-8")
    url = site.url("/a", host="127.0.0.1")
    (page,) = read_all(url, options=ReadOptions(allow_private=True))
    assert isinstance(page, Page)
    assert (page.html, page.url, page.source) == (b"<p>x", url, url)


def test_url_without_a_page_is_one_failure(site: Site) -> None:
    written("a.html", b"x")
    url = site.url("/a", host="127.0.0.1")
    first, second = read_all(url, "a.html")
    assert isinstance(first, Failure)
    assert (first.source, first.url, first.step) == (url, url, "fetch")
    assert first.message == "127.0.0.1 is loopback; see --allow-private"
    assert isinstance(second, Page)


LINES = (
    b'{"url": "http://e.org/1", "html": "one"}\nbroken\n{"url": "http://e.org/2", "html": "2"}\n'
)


@pytest.fixture
def site_folder(folder: Path) -> Path:
    for name in ("a.html", "b.html", "deep/c.html", "deep/d.htm", "e.html"):
        written(f"site/{name}", f"<p>{name}".encode())
    written("site/deep/cc.jsonl", LINES)
    return folder


def numbered(parts: list[Shard]) -> list[tuple[int, object]]:
    return list(chain.from_iterable(part.pages() for part in parts))


@pytest.mark.usefixtures("site_folder")
def test_shards_have_the_pages_of_the_inputs_in_order() -> None:
    options = ReadOptions(base_url="https://e.org/x")
    pages = numbered(shards(["site/e.html", "site"], options))
    assert [page for _, page in pages] == list(read_all("site/e.html", "site", options=options))
    assert any(isinstance(page, Failure) for _, page in pages)


@pytest.mark.usefixtures("site_folder")
def test_page_numbers_follow_input_order() -> None:
    numbers = [number for number, _ in numbered(shards(["site", "site/deep/cc.jsonl"]))]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] < 1 << 63


@pytest.mark.usefixtures("site_folder")
def test_archive_is_one_shard_and_html_files_share_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sharding, "_SHARD_FILES", 2)
    names = [[str(file.source)[5:] for file in part.files] for part in shards(["site"])]
    assert names == [
        ["a.html", "b.html"],
        ["deep/c.html"],
        ["deep/cc.jsonl"],
        ["deep/d.htm", "e.html"],
    ]


@pytest.mark.usefixtures("site_folder")
def test_shard_can_be_read_from_another_folder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = list(read_all("site"))
    sent = pickle.dumps(shards(["site"]))
    Path("elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    assert [page for _, page in numbered(pickle.loads(sent))] == expected


@pytest.mark.usefixtures("site_folder")
@pytest.mark.parametrize("source", ["-", "https://e.org/", "ftp://e.org/"])
def test_stdin_and_urls_cannot_be_sharded(source: str) -> None:
    with pytest.raises(InputError, match="files and folders only"):
        shards(["site", source])


@pytest.mark.usefixtures("site_folder")
def test_deleted_file_of_a_shard_is_a_failure() -> None:
    parts = shards(["site"])
    Path("site/b.html").unlink()
    failure = numbered(parts)[1][1]
    assert isinstance(failure, Failure)
    assert failure.source == "site/b.html"
