from __future__ import annotations

import pytest
from hypothesis import given

from honbun.content.measure.marks import hrefs
from honbun.content.measure.plan import HIDDEN, NOSCRIPT, SILENT, Plan, plan
from honbun.html.blocks import split
from honbun.html.parse import parse
from tests.strategies import HTML

LONG = "A ship came in with the evening tide. " * 40
"""More than a thousand characters."""


def planned(html: str, *titles: str) -> Plan:
    blocks = split(parse(f"<body>{html}"))
    return plan(blocks, hrefs(blocks), titles)


def by_text(html: str, column: str) -> dict[str, object]:
    """A column of the plan for each text."""
    found = planned(html)
    return {text: value for text, value in zip(found.text, getattr(found, column)) if text}


@pytest.mark.parametrize(
    ("html", "linked"),
    [
        ("<p>The <a href=/x>old boat</a>", 7),
        ("<p><a href=/x>The <b>old</b></a> boat", 6),
        ("<p><a name=x>The old boat</a>", 0),
        ("<a href=/x><p>The old boat</p></a>", 10),
        ("<p><a href=/x>The <a href=/y>old</a> boat</a>", 6),
    ],
)
def test_characters_of_links_are_counted_without_white_space(html: str, linked: int) -> None:
    assert by_text(html, "linked") == {"The old boat": linked}


@pytest.mark.parametrize(
    ("html", "pressed"),
    [
        ("<p><button>Buy now</button> at last", 6),
        ("<form><label>Your name <input></label></form>", 8),
        ("<p><label>Your <button>name</button></label>", 8),
        ("<button><p>Buy now</p></button>", 6),
        ("<p>Buy now", 0),
        ("<p><a href=/ role=button>Buy now</a>", 0),
    ],
)
def test_characters_on_buttons_and_labels_are_counted(html: str, pressed: int) -> None:
    assert list(by_text(html, "pressed").values()) == [pressed]


def test_no_more_is_pressed_or_linked_than_a_block_says() -> None:
    """Text that is not read is in the button and not in the block."""
    found = planned("<p><a href=/><button>x<select><option>unread</select></button></a>")
    assert all(part <= whole for part, whole in zip(found.pressed, found.size))
    assert all(part <= whole for part, whole in zip(found.linked, found.size))


@pytest.mark.parametrize(
    ("html", "veiled"),
    [
        ("<p>x", 0),
        ("<p hidden>x", HIDDEN),
        ("<p style='color:red; DISPLAY : none'>x", HIDDEN),
        ("<p style='visibility:hidden'>x", HIDDEN),
        ("<p style='overflow:hidden; border:none'>x", 0),
        ("<div hidden><div><p>x", HIDDEN),
        ("<div hidden></div><p>x", 0),
        ("<noscript><p>x</noscript>", NOSCRIPT),
        ("<div aria-hidden=true><p>x", SILENT),
        ("<div aria-hidden=false><p>x", 0),
        ("<div hidden><div aria-hidden=true><p>x", HIDDEN | SILENT),
        ("<noscript><p style='display:none'>x</noscript>", HIDDEN | NOSCRIPT),
    ],
)
def test_a_block_may_be_veiled_by_itself_or_by_what_is_around_it(html: str, veiled: int) -> None:
    assert by_text(html, "veiled") == {"x": veiled}


def test_what_is_hidden_inside_a_line_hides_no_block() -> None:
    assert by_text("<p>x <span hidden>y</span>", "veiled") == {"x y": 0}


@pytest.mark.parametrize("tag", ["nav", "form", "menu", "dialog"])
def test_what_stands_in_an_element_for_navigation_or_input_is_aside(tag: str) -> None:
    html = f"<p>a</p><{tag}><div><p>b</p></div><p>c</p></{tag}><p>d</p>"
    assert by_text(html, "aside") == {"a": False, "b": True, "c": True, "d": False}


def test_a_form_around_the_whole_page_is_none_and_one_inside_it_is() -> None:
    html = f"<form><p>{LONG}</p><div role=search><p>find</p></div></form>"
    assert by_text(html, "aside") == {LONG.strip(): False, "find": True}


def test_much_text_that_is_all_links_does_not_make_a_menu_more_than_a_menu() -> None:
    html = f"<nav><p><a href=/>{LONG}</a></p></nav>"
    assert by_text(html, "aside") == {LONG.strip(): True}


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ("<p>x", [True]),
        ("<p><img src=a>", [True]),
        ("<p></p>", [False]),
        ("<p><a href=/></a>", [False]),
        ("<div><p>x", [False, True]),
    ],
)
def test_a_block_with_text_or_a_picture_shows_something(html: str, shown: list[bool]) -> None:
    assert planned(html).shown[1:] == shown


def test_titles_are_squeezed_and_empty_ones_left_out() -> None:
    assert planned("<p>x", "The Old Boat", " ", "").titles == ("theoldboat",)


@given(HTML)
def test_the_columns_of_any_soup_hold_together(html: str) -> None:
    blocks = split(parse(html))
    found = plan(blocks, hrefs(blocks))
    assert len(found) == len(blocks)
    for block in range(len(found)):
        inner = [b for b in range(len(found)) if b > block and found.parent[b] == block]
        assert list(found.children(block)) == inner
        assert found.end[block] == max([block + 1, *(found.end[b] for b in inner)])
        assert found.size[block] == len("".join(found.text[block].split()))
        assert 0 <= found.linked[block] <= found.size[block]
        assert 0 <= found.pressed[block] <= found.size[block]
        above = found.parent[block]
        assert above < block
        if above >= 0:
            assert found.aside[block] or not found.aside[above]
            assert found.veiled[block] & found.veiled[above] == found.veiled[above]
