"""Every action can be undone and redone, in the order in which it was done."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from hypothesis import example, given, settings
from hypothesis import strategies as st

from honbun.annotation.model import NO_CONTENT, TRUTH, BlockRef, Decision, Kind, Label, State
from honbun.stores.labels import Labels
from tests.stores.test_labels import BODY, PAGE, TITLE, URL, kinds

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    Action = tuple[dict[BlockRef, Decision | None], State | None]


def test_number_of_stored_actions_is_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("honbun.stores.actions._MOST_ACTIONS", 3)
    with Labels(tmp_path / "labels") as labels:
        ferry = labels.add_page(PAGE, URL)
        for kind in Kind:
            labels.act("Anna", ferry, {TITLE: kind})
        for _ in range(3):
            assert labels.page_labels("Anna", ferry).undoable
            labels.undo("Anna", ferry)
        assert not labels.page_labels("Anna", ferry).undoable
        assert kinds(labels.undo("Anna", ferry)) == {TITLE.xpath: list(Kind)[-4]}
    with closing(sqlite3.connect(tmp_path / "labels")) as file:
        assert file.execute("SELECT count(*) FROM action").fetchone() == (3,)


def test_block_is_identified_by_its_xpath_and_updated(tmp_path: Path) -> None:
    """A later version of honbun may number blocks differently."""
    with Labels(tmp_path / "labels") as labels:
        ferry = labels.add_page(PAGE, URL)
        labels.act("Anna", ferry, {TITLE: Kind.TITLE})
        later = BlockRef(5, TITLE.xpath, "Ferry!\ud800")
        stored = BlockRef(5, TITLE.xpath, "Ferry!\\ud800")  # SQLite refuses lone surrogates
        current = labels.act("Anna", ferry, {later: Kind.BODY})
        assert current.labels == (Label(stored, Kind.BODY),)
        assert labels.undo("Anna", ferry).labels == (Label(stored, Kind.TITLE),)
        # If a block is given twice, the last decision counts.
        assert labels.act("Anna", ferry, {TITLE: None, later: Kind.TITLE}).redoable


ACTIONS = st.one_of(
    st.sampled_from(["undo", "redo", "reopen"]),
    st.tuples(
        st.dictionaries(
            st.sampled_from([TITLE, BODY, BlockRef(3, "/html/body/div", "")]),
            st.none() | st.sampled_from([Kind.TITLE, Kind.BODY, NO_CONTENT]),
        ),
        st.none() | st.sampled_from(State),
    ),
)
LABEL: Action = ({TITLE: Kind.TITLE}, None)
OTHER: Action = ({TITLE: None, BODY: Kind.BODY}, State.DONE)


@settings(max_examples=25)
@given(st.lists(ACTIONS, max_size=12))
@example([LABEL, "undo", OTHER, "redo"])  # a new action clears what was undone
@example([LABEL, OTHER, "undo", LABEL, "redo"])  # one without effect does not
@example([LABEL, OTHER, "reopen", "undo", "undo", "undo", "reopen", "redo", "redo", "redo"])
@example([({}, State.SKIPPED), LABEL, ({}, State.UNSURE), OTHER, "undo", "undo", "undo"])
@example([({}, State.DONE), LABEL, "undo", ({}, State.BEGUN), LABEL])
def test_undo_and_redo_match_a_list_of_states(
    tmp_path_factory: pytest.TempPathFactory, steps: list[str | Action]
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
