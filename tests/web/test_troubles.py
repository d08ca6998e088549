"""What a client is told when something is wrong: a status, and a line of plain text."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from tests.inputs.loopback import reply
from tests.web.pages import front

if TYPE_CHECKING:
    from http.server import BaseHTTPRequestHandler
    from pathlib import Path

    import httpx

    from tests.inputs.loopback import Site
    from tests.web.conftest import Serve, Served


def _line(answer: httpx.Response) -> str:
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text.endswith("\n")
    assert answer.text.count("\n") == 1
    return answer.text


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({}, "url="),
        ({"url": " "}, "url="),
        ({"url": "ftp://a.example/"}, "only http and https"),
        ({"url": "a.example"}, "only http and https"),
        ({"url": "http://a.example:99999/"}, "no such port"),
        ({"url": "http://"}, "no host is named"),
        ({"url": "https://javascript:alert(1)"}, "not a URL: https://javascript:alert(1)"),
        ({"url": "http://[/"}, "not a URL"),
        ({"url": "http://a b/"}, "not a URL"),
        ({"url": "http://me:secret@a.example/"}, "user name or password"),
        ({"url": "http://a.example/" + "a" * 2000}, "more than 2,000 characters"),
        ({"url": "http://a.example/", "format": "html"}, "rss, atom, json"),
        ({"url": "http://a.example/", "list": "0"}, "1, 2"),
        ({"url": "http://a.example/", "list": "-1"}, "1, 2"),
        ({"url": "http://a.example/", "list": "²"}, "1, 2"),
        ({"url": "http://a.example/", "list": "9" * 5000}, "1, 2"),
        ({"url": "http://a.example/", "list": "0" * 8 + "1" + "9" * 5000}, "1, 2"),
    ],
)
def test_a_question_that_makes_no_sense_is_a_bad_request(
    served: Served, query: dict[str, str], said: str
) -> None:
    answer = served.get("/feed", query)
    assert answer.status_code == 400
    assert said in _line(answer)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "169.254.169.254"])
def test_private_addresses_are_refused(serve: Serve, site: Site, host: str) -> None:
    site.answers["/"] = reply(front())
    answer = serve(allow_private=False).feed(site.url("/", host=host))
    assert answer.status_code == 403
    assert "which is" in _line(answer)
    assert "--" not in answer.text, "the options are not for who asks to set"
    assert site.paths == []


def test_a_page_that_is_too_large_is_told_with_the_limit_only(
    serve: Serve, site: Site, page: str
) -> None:
    site.answers["/"] = reply(front())
    answer = serve(max_bytes=100).feed(page)
    assert answer.status_code == 502
    assert _line(answer) == f"{page}: the page has more than 100 bytes\n"


def test_a_redirect_to_a_private_address_is_refused(serve: Serve, site: Site, page: str) -> None:
    site.answers["/"] = reply(status=302, Location="http://224.0.0.1/")
    answer = serve().feed(page)
    assert answer.status_code == 403
    assert "multicast" in _line(answer)


def test_only_hosts_that_are_allowed_are_asked(serve: Serve, site: Site) -> None:
    site.answers["/"] = reply(front())
    site.answers["/away"] = reply(status=302, Location=site.url("/", host="localhost"))
    served = serve(hosts=("127.0.0.1",))
    assert served.feed(site.url("/", host="127.0.0.1")).status_code == 200
    for address in (site.url("/", host="localhost"), site.url("/away", host="127.0.0.1")):
        answer = served.feed(address)
        assert answer.status_code == 403
        assert "localhost is not among the hosts" in _line(answer)
    assert site.paths == ["/robots.txt", "/", "/away"]


def test_a_page_that_robots_txt_closes_is_refused(served: Served, site: Site, page: str) -> None:
    site.answers["/robots.txt"] = reply(b"User-agent: *\nDisallow: /\n")
    answer = served.feed(page)
    assert answer.status_code == 403
    assert "robots.txt" in _line(answer)


def test_a_page_without_a_list_is_not_found(served: Served, site: Site, page: str) -> None:
    site.answers["/"] = reply(b"<title>Empty</title><p>Nothing to list here.")
    answer = served.feed(page)
    assert answer.status_code == 404
    assert _line(answer) == "no list on that page\n"


def test_a_list_beyond_the_last_is_not_found(served: Served, site: Site, page: str) -> None:
    site.answers["/"] = reply(front())
    answer = served.get("/feed", {"url": page, "list": "1000"})
    assert answer.status_code == 404
    assert "no list 1000 on that page: it has " in _line(answer)


@pytest.mark.parametrize("status", [404, 500])
def test_a_site_that_gives_no_page_is_a_bad_gateway(
    served: Served, site: Site, page: str, status: int
) -> None:
    site.answers["/"] = reply(status=status)
    answer = served.feed(page)
    assert answer.status_code == 502
    assert f"status {status}" in _line(answer)
    assert served.feed(page).status_code == 502
    assert site.paths.count("/") == 1, "a site that fails is left alone for a while"


def test_a_site_that_does_not_listen_is_a_bad_gateway(served: Served) -> None:
    assert served.feed("http://127.0.0.1:1/").status_code == 502


@pytest.mark.parametrize("options", [{"timeout": 0.2}, {"patience": 0.2}])
def test_a_site_that_is_too_slow_is_told_from_one_that_fails(
    serve: Serve, site: Site, page: str, options: dict[str, float]
) -> None:
    def slow(request: BaseHTTPRequestHandler) -> None:
        time.sleep(0.6)
        reply(front())(request)

    site.answers["/"] = slow
    answer = serve(**options).feed(page)
    assert answer.status_code == 504
    assert "within 0.2 seconds" in _line(answer)


@pytest.mark.usefixtures("read_here")
def test_a_page_that_breaks_the_finder_is_told(
    served: Served, site: Site, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> object:
        raise RecursionError("too deep")

    monkeypatch.setattr("honbun.web.freshness.feed", broken)
    site.answers["/"] = reply(front())
    answer = served.feed(page)
    assert answer.status_code == 502
    assert "RecursionError: too deep" in _line(answer)


def test_which_of_our_own_files_is_wrong_is_told_to_the_log_only(
    served: Served,
    site: Site,
    page: str,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    site.answers["/"] = reply(front())
    (tmp_path / "state.db").write_bytes(b"no database" * 1000)
    answer = served.feed(page)
    assert answer.status_code == 503
    assert _line(answer) == "the server's file: it is no record of subscribed pages\n"
    assert "state.db" in caplog.text


def test_paths_and_methods_that_are_not_there_are_told(served: Served) -> None:
    missing = served.get("/nothing")
    assert missing.status_code == 404
    _line(missing)
    assert served.client.post("/feed").status_code == 405


def test_a_client_that_asks_too_much_is_told_when_to_come_again(
    serve: Serve, site: Site, page: str
) -> None:
    site.answers["/"] = reply(front())
    served = serve(rate=2)
    assert [served.feed(page).status_code for _ in range(2)] == [200, 200]
    answer = served.feed(page)
    assert answer.status_code == 429
    assert 0 < int(answer.headers["retry-after"]) <= 30
    _line(answer)
    assert served.get("/", {"url": page}).status_code == 429
    assert served.get("/opml").status_code == 429
    assert served.get("/healthz").status_code == 200
