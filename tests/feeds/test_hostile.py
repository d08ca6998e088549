"""Hostile list pages are answered in time."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

import pytest

from honbun.api import feed
from honbun.errors import HonbunError
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Callable

URL = "https://a.example/"
ROW = "<li>2010-03-{0:02} <a href=/news/{1}>The boat number {1} was seen again</a></li>"


def rows(count: int) -> str:
    return "".join(ROW.format(1 + n % 28, n) for n in range(count))


HOSTILE: dict[str, Callable[[], str | bytes]] = {
    "NULs": lambda: "\0".join(rows(30)),
    "equal links": lambda: "<a href=/x>The same boat</a>" * 20_000,
    "equal links in lines": lambda: "<li><a href=/x>The same boat</a>" * 5000,
    "deep": lambda: "<div>" * 5000 + rows(5),
    "deep links": lambda: "<ul><li><a href=/x>x</a>" * 1000,
    "a huge attribute": lambda: (
        f"<p class='{'c ' * 300_000}' title='{'9' * 300_000}'>x</p>{rows(5)}"
    ),
    "a huge address": lambda: f"<li><a href='/{'a/' * 100_000}'>A boat was seen</a>" * 3,
    "many classes": lambda: "".join(f"<p class=c{n}><a href=/{n}>x{n}</a>" for n in range(3000)),
    "many headings": lambda: "".join(f"<h2>{n} boats</h2><h3>{n}</h3>" for n in range(2000)),
    "breaks": lambda: "2010-03-04<br>" * 4000,
    "digits": lambda: f"<h2>{'1.' * 20_000}</h2>" * 3,
    "a long text": lambda: "word " * 100_000,
    "surrogates": lambda: "<li class='\ud800'><a href=/x>\udc00 2010-03-04</a>" * 20,
    "another charset": lambda: ("<meta charset=utf-8>" + rows(9) + "船が来た").encode("cp932"),
    "no charset at all": lambda: b"<p>" + bytes(range(256)) * 50,
    "broken addresses": lambda: "<li><a href='http://['>2010-03-04 A boat was seen</a>" * 50,
    "a frameset": lambda: "<frameset><frame src=a></frameset>",
    "only tags": lambda: "<div><p></p><br></div>" * 3000,
    "declarations": lambda: (
        "<script type=application/ld+json>" + "[" * 900 + "]" * 900 + "</script>" + rows(5)
    ),
    "wide declarations": lambda: (
        '<script type=application/ld+json>[{"url": "/x", "author": "A"}'
        + ',{"url": "/y", "author": []}' * 20_000
        + f"]</script>{rows(5)}"
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_page_has_lists_or_a_reason_in_time(name: str) -> None:
    page = Page(HOSTILE[name](), url=URL)
    started = process_time()
    found = feed(page)
    assert process_time() - started < 4  # a second or less on a quiet machine
    assert bool(found.lists) != bool(found.reason)
    for item in found.items:
        assert not {*item.title} & {"\0", "\n", "\t"}
        assert item.link is None or item.link.startswith(("http://", "https://"))


@pytest.mark.parametrize("url", ["", "http://[", "boats", "https://a.example:x/", "javascript:x"])
def test_page_may_have_any_url(url: str) -> None:
    found = feed(Page(f"<ul>{rows(9)}</ul>", url=url))
    assert len(found.items) == 9


def test_long_list_is_found_whole() -> None:
    assert len(feed(Page(f"<ul>{rows(1500)}</ul>", url=URL)).items) == 1500


def test_undecodable_bytes_are_counted() -> None:
    found = feed(Page(b"<meta charset=utf-8><ul>" + rows(9).encode() + b"\xff\xfe</ul>", url=URL))
    assert len(found.items) == 9
    assert found.replaced == 2


def test_page_that_unfolds_without_end_is_rejected() -> None:
    unfolds = "".join(f"<p><b class=c{number}>" for number in range(4000))
    with pytest.raises(HonbunError):
        feed(Page(unfolds, url=URL))
