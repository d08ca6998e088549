"""Labels from elsewhere: what finds its page and its block, and what is reported of the rest."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from honbun.annotation.export import mark_page, site_files
from honbun.annotation.imports import LabelImport, PageIndex
from honbun.annotation.model import Kind, State, digest
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


def test_labels_without_a_block_on_another_version_are_reported(labels: Labels) -> None:
    newer = replace(page(), html=boats.PAGE.format(1).replace("<p>Ann</p>", "").encode())
    intake = LabelImport(labels, PageIndex(labels, [newer]), None)
    intake.record(replace(record(page(), with_page=False), state=State.DONE))
    assert intake.imported == len(KINDS) - 1
    assert [str(failure) for failure in intake.failures] == [
        "import: a.jsonl:1 (https://a.example/1.html): 1 label has no block on the page"
    ]
    standing = labels.page_labels("Ann", digest(newer))
    assert Kind.AUTHOR not in [label.kind for label in standing.labels]
    assert standing.state is State.UNSURE  # somebody has to look at it again


@pytest.mark.parametrize(("source", "found"), [("A/index.html", 1), ("B/index.html", 0)])
def test_equal_paths_in_two_folders_are_different_pages(
    labels: Labels, source: str, found: int
) -> None:
    kept = replace(page(), url=None, source="A/index.html")
    labels.add_page(kept, "index.html")
    said = replace(record(page(), with_page=False), digest="0a", url="index.html", source=source)
    intake = LabelImport(labels, PageIndex(labels), None)
    intake.record(said)
    assert (len(intake.digests), len(intake.failures)) == (found, 1 - found)


def test_imported_labels_replace_earlier_ones_and_can_be_undone(labels: Labels) -> None:
    before = {"Home": Kind.BODY, "Boats float": Kind.BODY}
    add_labels(labels, "Ann", page(), before)
    LabelImport(labels, PageIndex(labels), None).record(record(page()))
    assert labels.page_labels("Ann", digest(page())).labels == labels_of(page(), KINDS)
    assert labels.undo("Ann", digest(page())).labels == labels_of(page(), before)


def test_labels_without_an_annotator_are_refused(labels: Labels) -> None:
    intake = LabelImport(labels, PageIndex(labels), None)
    intake.record(replace(record(page()), annotator=""))
    intake.record(Failure("a.jsonl:2", None, "read", "broken"))
    assert ["--as" in str(failure) for failure in intake.failures] == [True, False]
    assert len(intake.digests) == 0


NEWER = replace(page(), html=boats.PAGE.format(1).replace("Home", "Start").encode())


@pytest.mark.parametrize("others", [[], [page(2), page()], [page(2), NEWER]])
@pytest.mark.parametrize("stored", [[], [page()], [NEWER]])
def test_a_page_is_found_by_its_digest_or_address(
    labels: Labels, stored: list[Page], others: list[Page]
) -> None:
    """In the line itself, in the store, or among other pages."""
    for one in stored:
        add_labels(labels, "Bob", one)
    intake = LabelImport(labels, PageIndex(labels, others), None)
    intake.record(record(page(), with_page=False))
    if not stored and not others:
        assert ["its page was not found" in str(one) for one in intake.failures] == [True]
        assert (len(intake.digests), labels.pages()) == (0, [])
        intake.record(record(page()))
        intake.record(record(page(), with_page=False))
    exact = stored == [page()] or page() in others or not (stored or others)
    found = page() if exact else NEWER
    current = labels.page_labels("Ann", digest(found))
    assert current.labels == labels_of(found, KINDS)
    assert (current.state, len(intake.digests)) == (State.UNSURE, 1)
    assert intake.imported == len(KINDS) * (1 if stored or others else 2)


def imported(labels: Labels, folder: Path, annotator: str) -> LabelImport:
    """Import the sites in a folder."""
    intake = LabelImport(labels, PageIndex(labels), annotator)
    for site in read_sites(folder, ("article",)):
        for one in site.pages:
            intake.site(one)
    return intake


def test_selectors_of_a_site_become_labels(labels: Labels, tmp_path: Path) -> None:
    write_site(tmp_path / "data", "a", numbered(2))
    intake = imported(labels, tmp_path / "data", "Ann")
    assert (len(intake.digests), intake.imported) == (2, 6)
    found = labels.page_labels("Ann", labels.pages()[0].digest).labels
    assert [(label.kind, label.block.text) for label in found] == [
        (Kind.TITLE, "Number 0"),
        (Kind.BODY, "All about 0."),
        (Kind.BODY, "And on, 0."),
    ]
    write_site(tmp_path / "bad", "a", numbered(1), {"title": ["h1["]})
    (failure,) = imported(labels, tmp_path / "bad", "Ann").failures
    assert "no CSS selector" in str(failure)


def test_labels_on_an_exported_copy_go_to_the_page_itself(labels: Labels, tmp_path: Path) -> None:
    add_labels(labels, "Ann", page())
    write_folder(tmp_path / "out", site_files([mark_page(boats.labelled(page()))], file_names))
    imported(labels, tmp_path / "out", "Bob")
    assert [one.digest for one in labels.pages()] == [digest(page())]
    assert labels.page_labels("Bob", digest(page())).labels == labels_of(page(), KINDS)
