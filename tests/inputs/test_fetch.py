"""Fetching from a real server on loopback."""

from __future__ import annotations

import gzip
import threading
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from honbun.errors import FetchError, FetchTimeout, RefusedAddress, RefusedByRobots
from honbun.inputs.fetch import robots
from honbun.inputs.fetch.fetcher import Fetcher
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


def test_a_page_comes_with_its_url_header_and_time(site: Site, fetch: Fetch) -> None:
    site.answers["/a"] = reply(HTML, kind="text/html; charset=Shift_JIS")
    page = fetch(site.url("/a#part"))
    assert page.html == HTML
    assert page.url == site.url("/a")
    assert page.source == site.url("/a#part")
    assert page.content_type == "text/html; charset=Shift_JIS"
    assert page.fetched_at is not None
    assert page.fetched_at.utcoffset() == timedelta(0)


def test_we_say_who_we_are(site: Site, fetch: Fetch) -> None:
    site.answers["/a"] = reply(HTML)
    fetch(site.url("/a"))
    assert site.headers[-1]["User-Agent"].startswith("honbun/")


def test_a_redirect_is_followed_to_the_final_url(site: Site, fetch: Fetch) -> None:
    site.answers["/old"] = reply(status=301, Location="new")
    site.answers["/new"] = reply(HTML)
    assert fetch(site.url("/old")).url == site.url("/new")


def test_a_redirect_loop_ends(site: Site, fetch: Fetch) -> None:
    site.answers["/a"] = reply(status=302, Location="/a")
    with pytest.raises(FetchError, match="more than 5 redirects"):
        fetch(site.url("/a"))
    assert site.paths == ["/robots.txt", *["/a"] * 6]


@pytest.mark.parametrize("target", ["http://127.0.0.1/", "http://10.0.0.1/", "http://[::1]/"])
def test_a_redirect_into_a_private_network_is_refused(
    site: Site, internet: Internet, fetch: Fetch, target: str
) -> None:
    site.answers["/a"] = reply(status=302, Location=target)
    with pytest.raises(RefusedAddress):
        fetch(site.url("/a"))
    assert set(internet.connected) == {"93.184.216.34"}


@pytest.mark.parametrize("target", ["file:///etc/passwd", "http://me:secret@other.test/"])
def test_a_redirect_to_no_plain_web_page_is_refused(site: Site, fetch: Fetch, target: str) -> None:
    site.answers["/a"] = reply(status=302, Location=target)
    with pytest.raises(FetchError, match=r"only http and https|user name or password"):
        fetch(site.url("/a"))


def test_cookies_are_not_kept(site: Site, fetch: Fetch) -> None:
    site.answers["/a"] = reply(status=302, Location="/b", Set_Cookie="id=1; Path=/")
    site.answers["/b"] = reply(HTML)
    fetch(site.url("/a"))
    assert "Cookie" not in site.headers[-1]


