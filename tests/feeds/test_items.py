"""Item spans: what belongs to each item."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given

from honbun.feeds.candidates import TitleCandidates, title_candidates
from honbun.feeds.groups import group_titles
from honbun.feeds.items import item_spans
from tests.feeds.builders import LISTS, columns, nodes

if TYPE_CHECKING:
    from honbun.feeds.columns import NodeColumns


def read(of: NodeColumns, group: list[int]) -> list[str]:
    """The texts of one group's items."""
    found = item_spans(of, [np.array(group, dtype=np.int64)])
    spans = zip(found.start.tolist(), found.stop.tolist())
    return [of.sequence.read([span]) for span in spans]


@given(LISTS)
def test_titles_are_inside_their_items_and_items_are_ordered(html: str) -> None:
    of = columns(html)
    grouped = group_titles(TitleCandidates(of, title_candidates(of)))
    if not grouped:
        return
    found = item_spans(of, grouped)
    assert found.title_node.tolist() == [at for group in grouped for at in group.tolist()]
    assert found.counts.tolist() == [len(group) for group in grouped]
    assert (found.start <= found.title_node).all()
    assert (found.title_node < found.stop).all()
    assert (found.start <= found.element).all()
    for number in range(len(grouped)):
        part = slice(int(found.first[number]), int(found.first[number + 1]))
        start, stop = found.start[part], found.stop[part]
        assert (found.group[part] == number).all()
        assert (start < stop).all()
        assert (stop <= len(of)).all()
        assert (start[1:] > start[:-1]).all()


def test_item_is_the_highest_element_with_one_title() -> None:
    of = columns("<ul><li><b>One</b> said<li><b>Two</b> said</ul>")
    assert read(of, nodes(of, "b")) == ["One said", "Two said"]


def test_no_item_is_higher_than_usual() -> None:
    of = columns(
        "<ul><li><b>One</b> x<li><b>Two</b> y<li><b>Three</b> z</ul>"
        "<div>Then came <ul><li><b>Four</b></ul></div>"
    )
    assert read(of, nodes(of, "b")) == ["One x", "Two y", "Three z", "Four"]


def test_items_without_an_element_extend_to_the_next_title() -> None:
    of = columns("<h3>One</h3><p>a</p><p>b</p><h3>Two</h3><p>c</p><h3>Three</h3><p>d</p>")
    assert read(of, nodes(of, "h3")) == ["One a b", "Two c", "Three d"]


def test_last_item_is_no_longer_than_the_one_before() -> None:
    of = columns("<h3>One</h3><p>a</p><h3>Two</h3><p>b</p><p>not of it</p><p>nor this</p>")
    assert read(of, nodes(of, "h3")) == ["One a", "Two b"]


def test_items_in_one_line_start_with_it() -> None:
    of = columns("<p>1 May <a href=/1>One</a><br>2 May <a href=/2>Two</a> new<br></p>")
    assert read(of, nodes(of, "a")) == ["1 May One", "2 May Two new"]


def test_day_before_each_title_belongs_to_the_item() -> None:
    of = columns("<dl><dt>1 May<dd><a href=/1>One</a><dt>2 May<dd><a href=/2>Two</a></dl>")
    assert read(of, nodes(of, "a")) == ["1 May One", "2 May Two"]


def test_groups_are_independent() -> None:
    of = columns("<h3>One</h3><p>a</p><h3>Two</h3><p>b</p>")
    both = [np.array(nodes(of, tag), dtype=np.int64) for tag in ("h3", "p")]
    together = item_spans(of, both)
    for number, group in enumerate(both):
        alone = item_spans(of, [group])
        part = slice(int(together.first[number]), int(together.first[number + 1]))
        assert together.start[part].tolist() == alone.start.tolist()
        assert together.stop[part].tolist() == alone.stop.tolist()
