"""Whose labels count, and labelled pages as JSON Lines."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.annotation.model import TRUTH, BlockRef, Kind, Label, LabelledPage, State, digest
from honbun.annotation.records import (
    Record,
    choose,
    choose_lines,
    is_lines,
    line,
    read_records,
    store_records,
)
from honbun.errors import Failure, InputError
from honbun.page import Page
from honbun.stores.labels import Labels
from tests.evaluation.boats import KINDS, add_labels, labelled, page

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

FEWER = {"Boats float": Kind.TITLE}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "boats.labels"
    with Labels(path) as labels:
        add_labels(labels, "Ann", page(1))
        add_labels(labels, "Bob", page(1), FEWER)
        add_labels(labels, TRUTH, page(1), {"Ann": Kind.AUTHOR})
        add_labels(labels, "Bob", page(2), FEWER)
        add_labels(labels, "Ann", page(3), FEWER, State.UNSURE)
        add_labels(labels, "Ann", page(4), FEWER, State.BEGUN)
    return path


def chosen(path: Path, by: str | None = None) -> list[tuple[str, str, int]]:
    with Labels(path, read_only=True) as labels:
        found = choose(labels, by)
    return [(one.url, one.annotator, len(one.labels)) for one in found]


def test_the_truth_counts_and_else_the_only_annotator(file: Path) -> None:
    assert chosen(file) == [
        ("https://a.example/1.html", "truth", 1),
        ("https://a.example/2.html", "Bob", 1),
    ]


def test_who_is_named_counts_alone(file: Path) -> None:
    assert chosen(file, "Ann") == [("https://a.example/1.html", "Ann", len(KINDS))]
    assert chosen(file, TRUTH) == [("https://a.example/1.html", "truth", 1)]


def test_pages_in_other_states_are_chosen_if_asked_for(file: Path) -> None:
    with Labels(file) as labels:
        found = choose(labels, "Ann", {State.DONE, State.UNSURE})
    assert [(one.url[-6:], one.state) for one in found] == [
        ("1.html", State.DONE),
        ("3.html", State.UNSURE),
    ]


def test_several_annotators_without_truth_must_be_chosen_from(file: Path) -> None:
    with Labels(file) as labels:
        add_labels(labels, "Eve", page(2))
        with pytest.raises(InputError, match=r"Bob and Eve have labelled .*2\.html.*--by"):
            choose(labels)
        with pytest.raises(InputError, match="no labels by Mia are here, but by Ann, Bob and Eve"):
            choose(labels, "Mia")


def test_a_line_tells_all_of_a_label() -> None:
    one = labelled(page(), FEWER)
    assert json.loads(line(one)) == {
        "url": "https://a.example/1.html",
        "source": "1.html",
        "sha256": digest(page()),
        "annotator": "Ann",
        "state": "done",
        "labels": [
            {
                "number": 5,
                "xpath": "/html/body/div/h1",
                "kind": "title",
                "text": "Boats float",
            }
        ],
    }


def read_back(path: Path, *lines: bytes) -> list[Record | Failure]:
    path.write_bytes(b"".join(lines))
    return list(read_records(path, "x"))


PAGES = st.one_of(st.text(max_size=20), st.binary(max_size=20)).map(
    lambda html: Page(html, url="u", source="s")
)
LABELS = st.builds(
    Label, st.builds(BlockRef, st.integers(0, 9), st.text(), st.text()), st.sampled_from(Kind)
)


@given(PAGES, st.lists(LABELS, max_size=3).map(tuple), st.sampled_from(State))
def test_lines_are_read_as_they_were_written(
    tmp_path_factory: pytest.TempPathFactory,
    page: Page,
    labels: tuple[Label, ...],
    state: State,
) -> None:
    path = tmp_path_factory.mktemp("lines") / "a.jsonl"
    one = LabelledPage(page, "u", digest(page), "Ann", state, labels)
    (found,) = read_back(path, line(one, with_page=True))
    assert isinstance(found, Record)
    assert (found.url, found.source, found.annotator) == ("u", "s", "Ann")
    assert (found.labels, found.state, found.digest) == (labels, state, digest(page))
    assert found.page is not None
    assert digest(found.page) == digest(page)
    assert found.page.decode().text == page.decode().text


@pytest.mark.parametrize(
    "page",
    [
        Page("<p>\ud800", url="u"),
        Page("<meta charset=euc-jp><p>本文".encode("euc-jp"), url="u"),
        Page("<p>é".encode("latin-1"), url="u", content_type="text/html; charset=latin1"),
        Page(b"\xef\xbb\xbf<p>x", url="u"),
    ],
)
def test_pages_of_every_encoding_are_kept_to_the_byte(page: Page, tmp_path: Path) -> None:
    (found,) = read_back(tmp_path / "a.jsonl", line(labelled(page, {}), with_page=True))
    assert isinstance(found, Record)
    assert found.page is not None
    assert digest(found.page) == digest(page)
    assert found.page.decode().text == page.decode().text
    assert found.page.content_type == page.content_type


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (b"{}", "labels is not a list of objects"),
        (b"[]", "not a JSON object"),
        (b"nonsense", "not JSON"),
        (b'{"labels": 1}', "labels is not a list of objects"),
        (b'{"labels": [1]}', "labels is not a list of objects"),
        (b'{"labels": [{}]}', "kind is not one of title, body, "),
        (b'{"labels": [{"kind": "menu"}]}', ", credit, but menu"),
        (b'{"labels": [{"kind": ["body"]}]}', "kind is not a string"),
        (b'{"labels": [{"kind": "body", "number": "x"}]}', "number of a label is not a number"),
        (b'{"labels": [], "state": "lost"}', "state is not one of new, "),
        (b'{"labels": [], "url": 7}', "url is not a string"),
        (b'{"labels": [], "html": "", "bytes": "*"}', "bytes is not base64"),
        ('{"labels": [], "html": "", "bytes": "\u00e9"}'.encode(), "bytes is not base64"),
    ],
)
def test_unreadable_line_is_reported_and_the_others_are_read(
    broken: bytes, said: str, tmp_path: Path
) -> None:
    good = line(labelled(page()))
    first, second = read_back(tmp_path / "a.jsonl", broken + b"\n", good)
    assert isinstance(first, Failure)
    assert str(first).startswith("read: x:1: ")
    assert said in str(first)
    assert "Error" not in str(first)
    assert isinstance(second, Record)
    with pytest.raises(InputError, match=r"a\.jsonl:1"):
        choose_lines(tmp_path / "a.jsonl")


def lines_by(**said: Mapping[str, Kind]) -> bytes:
    return b"".join(
        line(labelled(page(), kinds, name), with_page=True) for name, kinds in said.items()
    )


def test_lines_are_chosen_from_as_files_of_labels_are(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(lines_by(Ann=KINDS, Bob=FEWER))
    with pytest.raises(InputError, match=r"Ann and Bob have labelled"):
        choose_lines(path)
    assert [len(one.labels) for one in choose_lines(path, "Bob")] == [1]
    with pytest.raises(InputError, match="no labels by Mia are here, but by Ann and Bob"):
        choose_lines(path, "Mia")
    path.write_bytes(lines_by(Ann=KINDS, Bob=FEWER, truth=KINDS))
    assert [one.annotator for one in choose_lines(path)] == ["truth"]


def test_lines_of_pages_that_are_not_done_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(line(replace(labelled(page()), state=State.UNSURE), with_page=True))
    assert choose_lines(path) == []


def test_store_records_have_all_labels_of_a_store(file: Path) -> None:
    with Labels(file, read_only=True) as labels:
        found = list(store_records(labels))
    assert [(one.annotator, one.url[-6:], one.state) for one in found] == [
        ("Ann", "1.html", State.DONE),
        ("Ann", "3.html", State.UNSURE),
        ("Ann", "4.html", State.BEGUN),
        ("Bob", "1.html", State.DONE),
        ("Bob", "2.html", State.DONE),
        ("truth", "1.html", State.DONE),
    ]


def version(number: int, source: str = "1.html", url: str = "https://a.example/1.html") -> Page:
    """A page as it was at some time; all versions have the title in common."""
    return Page(f"<h1>Boats float</h1><p>{number}".encode(), url=url, source=source)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ([("Ann", 1), ("Ann", 2)], (2, "Ann", 1)),
        ([("Ann", 2), ("Ann", 1)], (1, "Ann", 1)),
        ([("Ann", 1), ("truth", 1), ("Ann", 2)], (1, "truth", 1)),
        ([("truth", 1), ("Ann", 1), ("truth", 2), ("Ann", 3)], (2, "truth", 2)),
        ([("Ann", 1), ("Bob", 1), ("Ann", 2)], (2, "Ann", 1)),
        ([("Ann", 1)], (1, "Ann", 0)),
    ],
)
def test_the_latest_version_of_a_page_counts(
    said: list[tuple[str, int]], expected: tuple[int, str, int], tmp_path: Path
) -> None:
    lines = b""
    with Labels(tmp_path / "a.labels") as labels:
        for name, number in said:
            add_labels(labels, name, version(number), FEWER)
            lines += line(labelled(version(number), FEWER, name), with_page=True)
        (tmp_path / "a.jsonl").write_bytes(lines)
        for (found,) in (choose(labels), choose_lines(tmp_path / "a.jsonl")):
            number, annotator, older = expected
            assert (found.digest, found.annotator) == (digest(version(number)), annotator)
            assert found.older == older


@pytest.mark.parametrize(
    ("source", "url"),
    [
        ("2.html", "https://a.example/1.html"),  # a canonical link that two pages share
        ("1.html", "https://a.example/2.html"),
        ("b/index.html", "index.html"),
        ("", ""),
    ],
)
def test_pages_that_are_others_are_no_versions(source: str, url: str, tmp_path: Path) -> None:
    with Labels(tmp_path / "a.labels") as labels:
        for other in (
            version(1),
            version(2, "a/index.html", "index.html"),
            version(3, "", ""),
            version(4, source, url),
        ):
            add_labels(labels, "Ann", other, FEWER)
        assert [one.older for one in choose(labels)] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.jsonl", True),
        ("a.NDJSON.gz", True),
        ("a.jsonl.labels", False),
        ("a.gz", False),
        ("a", False),
    ],
)
def test_lines_are_known_by_their_ending(name: str, expected: bool, tmp_path: Path) -> None:
    assert is_lines(tmp_path / name) is expected
