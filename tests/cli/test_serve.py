"""`honbun annotate` and `honbun serve INPUT`, in processes that are stopped by signals."""

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
def _running(home: Path, *words: str | Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The running command, and the first line that it reports."""
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


def _address(line: str) -> str:
    found = re.search(r"(http://127\.0\.0\.1:\d+/)", line)
    assert found, line
    return found[1]


def test_it_serves_the_tool_and_continues_the_labels(tmp_path: Path, pages: Path) -> None:
    words = ("annotate", pages, "--annotator", "Ada B", "--no-open")
    with _running(tmp_path, *words) as (run, line):
        assert "annotate?by=Ada+B" in line
        assert "labels in river.labels" in line
        address = _address(line)
        answer = httpx.get(f"{address}annotate?by=Ada+B", trust_env=False, timeout=60)
        assert (answer.status_code, answer.text.count(".html") >= 3) == (200, True)
        blocks = httpx.get(f"{address}pages/given/0", trust_env=False, timeout=60).json()["blocks"]
        changes = {str(blocks["text"].index("The weir")): "title"}
        data = f"{address}annotate/data/0?by=ada"
        answer = httpx.post(data, json={"changes": changes}, trust_env=False, timeout=60)
        assert answer.status_code == 200
        run.send_signal(signal.SIGTERM)
        assert run.wait(10) == 0
    with _running(tmp_path, *words) as (_, line):
        data = f"{_address(line)}annotate/data/0?by=ada"
        assert httpx.get(data, trust_env=False, timeout=60).json()["labels"] == changes


def test_server_with_a_collection_annotates_it(tmp_path: Path, pages: Path) -> None:
    with _running(tmp_path, "serve", pages) as (_, line):
        assert "labels in river.labels" in line
        paths = ("", "annotate", "inspect", "inspect/given", "inspect/given/2")
        with httpx.Client(base_url=_address(line), trust_env=False, timeout=60) as client:
            assert [client.get(f"/{path}").status_code for path in paths] == [200] * len(paths)


def test_labels_of_other_pages_are_reported(
    honbun: Command, tmp_path: Path, pages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("uvicorn.Server.run", lambda *_, **__: sys.exit(0))
    with Labels(tmp_path / "river.labels") as labels:
        stored = labels.add_page(Page(PAGE), "")
        labels.act("ada", stored, {}, State.DONE)
    command = ("annotate", pages, "--no-open", "--port", "0")
    warning = "river.labels has labels, but none on these pages"
    assert warning in honbun(*command).err
    (pages / "9.html").write_text(PAGE)
    assert warning not in honbun(*command).err


def test_labels_are_named_after_the_input(tmp_path: Path) -> None:
    assert str(labels_file(str(tmp_path / "crawl.warc.gz"))) == "crawl.labels"
    assert str(labels_file("-")) == "pages.labels"
    assert str(labels_file(str(tmp_path / "blog" / "pages"))) == "blog-pages.labels"
    assert str(labels_file(str(tmp_path / "blog" / "index.html.gz"))) == "blog-index.labels"
    assert str(labels_file("https://a.example/b")) == "a.example.labels"
