"""The label store: pages, labels and annotators."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from itertools import count
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

if TYPE_CHECKING:
    from collections.abc import Iterator
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


@pytest.mark.parametrize(
    "page", [PAGE, *map(Page, ("<p>本文", "<p>half \ud800 a pair", ""))], ids=repr
)
def test_stored_page_is_read_unchanged(labels: Labels, page: Page) -> None:
    known = labels.add_page(page, page.url or "")
    assert known == digest(page)
    assert labels.page(known) == page


@pytest.mark.usefixtures("clock")
def test_pages_with_the_same_bytes_are_stored_once(labels: Labels) -> None:
    labels.add_page(PAGE, URL)
    labels.add_page(NEWER, URL)
    labels.add_page(Page(PAGE.html, source="copy.html"), "https://copy.example/")
    assert [(page.digest, page.url, page.source) for page in labels.pages()] == [
        (digest(PAGE), URL, "ferry.html"),
        (digest(NEWER), URL, "ferry.html"),
    ]
    assert labels.pages()[0].stored_at.isoformat() == "1970-01-12T13:46:41+00:00"


def test_annotators_have_separate_labels(path: Path, labels: Labels, ferry: str) -> None:
    labels.act(" Zoe\u0308 ", ferry, {TITLE: Kind.TITLE})
    labels.act("Anna", ferry, {BODY: Kind.BODY, TITLE: Kind.TITLE}, State.DONE)
    labels.act(TRUTH, ferry, {BODY: Kind.BODY})
    labels.undo("Zo\u00eb", ferry)
    with Labels(path, read_only=True) as reopened:
        assert kinds(reopened.page_labels("Zo\u00eb", ferry)) == {}
        assert reopened.page_labels("Anna", ferry) == PageLabels(
            (Label(TITLE, Kind.TITLE), Label(BODY, Kind.BODY)), State.DONE, True, False
        )
        assert kinds(reopened.page_labels(TRUTH, ferry)) == {BODY.xpath: Kind.BODY}
        assert reopened.annotators() == ["Zo\u00eb", "Anna"]


def test_rejected_blocks_are_stored_in_document_order(labels: Labels, ferry: str) -> None:
    labels.act(TRUTH, ferry, {BODY: NO_CONTENT, TITLE: NO_CONTENT})
    assert labels.page_labels(TRUTH, ferry) == PageLabels(
        (), State.BEGUN, undoable=True, redoable=False, rejected=(TITLE, BODY)
    )
    current = labels.act(TRUTH, ferry, {TITLE: Kind.TITLE, BODY: None})
    assert (kinds(current), current.rejected) == ({TITLE.xpath: Kind.TITLE}, ())
    assert labels.undo(TRUTH, ferry).rejected == (TITLE, BODY)
    assert [current.rejected for _, _, current in labels.all_labels()] == [(TITLE, BODY)]
    newer = labels.add_page(NEWER, URL)
    assert labels.earlier(TRUTH, URL, newer, "ferry.html") is None, "there is no label to copy"


def test_invalid_actions_are_refused(labels: Labels, ferry: str) -> None:
    with pytest.raises(InputError, match="only the adjudicator"):
        labels.act("Anna", ferry, {TITLE: NO_CONTENT})
    for use in (lambda: labels.act("Anna", "0a", {TITLE: Kind.TITLE}), lambda: labels.page("0a")):
        with pytest.raises(InputError, match=r"^no page 0a is stored with the labels$"):
            use()
    assert labels.annotators() == []
    labels.act("Anna", ferry, {TITLE: Kind.TITLE})
    with pytest.raises(InputError, match=r"^ANNA is too similar to the annotator Anna$"):
        labels.act("ANNA", ferry, {BODY: Kind.BODY})
    with pytest.raises(InputError, match="is too similar"):
        labels.page_labels("anna", ferry)
    with pytest.raises(InputError, match="cannot be called Truth"):
        labels.act("Truth", ferry, {BODY: Kind.BODY})


def test_only_a_label_or_a_state_adds_an_annotator(labels: Labels, ferry: str) -> None:
    assert labels.page_labels("Anna", ferry) == NO_LABELS
    assert labels.undo("Anna", ferry) == labels.redo("Anna", ferry) == NO_LABELS
    assert labels.earlier("Anna", URL, "", "ferry.html") is None
    assert labels.states("Anna") == {}
    assert labels.forget("Anna") == 0
    for state in (None, State.NEW):
        assert labels.act("Anna", ferry, {BODY: None}, state) == NO_LABELS
    assert labels.annotators() == []
    labels.act("Anna", ferry, {BODY: None}, State.SKIPPED)
    assert labels.annotators() == ["Anna"]


def test_all_labels_and_states_are_those_of_each_page(labels: Labels, ferry: str) -> None:
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
    assert labels.states("Ben") == {ferry: State.SKIPPED, newer: State.BEGUN}
    assert labels.states("Anna") == {ferry: State.DONE}


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
        (URL, "new/list.html", True),
        (URL, "old/list-2.html", False),  # a canonical link that two pages share
        (URL, "new.warc@17", False),
    ],
)
def test_versions_of_a_page_have_the_same_address_and_file(
    labels: Labels, url: str, source: str, found: bool
) -> None:
    for html, stored_source, stored_url in (
        ("<p>first", "A/index.html", "index.html"),
        ("<p>no source", "", ""),
        ("<p>list", "old/list.html", URL),
    ):
        page = labels.add_page(Page(html, source=stored_source), stored_url)
        labels.act("Anna", page, {TITLE: Kind.TITLE})
    assert (labels.earlier("Anna", url, "0a", source) is not None) == found


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


def test_damaged_page_is_reported_in_one_line(path: Path, labels: Labels, ferry: str) -> None:
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE page SET body = x'00'")
    with pytest.raises(MemoryFileError, match=r"it is damaged$"):
        labels.page(ferry)
