"""The flow of a page against its segments: the same words, in the same order, once."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from honbun._core.flow import NO_ROW, RULE, Flow
from honbun._core.frames import Frames
from honbun._core.segments import Segments
from honbun.html.blocks import split
from honbun.html.parse import parse
from tests.strategies import HTML

MARKS = re.compile("\x01[a-z]+[0-9]+\x02|\x03|\x04|\x05[0-9]+\x02")


def read(html: str) -> tuple[Segments, Flow]:
    blocks = split(parse(html))
    segments = Segments(blocks)
    return segments, Flow(blocks, segments.column("offset"), segments.column("block"))


def letters(text: str) -> str:
    return "".join(MARKS.sub(" ", text).split())


@given(HTML)
def test_every_segment_is_in_the_flow_once_and_in_order(html: str) -> None:
    segments, flow = read(html)
    found: dict[int, str] = {}
    for row, _, _, marked in flow.pieces:
        if row not in (NO_ROW, RULE):
            found[row] = found.get(row, "") + marked
    assert list(found) == sorted(found)
    expected = {row: letters(segments.text_of(row)) for row in range(segments.rows)}
    assert {row: letters(marked) for row, marked in found.items()} == expected


@given(HTML)
def test_every_mark_that_opens_is_closed(html: str) -> None:
    _, flow = read(html)
    for *_, marked in flow.pieces:
        assert marked.count("\x01") == marked.count("\x03")
        assert not re.search("[\x01-\x05]", MARKS.sub("", marked))


@given(HTML)
def test_a_form_follows_the_form_around_it(html: str) -> None:
    _, flow = read(html)
    assert all(around < number for number, (_, around, _, _) in enumerate(flow.forms))
    assert all(0 <= form < len(flow.forms) for _, form, _, _ in flow.pieces)


def test_rows_that_are_not_wanted_are_not_read() -> None:
    blocks = split(parse("<p>a<p>b<p>c"))
    segments = Segments(blocks)
    flow = Flow(blocks, segments.column("offset"), segments.column("block"), "", bytes([1, 0, 1]))
    assert [(row, marked) for row, _, _, marked in flow.pieces] == [(0, "a"), (2, "c")]


@given(HTML, st.data())
def test_rows_that_are_read_are_those_of_the_whole_page(html: str, data: st.DataObject) -> None:
    segments, whole = read(html)
    blocks = split(parse(html))
    wanted = bytes(
        data.draw(st.lists(st.booleans(), min_size=segments.rows, max_size=segments.rows))
    )
    columns = segments.column("offset"), segments.column("block")
    some = Flow(blocks, *columns, "", wanted, bytes(len(blocks)))
    frames, others = Frames(whole.forms, {}), Frames(some.forms, {})
    assert [(row, others.of(form), marked) for row, form, _, marked in some.pieces if row >= 0] == [
        (row, frames.of(form), marked)
        for row, form, _, marked in whole.pieces
        if row >= 0 and wanted[row]
    ]


def test_a_card_is_linked_at_its_heading() -> None:
    _, flow = read("<a href=/x><div>Label</div><div><h2>Title</h2><p>Text</p></div></a>")
    assert [marked for *_, marked in flow.pieces] == ["Label", "\x01a3\x02Title\x03", "Text"]


def test_cells_know_their_column_below_a_cell_that_reaches_down() -> None:
    _, flow = read("<table><tr><td rowspan=2>a<td>b<tr><td>c<tr><td>d<td>e</table>")
    columns = {marked: flow.forms[form][3] for _, form, _, marked in flow.pieces}
    assert columns == {"a": 0, "b": 1, "c": 1, "d": 0, "e": 1}


def test_the_source_of_a_formula_is_read_instead_of_its_parts() -> None:
    html = "<p>x <math><mi>y</mi><annotation encoding='application/x-tex'>y^2</annotation></math>z"
    _, flow = read(html)
    assert [letters(marked) for *_, marked in flow.pieces] == ["xy^2z"]
