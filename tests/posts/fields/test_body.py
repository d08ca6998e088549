from __future__ import annotations

from honbun.api import posts
from honbun.page import Page
from tests.posts.builders import LONG, fields_of


def bodies(*inner: str) -> list[str | None]:
    return [post.body for post in fields_of(inner)]


def said(number: int) -> str:
    return f"In the year {number} {LONG}"


def test_body_is_the_element_with_the_messages() -> None:
    posts = [
        f"<p><b>{name}</b> 2010-03-0{n}</p><div class=x>{said(n)}</div><i class=s>{name} ever</i>"
        for n, name in enumerate(["Ann", "Bob", "Cleo"], 1)
    ]
    assert bodies(*posts) == [said(1), said(2), said(3)]


def test_body_without_an_element_is_between_header_and_footer() -> None:
    posts = [
        f"<b>{name}</b> 2010-03-0{n}<br>{said(n)}<br>{said(n + 5)}<br><a href=#>Reply</a>"
        for n, name in enumerate(["Ann", "Bob", "Cleo"], 1)
    ]
    assert bodies(*posts) == [f"{said(n)} {said(n + 5)}" for n in (1, 2, 3)]


def test_quotation_stays_in_the_body() -> None:
    posts = [
        f"<p><b>{name}</b> 2010-03-0{n}</p><div class=x><blockquote>So</blockquote> {said(n)}</div>"
        for n, name in enumerate(["Ann", "Bob", "Cleo"], 1)
    ]
    assert bodies(*posts) == [f"So {said(n)}" for n in (1, 2, 3)]


def test_post_with_only_a_header_has_no_body() -> None:
    posts = [f"<b>{name}</b> <i>2010-03-0{n}</i>" for n, name in enumerate(["Ann", "Bob"], 1)]
    assert bodies(*posts) == [None, None]


def test_longest_field_of_a_form_is_the_body() -> None:
    html = "<b>Guests</b><hr>" + "".join(
        f"Guest{number} 2003-05-0{number + 1} 10:15<br>From: Town {number}<br>"
        f"Comments: The garden was open and number {number} of the roses was in flower.<br>"
        f"We shall be {number} next time.<br>Found us by: a friend<hr>"
        for number in range(6)
    )
    (thread,) = posts([Page(html)])
    assert [post.body for post in thread.posts] == [
        f"The garden was open and number {number} of the roses was in flower. "
        f"We shall be {number} next time."
        for number in range(6)
    ]
