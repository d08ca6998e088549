"""Addresses of private networks are refused in every spelling and after redirects."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.errors import FetchError, RefusedAddress
from honbun.inputs.fetch.fetcher import Fetcher
from honbun.inputs.options import ReadOptions
from tests.hostile.pages import cases
from tests.inputs.loopback import PUBLIC, Internet, Site, reply

if TYPE_CHECKING:
    from http.server import BaseHTTPRequestHandler

    from honbun.page import Page

PRIVATE_HOSTS = (
    *("127.0.0.1", "127.1", "127.0.1", "0x7f.1", "0x7f000001", "2130706433", "017700000001"),
    *("0177.1", "00000000000000177.1", "127。0。0。1", "localhost", "LOCALHOST", "0", "0.0.0.0"),
    *("[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:7f00:1]"),
    *("[::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b::127.0.0.1]", "[2002:7f00:1::]"),
    *("[2001:0:7f00:1::]", "[::ffff:0:127.0.0.1]", "10.0.0.1", "0x0a.1", "172.16.0.1"),
    *("192.168.1.1", "100.64.0.1", "169.254.169.254", "0xa9fea9fe", "2852039166"),
    *("169。254。169。254", "[fc00::1]", "[fd00:ec2::254]", "[fe80::1]", "[fec0::1]"),
    *("255.255.255.255", "224.0.0.1", "240.0.0.1", "[ff02::1]"),
)
INVALID_HOSTS = (
    *("１２７.０.０.１", "①②⑦.0.0.1", "ⓛocalhost", "loc%61lhost", "127%2e0%2e0%2e1"),
    *("0177.0.0.1", "127.0.0.256", "[::1%25lo]", "[fe80::1%lo]", "::1", "[::1", "127.0.0.1%00.a"),
    *("a@127.0.0.1", "a:b@127.0.0.1", "public.test\\@127.0.0.1", "127.0.0.1\\@public.test"),
    *("1.1.1.1&@127.0.0.1", "127.0.0.1\t", "127.0.0.1\n", "xn--", "xn--a"),
)


HOSTS = {
    name.encode("unicode_escape").decode() if name.isascii() else name: name
    for name in (*PRIVATE_HOSTS, *INVALID_HOSTS)
} | {"70,000 letters": "a" * 70_000, "10,000 marks": "\u0301\u0316" * 5_000}


@cases(HOSTS)
def test_private_or_invalid_host_is_refused(case: str, internet: Internet) -> None:
    expected = RefusedAddress if case in PRIVATE_HOSTS else FetchError
    with Fetcher(ReadOptions(robots=False)) as fetcher, pytest.raises(expected):
        fetcher.fetch(f"http://{case}/")
    assert internet.connected == []


@cases(("localhost.", "127.0.0.1."))
def test_trailing_dot_does_not_allow_a_private_host(case: str, internet: Internet) -> None:
    """Some resolvers know the name, others do not; it is refused in both cases."""
    internet.names[case] = ["127.0.0.1"]
    with pytest.raises(FetchError):
        fetch(internet, f"http://{case}/")
    assert internet.connected == []


@cases(("file:///etc/passwd", "gopher://127.0.0.1/", "javascript:alert(1)", "data:text/html,x"))
def test_other_schemes_are_refused(case: str, internet: Internet) -> None:
    with pytest.raises(FetchError):
        fetch(internet, case)
    assert internet.connected == []


def fetch(internet: Internet, url: str, timeout: float = 5.0) -> Page:
    options = ReadOptions(robots=False, delay=0.0, timeout=timeout)
    with Fetcher(options, resolve=internet.resolve) as fetcher:
        return fetcher.fetch(url)


LOCATIONS = (
    *("http://127.0.0.1/", "//127.0.0.1/", "http://127。0。0。1/", "//169.254.169.254/"),
    *("//[::1]/", "http://[", "//[", "http://a@127.0.0.1/", "file:///etc/passwd"),
    *("javascript:alert(1)", "data:text/html,x", "http://h:x/", "http://h:99999999999/"),
    *("http:127.0.0.1",),
)


@cases(LOCATIONS)
def test_redirect_to_a_forbidden_address_is_refused(
    case: str, site: Site, internet: Internet
) -> None:
    def redirect(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(
            b"HTTP/1.1 302 Found\r\nLocation: %b\r\nContent-Length: 0\r\n\r\n" % case.encode()
        )

    site.answers["/"] = redirect
    with pytest.raises(FetchError):
        fetch(internet, site.url("/"))
    assert internet.connected == [PUBLIC]


def test_endless_redirects_are_stopped(site: Site, internet: Internet) -> None:
    site.answers["/"] = reply(status=302, Location="/")
    with pytest.raises(FetchError, match="more than 5 redirects"):
        fetch(internet, site.url("/"))


def test_dns_rebinding_is_refused(site: Site, internet: Internet) -> None:
    """The connection uses the address that was checked, and the next one is checked again."""
    answers = iter([[PUBLIC], ["127.0.0.1"]])
    site.answers["/"] = reply(b"<p>public", Connection="close")
    options = ReadOptions(robots=False, delay=0.0)
    with Fetcher(options, resolve=lambda host, port: next(answers)) as fetcher:
        assert fetcher.fetch(site.url("/", host="rebinding.test")).html == b"<p>public"
        with pytest.raises(RefusedAddress):
            fetcher.fetch(site.url("/", host="rebinding.test") + "?again")
    assert internet.connected == [PUBLIC]


def test_host_with_one_private_address_is_refused(site: Site, internet: Internet) -> None:
    internet.names["mixed.test"] = [PUBLIC, "10.0.0.1"]
    with pytest.raises(RefusedAddress):
        fetch(internet, site.url("/", host="mixed.test"))
    assert internet.connected == []


RESPONSES = {
    "nothing": b"",
    "no HTTP": b"SSH-2.0-server\r\n",
    "negative length": b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nx",
    "body cut short": b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nx",
    "chunk of nonsense": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nx",
    "header of 10 MB": b"HTTP/1.1 200 OK\r\nX: " + b"a" * 10_000_000 + b"\r\n\r\nx",
    "100,000 headers": b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 100_000 + b"\r\nx",
}


@cases(RESPONSES)
def test_invalid_response_is_reported(case: bytes, site: Site, internet: Internet) -> None:
    def respond(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(case)

    site.answers["/"] = respond
    with pytest.raises(FetchError):
        fetch(internet, site.url("/"))


def test_hostile_robots_rules_are_matched_quickly(site: Site, internet: Internet) -> None:
    rules = b"User-agent: *\nCrawl-delay: nan\nDisallow: /" + b"*a" * 30 + b"*b\n"
    site.answers["/robots.txt"] = reply(rules + b"Disallow: /x\n" * 9_999, kind="text/plain")
    path = "/" + "a" * 2_000
    site.answers[path] = reply(b"<p>open")
    with Fetcher(ReadOptions(delay=0.0), resolve=internet.resolve) as fetcher:
        assert fetcher.fetch(site.url(path)).html == b"<p>open"
