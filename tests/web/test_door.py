"""Who is let in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
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


def test_pages_of_other_sites_cannot_make_it_fetch(served: Served) -> None:
    image = served.get("/healthz", Sec_Fetch_Site="cross-site", Sec_Fetch_Dest="image")
    assert image.status_code == 403
    link = served.get("/healthz", Sec_Fetch_Site="cross-site", Sec_Fetch_Dest="document")
    assert link.status_code == 200


@pytest.mark.parametrize("path", ["/", "/nothing", "/static/start.js", "/feed"])
def test_every_answer_forbids_what_is_not_ours(served: Served, path: str) -> None:
    headers = served.get(path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'")
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
