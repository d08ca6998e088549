"""`/feed` as a reader of feeds meets it."""

from __future__ import annotations

import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import feedparser
import pytest

from tests.inputs.loopback import reply
from tests.web.pages import EVENTS, FRESH, NEWS, front, versioned

if TYPE_CHECKING:
    from collections.abc import Iterator
    from http.server import BaseHTTPRequestHandler

    from tests.inputs.loopback import Answer, Site
    from tests.web.conftest import Serve, Served

MINUTE = 60
HOUR = 60 * MINUTE
MAX_AGE = 15 * MINUTE


def _titles(text: str) -> list[str]:
    return [entry.title for entry in feedparser.parse(text).entries]


def _visits(site: Site) -> int:
    return site.paths.count("/")


@pytest.mark.parametrize(
    ("form", "media_type"),
    [
        ("rss", "application/rss+xml"),
        ("atom", "application/atom+xml"),
        ("json", "application/feed+json"),
    ],
)
def test_a_feed_has_the_items_of_the_page(
    served: Served, site: Site, page: str, form: str, media_type: str
) -> None:
    site.answers["/"] = reply(front())
    answer = served.feed(page, form)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == f"{media_type}; charset=utf-8"
    told = answer.json() if form == "json" else feedparser.parse(answer.text)
    items = told["items"] if form == "json" else told.entries
    assert [item["title"] for item in items] == [title for title, _ in reversed(NEWS)]


def test_rss_is_what_is_given_unasked(served: Served, site: Site, page: str) -> None:
    site.answers["/"] = reply(front())
    assert b"<rss " in served.get("/feed", {"url": page}).content


def test_a_feed_names_its_own_address(served: Served, site: Site, page: str) -> None:
    site.answers["/"] = reply(front())
    address = served.feed(page, "json").json()["feed_url"]
    assert address.startswith(served.url)
    assert served.client.get(address).json()["feed_url"] == address


def test_another_list_of_the_page_can_be_asked_for(served: Served, site: Site, page: str) -> None:
    site.answers["/"] = reply(front())
    answer = served.get("/feed", {"url": page, "list": "2"})
    assert _titles(answer.text) == list(EVENTS)


def test_a_page_is_read_once_while_it_is_fresh(served: Served, site: Site, page: str) -> None:
    site.answers["/"] = reply(front())
    first = served.feed(page)
    served.clock.move(MAX_AGE - 1)
    second = served.feed(page)
    assert second.content == first.content
    assert _visits(site) == 1
    assert second.headers["cache-control"] == f"max-age={MAX_AGE}"
    assert (first.headers["age"], second.headers["age"]) == ("0", str(MAX_AGE - 1))


def test_after_that_the_site_is_asked_whether_the_page_has_changed(
    served: Served, site: Site, page: str
) -> None:
    site.answers["/"] = versioned(front(), '"one"')
    first = served.feed(page)
    served.clock.move(MAX_AGE)
    second = served.feed(page)
    assert site.headers[-1]["If-None-Match"] == '"one"'
    assert second.content == first.content
    assert (_visits(site), second.headers["age"]) == (2, "0")


def test_who_has_the_feed_is_told_that_it_has_not_changed(
    served: Served, site: Site, page: str
) -> None:
    site.answers["/"] = reply(front())
    first = served.feed(page)
    served.clock.move(MAX_AGE)
    for header in ({"If_None_Match": first.headers["etag"]}, {"If_None_Match": "*"}):
        answer = served.feed(page, **header)
        assert (answer.status_code, answer.content) == (304, b"")
        assert answer.headers["etag"] == first.headers["etag"]
        assert answer.headers["last-modified"] == first.headers["last-modified"]
    since = served.feed(page, If_Modified_Since=first.headers["last-modified"])
    assert since.status_code == 304


def test_a_tag_outranks_a_date(served: Served, site: Site, page: str) -> None:
    site.answers["/"] = reply(front())
    modified = served.feed(page).headers["last-modified"]
    answer = served.feed(page, If_None_Match='"another"', If_Modified_Since=modified)
    assert answer.status_code == 200


def test_formats_have_tags_of_their_own(served: Served, site: Site, page: str) -> None:
    site.answers["/"] = reply(front())
    assert len({served.feed(page, form).headers["etag"] for form in ("rss", "atom", "json")}) == 3


def test_a_change_gives_another_tag_and_a_later_date(served: Served, site: Site, page: str) -> None:
    site.answers["/"] = reply(front())
    first = served.feed(page)
    site.answers["/"] = reply(front((*NEWS, FRESH)))
    served.clock.move(MAX_AGE)
    second = served.feed(page, If_None_Match=first.headers["etag"])
    assert second.status_code == 200
    assert first.headers["last-modified"] == "Mon, 16 Nov 2026 08:00:00 GMT"
    assert second.headers["last-modified"] == "Mon, 16 Nov 2026 08:15:00 GMT"
    again = served.feed(page, If_Modified_Since=first.headers["last-modified"])
    assert again.status_code == 200


