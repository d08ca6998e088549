"""A failure is one line, with the URL once."""

from __future__ import annotations

import pytest

from honbun.errors import Failure, short_message


@pytest.mark.parametrize(
    ("url", "message", "line"),
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
def test_url_is_printed_once(url: str, message: str, line: str) -> None:
    assert str(Failure(url, url, "fetch", message)) == f"fetch: {line}"


def test_page_without_url_is_named_by_its_source() -> None:
    assert str(Failure("a.html", None, "read", "a: b")) == "read: a.html: a: b"


def test_message_of_megabytes_loses_its_middle() -> None:
    url = "https://a.example/" + "b" * 2_000_000
    line = str(Failure("pages.jsonl:7", url, "read", f"{url}: the page has no text"))
    assert line.startswith("read: pages.jsonl:7 (https://a.example/bbb")
    assert line.endswith("bbb): the page has no text")
    assert len(line) == 500


def test_message_of_500_characters_is_kept() -> None:
    assert short_message("x" * 500) == "x" * 500
    assert short_message("x" * 500 + "y") == "x" * 250 + "…" + "x" * 248 + "y"
