"""Outputs are well formed whatever the pages contain, and files stay in their folder."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from time import process_time
from typing import TYPE_CHECKING, Any

import pytest

from honbun.api import extract, feed, posts
from honbun.inputs.read import read
from honbun.outputs import Result, format_names, render
from honbun.outputs import feeds as outputs
from honbun.outputs.files import OutputFolder, UniqueNames, file_name
from honbun.papers.similar_003.documents import documents
from honbun.posts.identity import add_keys
from honbun.text.unicode import normal_form
from tests.fuzz import readback
from tests.hostile.pages import cases

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from honbun.page import Page
    from tests.cli.conftest import Command

NOISE = (
    "a\x01\x02\x1b[31mb\x7f\x08\x0c\x85\x9f",
    "a\0b\0\0",
    "a\ud800b\udc00c\ud83d",
    "a\ufffe\uffff\ufdd0\U0001ffff",
    "a\u202eb\u2066c\u202dd",
    "a" + "\u0301\u0316" * 2_000,
    "a\u200b\u200d\ufeff\u00ad\u2060\U000e0041",
    "a\u2028b\u2029c",
)
"""Controls, NULs, halves, noncharacters, bidi controls, marks, invisible characters, separators."""


def noisy(noise: str, number: int) -> str:
    """A page with this noise in title, URL, text, links and names, as a line of JSON."""
    shown = "".join(
        f"<div class=post><p><b>Name{noise}{k}</b> 2010-03-{k + 10} 12:0{k}</p>"
        f"<p>Words number {number}{k} of {noise} this post say something.</p></div>"
        for k in range(6)
    )
    links = "".join(
        f"<li>2010-03-{k} <a href='/{noise}/{k}'>Item {noise} number {k} of the list</a>"
        for k in range(10, 20)
    )
    html = (
        f"<html lang='e{noise}n'><title>{noise} title {number}</title><meta name=author "
        f"content='{noise}'><h1>{noise} heading {number}</h1>{shown}<ul>{links}</ul>"
    )
    return json.dumps({"url": f"https://e.org/{noise[:50]}/{number}", "html": html}) + "\n"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> list[Page]:
    """The pages with noise, as the reader returns them."""
    path = tmp_path_factory.mktemp("noisy") / "pages.jsonl"
    path.write_text("".join(noisy(noise, n) for noise in NOISE for n in range(3)))
    return list(read(path))


def channels(pages: list[Page]) -> list[Any]:
    found = feed(pages[0])
    return [outputs.channel(found, outputs.entries(found.url, found.items))]


RESULTS: dict[Result, Callable[[list[Page]], Iterable[Any]]] = {
    "content": extract,
    "posts": lambda pages: add_keys(posts(pages)),
    "feed": channels,
    "standard": documents,
}


@cases(RESULTS.keys())
def test_every_format_is_well_formed(case: Result, pages: list[Page]) -> None:
    found = list(RESULTS[case](pages))
    assert found
    for name in format_names(case):
        rows = readback.READ[name](render(case, name, found))
        assert not readback.controls(rows) - {"\r"}, name


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC"])
def test_many_combining_marks_are_normalized_as_unicodedata_does(form: Any) -> None:
    marks = "\u0301\u0316\u0327\uff9e\u3099\u0344\u0f73\u0f71\u034f\ufcf2\u1161"
    for n, mark in enumerate(marks):
        text = ("b" + marks[n:] + mark + "\u0316\u0301" * 40) * 12
        assert normal_form(form, text) == unicodedata.normalize(form, text)
    started = process_time()
    normal_form(form, "a" + "\u0301\u0316" * 100_000)
    assert process_time() - started < 2


FORMULAS = ("=cmd|'/C calc'!A0", "+1+1", "-2+3", "@SUM(1+1)", '=HYPERLINK("http://e.org","x")')


def test_csv_cells_are_no_formulas(honbun: Command, tmp_path: Path) -> None:
    """Spreadsheets would compute them; for programs there is --no-csv-escape."""
    for n, formula in enumerate(FORMULAS):
        (tmp_path / f"{n}.html").write_text(f"<title>{formula}</title><p>Words of {n}")
    for more, expected in ((), [f"'{one}" for one in FORMULAS]), (("--no-csv-escape",), FORMULAS):
        done = honbun("extract", tmp_path, "-f", "csv", "--quiet", *more)
        rows = csv.DictReader(io.StringIO(done.out.decode(), newline=""))
        assert [row["title"] for row in rows] == list(expected)


NAMES = {
    "parents": "../../etc/passwd",
    "parents, quoted": "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "only parents": "../..",
    "absolute": "/etc/passwd",
    "absolute on Windows": "C:\\Windows\\system.ini",
    "another stream of a file": "page.html::$DATA",
    "device": "CON",
    "device with an ending": "nul.txt",
    "device with a small digit": "COM¹",
    "device after an address": "https://aux/",
    "dots and spaces at the end": "page. . .",
    "300 bytes": "https://a.example/" + "é" * 150,
    "a megabyte": "https://a.example/" + "a/" * 500_000,
    "NUL": "a%00b\0c",
    "terminal escape": "a\x1b[2Jb\n\rc",
    "writing from right to left": "a\u202ecod.exe",
    "option of a command": "--help",
    "home": "~root",
    "half a character": "\udcff.html",
    "tower of marks": "a" + "\u0301\u0316" * 100_000,
    "nothing": "",
}
PORTS = {f"{port}{n}" for port in ("com", "lpt") for n in "0123456789¹²³"}


@cases(NAMES)
def test_file_name_is_portable(case: str) -> None:
    name = file_name(case)
    assert 0 < len(name.encode()) <= 120
    assert name.isprintable()
    assert not set(name) & set('/\\:*?"<>|%$~')
    assert name[0] not in "-.~"
    assert name[-1] not in " ."
    assert name.partition(".")[0].lower() not in {"con", "prn", "aux", "nul", *PORTS}


CLASHING = {
    "same name": ("a", "a", "a-2", "a"),
    "case": ("Page", "PAGE", "page"),
    "a number in capitals": ("a", "A-2", "a"),
    "case of other letters": ("straße", "STRASSE", "ΣΑΣ", "σας"),
    "composed and not": ("が", unicodedata.normalize("NFD", "が"), "Ã", "a\u0303"),
    "cut off": ("x" * 200 + "1", "x" * 200 + "2"),
}


@cases(CLASHING)
def test_file_names_do_not_collide(case: tuple[str, ...]) -> None:
    names = UniqueNames()
    unique = [names.unused(file_name(name)) for name in case]
    folded = {unicodedata.normalize("NFD", name.casefold()) for name in unique}
    assert len(folded) == len(case)


def test_letters_are_composed() -> None:
    assert file_name("e\u0301te\u0301") == "\xe9t\xe9"


def test_symlink_in_the_folder_is_not_followed(tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside.txt", tmp_path / "folder"
    outside.write_text("mine")
    folder.mkdir()
    (folder / "a.example.txt").symlink_to(outside)
    OutputFolder(folder, ".txt").write("https://a.example/", b"the page's")
    assert outside.read_text() == "mine"
    assert (folder / "a.example.txt").read_text() == "the page's"
    assert not (folder / "a.example.txt").is_symlink()


def test_pages_with_hostile_urls_are_written_inside_the_folder(
    honbun: Command, tmp_path: Path
) -> None:
    pages = tmp_path / "pages.jsonl"
    urls = [url for url in NAMES.values() if len(url) < 1_000 and url.isprintable()]
    rows = [{"url": url, "html": f"<p>Words of {n}"} for n, url in enumerate(urls)]
    pages.write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = honbun("extract", pages, "-f", "text", "-o", f"{tmp_path / 'out'}/", "--quiet")
    assert (done.status, done.err) == (0, "")
    assert {path.name for path in tmp_path.iterdir()} == {"pages.jsonl", "out"}
    assert len(list((tmp_path / "out").iterdir())) == len(urls)


def test_hostile_file_name_is_escaped_in_messages(honbun: Command, tmp_path: Path) -> None:
    (tmp_path / "a\x1b[2J\nhonbun: all is well.html").write_bytes(b"%PDF-")
    done = honbun("extract", tmp_path, "--quiet")
    assert done.status == 1
    [line] = done.err.splitlines()
    assert "\\x1b[2J\\nhonbun: all is well.html" in line
