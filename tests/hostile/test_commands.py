"""Every command returns a result or a reason for hostile pages, in bounded time."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

import pytest

from honbun.api import extract_page, feed, posts, similar
from honbun.errors import HonbunError
from honbun.page import Page
from honbun.papers.similar_003.documents import documents
from honbun.runner.run import Run
from tests.hostile.case import cases
from tests.hostile.neighbours import controls, numbered
from tests.hostile.test_binary import png

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from honbun.errors import Failure

URL = "https://h.example/"
ROW = "<li>2010-03-{0:02} <a href=/news/{1}>The boat number {1} was seen again</a></li>"
SECONDS = 10
"""The time limit of one command; it takes a second or less on an idle machine."""


def rows(count: int) -> str:
    return "".join(ROW.format(1 + n % 28, n) for n in range(count))


def post(number: int) -> str:
    day = f"{2000 + number // 300}-{1 + number // 28 % 12:02}-{1 + number % 28:02}"
    return f"<b>u{number % 7}</b> <i>{day}</i><p>Number {number} has its own words.</p>"


PAGES: dict[str, Callable[[], bytes | str]] = {
    "nothing": lambda: b"",
    "white space": lambda: " \n\t" * 10_000,
    "a long text": lambda: "word " * 100_000,
    "text of marks": lambda: "<p>" + "a" + "\u0301\u0316" * 100_000,
    "half characters": lambda: "<li class='\ud800'><a href=/x>\udc00 2010-03-04</a>" * 20,
    "NULs": lambda: b"<p>nu\0ll 2010\0-03-04" + bytes(10_000),
    "every byte": lambda: b"<p>" + bytes(range(256)) * 50,
    "digits": lambda: "<p>" + "9" * 50_000 + "<h2>" + "1." * 20_000,
    "huge numbers": lambda: "".join(f"<li><b>#{'9' * 5000}{n}</b> x" for n in range(9)),
    "nested 10,000 deep": lambda: b"<div>" * 10_000 + b"deep",
    "nested tables": lambda: b"<table><tr><td>" * 3_000 + b"deep",
    "nested links": lambda: "<ul><li><a href=/x>x</a>" * 1000,
    "nested replies": lambda: "".join(f"<ul><li>{post(n)}" for n in range(1000)),
    "100,000 attributes": lambda: b"<p" + numbered(b" a%d=b", 100_000) + b">laden",
    "a huge attribute": lambda: f"<p class='{'c ' * 300_000}' title='{'9' * 300_000}'>x</p>",
    "a huge URL": lambda: f"<li><a href='/{'a/' * 100_000}'>A boat was seen</a>" * 3,
    "broken URLs": lambda: "<li><a href='http://['>2010-03-04 A boat was seen</a>" * 50,
    "1,500 tags of a kilobyte": lambda: numbered(b"<x%0900d>y", 1_500),
    "20,000 siblings": lambda: "<p>x" * 20_000,
    "5,000 classes": lambda: "".join(f"<p class=c{n}><a href=/{n}>x{n}</a>" for n in range(5000)),
    "5,000 classes on one element": lambda: (
        f"<p class='{' '.join(f'c{n}' for n in range(5000))}'>x<p>y"
    ),
    "equal links": lambda: "<a href=/x>The same boat</a>" * 20_000,
    "equal posts": lambda: "<div class=post><b>Ann</b> 2010-03-04<p>The same words.</div>" * 3000,
    "1,500 posts": lambda: "".join(f"<div class=post>{post(n)}</div>" for n in range(1500)),
    "1,500 items": lambda: f"<ul>{rows(1500)}</ul>",
    "4,000 headings": lambda: "".join(f"<h2>{n} boats</h2><h3>{n}</h3>" for n in range(2000)),
    "rules": lambda: "x<hr>" * 3000,
    "dates and breaks": lambda: "2010-03-04<br>" * 5000,
    "images": lambda: "<img src=a.gif><br>x<br>" * 3000,
    "only tags": lambda: "<div><p></p><br></div>" * 3000,
    "a frameset": lambda: "<frameset><frame src=a></frameset>",
    "nested JSON-LD": lambda: (
        "<script type=application/ld+json>" + "[" * 900 + "]" * 900 + "</script>" + rows(5)
    ),
    "wide JSON-LD": lambda: (
        '<script type=application/ld+json>[{"url": "/x", "author": "A"}'
        + ',{"url": "/y", "author": []}' * 20_000
        + f"]</script>{rows(5)}"
    ),
}
REFUSED: dict[str, Callable[[], bytes]] = {
    "picture": png,
    "600,000 open tags": lambda: b"<i>" * 600_000,
    "fonts left open": lambda: numbered(b"<font color=%d>", 20_000),
}


def _raise(failure: Failure) -> None:
    raise HonbunError(failure.message)


def _texts(command: str, page: Page) -> Iterator[str]:
    """The texts of a command's result, or its reason."""
    run = Run(on_failure=_raise)
    if command == "extract":
        content = extract_page(page)
        yield content.text or content.reason or ""
    elif command == "posts":
        [thread] = posts([page], run=run)
        assert bool(thread.posts) != bool(thread.reason)
        yield from (one.text for one in thread.posts)
    elif command == "feed":
        found = feed(page)
        assert bool(found.lists) != bool(found.reason)
        for item in found.items:
            yield item.title
            assert item.link is None or item.link.startswith(("http://", "https://"))
    else:
        [document] = documents([page], run=Run(on_failure=_raise))
        yield from (sentence.text for sentence in document.sentences)


@cases(PAGES)
def test_every_command_returns_a_result_or_a_reason(case: Callable[[], bytes | str]) -> None:
    page = Page(case(), url=URL)
    for command in ("extract", "posts", "feed", "standard"):
        started = process_time()
        found = set().union(*map(controls, _texts(command, page)))
        assert process_time() - started < SECONDS, command
        assert not found - {"\x7f"}, command


@cases(REFUSED)
def test_every_command_refuses_unreadable_input(case: Callable[[], bytes]) -> None:
    for command in ("extract", "posts", "feed", "standard"):
        with pytest.raises(HonbunError):
            list(_texts(command, Page(case(), url=URL)))


def test_hostile_pages_do_not_change_the_results_of_others() -> None:
    """Two ordinary copies on two sites, with hostile pages between them in one collection."""
    honest = f"<title>Anna</title><h1>Anna</h1>{''.join(map(_post_of_anna, range(10, 16)))}"
    some = list(PAGES.values())[::3]
    hostile = [*some, *REFUSED.values()]
    pages = [
        Page(honest, url="https://a.example/1"),
        *(Page(page_html(), url=f"https://h.example/{n}") for n, page_html in enumerate(hostile)),
        Page(honest, url="https://b.example/1"),
    ]
    refused = [f"https://h.example/{len(some) + n}" for n in range(len(REFUSED))]
    failures: list[Failure] = []
    counts = {one.url: len(one.posts) for one in posts(pages, run=Run(on_failure=failures.append))}
    assert (counts["https://a.example/1"], counts["https://b.example/1"]) == (6, 6)
    assert [failure.url for failure in failures] == refused
    failures.clear()
    pairs = [(pair.a, pair.b) for pair in similar(pages, run=Run(on_failure=failures.append))]
    assert ("https://a.example/1", "https://b.example/1") in pairs
    assert [failure.url for failure in failures] == refused


def _post_of_anna(number: int) -> str:
    return (
        f"<div class=post><b>Anna{number}</b> 2010-03-{number} 12:00<p>The words of Anna in post "
        f"{number}, which are about the boats of Anna.</div>"
    )
