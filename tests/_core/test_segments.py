"""The segments of the core are those of the plain definition."""

from __future__ import annotations

import pytest
from hypothesis import example, given

from honbun._core.blocks import BlockColumns
from honbun._core.page import PageColumns
from honbun._core.segments import Segments
from tests._core.plain_segments import PlainSegments
from tests._core.soup import HOST, RICH, SOUP, TITLES, blocks_of, segments_of

COLUMNS = """block element offset chars size linked to_page to_site bold pressed links breaks images
inputs marks words""".split()
BOXES = "first last wider depth siblings".split()


@given(SOUP)
@example(RICH)
@example("<div>a<p>b</p>c<br>d<br><br>e</div>f")
@example("<p>a<hr>b<p>c<select><option>d</select>e")
@example("<p>a \x01 b<template><p>c</template>d<a href=/x>e</a>")
def test_segments_equal_the_plain_definition(html: str) -> None:
    blocks = blocks_of(html)
    found, plain = Segments(blocks, TITLES, HOST), PlainSegments(blocks, TITLES, HOST)
    assert found.texts() == [row.text for row in plain.rows]
    assert len(found) == found.rows == len(plain.rows)
    assert found.tags() == [blocks.tags()[block] for block in plain.column("block")]
    for name in COLUMNS:
        numbers = found.numbers(name)  # type: ignore[arg-type]
        assert numbers == plain.column(name), name
        assert found.column(name).tolist() == numbers  # type: ignore[arg-type]
    assert found.titles().tolist() == pytest.approx(plain.titles_of())
    assert found.pictures() == plain.pictures()


@given(SOUP)
@example(RICH)
def test_boxes_equal_the_plain_definition(html: str) -> None:
    blocks = blocks_of(html)
    found, plain = Segments(blocks), PlainSegments(blocks)
    for name in BOXES:
        assert found.box_column(name) == plain.box_column(name), name  # type: ignore[arg-type]


@given(SOUP)
@example(RICH)
@example("<div class=a1><p>x</div><div class=a2><p>y</div><div class=b><p>z<a href=x>k</a></div>")
def test_keys_are_equal_for_equal_places(html: str) -> None:
    blocks = blocks_of(html)
    found, plain = Segments(blocks), PlainSegments(blocks)
    for name, define in {"place": plain.place, "position": plain.position}.items():
        keys = found.keys(name).tolist()  # type: ignore[arg-type]
        places = [define(row) for row in range(len(keys))]
        assert len(set(keys)) == len(set(places)) == len(set(zip(keys, places, strict=True))), name


def test_keys_are_equal_on_other_pages() -> None:
    page = "<title>{0}</title><div class=post{1}><p>{0}</div><ul><li>{0}</ul>"
    one, other = segments_of(page.format("x", 1)), segments_of(page.format("Other words", 23))
    assert one.keys("place").tolist() == other.keys("place").tolist()
    assert one.keys("position").tolist() == other.keys("position").tolist()
    assert not set(one.keys("text").tolist()) & set(other.keys("text").tolist())


@pytest.mark.parametrize("html", ["", "<frameset><frame>", "<p></p>", "<template>x</template>"])
def test_pages_without_text_have_no_segments(html: str) -> None:
    found = segments_of(html)
    assert (len(found), found.texts(), found.text) == (0, [], "")
    assert found.column("block").tolist() == found.keys("text").tolist() == []


def test_page_that_was_never_read_has_no_segments() -> None:
    assert len(Segments(BlockColumns(PageColumns()))) == 0


def test_only_rows_and_columns_that_exist_are_read() -> None:
    found = segments_of("<p>x")
    with pytest.raises(IndexError):
        found.text_of(1)
    with pytest.raises(IndexError):
        found.text_hash(-1)
    for read in (found.column, found.numbers, found.keys, found.box_column):
        with pytest.raises(ValueError, match="there "):
            read("no such")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Segments(None)  # type: ignore[arg-type]
