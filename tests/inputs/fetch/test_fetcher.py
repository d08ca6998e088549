"""Fetching from a real server on loopback."""

from __future__ import annotations

import gzip
import threading
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from honbun.errors import FetchError, FetchTimeout, InputError, RefusedAddress, RefusedByRobots
from honbun.inputs.fetch import robots
from honbun.inputs.fetch.fetcher import Fetcher, FetchResult, Validators
from honbun.inputs.options import ReadOptions
from tests.inputs.loopback import Internet, Site, reply

if TYPE_CHECKING:
    from collections.abc import Callable
    from http.server import BaseHTTPRequestHandler

    from honbun.page import Page

    Fetch = Callable[..., Page]

brotli = pytest.importorskip("brotli")
HTML = b"<html><body><p>a page</p></body></html>"


class Time:
    """A clock that moves only by sleeping."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def fetch(internet: Internet) -> Fetch:
    """Fetches one URL, with the options given."""

    def fetch(url: str, **options: Any) -> Page:
        settings = ReadOptions(**{"delay": 0.0, **options})
        with Fetcher(settings, resolve=internet.resolve) as fetcher:
            return fetcher.fetch(url)

    return fetch


def test_page_has_url_content_type_and_fetch_time(site: Site, fetch: Fetch) -> None:
    site.answers["/a"] = reply(HTML, kind="text/html; charset=Shift_JIS")
    page = fetch(site.url("/a#part"))
    assert page.html == HTML
    assert page.url == site.url("/a")
    assert page.source == site.url("/a#part")
    assert page.content_type == "text/html; charset=Shift_JIS"
    assert page.fetched_at is not None
    assert page.fetched_at.utcoffset() == timedelta(0)


def test_user_agent_names_honbun(site: Site, fetch: Fetch) -> None:
    site.answers["/a"] = reply(HTML)
    fetch(site.url("/a"))
    assert site.headers[-1]["User-Agent"].startswith("honbun/")


def test_redirects_are_followed(site: Site, fetch: Fetch) -> None:
    site.answers["/old"] = reply(status=301, Location="new")
    site.answers["/new"] = reply(HTML)
    assert fetch(site.url("/old")).url == site.url("/new")


def test_cookies_are_not_stored(site: Site, fetch: Fetch) -> None:
    site.answers["/a"] = reply(status=302, Location="/b", Set_Cookie="id=1; Path=/")
    site.answers["/b"] = reply(HTML)
    fetch(site.url("/a"))
    assert "Cookie" not in site.headers[-1]


def test_proxy_environment_variables_are_ignored(
    site: Site, fetch: Fetch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9/")
    site.answers["/a"] = reply(HTML)
    assert fetch(site.url("/a")).html == HTML


@pytest.mark.parametrize("status", [404, 500])
def test_error_status_is_reported(site: Site, fetch: Fetch, status: int) -> None:
    site.answers["/a"] = reply(HTML, status=status)
    with pytest.raises(FetchError, match=f"status {status}"):
        fetch(site.url("/a"))


def test_other_media_types_are_refused(site: Site, fetch: Fetch) -> None:
    site.answers["/a"] = reply(b"%PDF", kind="application/pdf")
    with pytest.raises(FetchError, match="not a page but application/pdf"):
        fetch(site.url("/a"))


def test_missing_content_type_is_accepted(site: Site, fetch: Fetch) -> None:
    site.answers["/a"] = reply(HTML, kind=None)
    assert fetch(site.url("/a")).content_type is None


def test_compressed_page_is_decoded(site: Site, fetch: Fetch) -> None:
    site.answers["/gzip"] = reply(gzip.compress(HTML), Content_Encoding="gzip")
    site.answers["/br"] = reply(brotli.compress(HTML), Content_Encoding="br")
    assert fetch(site.url("/gzip")).html == HTML
    assert fetch(site.url("/br")).html == HTML


@pytest.mark.parametrize("opening", [b"HTTP/1.1 200 OK\r\n\r\n", b"HTTP/1.1 200 OK\r\nX: "])
def test_slow_server_hits_the_deadline(site: Site, fetch: Fetch, opening: bytes) -> None:
    left = threading.Event()

    def dribble(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(opening)
        for _ in range(1000):
            if left.wait(0.05):
                return
            request.wfile.write(b"x")

    site.answers["/a"] = dribble
    with pytest.raises(FetchError, match=r"within 0\.2 seconds"):
        fetch(site.url("/a"), timeout=0.2)
    left.set()


def test_unreachable_site_fails(internet: Internet, fetch: Fetch) -> None:
    with pytest.raises(FetchError, match=r"robots\.txt: .*refused"):
        fetch("http://page.test:1/a")


def test_robots_txt_is_obeyed(site: Site, fetch: Fetch) -> None:
    site.answers["/robots.txt"] = reply(b"User-agent: honbun\nDisallow: /private/\n")
    site.answers["/private/a"] = reply(HTML)
    site.answers["/public/a"] = reply(HTML)
    with pytest.raises(RefusedByRobots, match="/private/a"):
        fetch(site.url("/private/a"))
    assert fetch(site.url("/public/a")).html == HTML
    assert fetch(site.url("/private/a"), robots=False).html == HTML


def test_robots_txt_is_obeyed_after_redirects(site: Site, fetch: Fetch) -> None:
    site.answers["/robots.txt"] = reply(b"User-agent: *\nDisallow: /private/\n")
    site.answers["/a"] = reply(status=302, Location="/private/a")
    with pytest.raises(RefusedByRobots):
        fetch(site.url("/a"))
    assert site.paths == ["/robots.txt", "/a"]


def test_server_error_for_robots_txt_refuses_the_site(site: Site, fetch: Fetch) -> None:
    site.answers["/robots.txt"] = reply(status=503)
    site.answers["/a"] = reply(HTML)
    with pytest.raises(RefusedByRobots, match="status 503"):
        fetch(site.url("/a"))


def test_long_and_redirected_robots_txt_is_read(site: Site, fetch: Fetch) -> None:
    rules = b"User-agent: *\nDisallow: /a\n"
    site.answers["/robots.txt"] = reply(status=301, Location="/rules")
    site.answers["/rules"] = reply(rules + b"#\n" * 300_000 + b"Disallow: /b\n")
    site.answers["/b"] = reply(HTML)
    with pytest.raises(RefusedByRobots):
        fetch(site.url("/a"))
    assert fetch(site.url("/b")).html == HTML


def test_requests_to_one_host_are_spaced(site: Site, internet: Internet) -> None:
    site.answers["/a"] = reply(HTML)
    clock = Time()
    options = ReadOptions(delay=2.0)
    with Fetcher(
        options, resolve=internet.resolve, clock=lambda: clock.now, sleep=clock.sleep
    ) as fetcher:
        fetcher.fetch(site.url("/a"))
        fetcher.fetch(site.url("/a", host="other.test"))
        assert clock.slept == []
        fetcher.fetch(site.url("/a"))
        clock.now += 0.5
        fetcher.fetch(site.url("/a"))
    assert clock.slept == [2.0, 1.5]
    assert site.paths.count("/robots.txt") == 2


@pytest.mark.parametrize(("declared", "delay"), [(b"7", 7.0), (b"3600", 30.0)])
def test_crawl_delay_is_obeyed_up_to_a_maximum(
    site: Site, internet: Internet, declared: bytes, delay: float
) -> None:
    site.answers["/robots.txt"] = reply(b"User-agent: *\nCrawl-delay: " + declared)
    site.answers["/a"] = reply(HTML)
    clock = Time()
    with Fetcher(
        ReadOptions(), resolve=internet.resolve, clock=lambda: clock.now, sleep=clock.sleep
    ) as fetcher:
        fetcher.fetch(site.url("/a"))
        fetcher.fetch(site.url("/a"))
    assert clock.slept == [delay]


def test_too_long_a_wait_for_a_turn_fails_at_once(site: Site, internet: Internet) -> None:
    site.answers["/a"] = reply(HTML)
    clock = Time()
    with Fetcher(
        ReadOptions(delay=7.0),
        patience=5.0,
        resolve=internet.resolve,
        clock=lambda: clock.now,
        sleep=clock.sleep,
    ) as fetcher:
        fetcher.fetch(site.url("/a"))
        with pytest.raises(FetchTimeout, match=r"too many pages of page\.test"):
            fetcher.fetch(site.url("/a"))
        clock.now += 3.0  # whom it was refused to has not taken the turn
        fetcher.fetch(site.url("/a"))
    assert clock.slept == [4.0]


def test_redirects_share_the_deadline_of_a_page(site: Site, internet: Internet) -> None:
    clock = Time()

    def onward(request: BaseHTTPRequestHandler) -> None:
        clock.now += 4.0
        reply(status=302, Location="/b")(request)

    site.answers |= {"/a": onward, "/b": onward}
    options = ReadOptions(delay=0.0, timeout=5.0, robots=False)
    with (
        Fetcher(
            options, patience=6.0, resolve=internet.resolve, clock=lambda: clock.now
        ) as fetcher,
        pytest.raises(FetchTimeout),
    ):
        fetcher.fetch(site.url("/a"))
    assert site.paths == ["/a", "/b"]


def test_cached_rules_are_limited(
    site: Site, internet: Internet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robots, "_KEPT_BYTES", 1000)
    site.answers["/robots.txt"] = reply(b"#" * 600)
    site.answers["/a"] = reply(HTML)
    with Fetcher(ReadOptions(delay=0.0), resolve=internet.resolve) as fetcher:
        for host, declared in (
            ("page.test", 1),
            ("page.test", 1),
            ("other.test", 2),
            ("page.test", 3),
        ):
            fetcher.fetch(site.url("/a", host=host))
            assert site.paths.count("/robots.txt") == declared


if TYPE_CHECKING:
    from collections.abc import Callable

    FetchNewer = Callable[..., FetchResult]


@pytest.fixture
def fetch_newer(internet: Internet) -> FetchNewer:
    """Fetches one URL unless it is the version that is known."""

    def fetch_newer(url: str, known: Validators | None = None) -> FetchResult:
        options = ReadOptions(delay=0.0)
        with Fetcher(options, resolve=internet.resolve) as fetcher:
            return fetcher.fetch_newer(url, known)

    return fetch_newer


def test_page_comes_with_its_validators(site: Site, fetch_newer: FetchNewer) -> None:
    when = "Mon, 16 Nov 2026 08:04:34 GMT"
    site.answers["/old"] = reply(status=301, Location="/a", ETag='"of the redirect"')
    site.answers["/a"] = reply(HTML, ETag='W/"one"', Last_Modified=when)
    answer = fetch_newer(site.url("/old"))
    assert answer.page is not None
    assert answer.page.html == HTML
    assert answer.validators == Validators(site.url("/a"), 'W/"one"', when)


def test_validators_are_sent_for_a_known_page(site: Site, fetch_newer: FetchNewer) -> None:
    site.answers["/a"] = reply(status=304, kind=None, ETag='"two"')
    known = Validators(site.url("/a"), '"one"', "Mon, 16 Nov 2026 08:04:34 GMT")
    answer = fetch_newer(site.url("/a"), known)
    assert site.headers[-1]["If-None-Match"] == '"one"'
    assert site.headers[-1]["If-Modified-Since"] == known.last_modified
    assert answer == FetchResult(None, Validators(known.url, '"two"', known.last_modified))


def test_newer_version_is_fetched(site: Site, fetch_newer: FetchNewer) -> None:
    site.answers["/a"] = reply(HTML, ETag='"two"')
    answer = fetch_newer(site.url("/a"), Validators(site.url("/a"), '"one"'))
    assert answer.page is not None
    assert answer.validators == Validators(site.url("/a"), '"two"')


def test_validators_are_sent_to_their_own_url_only(site: Site, fetch_newer: FetchNewer) -> None:
    site.answers["/a"] = reply(status=302, Location=site.url("/a", host="other.test"))
    known = Validators(site.url("/a", host="page.test"), '"one"')
    with pytest.raises(FetchError, match="more than 5 redirects"):
        fetch_newer(site.url("/a"), known)
    declared = [(heard["Host"], "If-None-Match" in heard) for heard in site.headers]
    assert (f"page.test:{site.port}", True) in declared
    assert (f"other.test:{site.port}", True) not in declared


def test_not_modified_without_validators_is_an_error(site: Site, fetch_newer: FetchNewer) -> None:
    site.answers["/a"] = reply(status=304, kind=None)
    with pytest.raises(FetchError, match="status 304"):
        fetch_newer(site.url("/a"))
    with pytest.raises(FetchError, match="status 304"):
        fetch_newer(site.url("/a"), Validators(site.url("/b"), '"one"'))


@pytest.mark.parametrize("etag", ['"caf\xe9"', '"' + "a" * 2000 + '"', ""])
def test_invalid_validators_are_dropped(site: Site, fetch_newer: FetchNewer, etag: str) -> None:
    site.answers["/a"] = reply(HTML, ETag=etag)
    assert fetch_newer(site.url("/a")).validators == Validators(site.url("/a"))


def test_allowed_hosts_apply_to_every_redirect(site: Site, internet: Internet) -> None:
    site.answers["/a"] = reply(status=302, Location=site.url("/b", host="other.test"))
    site.answers["/b"] = reply(b"<p>found")
    options = ReadOptions(delay=0.0)
    with (
        Fetcher(options, hosts=["page.test"], resolve=internet.resolve) as fetcher,
        pytest.raises(RefusedAddress, match=r"other\.test is not an allowed host"),
    ):
        fetcher.fetch(site.url("/a"))
    assert site.paths == ["/robots.txt", "/a"]
    assert internet.looked_up == ["page.test"] * len(internet.looked_up)
    with Fetcher(options, hosts=["*.test"], resolve=internet.resolve) as fetcher:
        assert fetcher.fetch(site.url("/a")).html == b"<p>found"


@pytest.mark.parametrize("name", ["", "*", "a.test:80", "http://a.test", "a.*", "me@a.test"])
def test_invalid_host_names_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="not the name of a host"):
        Fetcher(ReadOptions(), hosts=[name])
