"""The label store: pages, labels, annotators, undo and redo."""

from __future__ import annotations

import multiprocessing
import re
import sqlite3
import time
from contextlib import closing
from itertools import count
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from honbun.annotation.model import (
    NO_CONTENT,
    NO_LABELS,
    TRUTH,
    BlockRef,
    Kind,
    Label,
    PageLabels,
    State,
    digest,
)
from honbun.errors import InputError, MemoryFileError
from honbun.page import Page
from honbun.stores.labels import Labels
from honbun.stores.seen_posts import SeenPosts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.synchronize import Barrier
    from pathlib import Path

URL = "https://news.example/ferry"
PAGE = Page(b"<h1>Ferry</h1><p>It sails.", URL, "ferry.html", content_type="text/html")
NEWER = Page(b"<h1>Ferry</h1><p>It sails at noon.", URL, "ferry.html")
TITLE = BlockRef(1, "/html/body/h1", "Ferry")
BODY = BlockRef(2, "/html/body/p", "It sails.")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "news.labels"


@pytest.fixture
def labels(path: Path) -> Iterator[Labels]:
    with Labels(path) as labels:
        yield labels


@pytest.fixture
def ferry(labels: Labels) -> str:
    return labels.add_page(PAGE, URL)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that advances by a second on every call."""
    monkeypatch.setattr(time, "time", count(1_000_001.0).__next__)


def kinds(current: PageLabels) -> dict[str, Kind]:
    return {label.block.xpath: label.kind for label in current.labels}


def test_stored_page_is_read_unchanged(labels: Labels) -> None:
    known = labels.add_page(PAGE, URL)
    assert known == digest(PAGE)
    assert labels.page(known) == PAGE


@pytest.mark.parametrize("html", ["<p>本文", "<p>half \ud800 a pair", ""])
def test_stored_text_is_read_as_text(labels: Labels, html: str) -> None:
    known = labels.add_page(Page(html), "")
    assert labels.page(known) == Page(html)


def test_pages_with_the_same_bytes_are_stored_once(labels: Labels) -> None:
    labels.add_page(PAGE, URL)
    labels.add_page(NEWER, URL)
    labels.add_page(Page(PAGE.html, source="copy.html"), "https://copy.example/")
    assert [(page.digest, page.url, page.source) for page in labels.pages()] == [
        (digest(PAGE), URL, "ferry.html"),
        (digest(NEWER), URL, "ferry.html"),
    ]


@pytest.mark.usefixtures("clock")
def test_page_has_the_time_it_was_first_stored(labels: Labels) -> None:
    labels.add_page(PAGE, URL)
    labels.add_page(PAGE, URL)
    [page] = labels.pages()
    assert page.stored_at.isoformat() == "1970-01-12T13:46:41+00:00"


def test_labels_are_read_from_a_reopened_file(path: Path) -> None:
    with Labels(path) as labels:
        known = labels.add_page(PAGE, URL)
        labels.act("Anna", known, {BODY: Kind.BODY, TITLE: Kind.TITLE})
    with Labels(path, read_only=True) as labels:
        expected = (Label(TITLE, Kind.TITLE), Label(BODY, Kind.BODY))
        assert labels.page_labels("Anna", known) == PageLabels(expected, State.BEGUN, True, False)
        assert labels.annotators() == ["Anna"]


def test_annotators_have_separate_labels(labels: Labels, ferry: str) -> None:
    labels.act("Zoë", ferry, {TITLE: Kind.TITLE})
    labels.act("Anna", ferry, {TITLE: Kind.BODY}, State.DONE)
    labels.act(TRUTH, ferry, {BODY: Kind.BODY})
    labels.undo("Zoë", ferry)
    assert kinds(labels.page_labels("Zoë", ferry)) == {}
    assert kinds(labels.page_labels("Anna", ferry)) == {TITLE.xpath: Kind.BODY}
    assert kinds(labels.page_labels(TRUTH, ferry)) == {BODY.xpath: Kind.BODY}
    assert labels.annotators() == ["Zoë", "Anna"]


def test_rejected_blocks_are_stored_in_document_order(path: Path) -> None:
    with Labels(path) as labels:
        known = labels.add_page(PAGE, URL)
        labels.act(TRUTH, known, {BODY: NO_CONTENT, TITLE: NO_CONTENT})
    with Labels(path) as labels:
        assert labels.page_labels(TRUTH, known) == PageLabels(
            (), State.BEGUN, undoable=True, redoable=False, rejected=(TITLE, BODY)
        )
        current = labels.act(TRUTH, known, {TITLE: Kind.TITLE, BODY: None})
        assert (kinds(current), current.rejected) == ({TITLE.xpath: Kind.TITLE}, ())
        assert labels.undo(TRUTH, known).rejected == (TITLE, BODY)
        assert [current.rejected for _, _, current in labels.all_labels()] == [(TITLE, BODY)]


def test_only_the_adjudicator_rejects_blocks(labels: Labels, ferry: str) -> None:
    with pytest.raises(InputError, match="only the adjudicator"):
        labels.act("Anna", ferry, {TITLE: NO_CONTENT})
    assert labels.annotators() == []


def test_version_with_rejected_blocks_only_has_no_labels_to_copy(
    labels: Labels, ferry: str
) -> None:
    newer = labels.add_page(NEWER, URL)
    labels.act(TRUTH, newer, {TITLE: NO_CONTENT})
    assert labels.earlier(TRUTH, URL, ferry, "ferry.html") is None


def test_annotator_name_is_stripped_and_normalized(labels: Labels, ferry: str) -> None:
    labels.act(" Zoe\u0308 ", ferry, {TITLE: Kind.TITLE})
    assert labels.page_labels("Zo\u00eb", ferry).labels
    assert labels.annotators() == ["Zo\u00eb"]


def test_names_that_differ_in_case_are_refused(labels: Labels, ferry: str) -> None:
    labels.act("Anna", ferry, {TITLE: Kind.TITLE})
    with pytest.raises(InputError, match=r"^ANNA is too similar to the annotator Anna$"):
        labels.act("ANNA", ferry, {BODY: Kind.BODY})
    with pytest.raises(InputError, match="is too similar"):
        labels.page_labels("anna", ferry)
    with pytest.raises(InputError, match="cannot be called Truth"):
        labels.act("Truth", ferry, {BODY: Kind.BODY})


def test_reading_does_not_add_an_annotator(labels: Labels, ferry: str) -> None:
    assert labels.page_labels("Anna", ferry) == NO_LABELS
    assert labels.undo("Anna", ferry) == labels.redo("Anna", ferry) == NO_LABELS
    assert labels.earlier("Anna", URL, "", "ferry.html") is None
    assert labels.states("Anna") == {}
    assert labels.forget("Anna") == 0
    assert labels.annotators() == []


@pytest.mark.parametrize("state", [None, State.NEW])
def test_action_without_effect_does_not_add_an_annotator(
    labels: Labels, ferry: str, state: State | None
) -> None:
    assert labels.act("Anna", ferry, {BODY: None}, state) == NO_LABELS
    assert labels.annotators() == []
    labels.act("Anna", ferry, {BODY: None}, State.SKIPPED)
    assert labels.annotators() == ["Anna"]


def test_unknown_page_cannot_be_labelled(labels: Labels) -> None:
    with pytest.raises(InputError, match=r"^no page 0a is stored with the labels$"):
        labels.act("Anna", "0a", {TITLE: Kind.TITLE})
    with pytest.raises(InputError, match=r"^no page 0a is stored with the labels$"):
        labels.page("0a")
    assert labels.annotators() == []


def test_states_include_all_pages_that_are_not_new(labels: Labels, ferry: str) -> None:
    newer = labels.add_page(NEWER, URL)
    undone = labels.add_page(Page("<p>third"), "")
    labels.act("Anna", newer, {}, State.SKIPPED)
    labels.act("Anna", ferry, {TITLE: Kind.TITLE}, State.UNSURE)
    labels.act("Anna", undone, {TITLE: Kind.TITLE})
    labels.undo("Anna", undone)
    labels.act("Ben", ferry, {}, State.DONE)
    assert labels.states("Anna") == {ferry: State.UNSURE, newer: State.SKIPPED}


def test_all_labels_are_those_of_each_page(labels: Labels, ferry: str) -> None:
    newer = labels.add_page(NEWER, URL)
    labels.act("Ben", newer, {BODY: Kind.BODY, TITLE: Kind.TITLE})
    labels.act("Ben", ferry, {}, State.SKIPPED)
    labels.act("Anna", ferry, {TITLE: Kind.TITLE}, State.DONE)
    labels.act(TRUTH, ferry, {BODY: Kind.BODY})
    labels.act("Anna", newer, {BODY: Kind.BODY})
    labels.undo("Anna", newer)
    everything = list(labels.all_labels())
    assert [(annotator, known) for annotator, known, _ in everything] == [
        ("Ben", ferry),
        ("Ben", newer),
        ("Anna", ferry),
        (TRUTH, ferry),
    ]
    for annotator, known, current in everything:
        assert current == labels.page_labels(annotator, known)


@pytest.mark.usefixtures("clock")
def test_earlier_version_is_the_one_labelled_last(labels: Labels, ferry: str) -> None:
    newer = labels.add_page(NEWER, URL)
    third = labels.add_page(Page("<p>third", source="ferry.html"), URL)
    other = labels.add_page(Page("<p>other", source="ferry.html"), "https://other.example/")
    labels.act("Anna", newer, {BODY: Kind.BODY})
    labels.act("Anna", ferry, {TITLE: Kind.TITLE})
    labels.act("Ben", newer, {TITLE: Kind.TITLE})
    labels.act("Anna", other, {TITLE: Kind.TITLE})
    labels.act("Anna", third, {}, State.SKIPPED)

    def earlier(digest: str, url: str = URL) -> object:
        return labels.earlier("Anna", url, digest, "ferry.html")

    assert earlier(third) == (ferry, (Label(TITLE, Kind.TITLE),))
    assert earlier(ferry) == (newer, (Label(BODY, Kind.BODY),))
    labels.act("Anna", newer, {TITLE: Kind.TITLE})
    assert earlier(third) == (newer, labels.page_labels("Anna", newer).labels)
    assert earlier(other, "https://other.example/") is None


@pytest.mark.parametrize(
    ("url", "source", "found"),
    [
        ("index.html", "A/index.html", True),
        ("index.html", "B/index.html", False),  # the same path in another folder
        ("", "", False),
    ],
)
def test_page_without_url_is_identified_by_its_source(
    labels: Labels, url: str, source: str, found: bool
) -> None:
    first = labels.add_page(Page("<p>first", source="A/index.html"), "index.html")
    bare = labels.add_page(Page("<p>no source"), "")
    for page in (first, bare):
        labels.act("Anna", page, {TITLE: Kind.TITLE})
    assert (labels.earlier("Anna", url, "0a", source) is not None) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [("new/list.html", True), ("old/list-2.html", False), ("new.warc@17", False)],
)
def test_pages_with_a_shared_canonical_link_are_different_pages(
    labels: Labels, source: str, found: bool
) -> None:
    stored = labels.add_page(Page("<p>first", source="old/list.html"), URL)
    labels.act("Anna", stored, {TITLE: Kind.TITLE})
    assert (labels.earlier("Anna", URL, "0a", source) is not None) == found


def test_forgotten_annotator_loses_all_labels_and_actions(
    path: Path, labels: Labels, ferry: str
) -> None:
    labels.act("Anna", ferry, {TITLE: Kind.TITLE})
    labels.act("Ben", ferry, {BODY: Kind.BODY})
    assert labels.forget("Anna") == 1
    assert labels.annotators() == ["Ben"]
    assert [annotator for annotator, _, _ in labels.all_labels()] == ["Ben"]
    assert labels.page(ferry) == PAGE
    with closing(sqlite3.connect(path)) as file:
        for table in ("label", "action", "standing"):
            assert file.execute(f"SELECT count(*) FROM {table}").fetchone() == (1,)
    assert labels.act("anna", ferry, {}) == NO_LABELS


def _label_many(path: Path, name: str, barrier: Barrier) -> None:
    barrier.wait()
    for number in range(20):
        with Labels(path) as labels:
            known = labels.add_page(PAGE, URL)
            labels.act(name, known, {BlockRef(number, f"/p[{number}]", name): Kind.BODY})


def test_two_processes_share_a_file(path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    barrier = context.Barrier(2)
    programs = [
        context.Process(target=_label_many, args=(path, name, barrier)) for name in ("Anna", "Ben")
    ]
    for program in programs:
        program.start()
    for program in programs:
        program.join()
    with Labels(path) as labels:
        assert sorted(labels.annotators()) == ["Anna", "Ben"]
        assert [len(current.labels) for _, _, current in labels.all_labels()] == [20, 20]
        assert len(labels.pages()) == 1


def test_concurrent_actions_of_one_annotator_lose_nothing(path: Path) -> None:
    def label(start: int) -> None:
        for number in range(start, start + 10):
            with Labels(path) as labels:
                known = labels.add_page(PAGE, URL)
                labels.act("Anna", known, {BlockRef(number, f"/p[{number}]", ""): Kind.BODY})

    threads = [Thread(target=label, args=(start,)) for start in (0, 10, 20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with Labels(path) as labels:
        [(_, known, current)] = labels.all_labels()
        assert [label.block.number for label in current.labels] == list(range(30))
        for _ in range(30):
            labels.undo("Anna", known)
        assert labels.page_labels("Anna", known) == PageLabels((), State.NEW, False, True)


def test_unusable_file_is_reported_in_one_line(path: Path, tmp_path: Path) -> None:
    def refused(path: Path, why: str, *, read_only: bool = False) -> None:
        with pytest.raises(MemoryFileError, match=f"^{re.escape(str(path))}: {why}$"):
            Labels(path, read_only=read_only)

    refused(path, "there is no such file", read_only=True)
    refused(tmp_path, "it is a folder")
    SeenPosts(path).close()
    refused(path, "it is not a file of labels")


def test_damaged_page_is_reported_in_one_line(path: Path, labels: Labels, ferry: str) -> None:
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE page SET body = x'00'")
    with pytest.raises(MemoryFileError, match=r"it is damaged$"):
        labels.page(ferry)


def test_read_only_labels_cannot_be_changed(path: Path, labels: Labels, ferry: str) -> None:
    with (
        Labels(path, read_only=True) as reader,
        pytest.raises(MemoryFileError, match="reading only"),
    ):
        reader.act("Anna", ferry, {TITLE: Kind.TITLE})
    assert labels.annotators() == []
