"""Hostile thread pages have posts or a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.api import posts
from honbun.page import Page
from honbun.runner.run import Run
from tests.posts.builders import texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from honbun.errors import Failure
    from honbun.posts.model import Thread


def post(number: int) -> str:
    day = f"{2000 + number // 300}-{1 + number // 28 % 12:02}-{1 + number % 28:02}"
    return f"<b>u{number % 7}</b> <i>{day}</i><p>Number {number} says something of its own.</p>"


def deep(count: int) -> str:
    return "".join(f"<ul><li>{post(n)}" for n in range(count))


HOSTILE: dict[str, Callable[[], str]] = {
    "siblings": lambda: "<p>x" * 20_000,
    "siblings of many names": lambda: "".join(f"<p class=c{n}>x" for n in range(5000)),
    "siblings of many makes": lambda: "".join(
        f"<p class='a{n % 40} b{n % 41}'>x" for n in range(2000)
    ),
    "many names on one": lambda: f"<p class='{' '.join(f'c{n}' for n in range(5000))}'>x<p>y",
    "deep answers": lambda: deep(1000),
    "deep boxes": lambda: "<div>" * 3000 + "x",
    "equal posts": lambda: "<div class=post><b>Ann</b> 2010-03-04<p>The same words.</div>" * 3000,
    "many posts": lambda: "".join(f"<div class=post>{post(n)}</div>" for n in range(1500)),
    "rules": lambda: "x<hr>" * 3000,
    "breaks": lambda: "2010-03-04<br>" * 5000,
    "numbers": lambda: "".join(f"{n}: x<br>" for n in range(5000)),
    "digits": lambda: "<p>" + "9" * 50_000 + "<p>" + "1." * 20_000,
    "huge numbers": lambda: "".join(f"<li><b>#{'9' * 5000}{n}</b> x" for n in range(9)),
    "pictures": lambda: "<img src=a.gif><br>x<br>" * 3000,
    "wide pictures": lambda: "".join(
        f"<p><img src=a width={'9' * 400}>{post(n)}" for n in range(9)
    ),
    "a long text": lambda: "word " * 50_000,
    "NULs": lambda: "\0<p>2010\0-03-04\0x" * 50,
    "surrogates": lambda: "<p class='\ud800'>\udc00 2010-03-04 x" * 20,
    "white space": lambda: " \n\t" * 10_000,
    "only tags": lambda: "<div><p></p><br></div>" * 3000,
    "odd names": lambda: "<a:b>2010-03-04 said</a:b>" * 50,
    "broken addresses": lambda: "<li><a href='http://['>2010-03-04</a> x" * 50,
    "a frameset": lambda: "<frameset><frame src=a></frameset>",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_page_has_posts_or_a_reason(name: str) -> None:
    failures: list[Failure] = []
    found = list(
        posts([Page(HOSTILE[name](), url="http://[")], run=Run(on_failure=failures.append))
    )
    assert failures == []
    (thread,) = found
    assert bool(thread.posts) != bool(thread.reason)
    for each in thread.posts:
        assert each.xpaths
        assert not {*each.text} & {"\0", "\n", "\t"}


def only(html: str) -> Thread:
    (thread,) = posts([Page(html, url="https://a.example/")])
    return thread


def test_many_posts_are_all_found() -> None:
    assert [each.date for each in only(HOSTILE["many posts"]()).posts] == [
        post(n).split("<i>")[1].split("</i>")[0] for n in range(1500)
    ]


def test_deeply_nested_replies_are_found() -> None:
    found = only(deep(150)).posts
    assert [each.reply_to for each in found] == [None, *(each.number for each in found[:-1])]
    assert len(found) == 150


def test_xpaths_of_moved_elements_lead_to_posts() -> None:
    html = "<div>" * 2000 + "".join(f"<p>{post(n)}" for n in range(5))
    tree = Page(html).parse()
    found = only(html).posts
    assert len(found) == 5
    for each in found:
        assert all(texts(tree, path) for path in each.xpaths)
