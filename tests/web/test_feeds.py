"""`/feed` and `/opml` as a feed reader uses them."""

from __future__ import annotations

import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree as ET

import feedparser
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException

from honbun.outputs import FORMATS
from honbun.stores.feed_state import Subscription
from honbun.text.unicode import clean
from honbun.web import feeds
from tests.inputs.loopback import reply
from tests.web.pages import EVENTS, FRESH, NEWS, front, versioned

if TYPE_CHECKING:
    from collections.abc import Callable
    from http.server import BaseHTTPRequestHandler
    from pathlib import Path

    import httpx

    from tests.inputs.loopback import Answer, Site
    from tests.web.conftest import Serve, Served

Result = TypeVar("Result")

MINUTE = 60
HOUR = 60 * MINUTE
MAX_AGE = 15 * MINUTE
BARE = b"<title>Back soon</title><p>We are working on our site."
TEXTS = st.one_of(
    st.text(),
    st.text().map("http://a.example/{}".format),
    st.text().map("https://{}/".format),
    st.text(alphabet="[]@:/?#%.a1é\x00\ud800").map("http://{}".format),
)
ADDRESSES = st.builds(
    "{}://{}.example{}/{}{}".format,
    st.sampled_from(["http", "https"]),
    st.from_regex(r"[a-z]([a-z0-9]{0,9})", fullmatch=True),
    st.one_of(st.just(""), st.integers(1, 65_535).map(":{}".format)),
    st.text(alphabet="aé/.%&=+~;:@ 1", max_size=30),
    st.one_of(st.just(""), st.text(alphabet="aé&=+/?#%1", max_size=30).map("?{}".format)),
)


def _titles(text: str) -> list[str]:
    return [entry.title for entry in feedparser.parse(text).entries]


def _ids(text: str) -> dict[str, str]:
    return {entry.title: entry.id for entry in feedparser.parse(text).entries}


def _visits(site: Site) -> int:
    return site.paths.count("/")


def _message(response: httpx.Response) -> str:
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    assert response.text.endswith("\n")
    assert response.text.count("\n") == 1
    return response.text


def _or_status(parse: Callable[[], Result]) -> Result | str:
    try:
        return parse()
    except HTTPException as error:
        return f"status {error.status_code}"


# Requests


@given(TEXTS)
def test_address_of_a_page_is_normalised_or_refused(text: str) -> None:
    page = _or_status(lambda: feeds.parse_page_url(text))
    if page != "status 400":
        assert page.startswith(("http://", "https://"))
        assert feeds.parse_page_url(page) == page


@given(ADDRESSES, st.sampled_from(feeds.FEED_FORMATS), st.integers(1, 9999))
def test_the_url_of_a_feed_names_its_page_list_and_format(
    address: str, form: str, number: int
) -> None:
    page = feeds.parse_page_url(address)
    query = urlsplit(feeds.feed_url("http://localhost/", page, form, number)).query
    found = QueryParams(query)
    assert set(parse_qs(query)) <= {"url", "format", "list"}
    assert found["url"] == page
    assert (feeds.parse_format(found), feeds.parse_list_number(found)) == (form, number)


@given(st.one_of(st.text(), st.integers().map(str)))
def test_number_of_a_list_is_a_small_number_or_refused(text: str) -> None:
    listed = _or_status(lambda: feeds.parse_list_number(QueryParams({"list": text})))
    assert listed == "status 400" or str(listed) == text != "0"


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({}, "url="),
        ({"url": " "}, "url="),
        ({"url": "ftp://a.example/"}, "only http and https"),
        ({"url": "a.example"}, "only http and https"),
        ({"url": "http://a.example:99999/"}, "no such port"),
        ({"url": "http://"}, "no host is named"),
        ({"url": "https://javascript:alert(1)"}, "not a URL: https://javascript:alert(1)"),
        ({"url": "http://[/"}, "not a URL"),
        ({"url": "http://me:secret@a.example/"}, "user name or password"),
        ({"url": "http://a.example/" + "a" * 2000}, "more than 2,000 characters"),
        ({"url": "http://a.example/", "format": "html"}, "rss, atom, json"),
        ({"url": "http://a.example/", "list": "0"}, "1, 2"),
        ({"url": "http://a.example/", "list": "²"}, "1, 2"),
        ({"url": "http://a.example/", "list": "9" * 5000}, "1, 2"),
    ],
)
def test_an_invalid_request_gets_400(served: Served, query: dict[str, str], message: str) -> None:
    response = served.get("/feed", query)
    assert response.status_code == 400
    assert message in _message(response)
    assert served.client.post("/feed").status_code == 405
    assert _message(served.get("/nothing")) == "Not Found\n"


# Feeds


