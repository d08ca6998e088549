"""`honbun extract --alone`."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from honbun.api import extract_page
from honbun.content.model import ContentOptions
from tests.content.written import ARTICLES, ENGLISH

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The same page in four languages."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for article in ARTICLES:
        (folder / f"{article.language}.html").write_text(article.html, encoding="utf-8")
    return folder


def rows(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


def test_alone_writes_the_results_of_extract_page(honbun: Command, folder: Path) -> None:
    done = honbun("extract", folder, "--alone", "--quiet", "--jobs", "1")
    assert (done.status, done.err) == (0, "")
    found = {row["language"]: row for row in rows(done.out)}
    assert list(found) == sorted(article.language for article in ARTICLES)
    for article in ARTICLES:
        content = extract_page(article.html, f"{article.language}.html")
        assert found[article.language]["text"] == content.text
        assert found[article.language]["method"] == "alone"
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
    assert [row["text"] for row in rows(first + rest)] == [rows(first)[0]["text"]] * 51
    assert ENGLISH.text[0] in rows(first)[0]["text"]
    assert process.returncode == 0


def test_two_processes_keep_the_order_and_write_the_same(
    honbun: Command, honbun_process: Command, folder: Path
) -> None:
    one = honbun("extract", folder, "--alone", "-q", "--jobs", "1")
    two = honbun_process("extract", folder, "--alone", "-q", "--jobs", "2")
    assert (one.status, two.status, two.err) == (0, 0, "")
    assert one.out == two.out
    assert one.out.count(b"\n") == len(ARTICLES)


def test_recall_keeps_at_least_as_much_as_precision(honbun: Command, folder: Path) -> None:
    few, some, many = (
        [len(row["blocks"]) for row in rows(honbun("extract", folder, "--alone", "-q", *more).out)]
        for more in (("--favor", "precision"), (), ("--favor", "recall"))
    )
    assert all(a <= b <= c for a, b, c in zip(few, some, many))
    precise, broad = ContentOptions(favor="precision"), ContentOptions(favor="recall")
    for options, found in ((precise, few), (broad, many)):
        english = extract_page(ENGLISH.html, "en.html", options)
        assert len(english.blocks) == found[1]


def test_explanation_has_scores(honbun: Command, folder: Path) -> None:
    done = honbun("extract", folder / "en.html", "--alone", "--explain", "-q", "--jobs", "1")
    (row,) = rows(done.out)
    scores = {judged["text"]: judged["score"] for judged in row["explanation"]}
    assert scores[ENGLISH.text[0]] > scores[ENGLISH.menu[1]]
