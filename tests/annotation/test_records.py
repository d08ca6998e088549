"""Whose labels count, and labelled pages as JSON Lines."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from honbun.annotation.model import (
    FINISHED,
    TRUTH,
    BlockRef,
    Kind,
    Label,
    LabelledPage,
    State,
    digest,
)
from honbun.annotation.records import (
    DONE,
    Record,
    choose,
    choose_lines,
    is_lines,
    line,
    read_records,
)
from honbun.errors import Failure, InputError
from honbun.page import Page
from honbun.stores.labels import Labels
from tests.evaluation.boats import KINDS, add_labels, labelled, page

if TYPE_CHECKING:
    from pathlib import Path

FEWER = {"Boats float": Kind.TITLE}


@pytest.mark.parametrize(
    ("by", "states", "chosen"),
    [
        (None, DONE, [(1, TRUTH, 1), (2, "Bob", 1)]),
        ("Ann", DONE, [(1, "Ann", len(KINDS))]),
        (TRUTH, DONE, [(1, TRUTH, 1)]),
        ("Ann", FINISHED, [(1, "Ann", len(KINDS)), (3, "Ann", 1)]),
    ],
)
def test_labels_of_the_named_annotator_count_else_the_truth_else_the_only_ones(
    tmp_path: Path, by: str | None, states: frozenset[State], chosen: list[tuple[int, str, int]]
) -> None:
    with Labels(tmp_path / "boats.labels") as labels:
        add_labels(labels, "Ann", page(1))
        add_labels(labels, "Bob", page(1), FEWER)
        add_labels(labels, TRUTH, page(1), {"Ann": Kind.AUTHOR})
        add_labels(labels, "Bob", page(2), FEWER)
        add_labels(labels, "Ann", page(3), FEWER, State.UNSURE)
        add_labels(labels, "Ann", page(4), FEWER, State.BEGUN)
        found = choose(labels, by, states)
        assert [(one.url, one.annotator, len(one.labels)) for one in found] == [
            (f"https://a.example/{number}.html", name, count) for number, name, count in chosen
        ]
        add_labels(labels, "Eve", page(2))
        with pytest.raises(InputError, match=r"Bob and Eve have labelled .*2\.html.*--by"):
            choose(labels)
        with pytest.raises(InputError, match="no labels by Mia are here, but by Ann, Bob and Eve"):
            choose(labels, "Mia")


def test_lines_are_chosen_from_like_the_labels_of_a_store(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    ann, bob, truth = (
        line(labelled(page(), kinds, name), with_page=True)
        for name, kinds in (("Ann", KINDS), ("Bob", FEWER), (TRUTH, KINDS))
    )
    path.write_bytes(ann + bob)
    with pytest.raises(InputError, match=r"Ann and Bob have labelled"):
        choose_lines(path)
    assert [len(one.labels) for one in choose_lines(path, "Bob")] == [1]
    with pytest.raises(InputError, match="no labels by Mia are here, but by Ann and Bob"):
        choose_lines(path, "Mia")
    path.write_bytes(ann + bob + truth)
    assert [one.annotator for one in choose_lines(path)] == ["truth"]
    path.write_bytes(line(replace(labelled(page()), state=State.UNSURE), with_page=True))
    assert choose_lines(path) == []
    path.write_bytes(line(labelled(page())))
    with pytest.raises(InputError, match="the line has no page: export with --pages"):
        choose_lines(path)


def test_a_line_has_everything_about_a_label() -> None:
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


def source(html: str | bytes, content_type: str | None = None) -> Page:
    return Page(html, url="u", source="s", content_type=content_type)


PAGES = st.one_of(st.text(max_size=20), st.binary(max_size=20)).map(source)
LABELS = st.builds(
    Label, st.builds(BlockRef, st.integers(0, 9), st.text(), st.text()), st.sampled_from(Kind)
)


@given(PAGES, st.lists(LABELS, max_size=3).map(tuple), st.sampled_from(State))
@example(source("<p>\ud800"), (), State.DONE)
@example(source("<meta charset=euc-jp><p>本文".encode("euc-jp")), (), State.DONE)
@example(source("<p>é".encode("latin-1"), "text/html; charset=latin1"), (), State.DONE)
@example(source(b"\xef\xbb\xbf<p>x"), (), State.DONE)
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
    assert is_lines(tmp_path / "a.NDJSON.gz")
    assert not any(is_lines(tmp_path / name) for name in ("a.jsonl.labels", "a.gz", "a"))


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
def test_pages_at_other_addresses_are_not_versions(source: str, url: str, tmp_path: Path) -> None:
    with Labels(tmp_path / "a.labels") as labels:
        for other in (
            version(1),
            version(2, "a/index.html", "index.html"),
            version(3, "", ""),
            version(4, source, url),
        ):
            add_labels(labels, "Ann", other, FEWER)
        assert [one.older for one in choose(labels)] == [0, 0, 0, 0]
