"""Targets: which addresses are one, and what they are made of."""

from __future__ import annotations

import pytest
from hypothesis import given

from honbun.feeds.links import parse_target
from tests.feeds.soup import LISTS, columns, nodes

URL = "https://www.a.example/news/index.html"


def key(href: str) -> str | None:
    of = columns(f'<a href="{href}">x</a>', URL)
    found = of.targets[nodes(of, "a")[0]]
    return found.key if found else None


@pytest.mark.parametrize(
    "other",
    [
        "https://a.example/news/1",
        "http://www.A.example/news/1/",
        "/news/1/index.html",
        "1#top",
        "https://a.example/n%65ws/1",
    ],
)
def test_spellings_of_one_address_have_one_key(other: str) -> None:
    assert key(other) == key("/news/1")


@pytest.mark.parametrize("other", ["/news/2", "/news/1?p=2", "https://b.example/news/1", "/1"])
def test_other_addresses_have_other_keys(other: str) -> None:
    assert key(other) != key("/news/1")


@pytest.mark.parametrize("href", ["", "  ", "mailto:a@b.example", "javascript:void(0)", "tel:110"])
def test_what_leads_to_no_page_is_no_target(href: str) -> None:
    assert key(href) is None


def test_an_anchor_without_an_address_is_no_target() -> None:
    of = columns("<a name=x>x</a>")
    assert of.targets == [None] * len(of)


@pytest.mark.parametrize("href", ["#c", "index.html#c", "/news/", "http://a.example/news#d"])
def test_places_on_the_page_are_its_own(href: str) -> None:
    of = columns(f'<a href="{href}">x</a>', URL)
    found = of.targets[nodes(of, "a")[0]]
    assert found
    assert found.on_page
    assert found.fragment == href.partition("#")[2]


def test_a_base_is_what_links_begin_from() -> None:
    of = columns("<base href='https://b.example/x/'><a href=y>z</a>", URL)
    found = of.targets[nodes(of, "a")[0]]
    assert found
    assert (found.address, found.site, found.on_page) == (
        "https://b.example/x/y",
        "b.example",
        False,
    )


def test_the_page_is_its_own_target() -> None:
    of = columns("<p>x", URL)
    assert (of.page_target.site, of.page_target.path, of.page_target.on_page) == (
        "a.example",
        "/news",
        True,
    )


def test_steps_and_words_of_a_path_are_counted() -> None:
    found = parse_target("https://a.example/2010/03/boats-float-at-last.html")
    assert (found.depth, found.words) == (3, 5)


@pytest.mark.parametrize("name", ["a.jpg", "b.PNG", "c.webp"])
def test_pictures_are_no_pages(name: str) -> None:
    assert parse_target(f"https://a.example/{name}").is_picture
    assert not parse_target(f"https://a.example/{name}.html").is_picture


@pytest.mark.parametrize("name", ["a.zip", "b.tar.GZ", "c.mp3", "feed.xml"])
def test_things_to_load_are_files(name: str) -> None:
    assert parse_target(f"https://a.example/{name}").is_file
    assert not parse_target(f"https://a.example/{name}/about").is_file


def test_a_broken_address_is_some_target() -> None:
    assert parse_target("http://[").site == ""


@given(LISTS)
def test_only_anchors_lead_anywhere_and_only_to_the_web(html: str) -> None:
    of = columns(html)
    for tag, found in zip(of.sequence.tag, of.targets, strict=True):
        assert found is None or tag == "a"
        assert found is None or found.address.startswith(("http://", "https://"))
