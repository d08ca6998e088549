from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.content.measure.link import Compass, Lead

URL = "https://www.example.org/notes/boats.html"


def lead(href: str, url: str = URL, base: str | None = None) -> Lead:
    return Compass(url, url if base is None else base).lead(href)


@pytest.mark.parametrize(
    "href",
    [
        *("", " ", "#", "#part", " #part", "boats.html", "./boats.html", "boats.html#part"),
        *("/notes/boats.html", "../notes/boats.html", "/notes/boats", "BOATS.html/../boats.php"),
        *("https://www.example.org/notes/boats.html", "http://example.org/notes/boats/"),
        *("//EXAMPLE.org/notes/boats.html#part", "/notes/b%6Fats.html", "/notes/boats/index.php"),
    ],
)
def test_fragment_link_leads_to_the_page_itself(href: str) -> None:
    assert lead(href) is Lead.SELF


@pytest.mark.parametrize(
    "href",
    [
        *("ferries.html", "/", "..", "./", "../notes/", "/boats.html", "old/boats.html"),
        *("?page=2", "boats.html?page=2", "https://example.org/", "//www.example.org/notes"),
        *("/notes/boats.html?page=2#part", "https:ferries.html", "boats%3Ftwo.html"),
    ],
)
def test_link_to_another_page_of_the_host_is_internal(href: str) -> None:
    assert lead(href) is Lead.SITE


@pytest.mark.parametrize(
    "href",
    [
        *("https://other.example/notes/boats.html", "//other.example/", "https://sub.example.org/"),
        *("https://example.or/", "https://example.org.other.example/notes/boats.html"),
        *("mailto:crew@example.org", "javascript:void(0)", "tel:123", "HTTPS://OTHER.example"),
    ],
)
def test_link_to_another_host_or_to_no_page_is_external(href: str) -> None:
    assert lead(href) is Lead.AWAY


@pytest.mark.parametrize("href", ["http://[", "//[", "https://[::1/boats.html"])
def test_invalid_url_is_external(href: str) -> None:
    assert lead(href) is Lead.AWAY


@pytest.mark.parametrize(
    ("url", "href"),
    [
        ("https://example.org/", "/"),
        ("https://example.org/", "./"),
        ("https://example.org", "/index.html"),
        ("https://example.org/index.htm", "https://www.example.org"),
        ("https://example.org/notes/", "/notes/index.html"),
        ("https://example.org/notes/", "."),
        ("https://example.org/notes/index.php", "../notes"),
        ("https://example.org/?p=7", "?p=7"),
        ("https://example.org/?p=7", "/?p=7#more"),
    ],
)
def test_index_page_has_two_urls(url: str, href: str) -> None:
    assert lead(href, url) is Lead.SELF


def test_pages_with_different_queries_are_different() -> None:
    assert lead("?p=8", "https://example.org/notes?p=7") is Lead.SITE
    assert lead("/notes", "https://example.org/notes?p=7") is Lead.SITE


def test_relative_link_uses_the_base_url() -> None:
    base = "https://www.example.org/"
    assert lead("boats.html", base=base) is Lead.SITE
    assert lead("notes/boats.html", base=base) is Lead.SELF
    assert lead("notes/boats.html") is Lead.SITE


def test_page_url_may_be_invalid() -> None:
    assert lead("#part", "http://[") is Lead.SELF
    assert lead("http://example.org/", "http://[") is Lead.AWAY


def test_page_from_a_folder_links_to_its_neighbours() -> None:
    assert lead("ferries.html", "notes/boats.html") is Lead.SITE
    assert lead("boats.html#part", "notes/boats.html") is Lead.SELF
    assert lead("https://example.org/boats.html", "notes/boats.html") is Lead.AWAY


@given(st.text(), st.text(), st.text())
def test_any_url_is_classified(url: str, base: str, href: str) -> None:
    assert Compass(url, base).lead(href) in Lead


def test_query_at_the_root_is_internal() -> None:
    compass = Compass("https://e.org/?p=7", "https://e.org/?p=7")
    assert [compass.lead(href) for href in ("/?p=8", "?p=7", "https://e.org/?p=8")] == [
        Lead.SITE,
        Lead.SELF,
        Lead.SITE,
    ]


@pytest.mark.parametrize("url", ["https://e.org/a/", "https://e.org/a/index.html"])
def test_index_file_equals_its_folder(url: str) -> None:
    assert Compass(url, url).lead("index.html#x") is Lead.SELF


def test_relative_link_with_a_base_on_another_host_is_external() -> None:
    assert Compass("https://e.org/x", "https://o.org/").lead("a") is Lead.AWAY


def test_pages_without_a_host_are_one_site() -> None:
    url = "2023/05/index.html"
    assert Compass(url, url).lead("../../2024/05/index.html") is Lead.SITE
