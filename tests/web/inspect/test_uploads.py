"""Opening addresses and files, and the open collections."""

from __future__ import annotations

import gzip
import io
import json
import threading
from io import BytesIO
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from starlette.exceptions import HTTPException

from honbun.inputs.options import ReadOptions
from honbun.runner.limits import Limits
from honbun.web.inspect import uploads
from honbun.web.inspect.uploads import MAX_BYTES, UploadedFile, read_file_list
from tests.inputs.loopback import reply
from tests.inputs.records import record
from tests.web.inspect.pages import BORROWER, HOSTILE, SITE, body
from tests.web.serving import serving

if TYPE_CHECKING:
    from http.server import BaseHTTPRequestHandler

    from tests.inputs.loopback import Site
    from tests.web.serving import Server


def test_an_address_is_fetched_and_shown(bare: Server, site: Site) -> None:
    site.answers["/ferry"] = reply(SITE["ferry.html"].encode())
    url = site.url("/ferry", host="127.0.0.1")
    answer = bare.get("/inspect", url=url)
    assert answer.status_code == 303
    page = bare.get(answer.headers["location"])
    assert page.status_code == 200
    assert "The last ferry" in page.text
    data = bare.get(answer.headers["location"].replace("/inspect/", "/pages/")).json()
    assert data["source"] == url
    site.answers["/gone"] = reply(b"gone", status=410)
    assert bare.get("/inspect", url=site.url("/gone", host="127.0.0.1")).status_code == 502


def test_a_refused_address_is_explained() -> None:
    with serving(allow_private=False) as server:
        for url, status, line in (
            ("http://127.0.0.1:1/", 403, "loopback"),
            ("http://[::1]/", 403, "loopback"),
            ("file:///etc/passwd", 400, ""),
            ("http://", 400, ""),
            ("https://a.example/" + 2000 * "x", 400, "2,000"),
        ):
            answer = server.get("/inspect", url=url)
            assert answer.status_code == status
            assert 'role="alert"' in answer.text
            assert line in answer.text


def test_a_site_that_does_not_answer_gets_504(site: Site) -> None:
    free = threading.Event()

    def late(request: BaseHTTPRequestHandler) -> None:
        free.wait(20)
        reply(b"late")(request)

    site.answers["/slow"] = late
    with serving(patience=0.2) as server:
        answer = server.get("/inspect", url=site.url("/slow", host="127.0.0.1"))
        free.set()
    assert answer.status_code == 504


def test_files_of_all_formats_become_one_collection(bare: Server) -> None:
    lines = "".join(
        json.dumps({"url": f"https://a.example/{n}", "html": BORROWER}) + "\n" for n in (1, 2)
    )
    files: dict[str, str | bytes] = {
        "ferry.html": SITE["ferry.html"],
        "tide.html.gz": gzip.compress(SITE["tide.html"].encode()),
        "more.jsonl": lines + "broken\n",
    }
    answer = bare.upload(body(files))
    assert answer.status_code == 201
    upload = answer.json()
    assert (upload["pages"], upload["failed"]) == (4, 1)
    bare.analysis(upload["collection"]).heads.wait()
    listed = bare.get(answer.headers["location"]).text
    assert "The last ferry" in listed
    assert "https://a.example/2" in listed
    assert 'data-count="1"' in listed
    assert "more.jsonl:3" in listed


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"", 400),
        (body({"a.html": BORROWER})[:-1], 400),
        (body({"a.exe": BORROWER}), 415),
        (body({"empty.jsonl": ""}), 422),
        (body({"a.html.gz": gzip.compress(b"<p>x")[:-9]}), 422),
        (body({"a.parquet": b"no parquet"}), 422),
        (bytes(100_000_001), 413),
        (b'[{"name": "a.html", "size": 60000000}]\n', 413),
    ],
)
def test_an_invalid_upload_is_refused(bare: Server, sent: bytes, status: int) -> None:
    assert bare.upload(b"", Origin="https://evil.example").status_code == 403
    answer = bare.upload(sent)
    assert answer.status_code == status
    assert answer.text.count("\n") == 1
    assert "/tmp" not in answer.text


def test_the_size_of_pages_is_limited(bare: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "_MAX_PAGE_BYTES", 5 * len(BORROWER))
    monkeypatch.setattr(uploads, "DEFAULTS", ReadOptions(max_bytes=2000))
    line = json.dumps({"url": "https://a.example/", "html": BORROWER}).encode() + b"\n"
    large, bomb = BORROWER * 9, gzip.compress(line * 100)
    upload = bare.upload(body({"large.html": large, "bomb.jsonl.gz": bomb})).json()
    assert upload["pages"] == 5, "decompression stops at the limit"
    listed = bare.get(f"/inspect/{upload['collection']}").text
    assert "only the first 6 pages were read" in listed
    refused = bare.upload(body({"large.html": large}))
    for text in (refused.text, listed):
        assert "more than the 2,000" in text
        assert "--max-bytes" not in text, "clients cannot set options"


