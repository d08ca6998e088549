"""Candidate segmentations: all are well formed, and the correct one is among them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from honbun.posts.candidates import find_segmentations
from honbun.posts.segmentation import without_nested
from tests.posts.builders import BROKEN, HTML, keys_of, segmentation_of

A = "The first of them says something."
B = "The second of them has an answer."
C = "The third of them does not agree."


def kinds(html: str) -> dict[str, list[str]]:
    """The posts of each segmentation, by its names."""
    keys = keys_of(html)
    return {
        name: [keys.sequence.read(spans) for spans in cut.spans()]
        for cut in find_segmentations(keys)
        for name in cut.names
    }


@given(HTML | BROKEN)
def test_ranges_are_ordered_disjoint_and_inside_the_page(html: str) -> None:
    keys = keys_of(html)
    sizes = keys.sequence.sizes
    for cut in find_segmentations(keys):
        assert (cut.start < cut.stop).all()
        assert (cut.stop[:-1] <= cut.start[1:]).all()
        assert cut.start[0] >= 0
        assert cut.stop[-1] <= len(keys.sequence)
        assert set(cut.post.tolist()) == set(range(len(cut)))
        assert len(cut) > 1
        for spans in cut.spans():
            assert sum(sizes[stop] - sizes[start] for start, stop in spans) > 0


def test_posts_can_be_elements() -> None:
    html = f"<ul><li class=x>{A}<li class=x>{B}<li class='x y'>{C}</ul>"
    found = kinds(html)
    assert found["element li"] == found["element li.x"] == [A, B, C]


def test_posts_can_be_runs_of_siblings_after_an_opening_one() -> None:
    html = f"<dl><dt>Ann<dd>{A}<dt>Bob<dd>{B}<dd>{B}<dt>Cleo<dd>{C}</dl>"
    assert kinds(html)["opened dt"] == [f"Ann {A}", f"Bob {B} {B}", f"Cleo {C}"]


def test_last_post_excludes_siblings_that_no_other_post_has() -> None:
    html = f"<h3>Ann</h3><p>{A}</p><h3>Bob</h3><p>{B}</p><form>Answer this</form><p>{C}</p>"
    assert kinds(html)["opened h3"] == [f"Ann {A}", f"Bob {B}"]


def test_last_post_has_no_more_siblings_than_the_longest() -> None:
    html = f"<h3>Ann</h3><p>{A}</p><h3>Bob</h3><p>{B}</p><p>Imprint</p><p>{C}</p>"
    assert kinds(html)["opened h3"] == [f"Ann {A}", f"Bob {B}"]


def test_posts_can_be_runs_between_separators() -> None:
    assert kinds(f"{A}<hr>{B}<hr>{C}")["separated hr"] == [A, B, C]


def test_posts_can_be_runs_that_end_with_a_closing_sibling() -> None:
    html = f"<p>{A}</p><table><tr><td>edit</table><p>{B}</p><table><tr><td>edit</table>"
    assert kinds(html)["closed table"] == [f"{A} edit", f"{B} edit"]


def test_posts_can_be_ranges_between_openings_at_any_depth() -> None:
    html = f"<div>■ Ann<br>{A}</div><div><p>■ Bob<br>{B}</p>■ Cleo<br>{C}</div>"
    assert kinds(html)["range #■"] == [f"■ Ann {A}", f"■ Bob {B}", f"■ Cleo {C}"]


def test_posts_can_be_scattered_elements() -> None:
    html = f"<div><p class=x>{A}</p></div><table><tr><td><p class=x>{B}</p></table>"
    assert kinds(html)["scattered p.x"] == [A, B]


def test_reply_is_not_part_of_the_post_it_replies_to() -> None:
    html = f"<ul><li>{A}<ul><li>{B}</ul>That is all.<li>{C}</ul>"
    assert kinds(html)["nested li"] == [f"{A} That is all.", B, C]


def test_run_without_a_date_joins_the_dated_run_before_it() -> None:
    html = f"Welcome!<hr>2010-01-02<br>{A}<hr>{B}<hr>2010-01-03<br>{C}"
    found = kinds(html)
    assert len(found["separated hr"]) == 4
    assert found["separated hr dated"] == [f"2010-01-02 {A} {B}", f"2010-01-03 {C}"]


def test_small_lists_are_no_candidates() -> None:
    menu = "<ul><li>One<li>Two</ul>"
    assert "element li" in kinds(menu)
    assert "element li" not in kinds(menu + f"<p>{A * 20}</p>")
    scattered = "<div><i class=x>One</i></div><p><i class=x>Two</i></p>"
    assert "scattered i.x" in kinds(scattered)
    assert "scattered i.x" not in kinds(scattered + f"<p>{A * 20}</p>")


def test_segmentation_has_the_names_of_all_rules_that_yield_it() -> None:
    keys = keys_of(f"<div class='a b'>{A}</div><div class='a b'>{B}</div>")
    (whole,) = [cut for cut in find_segmentations(keys) if cut.names[0] == "element div"]
    assert {"element div", "element div.a", "element div.b", "element div.a b"} <= {*whole.names}
    assert len(set(whole.names)) == len(whole.names)


def test_empty_page_has_no_segmentations() -> None:
    assert find_segmentations(keys_of("")) == []
    assert find_segmentations(keys_of("<p>One text")) == []


@st.composite
def nested_ranges(draw: st.DrawFn) -> list[tuple[int, int]]:
    """Ranges that are nested or disjoint, ordered by start."""
    kept: set[tuple[int, int]] = set()
    bounds = st.integers(0, 25)
    for _ in range(draw(st.integers(1, 12))):
        start, stop = sorted((draw(bounds), draw(bounds) + 1))
        if start < stop and all(
            stop <= a or b <= start or (a <= start and stop <= b) or (start <= a and b <= stop)
            for a, b in kept
        ):
            kept.add((start, stop))
    return sorted(kept or {(0, 1)}, key=lambda span: (span[0], -span[1]))


@given(nested_ranges())
def test_every_node_belongs_to_the_innermost_range(spans: list[tuple[int, int]]) -> None:
    start, stop = np.array(spans).T
    owner = {
        at: number
        for first, last, number in zip(*(column.tolist() for column in without_nested(start, stop)))
        for at in range(first, last)
    }
    wanted: dict[int, int] = {}
    for number, (first, last) in enumerate(spans):  # nested ranges come later
        wanted |= dict.fromkeys(range(first, last), number)
    assert owner == wanted


@given(nested_ranges())
def test_ranges_without_nested_ones_are_ordered_and_disjoint(spans: list[tuple[int, int]]) -> None:
    start, stop, _ = without_nested(*np.array(spans).T)
    assert (start < stop).all()
    assert (stop[:-1] <= start[1:]).all()


def test_segmentation_lists_the_ranges_of_each_post() -> None:
    spans = [[(1, 3), (5, 8)], [(3, 5)]]
    cut = segmentation_of(spans)
    assert len(cut) == 2
    assert cut.spans() == spans
