from __future__ import annotations

import pytest
from hypothesis import given

from honbun.content.measure.outline import Outline
from tests.content.site import measured
from tests.strategies import HTML

LONG = "A ship came in with the evening tide. " * 40


def test_blocks_are_in_document_order_with_their_descendants() -> None:
    page = measured("<div><p>One</p><ul><li>Two<li>Three</ul></div><p>Four</p>")
    assert page.tag == ["body", "div", "p", "ul", "li", "li", "p"]
    assert page.parent == [-1, 0, 1, 1, 3, 3, 0]
    assert page.end == [7, 6, 3, 6, 5, 6, 7]
    assert list(page.children(1)) == [2, 3]
    assert list(page.children(6)) == []
    assert len(page) == 7


def test_sizes_exclude_white_space() -> None:
    page = measured("<p>The  old <b>boat</b><p>")
    assert (page.text[1], page.size[1], page.size[2]) == ("The old boat", 10, 0)


@pytest.mark.parametrize(
    ("html", "linked"),
    [
        ("The <a href=/x>old boat</a>", 7),
        ("<a href=/x><b>The</b> old</a> boat", 6),
        ("<a name=x>The old boat</a>", 0),
        ("<a href=/x>one<p>two</p></a>", 3),
    ],
)
def test_the_characters_of_links_are_counted(html: str, linked: int) -> None:
    assert measured(f"<div>{html}</div>").linked[1] == linked


def test_block_has_the_targets_of_its_links() -> None:
    page = measured(
        "<p><a href=#a>a</a> <a href=/b>b</a> <a href=c>c</a> <a href=//x.example>x</a><p>y"
    )
    assert page.links == [(0, 0, 0), (1, 2, 1), (0, 0, 0)]


def test_links_use_the_declared_base() -> None:
    html = "<p><a href=notes/0.html>a</a>"
    assert measured(html).links[1] == (0, 1, 0)
    assert measured("<base href=/>" + html).links[1] == (1, 0, 0)


def test_declared_titles_are_folded() -> None:
    page = measured(
        "<title>The Old  Boat | Notes</title><meta property=og:title content='The Boat'>"
    )
    assert page.titles == ("theboat", "theoldboat|notes")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("<p>The old boat</p>", "<h2>THE  old <b>boat</b></h2>", True),
        ("<p>The old boat</p>", "<p>The old boats</p>", False),
        ("<p>The old boat</p>", "<p>The <a href=/x>old boat</a></p>", False),
        ("<div><img src=a.png></div>", "<p><img src=a.png alt=x></p>", True),
        ("<div><img src=a.png></div>", "<div><img src=b.png></div>", False),
        ("<div><img src=a.png></div>", "<div>a.png</div>", False),
        ("<p>Boat <img src=a.png></p>", "<p>Boat <img src=b.png></p>", True),
    ],
)
def test_blocks_with_equal_text_or_image_have_one_mark(one: str, other: str, same: bool) -> None:
    page = measured(one + other)
    assert (page.mark[1] == page.mark[2]) is same
    assert 0 not in page.mark[1:]


def test_empty_block_has_no_mark() -> None:
    page = measured("<div><p>x</p></div><div><img></div>")
    assert page.mark[1] == page.mark[3] == 0
    assert page.shown == [False, False, True, True]


def test_line_with_a_date_or_author_is_a_fact() -> None:
    page = measured(
        "<p>3 May 2008<p>by <a href=/a>Ada Penrose</a>"
        "<p><span>3 May 2008</span> in the category <a href=/x>boats and ferries</a>"
    )
    assert [page.is_fact(block) for block in range(len(page))] == [False, True, True, False]
    assert [page.is_date(block) for block in range(len(page))] == [False, True, False, False]


def test_declared_author_is_recognised_in_the_text() -> None:
    html = "<p>Ada Penrose</p>"
    assert measured(html).signed[1] == 0
    assert measured("<meta name=author content='Ada Penrose'>" + html).signed[1] == 10


def test_navigation_and_form_elements_are_aside() -> None:
    page = measured("<nav><ul><li>One</ul></nav><p>Two<form><p>Three</form>")
    assert page.aside == [False, True, True, True, False, True, True]


def test_form_around_the_whole_page_is_not_aside() -> None:
    page = measured(f"<form><p>{LONG}</p><nav><p>More</p></nav></form>")
    assert page.aside == [False, False, False, True, True]


def test_menu_of_links_is_not_readable_text() -> None:
    page = measured(f"<nav><p><a href=/x>{LONG}</a></p></nav>")
    assert page.aside == [False, True, True]


@given(HTML)
def test_parts_of_a_block_do_not_exceed_the_block(html: str) -> None:
    page = measured(html)
    assert all(page.parent[block] < block < page.end[block] for block in range(len(page)))
    for part in (page.linked, page.dated, page.signed):
        assert all(0 <= some <= whole for some, whole in zip(part, page.size))


@given(HTML)
def test_packed_outline_is_restored(html: str) -> None:
    page = measured(html)
    assert Outline.unpack(page.pack()) == page
