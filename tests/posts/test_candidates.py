"""Candidate segmentations: all are well formed, and the correct one is among them."""

from __future__ import annotations

import numpy as np
import pytest
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


@pytest.mark.parametrize(
    ("html", "name", "posts"),
    [
        (f"<ul><li class=x>{A}<li class=x>{B}<li class='x y'>{C}</ul>", "element li", [A, B, C]),
        (f"<ul><li class=x>{A}<li class=x>{B}<li class='x y'>{C}</ul>", "element li.x", [A, B, C]),
        (
            f"<dl><dt>Ann<dd>{A}<dt>Bob<dd>{B}<dd>{B}<dt>Cleo<dd>{C}</dl>",
            "opened dt",
            [f"Ann {A}", f"Bob {B} {B}", f"Cleo {C}"],
        ),
        # The last post has no siblings that no other has, and no more than the longest.
        (
            f"<h3>Ann</h3><p>{A}</p><h3>Bob</h3><p>{B}</p><form>Answer this</form><p>{C}</p>",
            "opened h3",
            [f"Ann {A}", f"Bob {B}"],
        ),
        (
            f"<h3>Ann</h3><p>{A}</p><h3>Bob</h3><p>{B}</p><p>Imprint</p><p>{C}</p>",
            "opened h3",
            [f"Ann {A}", f"Bob {B}"],
        ),
        (f"{A}<hr>{B}<hr>{C}", "separated hr", [A, B, C]),
        (
            f"<p>{A}</p><table><tr><td>edit</table><p>{B}</p><table><tr><td>edit</table>",
            "closed table",
            [f"{A} edit", f"{B} edit"],
        ),
        (
            f"<div>■ Ann<br>{A}</div><div><p>■ Bob<br>{B}</p>■ Cleo<br>{C}</div>",
            "range #■",
            [f"■ Ann {A}", f"■ Bob {B}", f"■ Cleo {C}"],
        ),
        (
            f"<div><p class=x>{A}</p></div><table><tr><td><p class=x>{B}</p></table>",
            "scattered p.x",
            [A, B],
        ),
        # A reply is not part of the post that it replies to.
        (
            f"<ul><li>{A}<ul><li>{B}</ul>That is all.<li>{C}</ul>",
            "nested li",
            [f"{A} That is all.", B, C],
        ),
        # A run without a date joins the dated run before it.
        (
            f"Welcome!<hr>2010-01-02<br>{A}<hr>{B}<hr>2010-01-03<br>{C}",
            "separated hr dated",
            [f"2010-01-02 {A} {B}", f"2010-01-03 {C}"],
        ),
    ],
)
def test_posts_can_be_delimited_in_many_ways(html: str, name: str, posts: list[str]) -> None:
    assert kinds(html)[name] == posts


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ("<ul><li>One<li>Two</ul>", "element li"),
        ("<div><i class=x>One</i></div><p><i class=x>Two</i></p>", "scattered i.x"),
    ],
)
def test_small_lists_are_no_candidates(html: str, name: str) -> None:
    assert name in kinds(html)
    assert name not in kinds(html + f"<p>{A * 20}</p>")


def test_segmentation_has_the_names_of_all_rules_that_yield_it() -> None:
    keys = keys_of(f"<div class='a b'>{A}</div><div class='a b'>{B}</div>")
    (whole,) = [cut for cut in find_segmentations(keys) if cut.names[0] == "element div"]
    assert {"element div", "element div.a", "element div.b", "element div.a b"} <= {*whole.names}
    assert len(set(whole.names)) == len(whole.names)


@pytest.mark.parametrize("html", ["", "<p>One text"])
def test_page_without_repetition_has_no_segmentations(html: str) -> None:
    assert find_segmentations(keys_of(html)) == []


@st.composite
def nested_ranges(draw: st.DrawFn) -> list[tuple[int, int]]:
    """Ranges that are nested or disjoint, ordered by start."""
    found: set[tuple[int, int]] = set()
    bounds = st.integers(0, 25)
    for _ in range(draw(st.integers(1, 12))):
        start, stop = sorted((draw(bounds), draw(bounds) + 1))
        if start < stop and all(
            stop <= a or b <= start or (a <= start and stop <= b) or (start <= a and b <= stop)
            for a, b in found
        ):
            found.add((start, stop))
    return sorted(found or {(0, 1)}, key=lambda span: (span[0], -span[1]))


@given(nested_ranges())
def test_every_node_belongs_to_the_innermost_range(spans: list[tuple[int, int]]) -> None:
    start, stop, of = without_nested(*np.array(spans).T)
    assert (start < stop).all()
    assert (stop[:-1] <= start[1:]).all()
    owner = {
        at: number
        for first, last, number in zip(start.tolist(), stop.tolist(), of.tolist())
        for at in range(first, last)
    }
    wanted: dict[int, int] = {}
    for number, (first, last) in enumerate(spans):  # nested ranges come later
        wanted |= dict.fromkeys(range(first, last), number)
    assert owner == wanted


def test_segmentation_lists_the_ranges_of_each_post() -> None:
    spans = [[(1, 3), (5, 8)], [(3, 5)]]
    assert segmentation_of(spans).spans() == spans
