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
from tests.web.running import running

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from tests.web.conftest import Serve, Served


def test_the_health_check_answers(served: Served) -> None:
    answer = served.get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")


@pytest.mark.parametrize("host", ["localhost:8710", "127.0.0.1", "[::1]:8710", "LOCALHOST"])
def test_names_of_loopback_are_accepted(served: Served, host: str) -> None:
    assert served.get("/healthz", Host=host).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost@evil.example", "", "127.0.0.1/a"]
)
def test_other_names_that_resolve_to_loopback_are_refused(served: Served, host: str) -> None:
    answer = served.get("/healthz", Host=host)
    assert (answer.status_code, "localhost" in answer.text) == (403, True)


def test_a_server_for_other_machines_accepts_any_name(serve: Serve) -> None:
    assert serve(host="0.0.0.0").get("/healthz", Host="feeds.example").status_code == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
@pytest.mark.parametrize(
    "more",
    [
        {"Sec_Fetch_Dest": "image"},
        {"Sec_Fetch_Dest": "document"},
        {"Sec_Fetch_Dest": "iframe", "Sec_Fetch_User": "?1"},
        {"Sec_Fetch_Dest": "document", "Sec_Fetch_User": "?1", "Sec_Purpose": "prefetch"},
    ],
    ids=["image", "redirect", "frame", "prefetch"],
)
def test_pages_of_other_sites_cannot_make_the_server_fetch(
    served: Served, site: str, more: dict[str, str]
) -> None:
    assert served.get("/healthz", None, Sec_Fetch_Site=site, **more).status_code == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_link_on_another_site_can_be_followed(served: Served, site: str) -> None:
    clicked = {"Sec_Fetch_Dest": "document", "Sec_Fetch_User": "?1"}
    assert served.get("/healthz", None, Sec_Fetch_Site=site, **clicked).status_code == 200


@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_own_pages_and_typed_addresses_are_answered(served: Served, site: str) -> None:
    assert served.get("/healthz", Sec_Fetch_Site=site, Sec_Fetch_Dest="image").status_code == 200


@pytest.mark.parametrize("path", ["/", "/nothing", "/static/start.js", "/feed"])
def test_every_response_has_a_strict_content_security_policy(served: Served, path: str) -> None:
    headers = served.get(path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'")
    assert "unsafe" not in policy
    assert "require-trusted-types-for 'script'; trusted-types 'none'" in policy
    assert "connect-src 'self'; frame-src 'self'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
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


def test_headers_of_a_view_are_not_overwritten() -> None:
    own = {"Content-Security-Policy": "sandbox", "Referrer-Policy": "same-origin"}
    with running(SecurityMiddleware(PlainTextResponse("hi", headers=own), host="127.0.0.1")) as url:
        headers = httpx.get(url, trust_env=False).headers
    assert {name: headers[name] for name in own} == own
    assert headers["x-content-type-options"] == "nosniff"


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
