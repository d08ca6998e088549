"""Names of output files, which come from pages, stay in the folder and do not collide."""

from __future__ import annotations

import json
import unicodedata
from typing import TYPE_CHECKING

from honbun.outputs.files import OutputFolder, UniqueNames, file_name
from tests.hostile.case import cases

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command

HOSTILE = {
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
DEVICES = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{p}{n}" for p in ("com", "lpt") for n in "0123456789¹²³"),
}


@cases(HOSTILE)
def test_file_name_is_portable(case: str) -> None:
    name = file_name(case)
    assert 0 < len(name.encode()) <= 120
    assert name.isprintable()
    assert not set(name) & set('/\\:*?"<>|%$~')
    assert name[0] not in "-.~"
    assert name[-1] not in " ."
    assert name.partition(".")[0].lower() not in DEVICES


def test_letters_are_composed() -> None:
    assert file_name("e\u0301te\u0301") == "\xe9t\xe9"


CLASHING = {
    "same name": ("a", "a", "a-2", "a"),
    "case": ("Page", "PAGE", "page"),
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


def test_symlink_in_the_folder_is_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("mine")
    folder = tmp_path / "folder"
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
    urls = [url for url in HOSTILE.values() if len(url) < 1_000 and url.isprintable()]
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