@pytest.mark.parametrize("form", ["rss", "atom", "json"])
def test_a_feed_has_the_items_of_the_page(served: Served, site: Site, page: str, form: str) -> None:
    site.answers["/"] = reply(front())
    response = served.feed(page, form)
    assert response.status_code == 200
    media_type = FORMATS[form].media_type
    assert response.headers["content-type"] == f"{media_type}; charset=utf-8"
    found = response.json() if form == "json" else feedparser.parse(response.text)
    items = found["items"] if form == "json" else found.entries
    assert [item["title"] for item in items] == [title for title, _ in reversed(NEWS)]
    etags = {served.feed(page, other).headers["etag"] for other in feeds.FEED_FORMATS}
    assert len(etags) == 3


def test_a_feed_names_its_own_url_and_its_list(served: Served, site: Site, page: str) -> None:
    site.answers["/"] = reply(front())
    head = served.client.head("/feed", params={"url": page})
    assert (head.status_code, head.content) == (200, b"")
    assert page not in served.get("/opml").text, "HEAD does not subscribe"
    got = served.get("/feed", {"url": page})
    assert b"<rss " in got.content
    assert head.headers["etag"] == got.headers["etag"]
    assert head.headers["content-length"] == str(len(got.content))
    url = served.feed(page, "json").json()["feed_url"]
    assert url.startswith(served.url)
    assert served.client.get(url).json()["feed_url"] == url
    assert _titles(served.get("/feed", {"url": page, "list": "2"}).text) == list(EVENTS)
    missing = served.get("/feed", {"url": page, "list": "1000"})
    assert missing.status_code == 404
    assert "no list 1000 on that page: it has " in _message(missing)


def test_a_page_is_fetched_once_while_it_is_fresh(serve: Serve, site: Site, page: str) -> None:
    site.answers["/"] = _slowly(front(), 0.3, '"one"')
    served = serve()
    with ThreadPoolExecutor(8) as readers:
        responses = list(readers.map(lambda _: served.feed(page), range(8)))
    assert {response.status_code for response in responses} == {200}
    assert {response.content for response in responses} == {responses[0].content}
    site.answers["/"] = versioned(front(), '"one"')
    served.clock.move(MAX_AGE - 1)
    second = served.feed(page)
    assert (second.content, _visits(site)) == (responses[0].content, 1)
    assert second.headers["cache-control"] == f"max-age={MAX_AGE}"
    assert (responses[0].headers["age"], second.headers["age"]) == ("0", str(MAX_AGE - 1))
    served.clock.move(1)
    third = served.feed(page)
    assert site.headers[-1]["If-None-Match"] == '"one"'
    assert (third.content, _visits(site), third.headers["age"]) == (second.content, 2, "0")
    # Items are not new after a restart.
    later = serve()
    later.clock.move(2 * MAX_AGE)
    response = later.feed(page)
    assert site.headers[-1]["If-None-Match"] == '"one"'
    assert response.headers["last-modified"] == third.headers["last-modified"]
    assert _ids(response.text) == _ids(third.text)


@pytest.mark.parametrize("form", ["rss", "atom"])
def test_feed_reader_gets_only_new_items(served: Served, site: Site, page: str, form: str) -> None:
    url = f"{served.url}/feed?url={page}&format={form}"
    site.answers["/"] = reply(front() + b"<!-- rendered in 0.1 seconds -->")
    first = feedparser.parse(url)
    assert (first.status, first.bozo, len(first.entries)) == (200, False, len(NEWS))
    site.answers["/"] = reply(front() + b"<!-- rendered in 0.2 seconds -->")
    served.clock.move(HOUR)
    for known in ({"etag": first.etag}, {"etag": "*"}, {"modified": first.modified}):
        unchanged = feedparser.parse(url, **known)
        assert (unchanged.status, unchanged.etag) == (304, first.etag)
        assert unchanged.headers["last-modified"] == first.modified
    other = feedparser.parse(url, etag='"another"', modified=first.modified)
    assert other.status == 200, "the ETag takes precedence"
    # A new item at the top; the oldest is gone.
    site.answers["/"] = reply(front((*NEWS, FRESH)).replace(_article(NEWS[0][0]), b""))
    served.clock.move(HOUR)
    last = feedparser.parse(url, etag=first.etag, modified=first.modified)
    assert (last.status, last.entries[0].title) == (200, FRESH[0])
    before, after = ({entry.title: entry.id for entry in poll.entries} for poll in (first, last))
    assert set(after) - set(before) == {FRESH[0]}
    assert after[FRESH[0]] not in before.values()
    assert {title: after[title] for title, _ in NEWS[1:]} == {
        title: before[title] for title, _ in NEWS[1:]
    }
    assert last.modified_parsed > first.modified_parsed


def _article(title: str) -> bytes:
    """The article of the front page with this title."""
    [found] = [part for part in front().split(b"<article>") if title.encode() in part]
    return b"<article>" + found.partition(b"</article>")[0] + b"</article>"