def test_a_change_beside_the_list_is_none_of_the_feed(
    served: Served, site: Site, page: str
) -> None:
    site.answers["/"] = reply(front() + b"<!-- made in 0.1 seconds -->")
    first = served.feed(page)
    site.answers["/"] = reply(front() + b"<!-- made in 0.2 seconds -->")
    served.clock.move(MAX_AGE)
    answer = served.feed(page, If_Modified_Since=first.headers["last-modified"])
    assert (_visits(site), answer.status_code) == (2, 304)


def test_nothing_is_new_to_a_server_that_was_started_again(
    serve: Serve, site: Site, page: str
) -> None:
    site.answers["/"] = versioned(front(), '"one"')
    first = serve().feed(page)
    later = serve()
    later.clock.move(MAX_AGE)
    answer = later.feed(page, If_None_Match=first.headers["etag"])
    assert site.headers[-1]["If-None-Match"] == '"one"'
    assert answer.headers["last-modified"] == first.headers["last-modified"]
    assert [entry.id for entry in feedparser.parse(answer.text).entries] == [
        entry.id for entry in feedparser.parse(first.text).entries
    ]


def test_a_head_request_is_answered_without_the_body(served: Served, site: Site, page: str) -> None:
    site.answers["/"] = reply(front())
    got = served.feed(page)
    head = served.client.head("/feed", params={"url": page, "format": "rss"})
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["etag"] == got.headers["etag"]
    assert head.headers["content-length"] == str(len(got.content))


@pytest.mark.parametrize("failing", [reply(status=500), reply(b"%PDF", kind="application/pdf")])
def test_the_earlier_feed_is_given_while_the_site_fails(
    served: Served, site: Site, page: str, failing: Answer
) -> None:
    site.answers["/"] = reply(front())
    first = served.feed(page)
    site.answers["/"] = failing
    served.clock.move(2 * MAX_AGE)
    stale = served.feed(page)
    assert (stale.status_code, stale.content) == (200, first.content)
    assert int(stale.headers["age"]) == 2 * MAX_AGE
    assert served.feed(page, If_None_Match=first.headers["etag"]).status_code == 304
    assert _visits(site) == 2, "a site that fails is left alone for a while"
    served.clock.move(MINUTE)
    site.answers["/"] = reply(front())
    assert served.feed(page).headers["age"] == "0"


BARE = b"<title>Back soon</title><p>We are working on our site."
ONE_LIST = front().partition(b"<aside>")[0]


@pytest.mark.parametrize(("number", "body"), [("1", BARE), ("2", BARE), ("2", ONE_LIST)])
def test_a_list_that_is_missed_is_given_for_a_day(
    serve: Serve, site: Site, page: str, number: str, body: bytes
) -> None:
    query = {"url": page, "list": number}
    served = serve()
    site.answers["/"] = reply(front())
    first = served.get("/feed", query)
    site.answers["/"] = reply(body)
    for _ in range(2):
        served.clock.move(10 * HOUR)
        stale = served.get("/feed", query)
        assert (stale.status_code, stale.content) == (200, first.content)
        assert served.get("/", query).status_code == 200
    assert int(stale.headers["age"]) == 20 * HOUR
    again = serve()
    again.clock.move(23 * HOUR)
    assert _titles(again.get("/feed", query).text) == _titles(first.text), "it is still on disk"
    served.clock.move(4 * HOUR)
    assert served.get("/feed", query).status_code == 404
    assert served.get("/", query).status_code == 404
    site.answers["/"] = reply(front())
    served.clock.move(MAX_AGE)
    assert served.get("/feed", query).content == first.content


def test_a_list_that_is_still_there_is_as_it_is_now_while_others_are_missed(
    served: Served, site: Site, page: str
) -> None:
    site.answers["/"] = reply(front())
    served.feed(page)
    fresh = front((*NEWS, FRESH)).partition(b"<aside>")[0]
    site.answers["/"] = reply(fresh)
    served.clock.move(MAX_AGE)
    assert _titles(served.feed(page).text)[0] == FRESH[0]
    site.answers["/"] = reply(BARE)
    served.clock.move(MAX_AGE)
    assert _titles(served.feed(page).text)[0] == FRESH[0]
    other = served.get("/feed", {"url": page, "list": "2"})
    assert _titles(other.text) == list(EVENTS)


