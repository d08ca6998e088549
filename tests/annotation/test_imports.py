"""Labels from elsewhere: what finds its page and its block, and what is told of the rest."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from honbun.annotation.export import mark_page, site_files
from honbun.annotation.imports import LabelImport, PageIndex
from honbun.annotation.model import BlockRef, Kind, Label, State, digest
from honbun.annotation.records import Record
from honbun.annotation.sites import read_sites
from honbun.errors import Failure
from honbun.outputs.files import file_names, write_folder
from honbun.stores.labels import Labels
from tests.evaluation import boats
from tests.evaluation.boats import KINDS, add_labels, labels_of, page
from tests.evaluation.handmade import numbered, write_site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from honbun.page import Page


@pytest.fixture
def labels(tmp_path: Path) -> Iterator[Labels]:
    with Labels(tmp_path / "boats.labels") as labels:
        yield labels


def record(of: Page, *, with_page: bool = True) -> Record:
    return Record(
        where="a.jsonl:1",
        url=of.url or "",
        source=of.source,
        digest=digest(of),
        annotator="Ann",
        state=State.UNSURE,
        labels=labels_of(of, KINDS),
        page=of if with_page else None,
    )


def test_a_line_with_its_page_is_taken_whole(labels: Labels) -> None:
    intake = LabelImport(labels, PageIndex(labels), None)
    intake.record(record(page()))
    assert (len(intake.digests), intake.imported, intake.failures) == (1, len(KINDS), [])
    standing = labels.page_labels("Ann", digest(page()))
    assert standing.labels == labels_of(page(), KINDS)
    assert standing.state is State.UNSURE


def test_a_page_is_found_among_those_that_are_kept(labels: Labels) -> None:
    add_labels(labels, "Bob", page())
    intake = LabelImport(labels, PageIndex(labels), None)
    intake.record(record(page(), with_page=False))
    assert labels.page_labels("Ann", digest(page())).labels == labels_of(page(), KINDS)


def test_a_page_is_found_among_those_that_are_given(labels: Labels) -> None:
    intake = LabelImport(labels, PageIndex(labels, [page(2), page(1)]), None)
    intake.record(record(page(), with_page=False))
    assert [one.url for one in labels.pages()] == ["https://a.example/1.html"]


def test_another_version_at_the_same_address_takes_what_it_has(labels: Labels) -> None:
    newer = replace(page(), html=boats.PAGE.format(1).replace("<p>Ann</p>", "").encode())
    intake = LabelImport(labels, PageIndex(labels, [newer]), None)
    intake.record(record(page(), with_page=False))
    assert intake.imported == len(KINDS) - 1
    assert [str(failure) for failure in intake.failures] == [
        "import: a.jsonl:1 (https://a.example/1.html): 1 label has no block on the page"
    ]
    standing = labels.page_labels("Ann", digest(newer))
    assert Kind.AUTHOR not in [label.kind for label in standing.labels]
    assert standing.state is State.UNSURE  # somebody has to look at it again


def test_a_page_is_found_by_its_address_among_those_that_are_kept(labels: Labels) -> None:
    newer = replace(page(), html=boats.PAGE.format(1).replace("News", "Weather").encode())
    add_labels(labels, "Bob", newer)
    LabelImport(labels, PageIndex(labels), None).record(record(page(), with_page=False))
    assert labels.page_labels("Ann", digest(newer)).labels == labels_of(newer, KINDS)


@pytest.mark.parametrize(("source", "found"), [("A/index.html", 1), ("B/index.html", 0)])
def test_a_path_in_a_folder_is_no_address(labels: Labels, source: str, found: int) -> None:
    kept = replace(page(), url=None, source="A/index.html")
    labels.add_page(kept, "index.html")
    said = replace(record(page(), with_page=False), digest="0a", url="index.html", source=source)
    intake = LabelImport(labels, PageIndex(labels), None)
    intake.record(said)
    assert (len(intake.digests), len(intake.failures)) == (found, 1 - found)


def test_a_page_is_found_that_came_with_another_line(labels: Labels) -> None:
    intake = LabelImport(labels, PageIndex(labels), None)
    intake.record(record(page()))
    intake.record(replace(record(page(), with_page=False), annotator="Bob"))
    assert labels.page_labels("Bob", digest(page())).labels == labels_of(page(), KINDS)
    assert (len(intake.digests), intake.imported) == (1, 2 * len(KINDS))


def test_a_page_that_is_nowhere_is_told(labels: Labels) -> None:
    intake = LabelImport(labels, PageIndex(labels, [page(2)]), None)
    intake.record(record(page(), with_page=False))
    (failure,) = intake.failures
    assert "its page was not found" in str(failure)
    assert (len(intake.digests), labels.pages()) == (0, [])


def test_numbers_do_not_matter(labels: Labels) -> None:
    moved = tuple(
        Label(BlockRef(label.block.number + 50, label.block.xpath, label.block.text), label.kind)
        for label in labels_of(page(), KINDS)
    )
    LabelImport(labels, PageIndex(labels), "Eve").record(replace(record(page()), labels=moved))
    assert labels.page_labels("Eve", digest(page())).labels == labels_of(page(), KINDS)


def test_what_the_annotator_said_before_is_replaced_and_can_be_had_back(labels: Labels) -> None:
    before = {"Home": Kind.BODY, "Boats float": Kind.BODY}
    add_labels(labels, "Ann", page(), before)
    LabelImport(labels, PageIndex(labels), None).record(record(page()))
    assert labels.page_labels("Ann", digest(page())).labels == labels_of(page(), KINDS)
    assert labels.undo("Ann", digest(page())).labels == labels_of(page(), before)


def test_nobody_s_labels_are_refused(labels: Labels) -> None:
    intake = LabelImport(labels, PageIndex(labels), None)
    intake.record(replace(record(page()), annotator=""))
    intake.record(Failure("a.jsonl:2", None, "read", "broken"))
    assert ["--as" in str(failure) for failure in intake.failures] == [True, False]
    assert len(intake.digests) == 0


def test_a_site_s_selectors_become_labels(labels: Labels, tmp_path: Path) -> None:
    write_site(tmp_path / "data", "a", numbered(2))
    intake = LabelImport(labels, PageIndex(labels), "Ann")
    for site in read_sites(tmp_path / "data", ("article",)):
        for one in site.pages:
            intake.site(one)
    assert (len(intake.digests), intake.imported) == (2, 6)
    found = labels.page_labels("Ann", labels.pages()[0].digest).labels
    assert [(label.kind, label.block.text) for label in found] == [
        (Kind.TITLE, "Number 0"),
        (Kind.BODY, "All about 0."),
        (Kind.BODY, "And on, 0."),
    ]


def test_labels_on_a_stamped_copy_go_to_the_page_itself(labels: Labels, tmp_path: Path) -> None:
    add_labels(labels, "Ann", page())
    write_folder(tmp_path / "out", site_files([mark_page(boats.labelled(page()))], file_names))
    intake = LabelImport(labels, PageIndex(labels), "Bob")
    for site in read_sites(tmp_path / "out", ("article",)):
        intake.site(site.pages[0])
    assert [one.digest for one in labels.pages()] == [digest(page())]
    assert labels.page_labels("Bob", digest(page())).labels == labels_of(page(), KINDS)


def test_invalid_selector_is_reported(labels: Labels, tmp_path: Path) -> None:
    write_site(tmp_path / "data", "a", numbered(1), {"title": ["h1["]})
    intake = LabelImport(labels, PageIndex(labels), "Ann")
    for site in read_sites(tmp_path / "data", ("article",)):
        intake.site(site.pages[0])
    (failure,) = intake.failures
    assert "no CSS selector" in str(failure)
