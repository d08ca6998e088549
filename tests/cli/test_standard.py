"""`honbun standard` from the outside: what it reads, writes, says and returns."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from honbun.papers.similar_003.api import documents, read_standard, read_standards
from tests.papers.similar_003.examples import site

if TYPE_CHECKING:
    from pathlib import Path

    from honbun.papers.similar_003.api import Document
    from tests.cli.conftest import Command

BASE = ("--base-url", "https://kyoto.example/", "--quiet")


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """The three example pages in a folder; their order is that of their names."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for page in site():
        assert isinstance(page.html, bytes)
        (folder / page.source).write_bytes(page.html)
    return folder


@pytest.fixture
def expected() -> list[Document]:
    """The documents of the same pages, made by the library."""
    return list(documents(sorted(site(), key=lambda page: page.source)))


def test_all_pages_are_one_file_on_standard_output(
    honbun: Command, pages: Path, expected: list[Document]
) -> None:
    done = honbun("standard", pages, *BASE)
    assert (done.status, done.err) == (0, "")
    assert list(read_standards(done.out)) == expected
    assert ElementTree.fromstring(done.out).tag == "StandardFormats"


def test_a_folder_takes_one_file_per_page_named_as_those_of_extract(
    honbun: Command, pages: Path, tmp_path: Path, expected: list[Document]
) -> None:
    done = honbun("standard", pages, *BASE, "-o", f"{tmp_path}/xml/")
    assert (done.status, done.out) == (0, b"")
    honbun("extract", pages, *BASE, "-f", "html", "-o", f"{tmp_path}/html/")
    files = sorted((tmp_path / "xml").iterdir())
    assert [path.stem for path in files] == sorted(p.stem for p in (tmp_path / "html").iterdir())
    assert {path.suffix for path in files} == {".xml"}
    assert [read_standard(path) for path in files] == expected


@pytest.mark.parametrize(("ending", "form"), [("xml", "xml"), ("jsonl", "jsonl"), ("XML", "xml")])
def test_the_ending_of_the_output_names_the_format(
    honbun: Command, pages: Path, tmp_path: Path, ending: str, form: str
) -> None:
    path = tmp_path / f"out.{ending}"
    assert honbun("standard", pages, *BASE, "-o", path).status == 0
    assert path.read_bytes() == honbun("standard", pages, *BASE, "-f", form).out


def test_an_ending_that_says_nothing_is_refused_before_a_page_is_read(
    honbun: Command, pages: Path, tmp_path: Path
) -> None:
    done = honbun("standard", pages, "-o", tmp_path / "out.doc")
    assert (done.status, done.out) == (2, b"")
    assert done.err == "honbun: cannot tell the format from 'out.doc': use --format\n"


def test_json_lines_have_the_fields_of_a_document(
    honbun: Command, pages: Path, expected: list[Document]
) -> None:
    lines = [
        json.loads(line)
        for line in honbun("standard", pages, *BASE, "-f", "jsonl").out.splitlines()
    ]
    assert [line["url"] for line in lines] == [document.url for document in expected]
    assert list(lines[0]) == [
        "id",
        "url",
        "encoding",
        "replaced",
        "japanese",
        "title",
        "out_links",
        "in_links",
        "sentences",
        "cut",
    ]
    assert lines[0]["out_links"] == [
        {"text": "the temple", "pages": [{"url": "https://kyoto.example/temple.html", "id": 3}]}
    ]
    assert lines[1]["sentences"][0] == {
        "id": 1,
        "text": "錦市場は京都の台所です。",
        "offset": 91,
        "length": 24,
        "japanese": True,
        "annotations": [],
    }


def test_pages_that_are_not_japanese_are_left_out_when_asked(honbun: Command, pages: Path) -> None:
    done = honbun("standard", pages, "--japanese-only")
    assert [document.url for document in read_standards(done.out)] == ["market.html", "temple.html"]
    assert done.err.endswith(" sentences, 1 not Japanese and left out\n")


def test_links_and_names_are_bounded_as_asked(honbun: Command, pages: Path) -> None:
    (pages / "market.html").write_text("<p>錦市場円山公園はどこにあるのですか。", encoding="utf-8")
    (pages / "more.html").write_text('<p><a href="temple.html">清水寺</a>', encoding="utf-8")
    found = [
        document
        for given in (["--in-links", "1"], ["--together", "1"])
        for document in read_standards(honbun("standard", pages, *BASE, *given).out)
        if document.url.endswith("temple.html")
    ]
    assert [len(document.in_links) for document in found] == [1, 2]
    assert [len(document.sentences) for document in found] == [8, 7]


def test_sentences_are_annotated_when_asked(honbun: Command, pages: Path) -> None:
    done = honbun(
        "standard", pages, *BASE, "--annotate", "sudachi",
        "--annotate", "tests.papers.similar_003.test_analyser:Lengths",
    )  # fmt: skip
    assert done.status == 0
    annotations = [
        [annotation.scheme for annotation in sentence.annotations]
        for document in read_standards(done.out)
        for sentence in document.sentences
    ]
    assert annotations[0] == ["Length"]
    assert annotations[-3] == ["Sudachi", "Length"]


def test_an_analyser_that_fails_costs_its_annotation_only(honbun: Command, pages: Path) -> None:
    done = honbun("standard", pages, "--annotate", "tests.papers.similar_003.test_analyser:Picky")
    assert done.status == 1
    first, *_, summary = done.err.splitlines()
    assert first.startswith("honbun: annotate: ")
    assert "sentence 1 by Picky: ValueError: no kana" in first
    assert summary.endswith(" sentences, 2 failed to annotate")
    assert len(list(read_standards(done.out))) == 3


def test_an_unknown_analyser_is_told_at_once(honbun: Command, pages: Path) -> None:
    done = honbun("standard", pages, "--annotate", "juman")
    assert (done.status, done.out) == (2, b"")
    assert done.err.startswith("honbun: no analyser is called 'juman': there is sudachi, or one ")


def test_a_page_that_fails_is_told_and_the_rest_goes_on(honbun: Command, pages: Path) -> None:
    (pages / "a.html").write_bytes(b"<b>" * 3_000_000)
    done = honbun("standard", pages, "--japanese-only")
    assert done.status == 1
    assert [document.id for document in read_standards(done.out)] == [3, 4]
    assert done.err.startswith("honbun: convert: ")
    assert done.err.endswith(", 1 not Japanese and left out, 1 failed to convert\n")


def test_no_pages_are_a_well_formed_file_too(honbun: Command, tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    done = honbun("standard", tmp_path / "none")
    assert (list(ElementTree.fromstring(done.out)), done.err) == ([], "honbun: no pages\n")


def test_help_answers(honbun: Command) -> None:
    done = honbun("standard", "--help")
    told = " ".join(done.out.decode().replace("│", " ").split())
    for word in ("--annotate", "--japanese-only", "--in-links", "<StandardFormats>", "sudachi"):
        assert word in told
