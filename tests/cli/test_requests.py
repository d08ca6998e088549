"""Requests that cannot be fulfilled: one line on stderr, status 2, and no file is changed."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import pytest

from honbun.annotation.model import TRUTH, State
from honbun.stores.labels import Labels
from tests.evaluation.boats import add_labels, page

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command

NAMED = "is not a name for the site format"
NO_FILE = "there is no such file"
REQUESTS = {
    "extract no/page.html": "no such file or folder: no/page.html",
    "extract pages missing -o notes.txt -f text": "no such file or folder: missing",
    "extract pages -o result.docx": "'result.docx': use --format",
    "extract pages --base-url e.org": "the base URL must begin with http:// or https://: e.org",
    "extract pages ftp://e.org/": "only http and https URLs can be fetched: ftp://e.org/",
    "extract pages -o /dev/null/x.json": "cannot write /dev/null/x.json: ",
    "extract pages -f csv -o empty": "csv holds all content in one file",
    "extract pages --page-memory much": "not a size: 'much'",
    "extract pages --explain -f csv": "--explain needs --format jsonl or text",
    "extract pages --alone --duplicates x": "--alone cannot be combined with",
    "extract pages --alone --faithful": "--alone cannot be combined with",
    "extract pages --alone --memory m": "--alone cannot be combined with",
    "extract pages --faithful --memory m": "--faithful cannot be combined with --memory",
    "extract pages --engine duckdb --faithful": "--engine cannot be combined with",
    "extract pages --engine duckdb --alone": "--engine cannot be combined with",
    "extract pages --engine duckdb --memory m": "--engine cannot be combined with",
    "extract pages --engine duckdb --comments": "--engine cannot be combined with",
    "extract pages --site-record -f text": "--site-record needs --format jsonl, json or parquet",
    "extract pages --site-record --alone": "--alone cannot be combined with",
    "extract pages --engine duckdb --master local": "--master needs --engine spark",
    "extract pages --master local": "--master needs --engine spark",
    "extract - --engine duckdb": "standard input: engines read files and folders only",
    "extract pages --duplicates gone": "gone: No such file or directory",
    "extract pages --memory none.db --no-update-memory": "none.db",
    "extract pages --memory notes.txt": "notes.txt: ",
    "posts pages -o result.docx": "'result.docx': use --format",
    "posts pages --state /no/such/x": "/no/such/x: ",
    "posts pages --state notes.txt": "notes.txt: ",
    "posts pages --new-only": "--new-only needs --state FILE",
    "feed pages/0.html --list 0": "--list must be a number from 1, or all, not 0",
    "feed pages/0.html --list first": "--list must be a number from 1, or all, not first",
    "feed pages/0.html --list 3": "has one list: there is no list 3",
    "feed pages/0.html --full-text-items 3": "--full-text-items and --memory need --full-text",
    "feed pages/0.html --memory m": "--full-text-items and --memory need --full-text",
    "feed pages/0.html --self-url feed.xml": "--self-url must be an http(s) URL, not feed.xml",
    "feed pages/0.html -q --state notes.txt": "notes.txt: ",
    "feed pages": "a feed is made from one page",
    "feed empty": "there is no page in it",
    "similar": "no input: ",
    "similar no --as drop-list --relations mirror,x": "no relation 'x': choose from mirror, copy,",
    "similar no --as drop-list --relations citation": "citation pages have text of their own",
    "similar no --relations mirror": "--relations needs --as drop-list",
    "similar no --as clusters -f html": "clusters cannot be written as html",
    "similar no --master spark://h:1": "--master needs --engine spark",
    "similar no --engine spark --engine-memory 1GiB": "--engine-memory and --store need --engine",
    "similar no -o out/": "jsonl holds all pairs in one file",
    "similar no --engine-memory lots": "--engine-memory must be a size like 2GiB or 500MB, not l",
    "similar no --engine-memory 2": "not 2\n",
    "similar --store new.duckdb": "new.duckdb: no such store",
    "standard pages --analyser juman": "'juman'",
    "doctor tables": "no such part: tables",
    "memory show new.memory": "new.memory: ",
    "memory show notes.txt": "notes.txt: ",
    "memory forget new.memory a.example": "new.memory: ",
    "memory forget notes.txt a.example": "notes.txt: ",
    "annotate pages --labels pages/0.html": "pages/0.html: ",
    "annotate pages --annotator ' '": "name",
    "annotate pages --annotator truth": "truth",
    "annotate missing": "missing",
    "annotate empty": "no page to show in empty",
    "eval content missing": "there is no such file or folder",
    "eval content pages": "no site.json found",
    "eval content pages --by Ann": "--by applies to labels",
    "eval content pages --faithful --model x": "cannot be combined",
    "eval content boats.labels": "Ann and Bob have labelled https://a.example/5.html",
    "eval posts missing": "missing is not a folder",
    "eval feed pages": "no site.json found",
    "eval similar pages": "has no pages.jsonl.gz and no truth.jsonl",
    "eval posts pages --report r.txt": "r.txt must end in .html or .htm",
    "eval posts pages --plot p.txt": "p.txt must end in .png or .svg or .pdf",
    "eval posts pages --errors no/e.jsonl": "no such folder: no",
    "labels list missing": NO_FILE,
    "labels list notes.txt": "it is not a file of labels",
    "labels agreement missing": NO_FILE,
    "labels export missing -o x": NO_FILE,
    "labels export boats.labels -o x --by Mia": "no labels by Mia are here",
    "labels export boats.labels -o x --pages": "--pages applies to JSON Lines",
    "labels export one.labels -o - -f site": "name it with -o",
    "labels export one.labels -o . -f jsonl": "is a folder",
    "labels export one.labels -o notes.txt -f site": "it exists already",
    "labels export one.labels -o x.jsonl -f site": NAMED,
    "labels export one.labels -o x.jsonl.gz -f site": NAMED,
    "labels export one.labels -o x.txt": "use --format, or end the name of a folder",
    "labels import new missing --as Ann": NO_FILE,
    "labels import new pages": "name one with --as",
    "labels import new pages --as Ann": "no site.json found",
    "labels import new notes.txt --as Truth": "cannot be called Truth",
    "labels import new notes.txt": "it is not a file of labels",
    "labels import new pages --as Ann --by Bob": "--by cannot choose",
    "labels import new boats.labels --by Mia": "no labels by Mia are in",
    "labels import new boats.labels --as truth": "have labelled https://a.example/1.html: choose",
    "labels forget missing --by Ann": NO_FILE,
    "labels forget boats.labels --by Mia": "no labels by Mia",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("requests")
    for name in ("pages", "empty"):
        (folder / name).mkdir()
    items = "".join(f"<li><a href=/{n}>What boat {n} did</a> 2024-05-0{n}" for n in range(1, 8))
    for n in range(2):
        (folder / "pages" / f"{n}.html").write_text(f"<title>News</title><ul>{items}</ul>")
    (folder / "notes.txt").write_text("my notes\n" * 99)
    with Labels(folder / "one.labels") as labels:
        add_labels(labels, "Ann", page(1))
    with Labels(folder / "boats.labels") as labels:
        add_labels(labels, "Ann", page(1))
        add_labels(labels, "Ann", page(2), state=State.UNSURE)
        add_labels(labels, "Bob", page(1))
        add_labels(labels, TRUTH, page(1))
        add_labels(labels, "Ann", page(5))
        add_labels(labels, "Bob", page(5))
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("request_line", REQUESTS)
def test_invalid_request_is_reported_in_one_line(
    request_line: str, honbun: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "empty" / ".state"))
    monkeypatch.setattr("uvicorn.Server.run", lambda *_, **__: pytest.fail("the server started"))
    before = contents(folder)
    words = shlex.split(request_line)
    done = honbun(*words, *(["--no-open", "--port", "0"] if words[0] == "annotate" else []))
    assert done.fails_with(REQUESTS[request_line]), done
    assert before.items() <= contents(folder).items()


def test_value_that_is_no_choice_is_refused(honbun: Command, folder: Path) -> None:
    done = honbun("extract", folder / "pages", "--favor", "speed")
    assert (done.status, done.out) == (2, b"")
    assert "precision" in done.err
