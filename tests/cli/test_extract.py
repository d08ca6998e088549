"""`honbun extract`: what it reads, writes and reports."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
import yaml
from pyarrow import parquet

from honbun.api import extract_page
from honbun.content.model import ContentOptions
from tests.content.site import HOST, say, site, title
from tests.content.test_duplicates import PAIR, merged_copy, notes
from tests.content.written import ARTICLES, ENGLISH

if TYPE_CHECKING:
    from pathlib import Path

    from honbun.page import Page
    from tests.cli.conftest import Command

SITE = "harbour.example"
NAMES = ["ants", "bees", "crabs"]
TEXTS = [f"All that is known of {name}, « & <co>." for name in NAMES]


def html(name: str) -> str:
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>On {name}</title>"
        f"<ul><li><a href=/>Home</a><li>News</ul><h1>On {name}</h1>"
        f"<p>All that is <em>known</em> of {name}, « &amp; &lt;co>.</p><p>© Example</p>"
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    folder.mkdir()
    for name in NAMES:
        (folder / f"{name}.html").write_text(html(name), encoding="utf-8")
    return folder


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """A site in two archives, a file that is not a page, and an unreadable line."""
    folder = tmp_path / "site"
    folder.mkdir()
    write(folder / "1.jsonl", site(9)[:5])
    write(folder / "2.jsonl", site(9)[5:])
    (folder / "3.html").write_bytes(b"%PDF-1.7\n")
    (folder / "4.jsonl").write_text("no JSON\n")
    return folder


def write(path: Path, pages: list[Page]) -> Path:
    path.write_bytes(lines(*((page.url or "", str(page.html)) for page in pages)))
    return path


def lines(*pages: tuple[str, str]) -> bytes:
    """Pages as JSON Lines, from URLs and HTML."""
    return b"".join(json.dumps({"url": u, "html": h}).encode() + b"\n" for u, h in pages)


def test_row_has_every_key(honbun: Command, folder: Path) -> None:
    first = honbun("extract", folder, "--quiet", "--base-url", "https://e.org/a/").rows()[0]
    judged = {
        name: first.pop(name) for name in ("text", "markdown", "blocks", "confidence", "kind")
    }
    assert first == {
        "url": "https://e.org/a/ants.html",
        "source": str(folder / "ants.html"),
        "title": "On ants",
        "author": None,
        "authors": [],
        "date": None,
        "site": None,
        "language": "en",
        "description": None,
        "tags": [],
        "canonical": None,
        "image": None,
        "compared": 2,
        "reason": None,
    }
    assert judged["text"] == "\n\n".join(block["text"] for block in judged["blocks"])
    assert judged["markdown"].startswith("# On ants\n\nAll that is *known* of ants")
    assert {"xpath": "/html/body/p[1]", "role": "body", "text": TEXTS[0]} in judged["blocks"]
    assert {"xpath": "/html/body/h1", "role": "title", "text": "On ants"} in judged["blocks"]
    assert 0 <= judged["confidence"] <= 1


def test_standard_input_is_json_lines_gzip_or_one_page(honbun: Command) -> None:
    data = lines(*((name, html(name)) for name in NAMES))
    for stdin in (data, gzip.compress(data)):
        assert [row["url"] for row in honbun("extract", "-", stdin=stdin).rows()] == NAMES
    page = b"<!doctype html>\n<p>Boats <a href=/x>float</a>.\n"
    arguments = ("extract", "-", "-q", "-f", "markdown", "--base-url", "https://e.org/a")
    expected = b"<!-- https://e.org/a -->\n\nBoats [float](https://e.org/x).\n\n"
    assert honbun(*arguments, stdin=page).out == expected
    done = honbun("extract", "-", "-q", "--max-bytes", "20", stdin=page)
    assert (done.status, done.out) == (1, b"")
    assert done.err == "honbun: read: -: the page has more than 20 bytes; see --max-bytes\n"


def test_failures_are_reported_and_counted_and_the_run_continues(
    honbun: Command, folder: Path
) -> None:
    (folder / "broken.html.gz").write_bytes(gzip.compress(b"<p>text")[:-9])
    (folder / "picture.html").write_bytes(b"\x89PNG\r\n\x1a\n")
    (folder / "empty.html").touch()
    (folder / "deep.html").write_text("<div>" * 600 + "<p>Deep down there is a text.")
    done = honbun("extract", folder)
    assert done.status == 1
    assert len(done.rows()) == 5
    broken, picture, summary = done.err.splitlines()
    assert broken.startswith(f"honbun: read: {folder / 'broken.html.gz'}: ")
    assert picture == f"honbun: read: {folder / 'picture.html'}: a PNG image"
    assert summary.startswith("honbun: 5 pages in ")
    assert summary.endswith(", 1 without content, 1 truncated, 2 failed to read")
    assert honbun("extract", folder / "ants.html", "--quiet").err == ""


def test_folder_without_pages_has_status_1(honbun: Command, tmp_path: Path) -> None:
    done = honbun("extract", tmp_path)
    assert (done.status, done.out, done.err) == (1, b"", "honbun: no pages\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without named pipes")
def test_named_pipe_stays_a_pipe(honbun: Command, folder: Path, tmp_path: Path) -> None:
    output = tmp_path / "pipe.jsonl"
    os.mkfifo(output)
    reader = os.open(output, os.O_RDONLY | os.O_NONBLOCK)
    honbun("extract", folder, "-q", "-o", output)
    data = os.read(reader, 1 << 16)
    os.close(reader)
    assert output.is_fifo()
    found = [json.loads(line)["text"] for line in data.splitlines()]
    assert [text in content for text, content in zip(TEXTS, found, strict=True)] == [True] * 3


def test_later_run_uses_the_memory_of_an_earlier_one(honbun: Command, tmp_path: Path) -> None:
    pages, memory = write(tmp_path / "pages.jsonl", site(8)), tmp_path / "sites.db"
    one = write(tmp_path / "one.jsonl", site(8)[3:4])
    first = honbun("extract", pages, "--memory", memory, "--quiet").rows()
    (row,) = honbun("extract", one, "--memory", memory, "--quiet", "--no-update-memory").rows()
    assert (first[3]["compared"], row["compared"]) == (7, 7)
    assert row["blocks"] == first[3]["blocks"]


def test_a_redesign_is_reported(honbun: Command, tmp_path: Path) -> None:
    old, memory = write(tmp_path / "old.jsonl", site(4)), tmp_path / "sites.db"
    table = "<table id=new><tr><td class=one><h3>{}</h3><td class=two><center>{}</center></table>"
    new = tmp_path / "new.jsonl"
    new.write_bytes(
        lines(*((f"{HOST}/new/{n}", table.format(title(n), say(n, 50))) for n in range(4)))
    )
    assert "redesigned" not in honbun("extract", old, "--memory", memory).err
    done = honbun("extract", new, "--memory", memory)
    assert f"honbun: {SITE} was redesigned: its pages in {memory} were replaced\n" in done.err
    assert "redesigned" not in honbun("extract", new, "--memory", memory).err


def test_memory_is_not_updated_when_the_output_fails(honbun: Command, tmp_path: Path) -> None:
    pages, memory = write(tmp_path / "pages.jsonl", site(8)), tmp_path / "sites.db"
    assert honbun("extract", pages, "--memory", memory, "-o", "/dev/null/x.csv").status == 2
    assert "is empty" in honbun("memory", "show", memory).err


def test_only_asked_roles_are_written(honbun: Command, pages: Path) -> None:
    rows = honbun("extract", pages, "--quiet", "--roles", "title").rows()
    assert {block["role"] for row in rows for block in row["blocks"]} == {"title"}
    wrong = honbun("extract", pages, "--roles", "header")
    assert wrong.fails_with("no role header"), wrong


def test_every_block_is_explained(honbun: Command, tmp_path: Path) -> None:
    pages = write(tmp_path / "pages.jsonl", site(8))
    row = honbun("extract", pages, "--explain", "--quiet").rows()[0]
    blocks = row["explanation"]
    assert [one["text"] for one in blocks if one["content"]] == [b["text"] for b in row["blocks"]]
    home = next(one for one in blocks if one["text"] == "Home")
    assert list(home) == ["xpath", "text", "content", "role", "score", "others", "pages", "why"]
    assert (home["others"], len(home["pages"])) == (7, 3)
    out = honbun("extract", pages, "--explain", "--quiet", "-f", "text").out.decode()
    assert re.search(r"^[+-] (body|-) +0\.\d\d   7  Home$", out, re.MULTILINE)
    assert re.search(rf"^\+ title   \d\.\d\d   0  {title(0)}$", out, re.MULTILINE)


def test_engine_writes_what_one_process_writes(honbun: Command, pages: Path) -> None:
    without = honbun("extract", pages, "--quiet")
    done = honbun("extract", pages, "--engine", "duckdb", "--quiet")
    assert say(0) in done.out.decode()
    assert (done.status, done.out) == (without.status, without.out)
    # Pages are read ahead of those that are processed, so the order of failures may differ.
    assert sorted(done.err.splitlines()) == sorted(without.err.splitlines())
    assert "4.jsonl:1" in done.err


@pytest.mark.parametrize("engine", [[], ["--engine", "duckdb"]])
def test_duplicates_are_read_from_the_pairs_of_similar(
    honbun: Command, tmp_path: Path, engine: list[str]
) -> None:
    collection, pairs = tmp_path / "pages.jsonl", tmp_path / "pairs.jsonl"
    write(collection, [*notes(3), merged_copy()])
    row = {"a": PAIR[0][0], "b": PAIR[0][1], "extent": "identical", "relation": "copy"}
    pairs.write_text(json.dumps(row) + "\n")
    without, with_pairs = (
        honbun("extract", collection, *engine, *options).rows()[0]["compared"]
        for options in ([], ["--duplicates", str(pairs)])
    )
    assert (without, with_pairs) == (3, 2)
    wrong = honbun("extract", collection, "--duplicates", collection)
    assert wrong.fails_with(f"{collection}:1: "), wrong


@pytest.fixture
def articles(tmp_path: Path) -> Path:
    """The same page in four languages."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for article in ARTICLES:
        (folder / f"{article.language}.html").write_text(article.html, encoding="utf-8")
    return folder