def test_assets_of_a_warc_file_are_used(bare: Server) -> None:
    html = b"<link rel=stylesheet href=/2><h1>Styled</h1><p>By a sheet of its archive."
    sheet = record("2", b"h1 { color: teal }", http="Content-Type: text/css")
    archive = record("1", html, http="Content-Type: text/html") + sheet
    name = bare.upload(body({"crawl.warc": archive})).json()["collection"]
    (found,) = bare.get(f"/pages/{name}/0").json()["sheets"]
    assert "teal" in found["css"]


def test_the_last_four_collections_stay_open(bare: Server) -> None:
    names = [bare.upload(body({"a.html": BORROWER})).json()["collection"] for _ in range(5)]
    assert len(set(names)) == 5
    statuses = [bare.get(f"/inspect/{name}/0").status_code for name in names]
    assert statuses == [404, 200, 200, 200, 200]
    for path in ("/inspect/{}", "/inspect/data/{}/0/content", "/pages/{}/0"):
        answer = bare.get(path.format(names[0]))
        assert answer.status_code == 404
        assert "no longer open" in answer.text


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"no json\n", 400),
        (b"{}\n", 400),
        (b"[]\n", 400),
        (b"[" * 100_000 + b"\n", 400),
        (b'[{"name": "a.html"}]\n', 400),
        (b'[{"name": "a.html", "size": -1}]\n', 400),
        (b'[{"name": "a.html", "size": true}]\n', 400),
        (b'[{"name": "a.html", "size": 1.5}]\n', 400),
        (b'[{"name": 5, "size": 1}]\n', 400),
        (b'["a.html"]\n', 400),
        (b'[{"name": "a.exe", "size": 1}]\n', 415),
        (b'[{"name": "", "size": 1}]\n', 415),
        (b'[{"name": "a.html", "size": %d}]\n' % (MAX_BYTES + 1), 413),
        (b"[" + b'{"name": "a.html", "size": 1},' * 5000 + b'{"name": "a.html", "size": 1}]', 413),
    ],
)
def test_an_invalid_list_of_files_is_refused(body: bytes, status: int) -> None:
    with pytest.raises(HTTPException) as refused:
        read_file_list(BytesIO(body))
    assert refused.value.status_code == status


@pytest.mark.parametrize(
    ("name", "shown", "ending"),
    [
        ("a.HTML", "a.HTML", ".html"),
        ("../../etc/page.htm.gz", "etc/page.htm.gz", ".htm.gz"),
        ("/srv/b.WARC.gz", "srv/b.WARC.gz", ".warc.gz"),
        ("a\nb\x1b[2J.parquet", "a\\nb\\x1b[2J.parquet", ".parquet"),
        ("x" * 500 + ".html", ("x" * 500 + ".html")[-200:], ".html"),
        ("<b>.jsonl.gz", "<b>.jsonl.gz", ".jsonl.gz"),
    ],
)
def test_file_names_are_cleaned_and_their_endings_decide_how_files_are_read(
    name: str, shown: str, ending: str
) -> None:
    files = [{"name": name, "size": 3}]
    sent = BytesIO(json.dumps(files).encode() + b"\nrest")
    [file] = read_file_list(sent)
    assert (file, file.ending, sent.read()) == (UploadedFile(shown, 3), ending, b"rest")


def test_file_names_and_titles_are_escaped(bare: Server) -> None:
    name = '"><img src=x onerror=alert(1)>.html'
    upload = bare.upload(body({name: HOSTILE, f"b{name}": HOSTILE})).json()
    for path in ("", "/0", "/1"):
        shown = bare.get(f"/inspect/{upload['collection']}{path}").text
        assert "<img" not in shown
        assert "&lt;img" in shown


def test_an_upload_is_read_in_a_process_with_limits(
    bare: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small file that takes gigabytes ends its worker, not the server."""
    monkeypatch.setattr(uploads, "_LIMITS", Limits(seconds=30, memory=100 << 20))
    table = io.BytesIO()
    rows = {"url": ["https://a.example/"], "html": ["x" * (250 << 20)]}
    pq.write_table(pa.table(rows), table, compression="zstd")
    assert len(table.getvalue()) < 1 << 20
    answer = bare.upload(body({"a.parquet": table.getvalue()}))
    assert answer.status_code == 422
    assert "is readable (malloc of size" in answer.text
    assert bare.upload(body({"a.html": BORROWER})).status_code == 201
