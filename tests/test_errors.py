"""A failure is told on one line, with the address once."""

from __future__ import annotations

import pytest

from honbun.errors import Failure, short_message


@pytest.mark.parametrize(
    ("url", "message", "told"),
    [
        ("https://a.example/b", "https://a.example/b: gone", "https://a.example/b: gone"),
        ("https://a.example", "https://a.example/: gone", "https://a.example: gone"),
        ("https://a.example/b#c", "https://a.example/b: gone", "https://a.example/b#c: gone"),
        (
            "https://a.example/b",
            "https://a.example/robots.txt: gone",
            "https://a.example/b: https://a.example/robots.txt: gone",
        ),
        ("https://a.example/b", "not a URL: no", "https://a.example/b: not a URL: no"),
        ("https://a.example/b", "gone", "https://a.example/b: gone"),
    ],
)
def test_the_address_is_told_once(url: str, message: str, told: str) -> None:
    assert str(Failure(url, url, "fetch", message)) == f"fetch: {told}"


def test_a_page_without_an_address_is_told_by_its_source() -> None:
    assert str(Failure("a.html", None, "read", "a: b")) == "read: a.html: a: b"


def test_a_message_of_megabytes_is_told_without_its_middle() -> None:
    address = "https://a.example/" + "b" * 2_000_000
    told = str(Failure("pages.jsonl:7", address, "read", f"{address}: the page has no text"))
    assert told.startswith("read: pages.jsonl:7 (https://a.example/bbb")
    assert told.endswith("bbb): the page has no text")
    assert len(told) == 500


def test_a_message_of_500_characters_stays_whole() -> None:
    assert short_message("x" * 500) == "x" * 500
    assert short_message("x" * 500 + "y") == "x" * 250 + "…" + "x" * 248 + "y"
