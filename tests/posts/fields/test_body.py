"""The body of a post."""

from __future__ import annotations

import pytest

from honbun.api import posts
from honbun.page import Page
from tests.posts.builders import LONG, fields_of

HEAD = "<p><b>{name}</b> 2010-03-0{n}</p>"
SAID = "In the year {n} " + LONG


@pytest.mark.parametrize(
    ("form", "body"),
    [
        (f"{HEAD}<div class=x>{SAID}</div><i class=s>{{name}} ever</i>", SAID),
        (f"{HEAD}{SAID}<br>After {SAID}<br><a href=#>Reply</a>", f"{SAID} After {SAID}"),
        (f"{HEAD}<div class=x><blockquote>So</blockquote> {SAID}</div>", f"So {SAID}"),
        (HEAD, None),
    ],
    ids=["an element", "between header and footer", "with a quotation", "none"],
)
def test_body_is_the_message_without_header_and_footer(form: str, body: str | None) -> None:
    names = enumerate(["Ann", "Bob", "Cleo"], 1)
    found = fields_of([form.format(n=n, name=name) for n, name in names])
    assert [post.body for post in found] == [body and body.format(n=n) for n in (1, 2, 3)]


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
