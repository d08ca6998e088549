"""Who is let in."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import httpx
import pytest
from starlette.responses import PlainTextResponse

from honbun.web import security
from honbun.web.security import Door
from tests.web.running import running

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from tests.web.conftest import Serve, Served


def test_the_server_says_that_it_is_up(served: Served) -> None:
    answer = served.get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")


@pytest.mark.parametrize("host", ["localhost:8710", "127.0.0.1", "[::1]:8710", "LOCALHOST"])
def test_names_of_loopback_are_answered_to(served: Served, host: str) -> None:
    assert served.get("/healthz", Host=host).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost@evil.example", "", "127.0.0.1/a"]
)
def test_a_name_that_merely_leads_to_loopback_is_not_answered_to(served: Served, host: str) -> None:
    answer = served.get("/healthz", Host=host)
    assert (answer.status_code, "localhost" in answer.text) == (403, True)


def test_a_server_for_other_machines_answers_to_any_name(serve: Serve) -> None:
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
    ids=["a picture", "sent on", "a frame", "fetched ahead"],
)
def test_pages_of_other_sites_cannot_make_it_fetch(
    served: Served, site: str, more: dict[str, str]
) -> None:
    assert served.get("/healthz", None, Sec_Fetch_Site=site, **more).status_code == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_link_on_another_site_can_be_followed(served: Served, site: str) -> None:
    clicked = {"Sec_Fetch_Dest": "document", "Sec_Fetch_User": "?1"}
    assert served.get("/healthz", None, Sec_Fetch_Site=site, **clicked).status_code == 200


@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_its_own_pages_and_typed_addresses_are_answered(served: Served, site: str) -> None:
    assert served.get("/healthz", Sec_Fetch_Site=site, Sec_Fetch_Dest="image").status_code == 200


@pytest.mark.parametrize("path", ["/", "/nothing", "/static/start.js", "/feed"])
def test_every_answer_forbids_what_is_not_ours(served: Served, path: str) -> None:
    headers = served.get(path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'")
    assert "unsafe" not in policy
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


def test_our_own_pages_and_programs_can_write(served: Served) -> None:
    """The path takes no such request, but the door lets it through."""
    own = {"Origin": served.url, "Sec-Fetch-Site": "same-origin"}
    assert served.client.post("/healthz", headers=own).status_code == 405
    assert served.client.post("/healthz").status_code == 405
    assert served.client.post("/healthz", headers={"Sec-Fetch-Site": "none"}).status_code == 403


def test_an_origin_is_compared_with_the_name_that_was_asked_for(served: Served) -> None:
    headers = {"Host": "LocalHost:8710", "Origin": "http://localhost:8710"}
    assert served.client.post("/healthz", headers=headers).status_code == 405
    headers["Origin"] = "http://127.0.0.1:8710"
    assert served.client.post("/healthz", headers=headers).status_code == 403


def test_what_a_view_says_itself_is_left_as_it_is() -> None:
    own = {"Content-Security-Policy": "sandbox", "Referrer-Policy": "same-origin"}
    with running(Door(PlainTextResponse("hi", headers=own), host="127.0.0.1")) as url:
        headers = httpx.get(url, trust_env=False).headers
    assert {name: headers[name] for name in own} == own
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/", "/nothing", "/static/start.js"])
def test_scripts_may_not_write_markup(served: Served, path: str) -> None:
    policy = served.get(path).headers["content-security-policy"]
    assert "require-trusted-types-for 'script'; trusted-types 'none'" in policy
    assert "connect-src 'self'; frame-src 'self'" in policy


def test_beyond_a_number_of_requests_under_way_nobody_is_let_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(security, "_MOST", 1)
    go_on = asyncio.Event()

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        await go_on.wait()
        await PlainTextResponse("at last")(scope, receive, send)

    async def run() -> list[httpx.Response]:
        transport = httpx.ASGITransport(Door(slow, host="127.0.0.1"))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            first = asyncio.create_task(client.get("/"))
            await asyncio.sleep(0.01)  # it is inside
            second = await client.get("/")
            go_on.set()
            return [await first, second, await client.get("/")]

    first, second, third = asyncio.run(run())
    assert [first.text, second.text, third.text] == ["at last", "the server is busy\n", "at last"]
    assert (second.status_code, second.headers["retry-after"]) == (503, "30")


def test_who_still_waits_when_the_server_stops_is_told_so() -> None:
    async def never(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.Event().wait()

    async def run() -> httpx.Response:
        transport = httpx.ASGITransport(Door(never, host="127.0.0.1"))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            waiting = asyncio.create_task(client.get("/"))
            await asyncio.sleep(0.01)
            waiting.cancel()
            return await waiting

    answer = asyncio.run(run())
    assert (answer.status_code, answer.text) == (503, "the server is stopping\n")
    assert answer.headers["retry-after"] == "30"
