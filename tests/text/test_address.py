"""A link's target is known as a page however the link is spelled."""

from __future__ import annotations

import time

import pytest
from hypothesis import given

from honbun.text.urls import canonical_url, url_key
from tests.similar.addresses import ADDRESSES

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


def test_quoting_is_unified() -> None:
    assert canonical_url("http://a.example/船 1") == "a.example/%E8%88%B9%201"
    assert canonical_url("http://a.example/%e8%88%b9%201") == "a.example/%E8%88%B9%201"
    assert canonical_url("http://xn--wgv71a.example/") == canonical_url("http://日本.example")


def test_a_label_too_long_for_a_name_stays_as_it_is() -> None:
    label = "xn--" + ("船の港" * 40).encode("punycode").decode("ascii").lower()
    assert canonical_url(f"http://{label}.example/") == f"{label}.example"


def test_files_are_known_by_their_paths() -> None:
    assert url_key("pages/a.html#x") == url_key("pages/a.html")
    assert url_key("pages/a.html") != url_key("other/a.html")


@pytest.mark.parametrize("piece", ["a", "/", "%e6", "%", "xn--", "@", ".", ":", " ", "?&", ";"])
def test_a_huge_address_has_its_key_quickly(piece: str) -> None:
    began = time.process_time()
    for start in ("http://", "http://a.example/", ""):
        url_key(start + piece * 100_000 + "x")
    assert time.process_time() - began < 2


@given(ADDRESSES)
def test_every_address_has_a_signed_key(url: str) -> None:
    assert -(2**63) <= url_key(url) < 2**63


@given(ADDRESSES)
def test_a_fragment_or_another_scheme_leads_to_the_same_page(url: str) -> None:
    assert url_key(url + "#x") == url_key(url)
    if url.startswith("http://"):
        assert url_key("https://" + url.removeprefix("http://")) == url_key(url)
