"""Every action can be undone and redone, in the order in which it was done."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.annotation.model import (
    NO_CONTENT,
    TRUTH,
    BlockRef,
    Decision,
    Kind,
    Label,
    PageLabels,
    State,
)
from honbun.stores.labels import Labels
from tests.stores.test_labels import BODY, PAGE, TITLE, URL, kinds

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


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


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (State.NEW, State.BEGUN),
        (State.BEGUN, State.BEGUN),
        (State.DONE, State.DONE),
        (State.UNSURE, State.UNSURE),
        (State.SKIPPED, State.BEGUN),
    ],
)
def test_label_changes_the_state_from_new_or_skipped_to_begun(
    labels: Labels, ferry: str, before: State, after: State
) -> None:
    labels.act("Anna", ferry, {}, before)
    assert labels.act("Anna", ferry, {TITLE: Kind.TITLE}).state == after
    assert labels.undo("Anna", ferry).state == before


def test_state_is_set_with_the_labels(labels: Labels, ferry: str) -> None:
    current = labels.act("Anna", ferry, {TITLE: Kind.TITLE}, State.DONE)
    assert (kinds(current), current.state) == ({TITLE.xpath: Kind.TITLE}, State.DONE)
    assert labels.undo("Anna", ferry) == PageLabels((), State.NEW, False, True)


def test_action_without_effect_is_not_recorded(labels: Labels, ferry: str) -> None:
    labels.act("Anna", ferry, {TITLE: Kind.TITLE}, State.DONE)
    labels.act("Anna", ferry, {BODY: Kind.BODY})
    undone = labels.undo("Anna", ferry)
    assert undone.redoable
    assert labels.act("Anna", ferry, {TITLE: Kind.TITLE, BODY: None}, State.DONE) == undone
    assert labels.act("Anna", ferry, {}) == undone


def test_undo_and_redo_work_after_reopening(path: Path) -> None:
    with Labels(path) as labels:
        known = labels.add_page(PAGE, URL)
        labels.act("Anna", known, {TITLE: Kind.BODY})
        labels.act("Anna", known, {TITLE: Kind.TITLE, BODY: Kind.BODY})
        labels.act("Anna", known, {BODY: None}, State.DONE)
    with Labels(path) as labels:
        assert kinds(labels.undo("Anna", known)) == {
            TITLE.xpath: Kind.TITLE,
            BODY.xpath: Kind.BODY,
        }
        assert kinds(labels.undo("Anna", known)) == {TITLE.xpath: Kind.BODY}
    with Labels(path) as labels:
        labels.redo("Anna", known)
        redone = labels.redo("Anna", known)
        assert redone == PageLabels((Label(TITLE, Kind.TITLE),), State.DONE, True, False)
        assert labels.redo("Anna", known) == redone


def test_new_action_clears_undone_actions(labels: Labels, ferry: str) -> None:
    labels.act("Anna", ferry, {TITLE: Kind.TITLE})
    labels.undo("Anna", ferry)
    current = labels.act("Anna", ferry, {BODY: Kind.BODY})
    assert not current.redoable
    assert labels.redo("Anna", ferry) == current


def test_number_of_stored_actions_is_limited(
    path: Path, labels: Labels, ferry: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("honbun.stores.actions._MOST_ACTIONS", 3)
    for kind in Kind:
        labels.act("Anna", ferry, {TITLE: kind})
    for _ in range(3):
        assert labels.page_labels("Anna", ferry).undoable
        labels.undo("Anna", ferry)
    oldest = labels.page_labels("Anna", ferry)
    assert not oldest.undoable
    assert kinds(labels.undo("Anna", ferry)) == {TITLE.xpath: list(Kind)[-4]}
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT count(*) FROM action").fetchone() == (3,)


def test_block_is_identified_by_its_xpath_and_updated(labels: Labels, ferry: str) -> None:
    """A later version of honbun may number blocks differently."""
    labels.act("Anna", ferry, {TITLE: Kind.TITLE})
    later = BlockRef(5, TITLE.xpath, "Ferry!")
    current = labels.act("Anna", ferry, {later: Kind.BODY})
    assert current.labels == (Label(later, Kind.BODY),)
    assert labels.undo("Anna", ferry).labels == (Label(later, Kind.TITLE),)
    # If a block is given twice, the last decision counts.
    assert labels.act("Anna", ferry, {TITLE: None, later: Kind.TITLE}).redoable


def test_lone_surrogates_in_text_are_escaped(labels: Labels, ferry: str) -> None:
    current = labels.act("Anna", ferry, {BlockRef(1, "/html/body/h1", "a\ud800"): Kind.TITLE})
    assert current.labels[0].block.text == "a\\ud800"


actions = st.one_of(
    st.sampled_from(["undo", "redo", "reopen"]),
    st.tuples(
        st.dictionaries(
            st.sampled_from([TITLE, BODY, BlockRef(3, "/html/body/div", "")]),
            st.none() | st.sampled_from([Kind.TITLE, Kind.BODY, NO_CONTENT]),
        ),
        st.none() | st.sampled_from(State),
    ),
)


@given(st.lists(actions, max_size=12))
def test_undo_and_redo_match_a_list_of_states(
    tmp_path_factory: pytest.TempPathFactory,
    steps: list[str | tuple[dict[BlockRef, Decision | None], State | None]],
) -> None:
    """The plain definition: a list of all states and the current position."""
    path = tmp_path_factory.mktemp("labels") / "labels"
    labels = Labels(path)
    known = labels.add_page(PAGE, URL)
    history: list[tuple[dict[BlockRef, Decision], State]] = [({}, State.NEW)]
    at = 0
    for step in steps:
        if step == "reopen":
            labels.close()
            labels = Labels(path)
        elif step == "undo":
            labels.undo(TRUTH, known)
            at = max(at - 1, 0)
        elif step == "redo":
            labels.redo(TRUTH, known)
            at = min(at + 1, len(history) - 1)
        elif isinstance(step, tuple):
            changes, new_state = step
            labels.act(TRUTH, known, changes, new_state)
            before, state = history[at]
            after = {place: kind for place, kind in {**before, **changes}.items() if kind}
            begun = after != before and state in {State.NEW, State.SKIPPED}
            now = (after, new_state or (State.BEGUN if begun else state))
            if now != history[at]:
                history[at + 1 :] = [now]
                at += 1
        current = labels.page_labels(TRUTH, known)
        actual: dict[BlockRef, Decision] = {label.block: label.kind for label in current.labels}
        assert not actual.keys() & set(current.rejected)
        actual |= dict.fromkeys(current.rejected, NO_CONTENT)
        assert (actual, current.state) == history[at]
        assert (current.undoable, current.redoable) == (at > 0, at < len(history) - 1)
    labels.close()
