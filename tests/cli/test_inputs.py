"""What commands say about their inputs: what was skipped, guessed, shared, and not read."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pyarrow import parquet

if TYPE_CHECKING:
    from tests.cli.conftest import Command

HTML = "<!DOCTYPE html><title>{0}</title><h1>{0}</h1><p>All that is known of {0}, in one sentence."


@pytest.fixture
def mirror(tmp_path: Path) -> Path:
    """What `wget -r` leaves."""
    folder = tmp_path / "www.example.org"
    folder.mkdir()
    for name in ("index.html", "ants.php", "bees", "index.html?p=2"):
        (folder / name).write_text(HTML.format(name))
    for number in range(5):
        (folder / f"{number}.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (folder / "a.pdf").write_bytes(b"%PDF-1.7")
    return folder


def test_mirror_is_read_and_what_was_skipped_is_listed(honbun: Command, mirror: Path) -> None:
    done = honbun("extract", mirror)
    assert done.status == 0
    assert {row["url"] for row in done.rows()} == {
        "https://www.example.org/",
        "https://www.example.org/?p=2",
        "https://www.example.org/ants.php",
        "https://www.example.org/bees",
    }
    pictures, documents, summary = done.err.splitlines()
    names = ", ".join(f"{mirror / str(number)}.png" for number in range(3))
    assert pictures == f"honbun: skipped 5: a PNG image ({names}, …)"
    assert documents.startswith("honbun: skipped 1: a PDF document: convert it to HTML")
    assert summary.startswith("honbun: 4 pages in ")


def test_input_without_pages_has_status_1(honbun: Command, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "a.pdf").write_bytes(b"%PDF-1.7")
    (tmp_path / "urls.txt").write_text("https://e.org/1\nhttps://e.org/2\n")
    for name, said in (("folder", "skipped 1: a PDF document"), ("urls.txt", "use --fetch")):
        done = honbun("extract", tmp_path / name)
        assert (done.status, done.out) == (1, b"")
        assert said in done.err
        assert len(done.err.splitlines()) == 2


ROWS = [
    {"link": f"https://e.org/{name}", "body": HTML.format(name), "url_id": 7, "tags": ["a", name]}
    for name in ("ants", "bees")
]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "crawl.json"
    path.write_text(json.dumps(ROWS))
    return path


def test_other_fields_are_in_every_row_under_input(
    honbun: Command, table: Path, tmp_path: Path
) -> None:
    expected = [{"url_id": 7, "tags": ["a", name]} for name in ("ants", "bees")]
    done = honbun("extract", table)
    assert "pages are read from body, addresses from link" in done.err
    assert [row["input"] for row in done.rows()] == expected
    assert [row["url"] for row in done.rows()] == [row["link"] for row in ROWS]
    text = honbun("extract", table, "-f", "csv").out.decode()
    cells = [row["input"] for row in csv.DictReader(io.StringIO(text, newline=""))]
    assert list(map(json.loads, cells)) == expected
    honbun("extract", table, "-o", tmp_path / "out.parquet")
    stored = parquet.read_table(tmp_path / "out.parquet").column("input").to_pylist()
    assert list(map(json.loads, stored)) == expected
    chunks = honbun("extract", table, "-f", "chunks").rows()
    assert [row["input"] for row in chunks] == expected


def test_what_was_cut_is_in_every_format(honbun: Command, tmp_path: Path) -> None:
    page = "<div>" * 600 + "<p>Deep down there is a text, in a sentence of its own.</p>"
    (tmp_path / "deep.html").write_text(page)
    phrase = "elements nested deeper than 512"
    for name in ("jsonl", "csv", "text", "markdown", "html", "chunks"):
        assert phrase in honbun("extract", tmp_path / "deep.html", "-f", name).out.decode(), name
    folder = tmp_path / "out"
    honbun("extract", tmp_path / "deep.html", "-f", "markdown", "-o", f"{folder}/")
    assert phrase in (folder / "manifest.jsonl").read_text()
    assert phrase in next(folder.glob("*.md")).read_text()


def test_two_files_with_one_address_are_kept_and_reported(honbun: Command, tmp_path: Path) -> None:
    for name in ("a", "b"):
        canonical = '<link rel="canonical" href="https://e.org/same">'
        (tmp_path / f"{name}.html").write_text(canonical + HTML.format(name))
    done = honbun("extract", tmp_path)
    assert [row["url"] for row in done.rows()] == ["https://e.org/same"] * 2
    note, summary = done.err.splitlines()
    assert note == (
        "honbun: another page has the same address, and both are kept: https://e.org/same"
    )
    assert summary.endswith("1 with the address of another page")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without named pipes")
def test_pipes_do_not_block(honbun: Command, tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "a.html").write_text(HTML.format("ants"))
    os.mkfifo(tmp_path / "pipe")
    (folder / "b.html").symlink_to(tmp_path / "pipe")
    os.mkfifo(folder / "c.html")
    done = honbun("extract", folder, "--follow-links")
    assert len(done.rows()) == 1
    assert "skipped 2: not a regular file" in done.err
    done = honbun("extract", tmp_path / "pipe")
    assert (done.status, len(done.err.splitlines())) == (2, 1)
    assert "not a regular file" in done.err


def test_links_out_of_a_folder_are_followed_on_request(honbun: Command, tmp_path: Path) -> None:
    for name in ("pages", "outside"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.html").write_text(HTML.format(name))
    (tmp_path / "pages" / "file.html").symlink_to(tmp_path / "outside" / "outside.html")
    (tmp_path / "pages" / "folder").symlink_to(tmp_path / "outside")
    (tmp_path / "pages" / "inside.html").symlink_to(tmp_path / "pages" / "pages.html")
    done = honbun("extract", tmp_path / "pages")
    assert {Path(row["source"]).name for row in done.rows()} == {"pages.html", "inside.html"}
    assert "skipped 2: a link out of the folder; see --follow-links" in done.err
    assert len(honbun("extract", tmp_path / "pages", "--follow-links").rows()) == 4


def test_closed_stderr_does_not_stop_a_run(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(HTML.format("ants"))
    (tmp_path / "b.html").write_bytes(b"%PDF-1.7")
    command = f'exec "{sys.executable}" -m honbun.cli.app extract "{tmp_path}" 2>&-'
    done = subprocess.run(["sh", "-c", command], stdout=subprocess.PIPE, check=False, timeout=60)
    assert done.returncode == 1
    assert [json.loads(line)["title"] for line in done.stdout.splitlines()] == ["ants"]
