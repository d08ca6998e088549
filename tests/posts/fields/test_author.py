""""""

from __future__ import annotations

import pytest

from honbun.api import posts
from honbun.page import Page
from tests.posts.builders import LONG, fields_of

NAMES = ["Ann", "Bob", "Cleo", "Dan", "Ann"]


def authors(*inner: str) -> list[str | None]:
    return [post.author for post in fields_of(inner)]


def made(header: str) -> list[str]:
    """Posts with a header, and bodies that differ."""
    return [
        header.format(name=name, day=day, low=name.lower())
        + f"<p>{name} has {day} of it, {LONG}</p>"
        for day, name in enumerate(NAMES, 1)
    ]


def test_author_is_at_the_position_of_all_authors() -> None:
    assert authors(*made("<b>{name}</b> <i>2010-03-0{day}</i>")) == NAMES


def test_rank_that_all_posts_have_is_no_author() -> None:
    header = "<b>Member</b> <a href=/u/{low}>{name}</a> <i>2010-03-0{day}</i>"
    assert authors(*made(header)) == NAMES


def test_words_around_all_names_are_removed() -> None:
    assert authors(*made("<p>Posted by {name} on 2010-03-0{day}</p>")) == NAMES
    assert authors(*made("<p>{name} wrote: <i>2010-03-0{day}</i></p>")) == NAMES


def test_email_address_beside_a_name_is_removed() -> None:
    header = "<p>{name} &lt;{low}@post.example&gt; 2010-03-0{day}</p>"
    assert authors(*made(header)) == NAMES


def test_name_may_be_a_link_in_some_posts_only() -> None:
    posts = made("<p>{name} <i>2010-03-0{day}</i></p>")
    posts[1] = posts[1].replace("<p>Bob ", "<p><a href=http://bob.example/>Bob</a> ", 1)
    assert authors(*posts) == NAMES


def test_name_under_a_portrait_is_the_author() -> None:
    towns = ["Rome", "Oslo", "Bern", "Kiel", "Rome"]
    header = "<img alt={name} src=a.jpg><p>TOWN</p><p>{name}</p><i>2010-03-0{day}</i>"
    posts = [post.replace("TOWN", town) for post, town in zip(made(header), towns)]
    assert authors(*posts) == NAMES


def test_quoted_name_is_not_the_author() -> None:
    posts = made("<b>{name}</b> <i>2010-03-0{day}</i>")
    quoted = [post.replace("<p>", "<blockquote><b>Zoe</b> wrote</blockquote><p>") for post in posts]
    assert authors(*quoted) == NAMES


def test_diaries_have_no_authors() -> None:
    assert authors(*made("<h4>2010-03-0{day}</h4>")) == [None] * 5


LABELLED = ["ann", "bob", "cid", "dan"]
SAYS = "This is what post {} says, and it says it at some length, so that it is a message."


def fields(*html: str) -> list[tuple[str | None, str | None]]:
    (thread,) = posts([Page("<hr>".join(["", *html, ""]))])
    return [(post.author, post.date) for post in thread.posts]


@pytest.mark.parametrize(
    "label", ["Joined:", "Join Date:", "Registered", "Mitglied seit", "登録日："]
)
def test_account_date_is_not_the_date_of_a_post(label: str) -> None:
    found = fields(
        *[
            f"<b>{name}</b> <i>{label}</i> <i>2007-01-0{n + 1} 13:00</i><br>"
            f"<u>2019-03-0{n + 1} 21:14</u><br>{SAYS.format(n)}"
            for n, name in enumerate(LABELLED)
        ]
    )
    assert found == [(name, f"2019-03-0{n + 1} 21:14") for n, name in enumerate(LABELLED)]


def test_by_announces_the_author_not_the_subject() -> None:
    found = fields(
        *[
            f"<h4><a href=/c/{n}>Kettles {'again ' * n}</a></h4>by <a href=/u/{name}>{name}</a> "
            f"on March {n + 1}, 2011 at 10:2{n}<br>{SAYS.format(n)}"
            for n, name in enumerate(LABELLED)
        ]
    )
    assert [author for author, _ in found] == LABELLED


def test_japanese_board_names_the_author_in_one_line() -> None:
    names = ["とき", "せん", "とき", "うみ", "とき"]
    found = fields(
        *[
            f"投稿者：{name} 投稿日：2003/01/1{n} 10:2{n}<br>"
            f"今朝の船は{n}分おくれ、待合室は寒かったです。"
            for n, name in enumerate(names)
        ]
    )
    assert found == [(name, f"2003/01/1{n} 10:2{n}") for n, name in enumerate(names)]


def test_name_that_is_the_whole_text_keeps_its_marks() -> None:
    names = ["J. R.", "[deleted]", "(^o^)", "~tilde~"]
    found = fields(
        *[
            f"<a href=/u/{n}>{name}</a> <i>2019-03-0{n + 1} 21:14</i><br>{SAYS.format(n)}"
            for n, name in enumerate(names)
        ]
    )
    assert [author for author, _ in found] == names


def test_yesterday_is_a_date() -> None:
    found = fields(
        *[f"<b>{name}</b> yesterday<br>{SAYS.format(n)}" for n, name in enumerate(LABELLED)]
    )
    assert found == [(name, "yesterday") for name in LABELLED]
