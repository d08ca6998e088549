from __future__ import annotations

import pytest
from hypothesis import given

from honbun.content.measure.link import Lead
from honbun.content.measure.marks import Signs, hrefs, leads, pictures
from honbun.html.blocks import Blocks, split
from honbun.html.parse import parse
from tests.strategies import HTML

URL = "https://example.org/notes/boats.html"


def blocks(html: str) -> Blocks:
    return split(parse(f"<body>{html}"))


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
    found = blocks(f"<p>{html}")
    assert {found.tree.tag[node] for node in Signs(found).signed} == signed


def test_a_link_is_an_anchor_or_area_with_an_address() -> None:
    found = blocks("<a href=#x>a</a><a name=y>b</a><map><area href=/z></map><link href=/q>")
    assert list(leads(hrefs(found), URL, URL).values()) == [Lead.SELF, Lead.SITE]


def test_what_stands_in_the_head_is_no_mark_of_a_block() -> None:
    found = split(parse("<head><link rel=author href=/ada class=x></head><body><p>x"))
    assert (hrefs(found), Signs(found).signed) == ({}, set())


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
    assert pictures(blocks(f"<div>{html}</div>")) == {1: picture}


def test_a_frame_or_script_is_no_picture() -> None:
    assert pictures(blocks("<div><iframe src=/a></iframe><script src=/b></script></div>")) == {}


def test_times_are_known_with_all_inside_them() -> None:
    assert len(Signs(blocks("<p><time>3 <b>May</b></time> <b>Ada</b>")).times) == 2


@given(HTML)
def test_in_any_soup_pictures_stand_in_blocks(html: str) -> None:
    found = split(parse(html))
    assert all(0 <= block < len(found) for block in pictures(found))
