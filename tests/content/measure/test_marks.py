from __future__ import annotations

import pytest
from hypothesis import given

from honbun.content.measure.link import Lead
from honbun.content.measure.marks import Marks
from honbun.tree.block import split
from honbun.tree.parse import parse
from tests.strategies import HTML

URL = "https://example.org/notes/boats.html"


def marks(html: str) -> Marks:
    blocks = split(parse(f"<body>{html}"))
    return Marks(blocks, blocks.texts(), URL, URL)


def names(html: str) -> tuple[str, ...]:
    """What the first block of the body is called."""
    return marks(html).names[1]


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
    assert marks(f"<{tag}>x</{tag}><p>y").aside == [False, True, False]


@pytest.mark.parametrize(
    ("role", "aside"),
    [("navigation", True), (" Search ", True), ("tablist", True), ("main", False), ("", False)],
)
def test_a_role_tells_that_an_element_is_aside(role: str, aside: bool) -> None:
    assert marks(f"<div role='{role}'>x").aside[1] is aside


def test_the_role_of_an_inline_element_says_nothing_of_its_block() -> None:
    assert marks("<p>x <span role=navigation>y</span>").aside == [False, False]


@pytest.mark.parametrize(
    ("html", "signed"),
    [
        ("<a rel='Author nofollow' href=/x>Ada</a>", {"a"}),
        ("<span itemprop=author><b>Ada</b></span>", {"span", "b"}),
        ("<span itemprop=authority>Ada</span>", set()),
        ("<a rel=me href=/x>Ada</a>", set()),
    ],
)
def test_what_is_marked_as_the_author_is_known_with_all_inside_it(
    html: str, signed: set[str]
) -> None:
    tree = parse(f"<body><p>{html}")
    blocks = split(tree)
    found = Marks(blocks, blocks.texts(), URL, URL)
    assert {tree.tag[node] for node in found.signed} == signed


def test_a_link_is_an_anchor_or_area_with_an_address() -> None:
    found = marks("<a href=#x>a</a><a name=y>b</a><map><area href=/z></map><link href=/q>").links
    assert list(found.values()) == [Lead.SELF, Lead.SITE]


def test_what_stands_in_the_head_is_no_mark_of_a_block() -> None:
    blocks = split(parse("<head><link rel=author href=/ada class=x></head><body><p>x"))
    found = Marks(blocks, blocks.texts(), URL, URL)
    assert (found.links, found.signed, found.names) == ({}, set(), [(), ()])


@pytest.mark.parametrize(
    ("html", "picture"),
    [
        ("<img src=/a.png>", "/a.png"),
        ("<b><img src=a.png></b>", "a.png"),
        ("<img src=blank.gif data-src=a.png>", "a.png"),
        ("<img data-src=a.png src=blank.gif>", "a.png"),
        ("<video src=a.mp4></video>", "a.mp4"),
    ],
)
def test_a_picture_is_known_by_its_address(html: str, picture: str) -> None:
    assert marks(f"<div>{html}</div>").pictures == {1: picture}


def test_a_frame_or_script_is_no_picture() -> None:
    assert marks("<div><iframe src=/a></iframe><script src=/b></script></div>").pictures == {}


def test_times_are_known_with_all_inside_them() -> None:
    assert len(marks("<p><time>3 <b>May</b></time> <b>Ada</b>").times) == 2


@given(HTML)
def test_any_soup_gives_names_to_each_block(html: str) -> None:
    blocks = split(parse(html))
    found = Marks(blocks, blocks.texts(), URL, URL)
    assert len(found.names) == len(found.aside) == len(blocks)
    assert all(0 <= block < len(blocks) for block in found.pictures)
