"""The example spider crawls a site on loopback; its pages are judged when it closes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import pytest

import honbun

# Only the spider's process imports it: that takes a second.
pytestmark = pytest.mark.skipif(find_spec("scrapy") is None, reason="scrapy is not installed")

if TYPE_CHECKING:
    from collections.abc import Iterator

SPIDER = Path(__file__).parents[2] / "examples" / "scrapy_spider.py"
SITE = Path(str(files("honbun"))) / "demo" / "sites" / "fernhill"
ARTICLES = {path.relative_to(SITE).as_posix() for path in SITE.glob("2024/*/*.html")}


def test_site_is_judged_as_a_collection_when_the_spider_closes(tmp_path: Path) -> None:
    with _serving(SITE) as url:
        log = _crawl(tmp_path, url, HONBUN_OUTPUT="content.jsonl", HONBUN_JOBS="2")
        rows = _rows(tmp_path / "content.jsonl")
        pages = [honbun.Page(_body(row["url"]), url=row["url"]) for row in rows]
    assert _stat(log, "pages") == _stat(log, "written") == len(rows)
    assert {row["url"].removeprefix(url) for row in rows} >= ARTICLES
    expected = {content.url: content.text for content in honbun.extract(pages)}
    assert {row["url"]: row["text"] for row in rows} == expected
    assert all(row["compared"] for row in rows)


def test_memory_of_a_crawl_serves_the_next_one(tmp_path: Path) -> None:
    with _serving(SITE) as url:
        _crawl(tmp_path, url, HONBUN_MEMORY="sites.db")
    alone = tmp_path / "site"
    alone.mkdir()
    (alone / "new.html").write_bytes((SITE / "2024" / "03" / "seed-room.html").read_bytes())
    with _serving(alone) as url:
        _crawl(tmp_path, f"{url}new.html", HONBUN_MEMORY="sites.db")
    rows = _rows(tmp_path / "content.jsonl")
    assert next(row["compared"] for row in rows if row["url"].endswith("new.html")) > len(rows)


def test_page_that_cannot_be_read_is_reported_and_the_others_are_written(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    links = "<p><a href=bad.html>A page that is a PDF file in truth.</a></p>"
    (site / "index.html").write_text(f"<title>Start</title>{links}" + "<p>Some text.</p>" * 9)
    (site / "bad.html").write_bytes(b"%PDF-1.7\n" + b"x" * 900)
    with _serving(site) as url:
        log = _crawl(tmp_path, url)
    assert [row["url"] for row in _rows(tmp_path / "content.jsonl")] == [url]
    assert _stat(log, "failed") == 1
    assert "bad.html: this is" in log


def test_output_that_cannot_be_written_stops_the_crawl_before_its_first_page(
    tmp_path: Path,
) -> None:
    with _serving(SITE) as url:
        log = _crawl(tmp_path, url, HONBUN_OUTPUT="content.docx")
    assert "cannot tell the format from 'content.docx'" in log
    assert "response_received_count" not in log


def test_items_with_url_and_html_are_pages_and_others_pass() -> None:
    from honbun.integrations.scrapy import _page_of

    assert _page_of({"url": "https://a.example/", "html": "<p>A"}) == honbun.Page(
        "<p>A", url="https://a.example/", source="https://a.example/"
    )
    assert _page_of({"url": "https://a.example/", "price": 3}) is None


def _crawl(folder: Path, start: str, **settings: str) -> str:
    """Run the example; return its log."""
    command = [sys.executable, "-m", "scrapy", "runspider", str(SPIDER), "-a", f"start={start}"]
    for name, value in settings.items():
        command += ["-s", f"{name}={value}"]
    environment = os.environ | {"PYTHONWARNINGS": "default"}
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.stderr


def _stat(log: str, name: str) -> int:
    found = re.search(rf"'honbun/{name}': (\d+)", log)
    assert found, log
    return int(found[1])


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _body(url: str) -> bytes:
    with urlopen(url) as response:
        body: bytes = response.read()
    return body


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: Any) -> None:
        pass


@contextmanager
def _serving(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
