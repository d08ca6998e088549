"""Words that tell what a name, a date or a number is of."""

from __future__ import annotations

import pytest

from honbun.api import posts
from honbun.page import Page

NAMES = ["ann", "bob", "cid", "dan"]
SAYS = "This is what post {} says, and it says it at some length, so that it is a message."


def fields(*html: str) -> list[tuple[str | None, str | None]]:
    (thread,) = posts([Page("<hr>".join(["", *html, ""]))])
    return [(post.author, post.date) for post in thread.posts]


@pytest.mark.parametrize(
    "label", ["Joined:", "Join Date:", "Registered", "Mitglied seit", "登録日："]
)
def test_the_date_of_an_account_is_not_that_of_a_post(label: str) -> None:
    found = fields(
        *[
            f"<b>{name}</b> <i>{label}</i> <i>2007-01-0{n + 1} 13:00</i><br>"
            f"<u>2019-03-0{n + 1} 21:14</u><br>{SAYS.format(n)}"
            for n, name in enumerate(NAMES)
        ]
    )
    assert found == [(name, f"2019-03-0{n + 1} 21:14") for n, name in enumerate(NAMES)]


def test_by_somebody_is_said_of_the_author_and_not_of_the_subject() -> None:
    found = fields(
        *[
            f"<h4><a href=/c/{n}>Kettles {'again ' * n}</a></h4>by <a href=/u/{name}>{name}</a> "
            f"on March {n + 1}, 2011 at 10:2{n}<br>{SAYS.format(n)}"
            for n, name in enumerate(NAMES)
        ]
    )
    assert [author for author, _ in found] == NAMES


def test_a_japanese_board_says_who_posted_in_one_line() -> None:
    names = ["とき", "せん", "とき", "うみ", "とき"]
    found = fields(
        *[
            f"投稿者：{name} 投稿日：2003/01/1{n} 10:2{n}<br>"
            f"今朝の船は{n}分おくれ、待合室は寒かったです。"
            for n, name in enumerate(names)
        ]
    )
    assert found == [(name, f"2003/01/1{n} 10:2{n}") for n, name in enumerate(names)]


def test_a_name_that_stands_alone_keeps_its_own_marks() -> None:
    names = ["J. R.", "[deleted]", "(^o^)", "~tilde~"]
    found = fields(
        *[
            f"<a href=/u/{n}>{name}</a> <i>2019-03-0{n + 1} 21:14</i><br>{SAYS.format(n)}"
            for n, name in enumerate(names)
        ]
    )
    assert [author for author, _ in found] == names


def test_posts_of_yesterday_are_dated() -> None:
    found = fields(
        *[f"<b>{name}</b> yesterday<br>{SAYS.format(n)}" for n, name in enumerate(NAMES)]
    )
    assert found == [(name, "yesterday") for name in NAMES]
