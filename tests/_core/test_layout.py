"""Layouts survive being stored, and damaged ones are refused."""

from __future__ import annotations

import pickle
import struct

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from honbun._core.evidence import SiteEvidence
from honbun._core.layout import SECOND, PageLayout
from tests._core.plain_evidence import second_look
from tests._core.sites import layout_of, plain_of
from tests._core.soup import RICH, SOUP, segments_of

PAGE = "<div class=a><p>One boat<p>Two <a href=/x>boats</a></div><ul><li>x<li>y</ul>"
SCORES = st.integers(0, 8).map(lambda eighths: eighths / 8)
"""Their sums are exact."""


@given(SOUP, st.integers(0, 2**64 - 1))
def test_layout_is_its_bytes(html: str, title: int) -> None:
    segments = segments_of(html)
    layout = PageLayout.of(segments, title)
    for again in (PageLayout(layout.data), pickle.loads(pickle.dumps(layout))):
        assert (again.data, again.title) == (layout.data, title)
        assert (again.rows, again.boxes) == (len(segments), len(segments.blocks))
        assert again.chars_of().tolist() == segments.column("chars").tolist()
        assert again.places().tolist() == segments.keys("place").tolist()


@given(SOUP)
def test_segments_around_a_block_are_its_own_or_those_of_the_nearest_block_with_text(
    html: str,
) -> None:
    segments = segments_of(html)
    layout = PageLayout.of(segments)
    first, last = segments.box_column("first"), segments.box_column("last")
    for block in range(layout.boxes):
        begin, end = layout.around(block)
        assert begin <= first[block] <= last[block] <= end
        if first[block] < last[block]:
            assert (begin, end) == (first[block], last[block])
        else:
            assert begin < end or layout.rows == 0
    for block in (-1, layout.boxes):
        with pytest.raises(IndexError, match="no block"):
            layout.around(block)


def use(layout: PageLayout) -> None:
    """Read everything that a layout has."""
    scores = np.linspace(0, 1, layout.rows, dtype=np.float32)
    layout.second(scores)
    for block in range(layout.boxes):
        layout.around(block)
    site = SiteEvidence([layout, layout_of(PAGE)])
    site.set_scores(0, scores)
    site.duplicate_of(layout)
    near, same, similarity = site.comparable(layout)
    for bits in (near, 3):
        site.first(layout, bits, bits, similarity)
        site.second(layout, bits)
        site.first(layout_of(PAGE), bits, same, similarity)


@given(
    st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 255)), min_size=1, max_size=4),
    st.integers(-40, 40),
)
@example([(0, 2)], 0)
@example([(7, 127)], 0)
@example([(4, 200)], 0)
def test_damaged_layout_is_refused_or_harmless(changes: list[tuple[int, int]], more: int) -> None:
    data = bytearray(layout_of(PAGE).data)
    for place, byte in changes:
        data[place % len(data)] = byte
    data = data[:more] if more < 0 else data + bytes(more)
    try:
        layout = PageLayout(bytes(data))
    except ValueError:
        return
    use(layout)


def test_damaged_numbers_are_refused() -> None:
    """Each 4 bytes that are a size, a block or an offset, if they are much too large."""
    data = layout_of(PAGE).data
    _, rows, boxes, shingles = struct.unpack_from("4i", data)
    narrow = 32 + 8 * (4 * rows + boxes)
    depth = narrow + 4 * (4 * rows + 1 + 3 * boxes)
    chars = range(narrow + 4 * rows, narrow + 8 * rows)
    hashes = range(depth + 4 * boxes, depth + 4 * (boxes + shingles))
    for place in (*range(0, 16, 4), *range(narrow, len(data), 4)):
        damaged = bytearray(data)
        damaged[place : place + 4] = struct.pack("i", 2**31 - 1)
        if place in chars or depth <= place < depth + 4 * boxes or place in hashes:
            use(PageLayout(bytes(damaged)))  # any number may be a size, a depth or a hash
        else:
            with pytest.raises(ValueError, match="layout"):
                PageLayout(bytes(damaged))


@pytest.mark.parametrize("cut", [0, 1, 31, 32, -1])
def test_cut_layout_is_refused(cut: int) -> None:
    with pytest.raises(ValueError, match="layout"):
        PageLayout(layout_of(PAGE).data[:cut])


@given(SOUP, st.data())
@example("<p>x", None)
@example(RICH, None)
def test_second_look_equals_the_plain_definition(html: str, data: st.DataObject | None) -> None:
    page, layout = plain_of(html), layout_of(html)
    drawn = st.lists(SCORES, min_size=layout.rows, max_size=layout.rows)
    scores = data.draw(drawn) if data else [row % 5 / 4 for row in range(layout.rows)]
    found = layout.second(np.array(scores, dtype=np.float32))
    assert found.shape == (len(SECOND), layout.rows)
    if layout.rows:
        plain = second_look(page, scores)
        assert tuple(plain) == SECOND
        for name, line in zip(SECOND, found, strict=True):
            assert line.tolist() == pytest.approx(plain[name], rel=1e-4, abs=1e-5), name


def test_scores_are_counted() -> None:
    with pytest.raises(ValueError, match="each segment has a score"):
        layout_of(PAGE).second(np.ones(3, dtype=np.float32))
