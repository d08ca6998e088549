from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import pytest

from honbun.errors import TruthError
from honbun.evaluation.truth.wcxb import is_wcxb, read_wcxb
from tests.evaluation.wcxb import html, row, text, write_wcxb

if TYPE_CHECKING:
    from pathlib import Path


def test_pages_come_in_the_order_of_the_truth(tmp_path: Path) -> None:
    folder = write_wcxb(tmp_path / "data", [row(2, type="forum"), row(0), row(1)])
    assert is_wcxb(folder)
    first, *others = read_wcxb(folder)
    assert (first.type, first.domain, first.text) == ("forum", "site2.example", text(2))
    assert first.page.html == html(2).encode()
    assert first.page.url == "https://site2.example/notes/2.html"
    assert first.page.source == str(folder / "pages/0002.html.gz")
    assert [page.domain for page in others] == ["site0.example", "site1.example"]


@pytest.mark.parametrize("nothing", ["", None])
def test_page_without_domain_has_its_own_domain(tmp_path: Path, nothing: str | None) -> None:
    folder = write_wcxb(tmp_path / "data", [row(7, domain=nothing, url=nothing)])
    (page,) = read_wcxb(folder)
    assert (page.domain, page.page.url) == ("0007", None)


def test_empty_truth_has_no_pages(tmp_path: Path) -> None:
    assert list(read_wcxb(write_wcxb(tmp_path / "data", []))) == []


def test_folder_without_truth_is_reported(tmp_path: Path) -> None:
    assert not is_wcxb(tmp_path)
    with pytest.raises(TruthError, match=r"has no truth\.jsonl\.gz"):
        list(read_wcxb(tmp_path))


LINE = json.dumps(row(0)).encode() + b"\n"


@pytest.mark.parametrize(
    "truth",
    [
        b"no gzip",
        gzip.compress(LINE)[:-12],
        gzip.compress(b"no json\n"),
        gzip.compress(json.dumps({"id": "0"}).encode()),
        gzip.compress(LINE + b"{\n"),
    ],
    ids=["no gzip", "cut short", "no JSON", "a key missing", "a broken line"],
)
def test_broken_truth_is_reported(tmp_path: Path, truth: bytes) -> None:
    folder = write_wcxb(tmp_path / "data", [row(0)])
    (folder / "truth.jsonl.gz").write_bytes(truth)
    with pytest.raises(TruthError, match=r"truth\.jsonl\.gz: "):
        list(read_wcxb(folder))


def test_missing_page_is_reported(tmp_path: Path) -> None:
    folder = write_wcxb(tmp_path / "data", [row(0)])
    (folder / "pages/0000.html.gz").unlink()
    with pytest.raises(TruthError, match="No such file"):
        list(read_wcxb(folder))


@pytest.mark.parametrize("line", [b"5", b"[]", json.dumps(row(0, file=None)).encode()])
def test_truth_with_wrong_types_is_reported(tmp_path: Path, line: bytes) -> None:
    folder = write_wcxb(tmp_path / "data", [row(0)])
    (folder / "truth.jsonl.gz").write_bytes(gzip.compress(line))
    with pytest.raises(TruthError, match=r"truth\.jsonl\.gz: "):
        list(read_wcxb(folder))


def test_page_with_damaged_gzip_is_reported(tmp_path: Path) -> None:
    folder = write_wcxb(tmp_path / "data", [row(0)])
    path = folder / "pages/0000.html.gz"
    data = path.read_bytes()
    path.write_bytes(data[:30] + bytes(30) + data[60:])
    with pytest.raises(TruthError, match=r"truth\.jsonl\.gz: "):
        list(read_wcxb(folder))


def test_page_without_gzip_is_reported(tmp_path: Path) -> None:
    folder = write_wcxb(tmp_path / "data", [row(0)])
    (folder / "pages/0000.html.gz").write_bytes(b"<p>x")
    with pytest.raises(TruthError, match=r"truth\.jsonl\.gz: "):
        list(read_wcxb(folder))
