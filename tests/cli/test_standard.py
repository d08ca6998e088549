"""`honbun standard`: pages in the standard format of paper 003."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.papers.similar_003.standard import read_standards
from tests.papers.similar_003.examples import site

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Command

BASE = ("--base-url", "https://kyoto.example/", "--quiet")
ANALYSERS = "tests.papers.similar_003.test_analyser"


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Three pages in a folder."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for page in site():
        assert isinstance(page.html, bytes)
        (folder / page.source).write_bytes(page.html)
    return folder


def test_pages_that_are_not_japanese_can_be_left_out(honbun: Command, pages: Path) -> None:
    (pages / "a.html").write_bytes(b"<b>" * 3_000_000)
    done = honbun("standard", pages, "--japanese-only")
    assert done.status == 1
    assert [document.id for document in read_standards(done.out)] == [3, 4]
    assert done.err.startswith("honbun: convert: ")
    assert done.err.endswith(", 1 not Japanese and left out, 1 failed to convert\n")


def test_sentences_are_annotated(honbun: Command, pages: Path) -> None:
    analysers = ("--analyser", "sudachi", "--analyser", f"{ANALYSERS}:Lengths")
    done = honbun("standard", pages, *BASE, *analysers)
    schemes = [
        [annotation.scheme for annotation in sentence.annotations]
        for document in read_standards(done.out)
        for sentence in document.sentences
    ]
    assert schemes[0] == ["Length"]
    assert schemes[-3] == ["Sudachi", "Length"]


def test_analyser_that_fails_is_reported(honbun: Command, pages: Path) -> None:
    done = honbun("standard", pages, "--analyser", f"{ANALYSERS}:Picky")
    assert done.status == 1
    first, *_, summary = done.err.splitlines()
    assert first.startswith("honbun: annotate: ")
    assert "ValueError: no kana" in first
    assert summary.endswith(" sentences, 2 failed to annotate")
    assert len(list(read_standards(done.out))) == 3
