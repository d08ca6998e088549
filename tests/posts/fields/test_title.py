"""The title of a thread."""

from __future__ import annotations

import pytest

from honbun.api import posts
from honbun.page import Page

BOARD = "<title>{title}</title><h1>{heading}</h1>" + "".join(
    f"<li><b>Guest{n}</b> 2010-03-0{n}<p>We came by boat number {n} and stayed for days.</p></li>"
    for n in range(1, 6)
)


@pytest.mark.parametrize(
    ("title", "heading", "expected"),
    [
        ("Tides of the bay - Sea Forum", "Tides of the bay", "Tides of the bay"),
        ("Tides of the bay", "", "Tides of the bay"),
    ],
)
def test_title_is_the_one_that_the_page_shows(title: str, heading: str, expected: str) -> None:
    [thread] = posts(BOARD.format(title=title, heading=heading))
    assert thread.title == expected


def test_heading_that_several_threads_share_is_the_name_of_the_board() -> None:
    titles = ["Sea Forum - Tides of the bay", "Sea Forum - Boats for hire"]
    pages = [
        Page(BOARD.format(title=title, heading="Sea Forum"), url=f"https://a.example/{n}/x")
        for n, title in enumerate(titles)
    ]
    assert [thread.title for thread in posts(pages)] == ["Tides of the bay", "Boats for hire"]
