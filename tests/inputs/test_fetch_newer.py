"""Asking a server for a page only when it is newer than the one we have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.errors import FetchError
from honbun.inputs.fetch.fetcher import Fetcher, FetchResult, Validators
from honbun.inputs.options import ReadOptions
from tests.inputs.loopback import Internet, Site, reply

if TYPE_CHECKING:
    from collections.abc import Callable

    FetchNewer = Callable[..., FetchResult]

HTML = b"<html><body><p>a page</p></body></html>"


@pytest.fixture
def fetch_newer(internet: Internet) -> FetchNewer:
    """Fetches one URL unless it is the version that is known."""

    def fetch_newer(url: str, known: Validators | None = None) -> FetchResult:
        options = ReadOptions(delay=0.0)
        with Fetcher(options, resolve=internet.resolve) as fetcher:
            return fetcher.fetch_newer(url, known)

    return fetch_newer


def test_a_page_comes_with_what_its_version_is_called(site: Site, fetch_newer: FetchNewer) -> None:
    when = "Mon, 16 Nov 2026 08:04:34 GMT"
    site.answers["/old"] = reply(status=301, Location="/a", ETag='"of the redirect"')
    site.answers["/a"] = reply(HTML, ETag='W/"one"', Last_Modified=when)
    answer = fetch_newer(site.url("/old"))
    assert answer.page is not None
    assert answer.page.html == HTML
    assert answer.validators == Validators(site.url("/a"), 'W/"one"', when)


def test_a_page_that_is_known_is_asked_for_by_its_version(
    site: Site, fetch_newer: FetchNewer
) -> None:
    site.answers["/a"] = reply(status=304, kind=None, ETag='"two"')
    known = Validators(site.url("/a"), '"one"', "Mon, 16 Nov 2026 08:04:34 GMT")
    answer = fetch_newer(site.url("/a"), known)
    assert site.headers[-1]["If-None-Match"] == '"one"'
    assert site.headers[-1]["If-Modified-Since"] == known.last_modified
    assert answer == FetchResult(None, Validators(known.url, '"two"', known.last_modified))


def test_a_newer_version_is_fetched(site: Site, fetch_newer: FetchNewer) -> None:
    site.answers["/a"] = reply(HTML, ETag='"two"')
    answer = fetch_newer(site.url("/a"), Validators(site.url("/a"), '"one"'))
    assert answer.page is not None
    assert answer.validators == Validators(site.url("/a"), '"two"')


def test_a_version_is_named_to_the_page_that_has_it_only(
    site: Site, fetch_newer: FetchNewer
) -> None:
    site.answers["/a"] = reply(status=302, Location=site.url("/a", host="other.test"))
    known = Validators(site.url("/a", host="page.test"), '"one"')
    with pytest.raises(FetchError, match="more than 5 redirects"):
        fetch_newer(site.url("/a"), known)
    asked = [(heard["Host"], "If-None-Match" in heard) for heard in site.headers]
    assert (f"page.test:{site.port}", True) in asked
    assert (f"other.test:{site.port}", True) not in asked


def test_that_nothing_is_newer_is_no_answer_to_who_knows_nothing(
    site: Site, fetch_newer: FetchNewer
) -> None:
    site.answers["/a"] = reply(status=304, kind=None)
    with pytest.raises(FetchError, match="status 304"):
        fetch_newer(site.url("/a"))
    with pytest.raises(FetchError, match="status 304"):
        fetch_newer(site.url("/a"), Validators(site.url("/b"), '"one"'))


@pytest.mark.parametrize("etag", ['"caf\xe9"', '"' + "a" * 2000 + '"', ""])
def test_a_version_with_a_name_that_cannot_be_sent_back_has_none(
    site: Site, fetch_newer: FetchNewer, etag: str
) -> None:
    site.answers["/a"] = reply(HTML, ETag=etag)
    assert fetch_newer(site.url("/a")).validators == Validators(site.url("/a"))
