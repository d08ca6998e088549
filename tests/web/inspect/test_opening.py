"""Opening addresses and files, and what is forgotten again."""

from __future__ import annotations

import gzip
import json
import threading
from typing import TYPE_CHECKING

import pytest

from honbun.inputs.options import ReadOptions
from honbun.web.inspect import uploads
from tests.inputs.loopback import reply
from tests.inputs.records import record
from tests.web.inspect.pages import BORROWER, HOSTILE, SITE, body
from tests.web.inspect.serving import inspecting

if TYPE_CHECKING:
    from http.server import BaseHTTPRequestHandler

    from tests.inputs.loopback import Site
    from tests.web.inspect.serving import Inspecting


def test_an_address_is_fetched_and_shown(bare: Inspecting, site: Site) -> None:
    site.answers["/ferry"] = reply(SITE["ferry.html"].encode())
    asked = site.url("/ferry", host="127.0.0.1")
    answer = bare.get("/inspect", url=asked)
    assert answer.status_code == 303
    page = bare.get(answer.headers["location"])
    assert page.status_code == 200
    assert "The last ferry" in page.text
    data = bare.get(answer.headers["location"].replace("/inspect/", "/pages/")).json()
    assert data["source"] == asked


@pytest.mark.parametrize(
    ("url", "status", "line"),
    [
        ("http://127.0.0.1:1/", 403, "loopback"),
        ("http://[::1]/", 403, "loopback"),
        ("file:///etc/passwd", 400, ""),
        ("http://", 400, ""),
        ("https://a.example/" + 2000 * "x", 400, "2,000"),
    ],
)
def test_an_address_that_may_not_be_had_is_told_in_one_line(
    url: str, status: int, line: str
) -> None:
    with inspecting(allow_private=False) as server:
        answer = server.get("/inspect", url=url)
    assert answer.status_code == status
    assert 'role="alert"' in answer.text
    assert line in answer.text


def test_a_site_that_fails_is_told(bare: Inspecting, site: Site) -> None:
    site.answers["/gone"] = reply(b"gone", status=410)
    assert bare.get("/inspect", url=site.url("/gone", host="127.0.0.1")).status_code == 502


def test_a_site_that_does_not_answer_is_not_waited_for(site: Site) -> None:
    free = threading.Event()

    def late(request: BaseHTTPRequestHandler) -> None:
        free.wait(20)
        reply(b"late")(request)

    site.answers["/slow"] = late
    with inspecting(patience=0.2) as server:
        answer = server.get("/inspect", url=site.url("/slow", host="127.0.0.1"))
        free.set()
    assert answer.status_code == 504


def test_one_client_may_not_ask_for_ever(site: Site) -> None:
    site.answers["/"] = reply(BORROWER.encode())
    with inspecting(rate=2) as server:
        asked = [server.get("/inspect", url=site.url("/", host="127.0.0.1")) for _ in range(3)]
        assert [answer.status_code for answer in asked] == [303, 303, 429]
        assert server.post(body({"a.html": BORROWER})).status_code == 429


def test_files_of_all_kinds_make_one_collection(bare: Inspecting) -> None:
    lines = "".join(
        json.dumps({"url": f"https://a.example/{n}", "html": BORROWER}) + "\n" for n in (1, 2)
    )
    files: dict[str, str | bytes] = {
        "ferry.html": SITE["ferry.html"],
        "tide.html.gz": gzip.compress(SITE["tide.html"].encode()),
        "more.jsonl": lines + "broken\n",
    }
    answer = bare.post(body(files))
    assert answer.status_code == 201
    told = answer.json()
    assert (told["pages"], told["failed"]) == (4, 1)
    bare.opened.rooms(told["collection"]).heads.wait()
    listed = bare.get(answer.headers["location"]).text
    assert "The last ferry" in listed
    assert "https://a.example/2" in listed
    assert 'data-count="1"' in listed
    assert "more.jsonl:3" in listed


def test_only_our_own_pages_may_open_files(bare: Inspecting) -> None:
    assert bare.post(body({"a.html": BORROWER}), Origin="https://evil.example").status_code == 403


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"", 400),
        (body({"a.html": BORROWER})[:-1], 400),
        (body({"a.exe": BORROWER}), 415),
        (body({"empty.jsonl": ""}), 422),
        (body({"a.html.gz": b"no gzip"}), 422),
        (body({"a.parquet": b"no parquet"}), 422),
    ],
)
def test_what_cannot_be_opened_is_told_in_one_line(
    bare: Inspecting, sent: bytes, status: int
) -> None:
    answer = bare.post(sent)
    assert answer.status_code == status
    assert answer.text.count("\n") == 1
    assert "/tmp" not in answer.text


def test_more_than_fits_is_refused_before_it_is_read(bare: Inspecting) -> None:
    assert bare.post(bytes(110_000_000)).status_code == 413
    assert bare.post(b'[{"name": "a.html", "size": 60000000}]\n').status_code == 413


def test_a_bomb_is_not_unpacked_to_its_end(
    bare: Inspecting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "_MOST_TEXT", 5 * len(BORROWER))
    line = json.dumps({"url": "https://a.example/", "html": BORROWER}).encode() + b"\n"
    told = bare.post(body({"bomb.jsonl.gz": gzip.compress(line * 100)})).json()
    assert told["pages"] == 5
    listed = bare.get(f"/inspect/{told['collection']}").text
    assert "only the first 5 pages were taken" in listed


def test_the_options_of_the_command_are_not_for_the_browser(
    bare: Inspecting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "DEFAULTS", ReadOptions(max_bytes=2000))
    large = BORROWER * 9
    refused = bare.post(body({"large.html": large}))
    name = bare.post(body({"large.html": large, "small.html": BORROWER})).json()["collection"]
    for said in (refused.text, bare.get(f"/inspect/{name}").text):
        assert "more than the 2,000" in said
        assert "--max-bytes" not in said


def test_of_what_was_opened_the_last_four_are_kept(bare: Inspecting) -> None:
    names = [bare.post(body({"a.html": BORROWER})).json()["collection"] for _ in range(5)]
    assert len(set(names)) == 5
    statuses = [bare.get(f"/inspect/{name}/0").status_code for name in names]
    assert statuses == [404, 200, 200, 200, 200]
    for path in ("/inspect/{}", "/inspect/data/{}/0/content", "/pages/{}/0"):
        answer = bare.get(path.format(names[0]))
        assert answer.status_code == 404
        assert "any more" in answer.text


def test_names_and_titles_of_strangers_are_text(bare: Inspecting) -> None:
    name = '"><img src=x onerror=alert(1)>.html'
    told = bare.post(body({name: HOSTILE, f"b{name}": HOSTILE})).json()
    for path in ("", "/0", "/1"):
        shown = bare.get(f"/inspect/{told['collection']}{path}").text
        assert "<img" not in shown
        assert "&lt;img" in shown


def test_the_style_sheets_of_an_archive_come_with_its_pages(bare: Inspecting) -> None:
    html = b"<link rel=stylesheet href=/2><h1>Styled</h1><p>By a sheet of its archive."
    sheet = record("2", b"h1 { color: teal }", http="Content-Type: text/css")
    archive = record("1", html, http="Content-Type: text/html") + sheet
    name = bare.post(body({"crawl.warc": archive})).json()["collection"]
    (found,) = bare.get(f"/pages/{name}/0").json()["sheets"]
    assert "teal" in found["css"]