def test_what_the_site_closes_is_not_shown_any_more(
    served: Served, site: Site, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("honbun.inputs.fetch.robots._KEPT_SECONDS", 0.0)
    site.answers["/"] = reply(front())
    assert served.feed(page).status_code == 200
    site.answers["/robots.txt"] = reply(b"User-agent: *\nDisallow: /")
    served.clock.move(MAX_AGE)
    assert served.feed(page).status_code == 403


def test_many_who_ask_at_once_make_one_visit(served: Served, site: Site, page: str) -> None:
    site.answers["/"] = _slowly(front(), 0.3)
    with ThreadPoolExecutor(8) as readers:
        answers = list(readers.map(lambda _: served.feed(page), range(8)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert _visits(site) == 1


def test_who_loses_patience_is_given_the_earlier_feed(serve: Serve, site: Site, page: str) -> None:
    served = serve(patience=0.2)
    site.answers["/"] = reply(front())
    while (first := served.feed(page)).status_code == 504:
        pass  # on a busy machine all take longer; what is brought serves the next who asks
    site.answers["/"] = _slowly(front((*NEWS, FRESH)), 0.6)
    served.clock.move(MAX_AGE)
    stale = served.feed(page)
    assert (stale.content, stale.headers["age"]) == (first.content, str(MAX_AGE))


def test_a_host_is_asked_for_four_pages_at_one_time_and_others_are_served_meanwhile(
    served: Served, site: Site, page: str
) -> None:
    site.answers["/"] = reply(front())
    served.feed(page)
    gate = threading.Barrier(4, timeout=20)
    lock = threading.Lock()
    at_once: list[int] = [0]

    def together(request: BaseHTTPRequestHandler) -> None:
        with lock:
            at_once.append(at_once[-1] + 1)
        if gate.wait() == 0:
            served.feed(page)  # answered although all who fetch from this host are here
        with lock:
            at_once.append(at_once[-1] - 1)
        reply(front())(request)

    site.answers |= {f"/{number}": together for number in range(16)}
    with ThreadPoolExecutor(16) as readers:
        answers = list(readers.map(served.feed, [f"{page}{number}" for number in range(16)]))
    assert {answer.status_code for answer in answers} == {200}
    assert max(at_once) == 4


def test_a_silent_site_does_not_hold_up_another(serve: Serve, site: Site) -> None:
    served = serve(patience=60)
    site.answers["/"] = reply(front())
    with _silent() as silent, ThreadPoolExecutor(20) as readers:
        asked = [
            readers.submit(served.feed, f"http://127.0.0.1:{silent.port}/{number}")
            for number in range(20)
        ]
        silent.wait(4)
        assert served.feed(site.url("/", host="localhost")).status_code == 200
        assert not any(one.done() for one in asked)
        silent.hang_up()
        assert {one.result().status_code for one in asked} == {502}


def test_who_cannot_have_a_turn_is_told_when_to_come_again(serve: Serve) -> None:
    served = serve(patience=0.3)
    with _silent() as silent, ThreadPoolExecutor(4) as readers:
        pages = [f"http://127.0.0.1:{silent.port}/{number}" for number in range(5)]
        asked = [readers.submit(served.feed, page) for page in pages[:4]]
        silent.wait(4)
        late = served.feed(pages[4])
        assert (late.status_code, late.text) == (503, "the server is busy\n")
        assert late.headers["retry-after"] == "30"
        assert {one.result().status_code for one in asked} == {504}


class _Silent:
    """A site that takes connections and never says a word, until it hangs up for good."""

    def __init__(self, listener: socket.socket) -> None:
        self.port = listener.getsockname()[1]
        self._listener = listener
        self._held: list[socket.socket] = []
        self._more = threading.Condition()
        self._over = False
        threading.Thread(target=self._listen, daemon=True).start()

    def wait(self, number: int) -> None:
        """Until so many connections are there."""
        with self._more:
            assert self._more.wait_for(lambda: len(self._held) >= number, 20)

    def hang_up(self) -> None:
        """On all who are there, and who come."""
        with self._more:
            self._over = True
            for one in self._held:
                one.close()

    def _listen(self) -> None:
        with suppress(OSError):  # closed at the end of the test
            while True:
                connection, _ = self._listener.accept()
                with self._more:
                    self._held.append(connection)
                    self._more.notify_all()
                    if self._over:
                        connection.close()


@contextmanager
def _silent() -> Iterator[_Silent]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        silent = _Silent(listener)
        try:
            yield silent
        finally:
            silent.hang_up()
            listener.shutdown(socket.SHUT_RDWR)


def _slowly(body: bytes, seconds: float) -> Answer:
    def answer(request: BaseHTTPRequestHandler) -> None:
        time.sleep(seconds)
        reply(body)(request)

    return answer
