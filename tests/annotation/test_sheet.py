"""What counts of what annotators have said of a page."""

from __future__ import annotations

from honbun.annotation.agreement import sheet
from honbun.annotation.blocks import outline
from honbun.annotation.model import TRUTH, Kind, Label, Place, Standing, State
from honbun.html.parse import parse

BLOCKS = outline(parse("<div><h1>One</h1><p>Two<p>Three</div>"))


def standing(state: State, *labels: Label) -> Standing:
    return Standing(labels, state, undoable=False, redoable=False)


def label(place: Place, kind: Kind = Kind.BODY) -> Label:
    return Label(place, kind)


def test_only_finished_pages_count() -> None:
    found = sheet("x", BLOCKS, {state.value: standing(state) for state in State})
    assert found.annotators == ["done", "unsure"]


def test_the_adjudicator_is_no_annotator() -> None:
    found = sheet("x", BLOCKS, {TRUTH: standing(State.DONE), "Ann": standing(State.DONE)})
    assert found.annotators == ["Ann"]
    assert TRUTH in found.said


def test_only_blocks_that_show_something_are_judged() -> None:
    assert sheet("x", BLOCKS, {}).shown == (2, 3, 4)


def test_labels_with_other_numbers_find_their_blocks() -> None:
    """As a version of the program has left them that counted blocks otherwise."""
    title = label(Place(40, "/html/body/div/h1", "One"), Kind.TITLE)
    gone = label(Place(41, "/html/body/table", "Gone"))
    found = sheet("x", BLOCKS, {"Ann": standing(State.DONE, title, gone)})
    assert found.said == {"Ann": {2: Kind.TITLE}}
