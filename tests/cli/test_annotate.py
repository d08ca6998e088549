"""`honbun annotate` and `honbun serve INPUT` as a user runs them."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import httpx
import pytest

from honbun.annotation.model import State
from honbun.cli.serve import labels_file
from honbun.page import Page
from honbun.stores.labels import Labels

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.cli.conftest import Command

PAGE = "<title>Weir</title><h1>The weir</h1><p>It was mended on Monday.</p>"


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "river"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.html").write_text(PAGE.replace("Monday", f"day {number}"))
    return folder


@contextmanager
def _running(home: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command under way in a folder of its own, and the last line it says before it serves."""
    with subprocess.Popen(
        [sys.executable, "-m", "honbun.cli.app", *words, "--port", "0"],
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=home,
        env=os.environ | {"XDG_STATE_HOME": str(home)},
    ) as process:
        assert process.stderr is not None
        try:
            yield process, process.stderr.readline()
        finally:
            process.kill()


def _begun(*_: object, **__: object) -> None:
    raise AssertionError("it serves")


def _address(said: str) -> str:
    found = re.search(r"(http://127\.0\.0\.1:\d+/)", said)
    assert found, said
    return found[1]


def test_it_serves_the_tool_until_it_is_asked_to_stop(tmp_path: Path, pages: Path) -> None:
    with _running(tmp_path, "annotate", str(pages), "--as", "Ada B", "--no-open") as (run, said):
        assert "annotate?by=Ada+B" in said
        assert "labels in river.labels" in said
        answer = httpx.get(f"{_address(said)}annotate?by=Ada+B", trust_env=False)
        assert answer.status_code == 200
        assert answer.text.count(".html") >= 3
        run.send_signal(signal.SIGTERM)
        assert run.wait(10) == 0


def test_what_is_labelled_is_there_when_it_is_started_again(tmp_path: Path, pages: Path) -> None:
    words = ("annotate", str(pages), "--labels", "mine.db", "--no-open")
    with _running(tmp_path, *words) as (_, said):
        data = f"{_address(said)}annotate/data/0?by=ada"
        blocks = httpx.get(f"{_address(said)}pages/given/0", trust_env=False).json()["blocks"]
        title = blocks["text"].index("The weir")
        changes = {"changes": {str(title): "title"}}
        assert httpx.post(data, json=changes, trust_env=False).status_code == 200
    with _running(tmp_path, *words) as (_, said):
        data = f"{_address(said)}annotate/data/0?by=ada"
        assert httpx.get(data, trust_env=False).json()["labels"] == {str(title): "title"}


def test_a_file_with_labels_of_other_pages_is_told(tmp_path: Path, pages: Path) -> None:
    with Labels(tmp_path / "river.labels") as labels:
        kept = labels.add_page(Page(PAGE), "")
        labels.act("ada", kept, {}, State.DONE)
    with _running(tmp_path, "annotate", str(pages), "--no-open") as (_, said):
        assert "river.labels has labels, but none on these pages" in said
    (pages / "9.html").write_text(PAGE)
    with _running(tmp_path, "annotate", str(pages), "--no-open") as (_, said):
        assert "annotate at" in said


def test_a_server_given_a_collection_annotates_it_too(tmp_path: Path, pages: Path) -> None:
    with _running(tmp_path, "serve", str(pages)) as (_, said):
        assert "labels in river.labels" in said
        paths = ("", "annotate", "inspect", "inspect/given", "inspect/given/2")
        client = httpx.Client(base_url=_address(said), trust_env=False)
        assert [client.get(f"/{path}").status_code for path in paths] == [200] * len(paths)
        client.close()


def test_a_server_given_nothing_says_how_to_annotate(tmp_path: Path) -> None:
    with _running(tmp_path, "serve") as (_, said):
        answer = httpx.get(f"{_address(said)}annotate", trust_env=False)
        assert answer.status_code == 404
        assert "honbun annotate INPUT" in answer.text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["river", "--labels", "river/0.html"], "river/0.html: it is not a file of labels"),
        (["river", "--as", " "], "name"),
        (["river", "--as", "truth"], "truth"),
    ],
)
def test_what_keeps_it_from_starting_is_said_in_one_line(
    honbun: Command,
    tmp_path: Path,
    pages: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("uvicorn.Server.run", _begun)
    done = honbun("annotate", *words, "--no-open", "--port", "0")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert said in done.err


@pytest.mark.parametrize(
    ("words", "said"),
    [("no-such-folder", "no-such-folder"), ("empty", "no page to show in empty")],
)
def test_what_has_no_pages_is_told_in_one_line(tmp_path: Path, words: str, said: str) -> None:
    (tmp_path / "empty").mkdir()
    with _running(tmp_path, "annotate", words, "--no-open") as (run, line):
        assert said in line
        assert run.wait(10) == 2
        assert run.stderr is not None
        assert run.stderr.read() == ""


def test_labels_are_named_after_the_input(tmp_path: Path) -> None:
    assert str(labels_file(str(tmp_path / "crawl.warc.gz"))) == "crawl.labels"
    assert str(labels_file("-")) == "pages.labels"
    assert str(labels_file(str(tmp_path / "blog" / "pages"))) == "blog-pages.labels"
    assert str(labels_file(str(tmp_path / "blog" / "index.html.gz"))) == "blog-index.labels"
    assert str(labels_file("https://a.example/b")) == "a.example.labels"
