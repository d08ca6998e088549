"""Which requests are answered, and with which headers."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import httpx
import pytest
from starlette.responses import PlainTextResponse

from honbun.web import security
from honbun.web.security import SecurityMiddleware
from tests.web.loop import run

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from tests.web.conftest import Served


def asked(
    headers: dict[str, str], host: str = "127.0.0.1", names: tuple[str, ...] | None = None
) -> httpx.Response:
    """The answer of a server at an address to a request with some headers."""
    own = {"Content-Security-Policy": "sandbox", "Referrer-Policy": "same-origin"}
    app = SecurityMiddleware(PlainTextResponse("ok", headers=own), host=host, names=names)

    async def work() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get("/", headers=headers)

    return run(work())


@pytest.mark.parametrize(
    ("host", "status"),
    [
        *((name, 200) for name in ("localhost:8710", "127.0.0.1", "[::1]:8710", "LOCALHOST")),
        *((name, 403) for name in ("evil.example", "127.0.0.1.evil.example", "", "127.0.0.1/a")),
        ("localhost@evil.example", 403),
    ],
)
def test_only_names_of_loopback_are_accepted_on_loopback(host: str, status: int) -> None:
    answer = asked({"Host": host})
    assert (answer.status_code, "localhost" in answer.text) == (status, status == 403)
    assert asked({"Host": host}, host="0.0.0.0").status_code == 200


def test_server_on_all_addresses_answers_to_the_names_that_it_was_given() -> None:
    names = ("honbun.example", "LocalHost")
    for host, status in [("honbun.example:80", 200), ("localhost", 200), ("evil.example", 403)]:
        assert asked({"Host": host}, "0.0.0.0", names).status_code == status
    assert asked({"Host": "127.0.0.1"}, "127.0.0.1", names).status_code == 200


CLICKED = {"Sec-Fetch-Dest": "document", "Sec-Fetch-User": "?1"}


@pytest.mark.parametrize("site", ["cross-site", "same-site", "same-origin", "none"])
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Dest": "image"}, 403),
        ({"Sec-Fetch-Dest": "document"}, 403),
        ({"Sec-Fetch-Dest": "iframe", "Sec-Fetch-User": "?1"}, 403),
        (CLICKED | {"Sec-Purpose": "prefetch"}, 403),
        (CLICKED, 200),
    ],
    ids=["image", "redirect", "frame", "prefetch", "link"],
)
def test_pages_of_other_sites_cannot_make_the_server_fetch(
    site: str, headers: dict[str, str], status: int
) -> None:
    expected = 200 if site in ("same-origin", "none") else status
    assert asked({"Sec-Fetch-Site": site} | headers).status_code == expected


def test_headers_of_a_view_are_not_overwritten() -> None:
    headers = asked({}).headers
    assert headers["content-security-policy"] == "sandbox"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/", "/nothing", "/static/start.js", "/feed"])
def test_every_response_has_a_strict_content_security_policy(served: Served, path: str) -> None:
    assert served.get("/healthz").text == "ok\n"
    headers = served.get(path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'")
    assert "unsafe" not in policy
    assert "require-trusted-types-for 'script'; trusted-types 'none'" in policy
    assert "connect-src 'self'; frame-src 'self'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("method", ["POST", "DELETE"])
@pytest.mark.parametrize(
    "origin",
    ["null", "http://evil.example", "http://127.0.0.1:1", "https://127.0.0.1", "127.0.0.1", ""],
)
def test_pages_of_other_origins_cannot_write(served: Served, method: str, origin: str) -> None:
    answer = served.client.request(method, "/healthz", headers={"Origin": origin})
    assert (answer.status_code, "pages of this server" in answer.text) == (403, True)


def test_own_pages_and_programs_can_write(served: Served) -> None:
    """The path allows no POST, but the middleware lets it through."""
    own = {"Origin": served.url, "Sec-Fetch-Site": "same-origin"}
    assert served.client.post("/healthz", headers=own).status_code == 405
    assert served.client.post("/healthz").status_code == 405
    assert served.client.post("/healthz", headers={"Sec-Fetch-Site": "none"}).status_code == 403


def test_the_origin_must_match_the_host_header(served: Served) -> None:
    headers = {"Host": "LocalHost:8710", "Origin": "http://localhost:8710"}
    assert served.client.post("/healthz", headers=headers).status_code == 405
    headers["Origin"] = "http://127.0.0.1:8710"
    assert served.client.post("/healthz", headers=headers).status_code == 403


def test_requests_beyond_the_limit_get_503(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(security, "_MAX_REQUESTS", 1)
    go_on = asyncio.Event()

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        await go_on.wait()
        await PlainTextResponse("at last")(scope, receive, send)

    async def work() -> list[httpx.Response]:
        transport = httpx.ASGITransport(SecurityMiddleware(slow, host="127.0.0.1"))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            first = asyncio.create_task(client.get("/"))
            await asyncio.sleep(0.01)
            second = await client.get("/")
            go_on.set()
            return [await first, second, await client.get("/")]

    first, second, third = run(work())
    assert [first.text, second.text, third.text] == ["at last", "the server is busy\n", "at last"]
    assert (second.status_code, second.headers["retry-after"]) == (503, "30")


def test_requests_in_progress_get_503_when_the_server_stops() -> None:
    async def never(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.Event().wait()

    async def work() -> httpx.Response:
        transport = httpx.ASGITransport(SecurityMiddleware(never, host="127.0.0.1"))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            waiting = asyncio.create_task(client.get("/"))
            await asyncio.sleep(0.01)
            waiting.cancel()
            return await waiting

    answer = run(work())
    assert (answer.status_code, answer.text) == (503, "the server is stopping\n")
    assert answer.headers["retry-after"] == "30"
