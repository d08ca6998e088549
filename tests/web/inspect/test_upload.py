"""Files as they come over the wire."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest
from starlette.exceptions import HTTPException

from honbun.web.inspect.uploads import MOST_BYTES, Announced, announced_upload


def named(*files: Any) -> BytesIO:
    return BytesIO(json.dumps(list(files)).encode() + b"\nrest")


def test_the_first_line_names_the_files() -> None:
    files = named({"name": "a.html", "size": 3}, {"name": "b/c.WARC.gz", "size": 0})
    assert announced_upload(files) == [Announced("a.html", 3), Announced("b/c.WARC.gz", 0)]
    assert files.read() == b"rest"


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
        (b'[{"name": "a.html", "size": %d}]\n' % (MOST_BYTES + 1), 413),
        (b"[" + b'{"name": "a.html", "size": 1},' * 5000 + b'{"name": "a.html", "size": 1}]', 413),
    ],
)
def test_what_is_no_list_of_files_is_refused(body: bytes, status: int) -> None:
    with pytest.raises(HTTPException) as refused:
        announced_upload(BytesIO(body))
    assert refused.value.status_code == status


@pytest.mark.parametrize(
    ("name", "tidy"),
    [
        ("../../etc/page.html", "etc/page.html"),
        ("/srv/page.html", "srv/page.html"),
        ("a\nb\x1b[2J.html", "a\\nb\\x1b[2J.html"),
        ("x" * 500 + ".html", ("x" * 500 + ".html")[-200:]),
        ("<b>.html", "<b>.html"),
    ],
)
def test_names_are_for_showing_only(name: str, tidy: str) -> None:
    assert announced_upload(named({"name": name, "size": 0})) == [Announced(tidy, 0)]


def test_the_ending_decides_how_a_file_is_read() -> None:
    names = ["a.HTML", "b.jsonl.gz", "c.warc", "d.parquet", "e.htm.gz"]
    endings = [Announced(name, 0).ending for name in names]
    assert endings == [".html", ".jsonl.gz", ".warc", ".parquet", ".htm.gz"]
