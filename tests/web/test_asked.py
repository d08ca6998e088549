"""What clients ask for, whatever they send."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException

from honbun.web import feeds

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")

ADDRESSES = st.one_of(
    st.text(),
    st.text().map("http://a.example/{}".format),
    st.text().map("https://{}/".format),
    st.text(alphabet="[]@:/?#%.a1é\x00\ud800").map("http://{}".format),
)


def _or_status(ask: Callable[[], Result]) -> Result | str:
    """What is asked for, or the status that says why not."""
    try:
        return ask()
    except HTTPException as error:
        return f"status {error.status_code}"


@given(ADDRESSES)
def test_an_address_is_one_of_the_web_or_a_bad_request(text: str) -> None:
    page = _or_status(lambda: feeds.page_asked(text))
    if page != "status 400":
        assert page.startswith(("http://", "https://"))
        assert feeds.page_asked(page) == page, "a page has one name"


@given(st.text() | st.integers().map(str))
def test_a_number_is_one_from_1_on_or_a_bad_request(text: str) -> None:
    number = _or_status(lambda: feeds.number_asked(QueryParams({"list": text})))
    assert number == "status 400" or str(number) == text != "0"


@given(ADDRESSES, st.sampled_from(feeds.FEED_FORMATS), st.integers(1, 9999))
def test_the_address_of_a_feed_asks_for_it(text: str, form: str, number: int) -> None:
    page = _or_status(lambda: feeds.page_asked(text))
    assume(page != "status 400")
    query = urlsplit(feeds.feed_address("http://localhost/", page, form, number)).query
    found = QueryParams(query)
    assert set(parse_qs(query)) <= {"url", "format", "list"}
    assert (found["url"], feeds.form_asked(found), feeds.number_asked(found)) == (
        page,
        form,
        number,
    )


def test_fragments_are_no_part_of_a_page() -> None:
    assert feeds.page_asked("https://a.example/news#top") == "https://a.example/news"


def test_a_format_that_is_unknown_is_a_bad_request() -> None:
    with pytest.raises(HTTPException, match="rss, atom, json"):
        feeds.form_asked(QueryParams({"format": "RSS"}))