def test_alone_writes_the_results_of_extract_page(honbun: Command, articles: Path) -> None:
    done = honbun("extract", articles, "--alone", "--quiet", "--jobs", "1")
    assert (done.status, done.err) == (0, "")
    found = {row["language"]: row for row in done.rows()}
    assert list(found) == sorted(article.language for article in ARTICLES)
    for article in ARTICLES:
        content = extract_page(article.html, f"{article.language}.html")
        assert found[article.language]["text"] == content.text
        assert found[article.language]["compared"] == 0
        assert found[article.language]["reason"] is None


def test_results_come_while_pages_are_still_read() -> None:
    command = [sys.executable, "-m", "honbun.cli.app", "extract", "-", "--alone", "--jobs", "1"]
    line = json.dumps({"url": "https://e.org/", "html": ENGLISH.html}).encode() + b"\n"
    with subprocess.Popen(
        [*command, "-q"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(line * 50)
        process.stdin.flush()
        first = process.stdout.readline()  # the input is still open
        process.stdin.write(line)
        process.stdin.close()
        rest = process.stdout.read()
    texts = [json.loads(row)["text"] for row in (first + rest).splitlines()]
    assert texts == [texts[0]] * 51
    assert ENGLISH.text[0] in texts[0]
    assert process.returncode == 0


def test_recall_keeps_at_least_as_much_as_precision(honbun: Command, articles: Path) -> None:
    few, some, many = (
        [len(row["blocks"]) for row in honbun("extract", articles, "--alone", "-q", *more).rows()]
        for more in (("--favor", "precision"), (), ("--favor", "recall"))
    )
    assert all(a <= b <= c for a, b, c in zip(few, some, many))
    precise, broad = ContentOptions(favor="precision"), ContentOptions(favor="recall")
    for options, found in ((precise, few), (broad, many)):
        english = extract_page(ENGLISH.html, "en.html", options)
        assert len(english.blocks) == found[1]


def test_explanation_has_scores(honbun: Command, articles: Path) -> None:
    done = honbun("extract", articles / "en.html", "--alone", "--explain", "-q", "--jobs", "1")
    (row,) = done.rows()
    scores = {judged["text"]: judged["score"] for judged in row["explanation"]}
    assert scores[ENGLISH.text[0]] > scores[ENGLISH.menu[1]]


def test_only_asked_columns_are_written_in_the_order_asked_for(
    honbun: Command, folder: Path, tmp_path: Path
) -> None:
    run = ("extract", folder, "-q", "--fields", "title, html,cut,url")
    row = honbun(*run).rows()[0]
    assert list(row) == ["title", "html", "cut", "url"]
    assert "<p>All that is <em>known</em> of ants" in row["html"]
    assert honbun(*run, "-f", "csv").out.startswith(b"title,html,cut,url\r\n")
    assert honbun(*run, "-o", tmp_path / "rows.parquet").status == 0
    assert parquet.read_table(tmp_path / "rows.parquet").column_names == list(row)
    wrong = honbun("extract", folder, "--fields", "titel,url")
    assert wrong.fails_with("no field titel, but url, source, title"), wrong
    wrong = honbun(*run, "-f", "text")
    assert wrong.fails_with("--fields needs --format jsonl, json, csv or parquet"), wrong


@pytest.mark.parametrize("more", [[], ["--roles", "body"]])
def test_markdown_files_have_front_matter_one_title_and_a_manifest(
    honbun: Command, tmp_path: Path, more: list[str]
) -> None:
    name = "# *Boats*: &quot;a&quot;"
    text = f"<p>{ENGLISH.text[0]}</p><h1>One</h1><p>{ENGLISH.text[1]}</p>"
    data = lines(("https://e.org/1", f"<title>{name}</title><h1>{name}</h1>{text}"))
    out = tmp_path / "out"
    run = ("extract", "-", "-q", "-f", "markdown", "-o", f"{out}/", *more)
    assert honbun(*run, stdin=data).status == 0
    written = (out / "e.org_1.md").read_text("utf-8")
    about, _, body = written.partition("---\n\n")
    stated = yaml.safe_load(about)
    assert 0 < stated.pop("confidence") <= 1
    assert stated == {
        "title": '# *Boats*: "a"',
        "url": "https://e.org/1",
        "language": "en",
        "kind": "article",
    }
    first, *rest = body.splitlines()
    assert first == '# # \\*Boats\\*: "a"'
    assert [line for line in rest if line.startswith("#")] == ["## One"]
    (row,) = map(json.loads, (out / "manifest.jsonl").read_text("utf-8").splitlines())
    assert list(row) == ["url", "file", "title", "date", "kind", "confidence", "reason"]
    assert (row["url"], row["file"]) == ("https://e.org/1", "e.org_1.md")


def test_chunks_are_rows_with_their_place(honbun: Command, articles: Path) -> None:
    run = ("extract", articles / "en.html", "--alone", "-q", "-f")
    rows = honbun(*run, "chunks", "--max-tokens", "40").rows()
    keys = ["url", "title", "chunk", "headings", "text", "xpaths", "start", "stop", "tokens"]
    assert [list(row) for row in rows] == [keys] * len(rows)
    assert [row["chunk"] for row in rows] == list(range(len(rows)))
    assert max(row["tokens"] for row in rows) <= 40
    (whole,) = honbun(*run, "jsonl").rows()
    xpaths = [block["xpath"] for block in whole["blocks"]]
    for row in rows:
        assert whole["markdown"][row["start"] : row["stop"]] == row["text"]
        assert set(row["xpaths"]) <= set(xpaths)
    assert honbun(*run, "chunks", "--max-tokens", "0").status == 2


def test_links_images_and_tables_can_be_left_out(honbun: Command, tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    table = "<table><tr><th>Boat<th>Year<tr><td>Ann<td>1908</table>"
    page.write_text(
        f"<h1>Boats</h1><p>{ENGLISH.text[0]} <a href=/x>More</a> <img src=/b.png alt=Boat></p>"
        f"{table}<p>{ENGLISH.text[1]}</p>"
    )
    run = ("extract", page, "-q", "--fields", "markdown", "--base-url", "https://e.org/")
    (whole,) = (row["markdown"] for row in honbun(*run).rows())
    switches = {"--no-links": "](https://e.org/x)", "--no-images": "![", "--no-tables": "| Ann |"}
    for switch, left_out in switches.items():
        (row,) = honbun(*run, switch).rows()
        assert left_out in whole
        assert left_out not in row["markdown"]
        assert ENGLISH.text[1] in row["markdown"]
    assert "More" in honbun(*run, "--no-links").rows()[0]["markdown"]


def test_a_page_without_text_says_why_in_every_format(honbun: Command, tmp_path: Path) -> None:
    data = lines(("https://e.org/1", "<title>t</title><body>"))
    reason = "the page has no text"
    (row,) = honbun("extract", "-", "-q", stdin=data).rows()
    assert (row["kind"], row["reason"]) == ("nothing", reason)
    html = honbun("extract", "-", "-q", "-f", "html", stdin=data).out.decode()
    assert (
        f'data-kind="nothing" data-confidence="{row["confidence"]}" data-reason="{reason}"' in html
    )
    honbun("extract", "-", "-q", "-f", "markdown", "-o", f"{tmp_path}/out/", stdin=data)
    about = (tmp_path / "out/e.org_1.md").read_text("utf-8").split("---\n")[1]
    assert yaml.safe_load(about)["reason"] == reason


def test_csv_refuses_blocks_in_a_line(honbun: Command, articles: Path) -> None:
    done = honbun("extract", articles, "-f", "csv", "--fields", "url,blocks")
    assert done.status == 2
    assert "csv cannot hold blocks: use --format jsonl or parquet" in done.err
