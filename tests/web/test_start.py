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
    assert len(needed) == 6
    assert {served.get(path).status_code for path in needed} == {200}


ARTICLE = b"""<!doctype html><html lang=en><title>The harbour ferry</title>
<nav><a href=/>Home</a> <a href=/news>News</a> <a href=/contact>Contact</a></nav>
<article><h1>The harbour ferry</h1>
<p>The last ferry of the old line left the harbour at noon, with forty people and a dog on board.
<p>It has crossed the bay since 1931, and nobody on the pier could remember a day without it.
<table><tr><th>Year<th>Passengers<tr><td>1931<td>12,000<tr><td>2023<td>3,400</table>
<p>The council says that a bridge will open in spring; until then a bus goes round the bay.
</article><footer><a href=/imprint>Imprint</a></footer>"""
THREAD = b"<title>Moss</title><h1>Moss on the roof</h1>" + b"".join(
    b"<div class=post><b class=author>%b</b> <time>2024-05-0%d 10:00</time><p>%b</p></div>"
    % (author, day, text)
    for day, (author, text) in enumerate(
        [
            (b"Ada", b"Does anybody know how to get moss off slate without breaking it?"),
            (b"Bo", b"A soft brush and rain water; the pressure washer takes the slate with it."),
            (b"Cy", b"Leave it where it is. It keeps the roof wet, but it also keeps it quiet."),
            (b"Ada", b"Thank you both. I shall try the brush on the north side next week."),
        ],
        1,
    )
)


def test_content_is_shown_as_markdown_and_can_be_downloaded(
    served: Served, site: Site, page: str
) -> None:
    site.answers["/ferry"] = reply(ARTICLE)
    answer = served.get("/", {"url": f"{page}ferry"})
    assert answer.status_code == 200
    [shown] = _texts(answer, "textarea#markdown")
    assert shown.startswith("# The harbour ferry")
    assert "| 1931 | 12,000 |" in shown
    assert "Imprint" not in shown
    [link] = _values(answer, "a[download]", "href")
    file = served.client.get(link)
    assert file.headers["content-type"] == "text/markdown; charset=utf-8"
    assert file.headers["content-disposition"].startswith("attachment")
    assert file.text.startswith("---\n")
    assert shown in file.text


def test_posts_are_shown_with_author_and_date(served: Served, site: Site, page: str) -> None:
    site.answers["/moss"] = reply(THREAD)
    answer = served.get("/", {"url": f"{page}moss", "show": "posts"})
    assert _texts(answer, ".items h3") == ["Ada", "Bo", "Cy", "Ada"]
    assert _values(answer, ".items time", "datetime")[0].startswith("2024-05-01")
    assert "soft brush" in _texts(answer, ".post")[1]
    assert _texts(answer, ".views [aria-current]") == ["Posts"]


def test_a_page_without_content_says_so(served: Served, site: Site, page: str) -> None:
    site.answers["/empty"] = reply(b"<title>Nothing</title><body></body>")
    answer = served.get("/", {"url": f"{page}empty"})
    assert _texts(answer, "textarea") == []
    assert "no text" in _texts(answer, "main section p")[0]


def test_an_unknown_view_is_refused(served: Served) -> None:
    assert served.get("/", {"show": "pictures"}).status_code == 400


@pytest.mark.usefixtures("read_here")
def test_markdown_of_a_hostile_page_stays_text(served: Served, site: Site, page: str) -> None:
    site.answers["/evil"] = reply(
        b"<h1>Title</h1><pre>&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt;</pre>"
    )
    answer = served.get("/", {"url": f"{page}evil"})
    assert "</textarea><script>alert(1)</script>" in _texts(answer, "textarea#markdown")[0]
    assert _values(answer, "script", "src") == ["/static/start.js"]


def test_items_are_shown_with_links_to_the_feed_and_to_other_lists(
    served: Served, site: Site, page: str
) -> None:
    site.answers["/"] = reply(front())
    answer = served.get("/", {"url": page, "show": "feed"})
    assert answer.status_code == 200
    assert _texts(answer, ".items h3") == [title for title, _ in reversed(NEWS)]
    assert _values(answer, ".items a", "href")[0] == f"{page}news/15"
    assert set(_values(answer, ".items a", "rel")) == {"noreferrer"}
    assert _values(answer, "#url", "value") == [page]
    addresses = _texts(answer, ".addresses textarea")
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
    query = {"url": page, "show": "feed"}
    first, last = (served.get("/", {**query, "list": number}) for number in ("1", "6"))
    assert [len(_texts(answer, ".lists a")) for answer in (first, last)] == [6, 6]
    assert [len(_texts(answer, "details .lists a")) for answer in (first, last)] == [2, 2]
    assert [len(_texts(answer, "details[open]")) for answer in (first, last)] == [0, 1]
    assert _values(last, ".lists a[aria-current]", "href") == _values(last, ".lists a", "href")[5:]


def test_a_feed_of_the_site_itself_is_shown(served: Served, site: Site, page: str) -> None:
    named = "<link rel=alternate type='application/rss+xml' href='/own.xml' title='Our own'>"
    site.answers["/"] = reply(front(head=named))
    site.answers["/bare"] = reply(f"<title>Bare</title>{named}<p>Nothing to list here.".encode())
    for path, status in (("", 200), ("bare", 404)):
        answer = served.get("/", {"url": page + path, "show": "feed"})
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
    answer = served.get("/", {"url": page + path, "show": "feed"})
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
    answer = served.get("/", {"url": page, "show": "feed"})
    assert answer.status_code == 200
    assert _texts(answer, ".items h3") == [EVIL]
    assert _values(answer, "script", "src") == ["/static/start.js"]
    assert _texts(answer, "img") == []
    assert not [href for href in _values(answer, "a", "href") if href.startswith("javascript")]
    assert not set(CONTROLS) & set(answer.text)
    assert "\x00" not in answer.text
    assert served.get("/", {"url": EVIL, "show": "feed"}).text.count("<script") == 1
