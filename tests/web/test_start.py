"""`/` as HTML, without JavaScript."""

from __future__ import annotations

import socket
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from selectolax.lexbor import LexborHTMLParser

from honbun.api import feed
from honbun.feeds.model import Feed, FeedLink, Item, ItemList
from tests.inputs.loopback import reply
from tests.web.pages import EVENTS, NEWS, front

if TYPE_CHECKING:
    import httpx

    from honbun.page import Page
    from tests.inputs.loopback import Site
    from tests.web.conftest import Served


def _texts(answer: httpx.Response, selector: str) -> list[str]:
    return [node.text(strip=True) for node in LexborHTMLParser(answer.text).css(selector)]


def _values(answer: httpx.Response, selector: str, name: str) -> list[str]:
    return [node.attributes[name] or "" for node in LexborHTMLParser(answer.text).css(selector)]


def test_the_form_asks_for_an_address(served: Served) -> None:
    answer = served.get("/")
    assert answer.status_code == 200
    assert _texts(answer, "form label[for=url]") == ["Address of the page"]
    assert _values(answer, "form input#url", "name") == ["url"]
    needed = _values(answer, "script", "src") + _values(answer, "link", "href")
    assert len(needed) == 4
    assert {served.get(path).status_code for path in needed} == {200}


def test_items_are_shown_with_links_to_the_feed_and_to_other_lists(
    served: Served, site: Site, page: str
) -> None:
    site.answers["/"] = reply(front())
    answer = served.get("/", {"url": page})
    assert answer.status_code == 200
    assert _texts(answer, ".items h3") == [title for title, _ in reversed(NEWS)]
    assert _values(answer, ".items a", "href")[0] == f"{page}news/15"
    assert set(_values(answer, ".items a", "rel")) == {"noreferrer"}
    assert _values(answer, "#url", "value") == [page]
    addresses = _values(answer, ".addresses input", "value")
    kinds = [served.client.get(address).headers["content-type"] for address in addresses]
    assert [kind.split(";")[0] for kind in kinds] == [
        "application/rss+xml",
        "application/atom+xml",
        "application/feed+json",
    ]
    links = _values(answer, ".lists a", "href")
    assert _texts(answer, ".lists a[aria-current]") == _texts(answer, ".lists a")[:1]
    other = served.client.get(links[1])
    assert _texts(other, ".items h3") == list(EVENTS)
    [current] = _texts(other, ".lists a[aria-current]")
    assert EVENTS[0] in current


@pytest.mark.usefixtures("read_here")
def test_later_lists_are_folded_unless_one_is_chosen(
    served: Served, site: Site, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def many(page: Page) -> Feed:
        found = feed(page)
        return replace(found, lists=found.lists[:1] * 6)

    monkeypatch.setattr("honbun.web.freshness.feed", many)
    site.answers["/"] = reply(front())
    first, last = (served.get("/", {"url": page, "list": number}) for number in ("1", "6"))
    assert [len(_texts(answer, ".lists a")) for answer in (first, last)] == [6, 6]
    assert [len(_texts(answer, "details .lists a")) for answer in (first, last)] == [2, 2]
    assert [len(_texts(answer, "details[open]")) for answer in (first, last)] == [0, 1]
    assert _values(last, ".lists a[aria-current]", "href") == _values(last, ".lists a", "href")[5:]


def test_a_feed_of_the_site_itself_is_shown(served: Served, site: Site, page: str) -> None:
    named = "<link rel=alternate type='application/rss+xml' href='/own.xml' title='Our own'>"
    site.answers["/"] = reply(front(head=named))
    site.answers["/bare"] = reply(f"<title>Bare</title>{named}<p>Nothing to list here.".encode())
    for path, status in (("", 200), ("bare", 404)):
        answer = served.get("/", {"url": page + path})
        assert answer.status_code == status
        assert _texts(answer, ".notice h2") == ["This site already has a feed"]
        assert _values(answer, ".notice a", "href") == [f"{page}own.xml"]


@pytest.mark.parametrize(
    ("path", "status", "message"),
    [("bare", 404, "no list on that page"), ("missing", 502, "status 404")],
)
def test_errors_are_shown(
    served: Served, site: Site, page: str, path: str, status: int, message: str
) -> None:
    site.answers["/bare"] = reply(b"<title>Bare</title><p>Nothing to list here.")
    answer = served.get("/", {"url": page + path})
    assert answer.status_code == status
    [line] = _texts(answer, "[role=alert]")
    assert message in line
    assert _texts(answer, ".items, .addresses") == []


def test_an_address_without_a_scheme_is_tried_by_https(served: Served) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=_answer_plainly, args=(listener,))
        thread.start()
        answer = served.get("/", {"url": f"127.0.0.1:{listener.getsockname()[1]}/news"})
        thread.join()
    [line] = _texts(answer, "[role=alert]")
    assert answer.status_code == 502
    assert "try http://" in line
    assert "SSL" not in line


def _answer_plainly(listener: socket.socket) -> None:
    """As an HTTP server answers a TLS handshake."""
    connection, _ = listener.accept()
    with connection:
        connection.recv(4096)
        connection.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")


EVIL = '"><img src=x onerror=alert(1)><script>alert(2)</script>'
CONTROLS = "\u202d\u202e\u2066"
"""Bidirectional controls, which hide what a text says."""


@pytest.mark.usefixtures("read_here")
def test_every_field_of_a_result_is_escaped(
    served: Served, site: Site, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    evil, script = f"{CONTROLS}{EVIL}\ud800\x00", "javascript:alert(5)"
    item = Item(evil, script, evil, evil, evil, script, (evil,), evil)
    listing = ItemList((item,), evil, 1.0)
    lists = Feed(
        url=evil,
        source=evil,
        title=evil,
        description=evil,
        language=evil,
        feeds=(FeedLink(script, evil, evil),),
        next=script,
        previous=script,
        lists=(listing, listing),
        reason=evil,
        encoding="utf-8",
        replaced=0,
    )
    monkeypatch.setattr("honbun.web.freshness.feed", lambda _: lists)
    site.answers["/"] = reply(front())
    answer = served.get("/", {"url": page})
    assert answer.status_code == 200
    assert _texts(answer, ".items h3") == [EVIL]
    assert _values(answer, "script", "src") == ["/static/start.js"]
    assert _texts(answer, "img") == []
    assert not [href for href in _values(answer, "a", "href") if href.startswith("javascript")]
    assert not set(CONTROLS) & set(answer.text)
    assert "\x00" not in answer.text
    assert served.get("/", {"url": EVIL}).text.count("<script") == 1
