"""The author of a post."""

from __future__ import annotations

import pytest

from honbun.api import posts
from honbun.page import Page
from tests.posts.builders import LONG, fields_of

NAMES = ["Ann", "Bob", "Cleo", "Dan", "Ann"]
TOWNS = ["Rome", "Oslo", "Bern", "Kiel", "Rome"]


def made(header: str) -> list[str]:
    """Posts with a header, and bodies that differ."""
    return [
        header.format(name=name, day=f"2010-03-0{day}", low=name.lower(), town=TOWNS[day - 1])
        + f"<p>{name} has {day} of it, {LONG}</p>"
        for day, name in enumerate(NAMES, 1)
    ]


@pytest.mark.parametrize(
    "header",
    [
        "<b>{name}</b> <i>{day}</i>",
        "<b>Member</b> <a href=/u/{low}>{name}</a> <i>{day}</i>",
        "<p>Posted by {name} on {day}</p>",
        "<p>{name} wrote: <i>{day}</i></p>",
        "<p>{name} &lt;{low}@post.example&gt; {day}</p>",
        "<img alt={name} src=a.jpg><p>{town}</p><p>{name}</p><i>{day}</i>",
        "<b>{name}</b> <i>{day}</i><blockquote><b>Zoe</b> wrote</blockquote>",
    ],
    ids=["alone", "rank", "label", "verb", "e-mail address", "portrait", "quotation"],
)
def test_author_is_at_the_position_of_all_authors(header: str) -> None:
    assert [post.author for post in fields_of(made(header))] == NAMES


def test_name_may_be_a_link_in_some_posts_only() -> None:
    posts = made("<p>{name} <i>{day}</i></p>")
    posts[1] = posts[1].replace("<p>Bob ", "<p><a href=http://bob.example/>Bob</a> ", 1)
    assert [post.author for post in fields_of(posts)] == NAMES


def test_diaries_have_no_authors() -> None:
    assert [post.author for post in fields_of(made("<h4>{day}</h4>"))] == [None] * 5


LABELLED = ["ann", "bob", "cid", "dan"]
MARKED = ["J. R.", "[deleted]", "(^o^)", "~tilde~"]
BOARD = ["とき", "せん", "とき", "うみ"]
SAYS = "This is what post {} says, and it says it at some length, so that it is a message."
JOINED = "<b>{{1}}</b> <i>{}</i> <i>2007-01-0{{0}} 13:00</i><br><u>2019-03-0{{0}} 21:14</u>"


@pytest.mark.parametrize(
    ("names", "header", "date"),
    [
        *(
            (LABELLED, JOINED.format(label), "2019-03-0{0} 21:14")
            for label in ("Joined:", "Join Date:", "Registered", "Mitglied seit", "登録日：")
        ),
        (
            LABELLED,
            "<h4><a href=/c/{0}>Kettles {2}</a></h4>by <a href=/u/{1}>{1}</a> on March {0}, 2011",
            "March {0}, 2011",
        ),
        (BOARD, "投稿者：{1} 投稿日：2003/01/1{0} 10:2{0}", "2003/01/1{0} 10:2{0}"),
        (MARKED, "<a href=/u/{0}>{1}</a> <i>2019-03-0{0} 21:14</i>", "2019-03-0{0} 21:14"),
        (LABELLED, "<b>{1}</b> yesterday", "yesterday"),
    ],
)
def test_author_and_date_of_bare_texts_are_found(names: list[str], header: str, date: str) -> None:
    """Not the date of the account, not the subject; a name that is the whole text keeps its
    marks."""
    each = [
        f"{header.format(n, name, 'again ' * n)}<br>{SAYS.format(n)}"
        for n, name in enumerate(names, 1)
    ]
    (thread,) = posts([Page("<hr>".join(["", *each, ""]))])
    found = [(post.author, post.date) for post in thread.posts]
    assert found == [(name, date.format(n)) for n, name in enumerate(names, 1)]
