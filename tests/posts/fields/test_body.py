"""The body of a post."""

from __future__ import annotations

import pytest

from honbun.api import posts
from honbun.page import Page
from tests.posts.builders import LONG, fields_of

HEAD = "<p><b>{name}</b> 2010-03-0{n}</p>"
SAID = "In the year {n} " + LONG
NAMES = ("Ann", "Bob", "Cleo")


def bodies(form: str) -> list[str]:
    """The Markdown of three posts of this form."""
    found = fields_of([form.format(n=n, name=name) for n, name in enumerate(NAMES, 1)])
    return [post.body.markdown.strip() for post in found]


@pytest.mark.parametrize(
    ("form", "body"),
    [
        (f"{HEAD}<div class=x>{SAID}</div><i class=s>{{name}} ever</i>", SAID),
        (f"{HEAD}{SAID}<br>After {SAID}<br><a href=#>Reply</a>", f"{SAID}\\\nAfter {SAID}"),
        (f"{HEAD}<div class=x><blockquote>So</blockquote> {SAID}</div>", f"> So\n\n{SAID}"),
        (f"{HEAD}<table><tr><td class=x>{SAID}<td class=y>left</table>", SAID),
        (HEAD, ""),
    ],
    ids=["element", "lines", "quotation", "layout", "none"],
)
def test_body_is_the_message_without_header_and_footer(form: str, body: str) -> None:
    assert bodies(form) == [body.format(n=n) for n in (1, 2, 3)]


@pytest.mark.parametrize(
    ("more", "written"),
    [
        ("<p>So be it.", "So be it."),
        ("<ul><li>a<li>b</ul>", "- a\n- b"),
        ("<pre>if x:\n    y</pre>", "```\nif x:\n    y\n```"),
        ("<table><tr><th>a<th>b<tr><td>1<td>2</table>", "| a | b |\n| --- | --- |\n| 1 | 2 |"),
        ("<p>one<br>two<br><br>three", "one\\\ntwo\n\nthree"),
    ],
    ids=["paragraph", "list", "code", "table", "lines"],
)
def test_body_keeps_its_structure(more: str, written: str) -> None:
    forms = [f"{HEAD}<div class=x><p>{SAID}</p>{extra}</div>" for extra in ("", "", more)]
    rows = zip(forms, enumerate(NAMES, 1))
    articles = [f"<article>{form.format(n=n, name=name)}</article>" for form, (n, name) in rows]
    found = fields_of("".join(articles), "article")
    assert found[2].body.markdown == f"{SAID.format(n=3)}\n\n{written}\n"


def test_body_includes_quotations_beside_its_element() -> None:
    forms = [f"{HEAD}<div class=b>{{quote}}<span class=x>{SAID}</span></div>"] * 3
    quotes = ("", "", "<table><tr><td>Ann said it before</table>")
    rows = zip(forms, enumerate(NAMES, 1), quotes)
    found = fields_of([form.format(n=n, name=name, quote=q) for form, (n, name), q in rows])
    assert "Ann said it before" in found[2].body.text


def test_element_that_every_post_has_once_is_the_body_although_replies_are_longer() -> None:
    replies = f"<ul><li class=r>Bo: {SAID}</li></ul>" * 2
    tags = [f"{HEAD}<div class=x>{SAID}</div>", f"{HEAD}<div class=x>{SAID}</div>{replies}"]
    forms = [tags[0], tags[1], tags[0]]
    found = fields_of(
        "".join(
            f"<article>{form.format(n=n, name=name)}</article>"
            for form, (n, name) in zip(forms, enumerate(NAMES, 1))
        ),
        "article",
    )
    assert [post.body.text.strip() for post in found] == [SAID.format(n=n) for n in (1, 2, 3)]


def test_longest_field_of_a_form_is_the_body() -> None:
    html = "<b>Guests</b><hr>" + "".join(
        f"Guest{number} 2003-05-0{number + 1} 10:15<br>From: Town {number}<br>"
        f"Comments: The garden was open and number {number} of the roses was in flower.<br>"
        f"We shall be {number} next time.<br>Found us by: a friend<hr>"
        for number in range(6)
    )
    (thread,) = posts([Page(html)])
    assert [post.body.text for post in thread.posts] == [
        f"The garden was open and number {number} of the roses was in flower.\n"
        f"We shall be {number} next time.\n"
        for number in range(6)
    ]
