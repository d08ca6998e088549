from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.api import extract
from honbun.content.model import ContentOptions, Role
from honbun.page import Page
from tests.content.site import results, say, site, text, title

if TYPE_CHECKING:
    from collections.abc import Sequence


def roles(pages: Sequence[Page]) -> list[tuple[Role, str]]:
    """The roles and texts of the first page's content."""
    return [(block.role, block.text) for block in results(pages)[0].blocks]


def role(line: str) -> Role:
    """The role of a line inside an article that other pages do not have."""
    pages = site(8, body=lambda n: text(n) + line * (n == 0) + f"<p>{say(n, 9)}</p>")
    return roles(pages)[4][0]


def test_each_part_of_an_article_has_its_role() -> None:
    pages = site(
        8,
        header=lambda n: (
            f"<p class=by>By Ada Penrose</p><p class=on>{1 + n} May 2008</p><figure class=hero>"
            f"<img src=/{n}.jpg><figcaption>{say(n, 41, 5)}</figcaption></figure>"
        ),
        body=lambda n: (
            f"<p>{say(n)}</p><p>Photo: Bo Tregear, {say(n, 42, 2)}</p><p>{say(n, 1)}</p>"
        ),
    )
    assert roles(pages) == [
        (Role.TITLE, title(0)),
        (Role.AUTHOR, "By Ada Penrose"),
        (Role.DATE, "1 May 2008"),
        (Role.FIGURE, ""),
        (Role.CAPTION, say(0, 41, 5)),
        (Role.BODY, say(0)),
        (Role.CREDIT, f"Photo: Bo Tregear, {say(0, 42, 2)}"),
        (Role.BODY, say(0, 1)),
    ]


def test_a_date_under_the_title_may_have_a_long_label() -> None:
    pages = site(8, header=lambda n: f"<p class=on>Published for you all on {1 + n} May 2008</p>")
    assert roles(pages)[1] == (Role.DATE, "Published for you all on 1 May 2008")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("<p>3 May 2008</p>", Role.DATE),
        ("<p>Posted on 3 May 2008</p>", Role.DATE),
        ("<p>We sailed from there on 3 May 2008</p>", Role.BODY),
        ("<p>By Ada Penrose</p>", Role.AUTHOR),
        ("<p><a rel=author href=/ada>Ada Penrose</a></p>", Role.AUTHOR),
        ("<p>With thanks to <a rel=author href=/ada>Ada</a> and all others</p>", Role.BODY),
        ("<p>Source: the harbour office</p>", Role.CREDIT),
        ("<p>出典：港の事務所</p>", Role.CREDIT),
        ("<p>Photos of boats</p>", Role.BODY),
        ("<div><img src=boat.jpg></div>", Role.FIGURE),
        ("<figcaption>A boat at the quay</figcaption>", Role.CAPTION),
        ("<figcaption>Photo: Ada Penrose</figcaption>", Role.CREDIT),
        ("<h2>The old quay</h2>", Role.BODY),
    ],
)
def test_the_role_of_a_short_line_follows_from_its_text(line: str, expected: Role) -> None:
    assert role(line) is expected


def test_a_long_text_is_body() -> None:
    assert role(f"<p>By {say(0, 50, 30)}</p>") is Role.BODY
    assert role(f"<p>Source: {say(0, 50, 30)}</p>") is Role.BODY


def test_a_long_caption_is_a_caption() -> None:
    assert role(f"<figcaption>{say(0, 50, 40)}</figcaption>") is Role.CAPTION


def test_there_is_at_most_one_title() -> None:
    pages = site(8, body=lambda n: f"<p>{say(n)}</p><h1>{title(n)}</h1><p>{say(n, 1)}</p>")
    assert [role for role, _ in roles(pages)].count(Role.TITLE) == 1


def faithful(html: str) -> list[tuple[Role, str]]:
    """Roles as the papers' method gives them, which knows of no title."""
    pages = [Page(html, url="x/0"), Page("<p>Other.", url="x/1")]
    (first, _) = extract(pages, ContentOptions(faithful=True))
    return [(block.role, block.text) for block in first.blocks]


def test_the_longest_heading_within_the_declared_title_is_the_title() -> None:
    html = "<title>The old boat | Notes</title><h1>Notes</h1><h2>The old boat</h2><p>Text."
    assert faithful(html)[:2] == [(Role.BODY, "Notes"), (Role.TITLE, "The old boat")]


def test_the_first_h1_is_the_title_if_none_is_declared() -> None:
    html = "<h2>Boats</h2><h1>The old boat</h1><h1>More</h1><p>Text."
    assert [role for role, _ in faithful(html)] == [
        *(Role.BODY, Role.TITLE, Role.BODY, Role.BODY),
    ]


def test_an_undeclared_h2_is_not_the_title() -> None:
    assert [role for role, _ in faithful("<h2>Boats</h2><p>Text.")] == [Role.BODY, Role.BODY]