# Sites that fail


@pytest.mark.parametrize("failing", [reply(status=500), reply(b"%PDF", kind="application/pdf")])
def test_the_stored_feed_is_served_while_the_site_fails(
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
    assert _visits(site) == 2, "a site that fails is not fetched again at once"
    served.clock.move(MINUTE)
    site.answers["/"] = reply(front())
    assert served.feed(page).headers["age"] == "0"


def test_a_missing_list_is_served_for_a_day(served: Served, site: Site, page: str) -> None:
    query = {"url": page, "list": "2"}
    site.answers["/"] = reply(front())
    first = served.get("/feed", query)
    site.answers["/"] = reply(front().partition(b"<aside>")[0])
    served.clock.move(23 * HOUR)
    stale = served.get("/feed", query)
    assert (stale.status_code, stale.content) == (200, first.content)
    assert int(stale.headers["age"]) == 23 * HOUR
    assert served.get("/", query).status_code == 200
    served.clock.move(HOUR)
    assert served.get("/feed", query).status_code == 404


@pytest.mark.parametrize(
    ("answer", "status", "message"),
    [
        (reply(status=404), 502, "status 404"),
        (reply(status=500), 502, "status 500"),
        (reply(BARE), 404, "no list on that page"),
        (reply(bytes(5_000_001)), 502, "the page has more than 5,000,000 bytes"),
        (reply(status=302, Location="http://224.0.0.1/"), 403, "multicast"),
        (reply(status=302, Location="/closed"), 403, "robots.txt"),
    ],
    ids=["missing", "broken", "no list", "large", "private redirect", "robots.txt"],
)
def test_a_page_without_a_feed_is_reported_and_fetched_once(
    served: Served, site: Site, page: str, answer: Answer, status: int, message: str
) -> None:
    site.answers["/"] = answer
    site.answers["/robots.txt"] = reply(b"User-agent: *\nDisallow: /closed\n")
    for _ in range(2):
        response = served.feed(page)
        assert response.status_code == status
        assert message in _message(response)
    assert _visits(site) == 1, "a site that fails is not fetched again at once"


def test_a_page_that_may_no_longer_be_fetched_is_no_longer_served(
    served: Served, site: Site, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("honbun.inputs.fetch.robots._KEPT_SECONDS", 0.0)
    site.answers["/"] = reply(front())
    assert served.feed(page).status_code == 200
    site.answers["/robots.txt"] = reply(b"User-agent: *\nDisallow: /")
    served.clock.move(MAX_AGE)
    assert served.feed(page).status_code == 403


@pytest.mark.parametrize("options", [{"timeout": 0.2}, {"patience": 0.2}])
def test_a_slow_site_gets_504(
    serve: Serve, site: Site, page: str, options: dict[str, float]
) -> None:
    site.answers["/"] = _slowly(front(), 0.6)
    response = serve(**options).feed(page)
    assert response.status_code == 504
    assert "within 0.2 seconds" in _message(response)


def test_a_broken_state_file_is_named_in_the_log_only(
    serve: Serve, site: Site, page: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    site.answers["/"] = reply(front())
    served = serve()
    (tmp_path / "state.db").write_bytes(b"no database" * 1000)
    response = served.feed(page)
    assert response.status_code == 503
    assert _message(response).startswith("the server's file: ")
    assert "state.db" not in response.text
    assert "state.db" in caplog.text


# Refused addresses


def test_private_addresses_are_refused(serve: Serve, site: Site) -> None:
    site.answers["/"] = reply(front())
    served = serve(allow_private=False)
    for host in ("127.0.0.1", "localhost", "[::1]", "169.254.169.254"):
        response = served.feed(site.url("/", host=host))
        assert response.status_code == 403
        assert re.search("is (loopback|link-local)$", _message(response))
        assert "--" not in response.text, "clients cannot set options"
    assert site.paths == []


def test_only_allowed_hosts_are_fetched(serve: Serve, site: Site) -> None:
    site.answers["/"] = reply(front())
    site.answers["/away"] = reply(status=302, Location=site.url("/", host="localhost"))
    served = serve(hosts=("127.0.0.1",))
    assert served.feed(site.url("/", host="127.0.0.1")).status_code == 200
    for url in (site.url("/", host="localhost"), site.url("/away", host="127.0.0.1")):
        response = served.feed(url)
        assert response.status_code == 403
        assert "localhost is not an allowed host" in _message(response)
    assert site.paths == ["/robots.txt", "/", "/away"]


# Many requests


def test_a_client_does_not_wait_for_a_slow_site_if_there_is_a_stored_feed(
    serve: Serve, site: Site, page: str
) -> None:
    served = serve(patience=0.2)
    site.answers["/"] = reply(front())
    while (first := served.feed(page)).status_code == 504:
        pass  # on a busy machine; the next request gets the result
    site.answers["/"] = _slowly(front((*NEWS, FRESH)), 0.6)
    served.clock.move(MAX_AGE)
    stale = served.feed(page)
    assert (stale.content, stale.headers["age"]) == (first.content, str(MAX_AGE))


def test_a_host_gets_four_requests_at_a_time_while_others_are_served(
    served: Served, site: Site, page: str
) -> None:
    site.answers["/"] = reply(front())
    served.feed(page)
    gate = threading.Barrier(4, timeout=20)
    lock = threading.Lock()
    concurrent: list[int] = [0]

    def together(request: BaseHTTPRequestHandler) -> None:
        with lock:
            concurrent.append(concurrent[-1] + 1)
        if gate.wait() == 0:
            served.feed(page)  # is answered although the host has four requests
        with lock:
            concurrent.append(concurrent[-1] - 1)
        reply(front())(request)

    site.answers |= {f"/{number}": together for number in range(16)}
    with ThreadPoolExecutor(16) as readers:
        responses = list(readers.map(served.feed, [f"{page}{number}" for number in range(16)]))
    assert {response.status_code for response in responses} == {200}
    assert max(concurrent) == 4


def _slowly(body: bytes, seconds: float, etag: str = "") -> Answer:
    def answer(request: BaseHTTPRequestHandler) -> None:
        time.sleep(seconds)
        reply(body, ETag=etag)(request)

    return answer


# OPML


def test_subscribed_pages_are_listed_as_opml(serve: Serve, site: Site, page: str) -> None:
    served = serve()
    site.answers["/"] = reply(front())
    site.answers["/previewed"] = reply(front())
    served.feed(page)
    served.feed(page, "json")
    served.get("/feed", {"url": page, "list": "2"})
    served.get("/", {"url": f"{page}previewed"})
    served.feed(f"{page}missing")
    response = served.get("/opml")
    assert response.headers["content-type"] == "text/x-opml; charset=utf-8"
    outlines: list[Any] = ET.fromstring(response.content).findall("body/outline")
    assert [outline.get("htmlUrl") for outline in outlines] == [page, page]
    assert {outline.get("type") for outline in outlines} == {"rss"}
    assert all(outline.attrib["text"].startswith("Harbour Post") for outline in outlines)
    listed = [served.client.get(outline.attrib["xmlUrl"]) for outline in outlines]
    assert [feed.status_code for feed in listed] == [200, 200]
    assert listed[0].content != listed[1].content
    assert served.get("/opml", If_None_Match=response.headers["etag"]).status_code == 304


def test_unsubscribing_removes_one_list_of_a_page(serve: Serve, site: Site, page: str) -> None:
    served = serve()
    site.answers["/"] = reply(front())
    served.feed(page)
    served.get("/feed", {"url": page, "list": "2"})
    ids = [entry.id for entry in feedparser.parse(served.feed(page).content).entries]
    form = {"url": page, "list": "1"}
    answer = served.client.post("/subscriptions", data=form, headers={"Origin": served.url})
    assert (answer.status_code, answer.headers["location"]) == (303, "/subscriptions")
    shown = served.get("/subscriptions").text
    assert shown.count("Unsubscribe") == 1
    assert "list 2" in shown
    # Items keep their ids, so that a reader does not show them again.
    assert [entry.id for entry in feedparser.parse(served.feed(page).content).entries] == ids
    other = served.client.post("/subscriptions", data=form, headers={"Origin": "http://a.example"})
    assert other.status_code == 403


def test_a_feed_of_items_with_words(served: Served, site: Site, page: str) -> None:
    site.answers["/"] = reply(front())
    query = {"url": page, "words": "SPRING  festival"}
    found = feedparser.parse(served.get("/feed", query).content)
    assert [entry.title for entry in found.entries] == ["School choir wins at the spring festival"]
    [link] = [link.href for link in found.feed.links if link.rel == "self"]
    assert link.endswith("words=SPRING+festival")
    assert len(feedparser.parse(served.feed(page).content).entries) == len(NEWS)
    shown = served.get("/", {**query, "show": "feed"}).text
    assert f"1 of {len(NEWS)} items" in shown
    assert served.get("/feed", {"url": page, "words": "a" * 201}).status_code == 400


@given(st.text() | st.none(), st.text(min_size=1))
def test_opml_is_well_formed_for_any_title(title: str | None, url: str) -> None:
    when = datetime(2026, 11, 16, tzinfo=UTC)
    body = feeds.render_opml([Subscription(url, title, 0, when, when)], "http://localhost/")
    root = ET.fromstring(body)
    [outline] = root.findall("body/outline")
    assert outline.get("text") == clean(title or url)
    assert (root.tag, root.get("version")) == ("opml", "2.0")
