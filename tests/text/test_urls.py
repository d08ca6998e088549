"""Spellings of one page's URL share a canonical form; URLs are made safe for output."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.text.urls import absolute_iri, canonical_url, http_url, quoted_url, url_key
from tests.text.url_examples import URLS

PAGE = "https://a.example/b/c?d=1&e=2"


@pytest.mark.parametrize(
    "spelling",
    [
        "http://a.example/b/c?d=1&e=2",
        "//www.a.example/b/c?d=1&e=2",
        "https://user@A.Example.:443/b/c/?e=2&d=1",
        "https://a.example:80/%62/c?d=1&e=2#top",
        "https://a.example/b/c/index.html?utm_source=x&d=1&e=2",
        "https://a.example/b/c;jsessionid=7?d=1&e=2&fbclid=y",
        "  https://a.example/b/c/Default.aspx?d=1&e=2 ",
    ],
)
def test_spellings_of_one_page_have_one_key(spelling: str) -> None:
    assert url_key(spelling) == url_key(PAGE)


@pytest.mark.parametrize(
    "other",
    [
        "https://a.example/b/c?d=1&e=3",
        "https://a.example/b/c?d=1",
        "https://a.example/b/C?d=1&e=2",
        "https://a.example:8080/b/c?d=1&e=2",
        "https://www2.a.example/b/c?d=1&e=2",
        "https://a.example/b%2Fc?d=1&e=2",
        "https://a.example/b/c/index-2.html?d=1&e=2",
        "/b/c?d=1&e=2",
    ],
)
def test_other_pages_have_other_keys(other: str) -> None:
    assert url_key(other) != url_key(PAGE)


def test_percent_encoding_is_unified() -> None:
    assert canonical_url("http://a.example/船 1") == "a.example/%E8%88%B9%201"
    assert canonical_url("http://a.example/%e8%88%b9%201") == "a.example/%E8%88%B9%201"
    assert canonical_url("http://xn--wgv71a.example/") == canonical_url("http://日本.example")


def test_label_that_is_too_long_is_not_decoded() -> None:
    label = "xn--" + ("船の港" * 40).encode("punycode").decode("ascii").lower()
    assert canonical_url(f"http://{label}.example/") == f"{label}.example"


def test_file_is_identified_by_its_path() -> None:
    assert url_key("pages/a.html#x") == url_key("pages/a.html")
    assert url_key("pages/a.html") != url_key("other/a.html")


@pytest.mark.parametrize("piece", ["a", "/", "%e6", "%", "xn--", "@", ".", ":", " ", "?&", ";"])
def test_huge_url_has_its_key_quickly(piece: str) -> None:
    began = time.process_time()
    for start in ("http://", "http://a.example/", ""):
        url_key(start + piece * 100_000 + "x")
    assert time.process_time() - began < 2


@given(URLS)
def test_every_url_has_a_signed_64_bit_key(url: str) -> None:
    assert -(2**63) <= url_key(url) < 2**63


@given(URLS)
def test_fragment_and_scheme_do_not_change_the_key(url: str) -> None:
    assert url_key(url + "#x") == url_key(url)
    if url.startswith("http://"):
        assert url_key("https://" + url.removeprefix("http://")) == url_key(url)


def test_direction_controls_in_a_url_are_quoted() -> None:
    assert quoted_url("https://a.example/\u202e") == "https://a.example/%E2%80%AE"


@given(st.text())
def test_quoted_url_is_printable_ascii_without_spaces(url: str) -> None:
    found = quoted_url(url)
    assert found is None or (found.isascii() and found.isprintable() and " " not in found)


@pytest.mark.parametrize(
    "url", ["b.html", "//a.example/", "http://", "javascript:alert(1)", "data:text/html,x", None]
)
def test_url_that_is_not_absolute_http_is_dropped(url: str | None) -> None:
    assert http_url(url) is None


@given(st.text())
def test_absolute_iri_of_an_iri_is_itself(name: str) -> None:
    assert absolute_iri(absolute_iri(name)) == absolute_iri(name)
