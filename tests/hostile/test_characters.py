"""Every output format is well formed and has no harmful characters."""

from __future__ import annotations

import csv
import json
import unicodedata
from time import process_time
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pyarrow.parquet as pq
import pytest

from honbun.api import extract, posts
from honbun.inputs.read import read
from honbun.outputs import Result, format_names, render
from honbun.papers.similar_003.documents import documents
from honbun.posts.identity import add_keys
from honbun.text.unicode import normal_form
from tests.hostile.case import cases
from tests.hostile.neighbours import controls, run, texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from honbun.page import Page
    from tests.cli.conftest import Command

TOWER = "a" + "\u0301\u0316" * 2_000
NOISE = {
    "control characters": "a\x01\x02\x1b[31mb\x7f\x08\x0c\x85\x9f",
    "NULs": "a\0b\0\0",
    "half characters": "a\ud800b\udc00c\ud83d",
    "noncharacters": "a\ufffe\uffff\ufdd0\U0001ffff",
    "writing that turns": "a\u202eb\u2066c\u202dd",
    "tower of marks": TOWER,
    "unseen characters": "a\u200b\u200d\ufeff\u00ad\u2060\U000e0041",
    "separators": "a\u2028b\u2029c",
}


def rows(noise: str) -> bytes:
    """Pages with this noise in title, URL, text, links and names, as JSON Lines."""
    lines = []
    for n in range(3):
        posts = "".join(
            f"<div class=post><p><b>Name{noise}{k}</b> 2010-03-{k + 10} 12:0{k}</p>"
            f"<p>Words number {n}{k} of {noise} this post say something.</p></div>"
            for k in range(6)
        )
        html = (
            f"<html lang='e{noise}n'><title>{noise} title {n}</title><meta name=author "
            f"content='{noise}'><h1>{noise} heading {n}</h1>{posts}"
            f"<ul><li>2010-03-10 <a href='/{noise}/{n}'>item {noise}</a></ul>"
        )
        lines.append(json.dumps({"url": f"https://e.org/{noise[:50]}/{n}", "html": html}) + "\n")
    return "".join(lines).encode()


def forbidden(text: str) -> set[str]:
    """Characters that no result may contain: controls and lone surrogates."""
    return controls(text) - {"\t", "\r"}


RESULTS: dict[Result, Callable[[list[Page]], Iterable[Any]]] = {
    "content": extract,
    "posts": lambda pages: add_keys(posts(pages)),
    "standard": documents,
}


@pytest.fixture(scope="module")
def noisy(tmp_path_factory: pytest.TempPathFactory) -> list[Page]:
    """The pages with noise, as the reader returns them."""
    path = tmp_path_factory.mktemp("noisy") / "pages.jsonl"
    path.write_bytes(b"".join(map(rows, NOISE.values())))
    return list(read(path))


@pytest.mark.parametrize("result", RESULTS)
def test_every_format_is_well_formed(result: Result, noisy: list[Page], tmp_path: Path) -> None:
    found = list(RESULTS[result](noisy))
    for name in format_names(result):
        (tmp_path / name).write_bytes(render(result, name, found))
        assert readable(tmp_path / name, name), name


def readable(path: Path, form: str) -> list[str]:
    """The texts of an output file, read by another library and checked."""
    if form == "parquet":
        found = list(texts(pq.read_table(path).to_pylist()))
    elif form == "csv":
        csv.field_size_limit(10_000_000)
        with path.open(encoding="utf-8", newline="") as file:
            found = [cell for row in csv.reader(file) for cell in row]
    elif form in ("rss", "atom", "xml"):
        found = list(ET.parse(path).getroot().itertext())
    elif form == "json":
        found = list(texts(json.loads(path.read_bytes())))
    elif form == "jsonl":
        found = [t for line in path.read_bytes().splitlines() for t in texts(json.loads(line))]
    else:
        found = [path.read_text(encoding="utf-8")]
    assert set() == {c for text in found for c in forbidden(text)}
    return found


def test_feed_is_well_formed(honbun: Command, tmp_path: Path) -> None:
    noise = "".join(value for name, value in NOISE.items() if name != "tower of marks")
    items = "".join(
        f"<li>2010-03-{n} <a href='/{noise}/{n}'>Item {noise} number {n} of the list</a>"
        for n in range(10, 20)
    )
    (tmp_path / "list.html").write_bytes(f"<ul>{items}</ul>".encode("utf-8", "replace"))
    for form in ("rss", "atom", "json", "jsonl", "csv"):
        out = tmp_path / form
        page, base = tmp_path / "list.html", "https://e.org/"
        done = honbun("feed", page, "-f", form, "--base-url", base, "-o", out, "--quiet")
        assert (done.status, done.err) == (0, "")
        assert sum("number 1" in text for text in readable(out, form)) >= 10


SHOWN = {
    "NUL": (b"<p>nu\0ll" + bytes(50_000), "null"),
    "control characters": (
        b"<h1>a\x01\x1b[31mb\x7f</h1><p>c\x08\x0c\xc2\x85\xef\xbf\xbf&#2;&#128;d",
        "a[31mb\nc €d",
    ),
    "half a character by its number": (b"<p>half &#xD83D; of one", "half \ufffd of one"),
    "character beyond the last": (b"<p>no &#x110000; such", "no \ufffd such"),
}


@cases(SHOWN)
def test_harmful_characters_are_removed_from_text(
    case: tuple[bytes, str], honbun: Command, tmp_path: Path
) -> None:
    html, text = case
    [row] = run(honbun, tmp_path, {"hostile.html": b"<meta charset=utf-8>" + html}).rows
    assert row["text"] == text


def test_control_characters_in_attributes_are_dropped(honbun: Command, tmp_path: Path) -> None:
    html = (
        b"<html lang='e&#1;n'><title>a&#2;b</title><meta property=og:image "
        b"content='https://e.org/&#3;'><link rel=canonical href='https://e.org/&#27;[2J'><p>c"
    )
    [row] = run(honbun, tmp_path, {"hostile.html": html}).rows
    assert (row["text"], row["title"]) == ("c", "ab")


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC"])
def test_many_combining_marks_are_normalized_as_unicodedata_does(form: str) -> None:
    marks = "\u0301\u0316\u0327\uff9e\u3099\u0344\u0f73\u0f71\u034f\ufcf2\u1161"
    for n, mark in enumerate(marks):
        text = ("b" + marks[n:] + mark + "\u0316\u0301" * 40) * 12
        assert normal_form(form, text) == unicodedata.normalize(form, text)  # type: ignore[arg-type]
    started = process_time()
    normal_form(form, "a" + "\u0301\u0316" * 100_000)  # type: ignore[arg-type]
    assert process_time() - started < 2
