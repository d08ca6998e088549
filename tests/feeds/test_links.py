"""Links and their targets."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from honbun.feeds.candidates import TitleCandidates, title_candidates
from honbun.feeds.groups import group_titles
from honbun.feeds.items import item_spans
from honbun.feeds.links import LinkColumns, parse_target
from tests.feeds.builders import LISTS, columns, nodes

LINK_URL = "https://a.example/news/index.html"


def chosen(html: str, tag: str, url: str = LINK_URL) -> list[str | None]:
    """The links of items whose titles are the elements with a tag."""
    of = columns(html, url)
    links = LinkColumns(of)
    found = item_spans(of, [np.array(nodes(of, tag), dtype=np.int64)])
    return [links.target[at].address if at >= 0 else None for at in links.of(found).tolist()]


def flags(name: str, *addresses: str) -> list[bool]:
    """Whether each URL has a property, as a link of the page."""
    of = columns("".join(f"<a href='{address}'>x</a>" for address in addresses), LINK_URL)
    return [bool(flag) for flag in getattr(LinkColumns(of), name).tolist()]


@given(LISTS)
def test_item_has_one_link_or_none(html: str) -> None:
    of = columns(html)
    grouped = group_titles(TitleCandidates(of, title_candidates(of)))
    if not grouped:
        return
    links, found = LinkColumns(of), item_spans(of, grouped)
    for at, title_node, start, stop in zip(
        links.of(found).tolist(),
        found.title_node.tolist(),
        found.start.tolist(),
        found.stop.tolist(),
    ):
        if at >= 0:
            node = int(links.node[at])
            assert start <= node < stop or node <= title_node < of.sequence.end[node]
            assert of.targets[node] is not None


@given(LISTS)
def test_links_are_the_nodes_with_targets(html: str) -> None:
    of = columns(html)
    links = LinkColumns(of)
    assert links.node.tolist() == [at for at, to in enumerate(of.targets) if to is not None]
    assert [target.key for target in links.target] == [
        of.targets[at].key for at in links.node.tolist()
    ]


def test_title_inside_a_link_has_that_link() -> None:
    html = "<a href=/1><h3>One</h3></a> <a href=/x>x</a> <a href=/2><h3>Two</h3></a>"
    assert chosen(html, "h3") == ["https://a.example/1", "https://a.example/2"]


def test_link_inside_a_title_is_its_link() -> None:
    html = "<h3><a href=/1>One</a></h3><p><a href=/x>x</a></p><h3><a href=/2>Two</a></h3>"
    assert chosen(html, "h3") == ["https://a.example/1", "https://a.example/2"]


def test_link_that_differs_between_titles_is_chosen() -> None:
    html = "".join(f"<h3><a href=/news>News</a>: <a href=/a/{n}>Boat {n}</a></h3>" for n in "123")
    assert chosen(html, "h3") == [f"https://a.example/a/{n}" for n in "123"]


def test_items_without_linked_titles_have_their_links_at_one_position() -> None:
    html = "".join(
        f"<div><h3>Boat {n}</h3><p>See <a href=/b/{n}>the boat number {n * 9}</a> too.</p>"
        f"<p class=more><a href=/a/{n}>Full story</a></p></div>"
        for n in ("1", "2x", "3")
    )
    assert chosen(html, "h3") == [f"https://a.example/a/{n}" for n in ("1", "2x", "3")]


def test_links_to_other_sites_in_a_text_are_not_chosen() -> None:
    html = "".join(f"<div><h3>{n}</h3>See <a href=http://{n}.example/>it</a></div>" for n in "bcd")
    assert chosen(html, "h3") == [None, None, None]


def test_single_items_may_have_no_link() -> None:
    """Two of five items have a link at one position, but all have one in their title."""
    with_link = "".join(f"<li><b><a href=/{n}>Boat {n}</a></b>" for n in "123")
    without = "".join(f"<li><b>No boat</b> <a href=/x/{n}>Comments</a>" for n in "45")
    assert chosen(with_link + without, "b")[3:] == [None, None]


def test_page_without_links_has_no_item_links() -> None:
    assert chosen("<h3>One</h3><h3>Two</h3>", "h3") == [None, None]


def test_scope_of_targets_is_detected() -> None:
    site = ["/x", "http://www.a.example/y", "http://b.example/"]
    assert flags("on_site", *site) == [True, True, False]
    assert flags("on_page", "#c", "/news/", "/x") == [True, True, False]
    assert flags("upward", "/", "/news/x", "?p=2") == [True, False, False]
    assert flags("variant", "?p=2", "/news/x", "#c") == [True, False, False]
    assert flags("below", "/news/2010/x", "/x", "http://b.example/news/x") == [True, False, False]
    assert flags("beside", "/boats", "/boats/x", "http://b.example/boats") == [True, False, False]
    assert flags("part", "/x#c", "/x", "#c") == [True, False, False]
    assert flags("slug", "/boats-float-again", "/boats") == [True, False]
    assert flags("numbered", "/2010/03/boats", "/x?id=1234", "/b12") == [True, True, False]
    assert flags("is_article_link", "/x", "/a.jpg", "/b.zip", "#c", "/") == [True, *[False] * 4]


def test_links_that_differ_in_digits_only_share_a_label() -> None:
    of = columns("<a href=/1>3 comments</a><a href=/2>14 comments</a><a href=/3>Boats float</a>")
    first, second, third = LinkColumns(of).label_id.tolist()
    assert first == second != third


TARGET_URL = "https://www.a.example/news/index.html"


def key(href: str) -> str | None:
    of = columns(f'<a href="{href}">x</a>', TARGET_URL)
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
def test_spellings_of_one_url_share_a_key(other: str) -> None:
    assert key(other) == key("/news/1")


@pytest.mark.parametrize("other", ["/news/2", "/news/1?p=2", "https://b.example/news/1", "/1"])
def test_different_urls_have_different_keys(other: str) -> None:
    assert key(other) != key("/news/1")


@pytest.mark.parametrize("href", ["", "  ", "mailto:a@b.example", "javascript:void(0)", "tel:110"])
def test_other_schemes_are_no_targets(href: str) -> None:
    assert key(href) is None


def test_anchor_without_href_is_no_target() -> None:
    of = columns("<a name=x>x</a>")
    assert of.targets == [None] * len(of)


@pytest.mark.parametrize("href", ["#c", "index.html#c", "/news/", "http://a.example/news#d"])
def test_fragments_are_on_the_page(href: str) -> None:
    of = columns(f'<a href="{href}">x</a>', TARGET_URL)
    found = of.targets[nodes(of, "a")[0]]
    assert found
    assert found.on_page
    assert found.fragment == href.partition("#")[2]


def test_base_element_is_respected() -> None:
    of = columns("<base href='https://b.example/x/'><a href=y>z</a>", TARGET_URL)
    found = of.targets[nodes(of, "a")[0]]
    assert found
    assert (found.address, found.site, found.on_page) == (
        "https://b.example/x/y",
        "b.example",
        False,
    )


def test_page_is_a_target_of_itself() -> None:
    of = columns("<p>x", TARGET_URL)
    assert (of.page_target.site, of.page_target.path, of.page_target.on_page) == (
        "a.example",
        "/news",
        True,
    )


def test_path_segments_and_slug_words_are_counted() -> None:
    found = parse_target("https://a.example/2010/03/boats-float-at-last.html")
    assert (found.depth, found.words) == (3, 5)


@pytest.mark.parametrize("name", ["a.jpg", "b.PNG", "c.webp"])
def test_images_are_recognised(name: str) -> None:
    assert parse_target(f"https://a.example/{name}").is_picture
    assert not parse_target(f"https://a.example/{name}.html").is_picture


@pytest.mark.parametrize("name", ["a.zip", "b.tar.GZ", "c.mp3", "feed.xml"])
def test_downloads_are_files(name: str) -> None:
    assert parse_target(f"https://a.example/{name}").is_file
    assert not parse_target(f"https://a.example/{name}/about").is_file


def test_broken_url_is_a_target() -> None:
    assert parse_target("http://[").site == ""


@given(LISTS)
def test_only_anchors_have_targets_and_only_http_ones(html: str) -> None:
    of = columns(html)
    for tag, found in zip(of.sequence.tag, of.targets, strict=True):
        assert found is None or tag == "a"
        assert found is None or found.address.startswith(("http://", "https://"))
