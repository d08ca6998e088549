"""The roles of what is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.content.model import Role
from tests.content.site import results, say, site, title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.page import Page


def roles(pages: Sequence[Page]) -> list[tuple[Role, str]]:
    """The roles and texts of the first page's content."""
    return [(block.role, block.text) for block in results(pages)[0].blocks]


def role(line: str) -> Role:
    """The role of a line of an article, after its first paragraph."""
    pages = site(4, body=lambda n: f"<p>{say(n)}</p>{line.format(say(n, 7, 9))}<p>{say(n, 9)}</p>")
    return roles(pages)[2][0]


def test_each_part_of_an_article_has_its_role() -> None:
    pages = site(
        4,
        header=lambda n: f"<p class=by>By Ada Penrose</p><p class=on>{1 + n} May 2008</p>",
        body=lambda n: (
            f"<p>{say(n)}</p><figure><img src=/{n}.jpg><figcaption>{say(n, 41)}</figcaption>"
            f"</figure><p>Photo: Bo Tregear, {say(n, 42, 7)}</p><p>{say(n, 1)}</p>"
        ),
    )
    assert roles(pages) == [
        (Role.TITLE, title(0)),
        (Role.AUTHOR, "By Ada Penrose"),
        (Role.DATE, "1 May 2008"),
        (Role.BODY, say(0)),
        (Role.FIGURE, ""),
        (Role.CAPTION, say(0, 41)),
        (Role.CREDIT, f"Photo: Bo Tregear, {say(0, 42, 7)}"),
        (Role.BODY, say(0, 1)),
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("<p>{}</p>", Role.BODY),
        ("<h2>{}</h2>", Role.BODY),
        ("<p>By {0} {0} {0}</p>", Role.BODY),
        ("<p>Source: {}</p>", Role.CREDIT),
        ("<p>Source: {0} {0} {0}</p>", Role.BODY),
        ("<figcaption>{}</figcaption>", Role.CAPTION),
        ("<figcaption>{0} {0} {0}</figcaption>", Role.CAPTION),
        ("<figcaption>Photo: {}</figcaption>", Role.CREDIT),
        ("<figure><p>{}</p></figure>", Role.CAPTION),
        ("<div><img src='{}.jpg'></div>", Role.FIGURE),
    ],
)
def test_the_role_of_a_line_follows_from_its_text_and_element(line: str, expected: Role) -> None:
    assert role(line) is expected


def test_there_is_at_most_one_title() -> None:
    pages = site(4, body=lambda n: f"<p>{say(n)}</p><h1>{title(n)}</h1><p>{say(n, 1)}</p>")
    assert [role for role, _ in roles(pages)].count(Role.TITLE) == 1