def test_a_proxy_of_the_environment_is_not_used(
    site: Site, fetch: Fetch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9/")
    site.answers["/a"] = reply(HTML)
    assert fetch(site.url("/a")).html == HTML


@pytest.mark.parametrize("status", [404, 500])
def test_an_error_status_is_named(site: Site, fetch: Fetch, status: int) -> None:
    site.answers["/a"] = reply(HTML, status=status)
    with pytest.raises(FetchError, match=f"status {status}"):
        fetch(site.url("/a"))


def test_what_is_no_page_is_named(site: Site, fetch: Fetch) -> None:
    site.answers["/a"] = reply(b"%PDF", kind="application/pdf")
    with pytest.raises(FetchError, match="not a page but application/pdf"):
        fetch(site.url("/a"))


def test_a_missing_content_type_passes(site: Site, fetch: Fetch) -> None:
    site.answers["/a"] = reply(HTML, kind=None)
    assert fetch(site.url("/a")).content_type is None


def test_a_compressed_page_is_unpacked(site: Site, fetch: Fetch) -> None:
    site.answers["/gzip"] = reply(gzip.compress(HTML), Content_Encoding="gzip")
    site.answers["/br"] = reply(brotli.compress(HTML), Content_Encoding="br")
    assert fetch(site.url("/gzip")).html == HTML
    assert fetch(site.url("/br")).html == HTML


@pytest.mark.parametrize(("coding", "compress"), [("gzip", gzip.compress), ("br", brotli.compress)])
def test_a_bomb_is_not_unpacked(
    site: Site, fetch: Fetch, coding: str, compress: Callable[[bytes], bytes]
) -> None:
    site.answers["/a"] = reply(compress(bytes(5_000_000)), Content_Encoding=coding)
    with pytest.raises(FetchError, match=r"more than 100,000 bytes.*--max-bytes"):
        fetch(site.url("/a"), max_bytes=100_000)


def test_a_body_that_is_not_what_it_says_fails(site: Site, fetch: Fetch) -> None:
    site.answers["/a"] = reply(b"neither gzip nor HTML", Content_Encoding="gzip")
    with pytest.raises(FetchError, match="broken"):
        fetch(site.url("/a"))


def test_a_body_cut_short_fails(site: Site, fetch: Fetch) -> None:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Length", "1000")
        request.end_headers()
        request.wfile.write(HTML)

    site.answers["/a"] = answer
    with pytest.raises(FetchError, match="/a: "):
        fetch(site.url("/a"))


@pytest.mark.parametrize("opening", [b"HTTP/1.1 200 OK\r\n\r\n", b"HTTP/1.1 200 OK\r\nX: "])
def test_a_server_that_dribbles_is_left(site: Site, fetch: Fetch, opening: bytes) -> None:
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


def test_a_site_that_does_not_listen_fails(internet: Internet, fetch: Fetch) -> None:
    with pytest.raises(FetchError, match=r"robots\.txt: .*refused"):
        fetch("http://page.test:1/a")


def test_robots_txt_closes_a_page(site: Site, fetch: Fetch) -> None:
    site.answers["/robots.txt"] = reply(b"User-agent: honbun\nDisallow: /private/\n")
    site.answers["/private/a"] = reply(HTML)
    site.answers["/public/a"] = reply(HTML)
    with pytest.raises(RefusedByRobots, match="/private/a"):
        fetch(site.url("/private/a"))
    assert fetch(site.url("/public/a")).html == HTML
    assert fetch(site.url("/private/a"), robots=False).html == HTML


def test_robots_txt_holds_for_the_target_of_a_redirect(site: Site, fetch: Fetch) -> None:
    site.answers["/robots.txt"] = reply(b"User-agent: *\nDisallow: /private/\n")
    site.answers["/a"] = reply(status=302, Location="/private/a")
    with pytest.raises(RefusedByRobots):
        fetch(site.url("/a"))
    assert site.paths == ["/robots.txt", "/a"]


def test_a_robots_txt_that_cannot_be_served_closes_the_site(site: Site, fetch: Fetch) -> None:
    site.answers["/robots.txt"] = reply(status=503)
    site.answers["/a"] = reply(HTML)
    with pytest.raises(RefusedByRobots, match="status 503"):
        fetch(site.url("/a"))


def test_robots_txt_may_be_a_redirect_and_very_long(site: Site, fetch: Fetch) -> None:
    rules = b"User-agent: *\nDisallow: /a\n"
    site.answers["/robots.txt"] = reply(status=301, Location="/rules")
    site.answers["/rules"] = reply(rules + b"#\n" * 300_000 + b"Disallow: /b\n")
    site.answers["/b"] = reply(HTML)
    with pytest.raises(RefusedByRobots):
        fetch(site.url("/a"))
    assert fetch(site.url("/b")).html == HTML


def test_requests_to_one_host_are_kept_apart(site: Site, internet: Internet) -> None:
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


@pytest.mark.parametrize(("asked", "kept"), [(b"7", 7.0), (b"3600", 30.0)])
def test_a_crawl_delay_is_kept_within_reason(
    site: Site, internet: Internet, asked: bytes, kept: float
) -> None:
    site.answers["/robots.txt"] = reply(b"User-agent: *\nCrawl-delay: " + asked)
    site.answers["/a"] = reply(HTML)
    clock = Time()
    with Fetcher(
        ReadOptions(), resolve=internet.resolve, clock=lambda: clock.now, sleep=clock.sleep
    ) as fetcher:
        fetcher.fetch(site.url("/a"))
        fetcher.fetch(site.url("/a"))
    assert clock.slept == [kept]


def test_who_would_wait_too_long_for_a_turn_is_told_at_once(site: Site, internet: Internet) -> None:
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


def test_redirects_share_the_time_of_a_page(site: Site, internet: Internet) -> None:
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


def test_of_long_rules_only_so_many_are_kept(
    site: Site, internet: Internet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robots, "_KEPT_BYTES", 1000)
    site.answers["/robots.txt"] = reply(b"#" * 600)
    site.answers["/a"] = reply(HTML)
    with Fetcher(ReadOptions(delay=0.0), resolve=internet.resolve) as fetcher:
        for host, asked in (
            ("page.test", 1),
            ("page.test", 1),
            ("other.test", 2),
            ("page.test", 3),
        ):
            fetcher.fetch(site.url("/a", host=host))
            assert site.paths.count("/robots.txt") == asked
