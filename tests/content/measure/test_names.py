from __future__ import annotations

import pytest
from hypothesis import given

from honbun.content.measure import names as measure
from honbun.html.blocks import Blocks, split
from honbun.html.parse import parse
from tests.strategies import HTML


def blocks(html: str) -> Blocks:
    return split(parse(f"<body>{html}"))


def names(html: str) -> tuple[str, ...]:
    """What the first block of the body is called."""
    found = blocks(html)
    return measure.names(found, found.texts())[1]


def ways_on(html: str) -> list[bool]:
    return measure.ways_on(blocks(html))


def test_classes_and_ids_are_names() -> None:
    assert names('<div class="post  wide" id=main>x') == (".post", ".wide", "#main")


def test_a_block_without_either_has_no_name() -> None:
    assert names("<div title=post>x") == ()


def test_a_class_that_counts_is_a_name_and_an_id_that_counts_is_none() -> None:
    assert names("<div class=post-7 id=post-7>x") == (".post-7",)


@pytest.mark.parametrize(
    "html",
    [
        "<section id=the-old-harbour><h2>The old harbour</h2>",
        "<div id=The_Old_Harbour><div><h2>The Old Harbour!</h2></div>",
        "<p id=theoldharbour>The old harbour</p>",
    ],
)
def test_an_id_made_from_a_heading_is_no_name(html: str) -> None:
    assert names(html) == ()


def test_an_id_that_says_something_else_than_the_text_stays() -> None:
    assert names("<section id=harbour><h2>The old harbour</h2>") == ("#harbour",)


def test_the_id_of_a_heading_is_no_name_and_its_class_is_one() -> None:
    assert names("<h2 id=intro class=sub>Introduction</h2>") == (".sub",)


def test_of_thousands_of_names_some_are_kept() -> None:
    assert names(f"<div class='{' '.join(f'c{i}' for i in range(5000))}'>x") == tuple(
        f".c{i}" for i in range(24)
    )


def test_what_an_inline_element_is_called_does_not_name_its_block() -> None:
    assert names("<p><b class=loud id=loud>x</b></p>") == ()


@pytest.mark.parametrize("tag", ["nav", "form", "search", "menu", "dialog"])
def test_elements_for_going_on_are_aside(tag: str) -> None:
    assert ways_on(f"<{tag}>x</{tag}><p>y") == [False, True, False]


@pytest.mark.parametrize(
    ("role", "aside"),
    [("navigation", True), (" Search ", True), ("tablist", True), ("main", False), ("", False)],
)
def test_a_role_tells_that_an_element_is_aside(role: str, aside: bool) -> None:
    assert ways_on(f"<div role='{role}'>x")[1] is aside


def test_the_role_of_an_inline_element_says_nothing_of_its_block() -> None:
    assert ways_on("<p>x <span role=navigation>y</span>") == [False, False]


@given(HTML)
def test_any_soup_gives_names_to_each_block(html: str) -> None:
    found = split(parse(html))
    assert len(measure.names(found, found.texts())) == len(measure.ways_on(found)) == len(found)
