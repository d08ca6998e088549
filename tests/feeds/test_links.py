"""Links and their targets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.feeds.groups import group_titles
from honbun.feeds.items import item_spans
from honbun.feeds.links import LinkColumns, link_targets, parse_target
from honbun.html.links import safe_url
from honbun.html.nodes import node_sequence
from honbun.html.parse import parse
from tests.feeds.builders import LISTS, columns, nodes, tagged, titles_of

if TYPE_CHECKING:
    from honbun.feeds.links import LinkTarget

LINK_URL = "https://a.example/news/index.html"


@given(LISTS)
def test_item_has_one_of_the_links_of_a_page_or_none(html: str) -> None:
    titles = titles_of(html)
    of, grouped = titles.columns, group_titles(titles)
    links = LinkColumns(of)
    assert links.node.tolist() == [at for at, to in enumerate(of.targets) if to is not None]
    assert list(links.target) == [of.targets[at] for at in links.node.tolist()]
    for tag, target in zip(of.sequence.tag, of.targets, strict=True):
        assert target is None or tag == "a"
        assert target is None or target.address.startswith(("http://", "https://"))
    if not grouped:
        return
    found = item_spans(of, grouped)
    spans = zip(found.title_node.tolist(), found.start.tolist(), found.stop.tolist())
    for at, (title_node, start, stop) in zip(links.of(found).tolist(), spans):
        if at >= 0:
            node = int(links.node[at])
            assert start <= node < stop or node <= title_node < of.sequence.end[node]


HOST = "https://a.example"
STORY = "<div><h3>Boat {0}</h3><p>See <a href=/b/{0}>the boat number {0}</a> too.</p>"
STORY += "<p class=more><a href=/a/{0}>Full story</a></p></div>"


@pytest.mark.parametrize(
    ("html", "tag", "links"),
    [
        (
            "<a href=/1><h3>1</h3></a> <a href=/x>x</a> <a href=/2><h3>2</h3></a>",
            "h3",
            ["/1", "/2"],
        ),
        ("<h3><a href=/1>1</a></h3><a href=/x>x</a><h3><a href=/2>2</a></h3>", "h3", ["/1", "/2"]),
        (
            "".join(f"<h3><a href=/n>News</a>: <a href=/a/{n}>Boat {n}</a></h3>" for n in "123"),
            "h3",
            ["/a/1", "/a/2", "/a/3"],
        ),
        ("".join(map(STORY.format, ("1", "2x", "3"))), "h3", ["/a/1", "/a/2x", "/a/3"]),
        (
            "".join(
                f"<div><h3>{n}</h3>See <a href=http://{n}.example/>it</a></div>" for n in "bcd"
            ),
            "h3",
            [None] * 3,
        ),
        (
            "".join(f"<li><b><a href=/{n}>Boat {n}</a></b>" for n in "123")
            + "".join(f"<li><b>No boat</b> <a href=/x/{n}>Comments</a>" for n in "45"),
            "b",
            ["/1", "/2", "/3", None, None],
        ),
        ("<h3>One</h3><h3>Two</h3>", "h3", [None, None]),
    ],
    ids=[
        "around the title",
        "inside the title",
        "the one that differs",
        "at one position",
        "none on other sites",
        "not the comments of single items",
        "none",
    ],
)
def test_link_of_an_item_is_chosen(html: str, tag: str, links: list[str | None]) -> None:
    of = columns(html, LINK_URL)
    found = LinkColumns(of)
    chosen = found.of(item_spans(of, [tagged(of, tag)])).tolist()
    addresses = [found.target[at].address if at >= 0 else None for at in chosen]
    assert addresses == [link and HOST + link for link in links]


@pytest.mark.parametrize(
    ("name", "links", "others"),
    [
        ("on_site", "/x http://www.a.example/y", "http://b.example/"),
        ("on_page", "#c /news/", "/x"),
        ("upward", "/", "/news/x ?p=2"),
        ("variant", "?p=2", "/news/x #c"),
        ("below", "/news/2010/x", "/x http://b.example/news/x"),
        ("beside", "/boats", "/boats/x http://b.example/boats"),
        ("part", "/x#c", "/x #c"),
        ("slug", "/boats-float-again", "/boats"),
        ("numbered", "/2010/03/boats /x?id=1234", "/b12"),
        ("is_article_link", "/x", "/a.jpg /b.zip #c /"),
    ],
)
def test_links_have_properties(name: str, links: str, others: str) -> None:
    hrefs = [*links.split(), *others.split()]
    of = columns("".join(f"<a href='{href}'>x</a>" for href in hrefs), LINK_URL)
    flags = getattr(LinkColumns(of), name).tolist()
    assert [bool(flag) for flag in flags] == [href in links.split() for href in hrefs]


def test_links_that_differ_in_digits_only_share_a_label() -> None:
    of = columns("<a href=/1>3 comments</a><a href=/2>14 comments</a><a href=/3>Boats float</a>")
    first, second, third = LinkColumns(of).label_id.tolist()
    assert first == second != third


TARGET_URL = "https://www.a.example/news/index.html"


def target(href: str, base: str = "") -> LinkTarget | None:
    of = columns(f'{base}<a href="{href}">x</a>', TARGET_URL)
    return of.targets[nodes(of, "a")[0]]


@pytest.mark.parametrize(
    ("href", "key"),
    [
        ("https://a.example/news/1", "/news/1"),
        ("http://www.A.example/news/1/", "/news/1"),
        ("/news/1/index.html", "/news/1"),
        ("1#top", "/news/1"),
        ("https://a.example/n%65ws/1", "/news/1"),
        ("/news/2", "/news/2"),
        ("/news/1?p=2", "/news/1?p=2"),
        ("/1", "/1"),
    ],
)
def test_spellings_of_one_url_share_a_key(href: str, key: str) -> None:
    one, other = target(href), target(key)
    assert one
    assert other
    assert one.key == other.key == f"a.example{key}"


@pytest.mark.parametrize("href", ["", "  ", "mailto:a@b.example", "javascript:void(0)", "tel:110"])
def test_other_schemes_are_no_targets(href: str) -> None:
    assert target(href) is None


def test_anchor_without_href_is_no_target() -> None:
    of = columns("<a name=x>x</a>")
    assert of.targets == [None] * len(of)


@pytest.mark.parametrize("href", ["#c", "index.html#c", "/news/", "http://a.example/news#d"])
def test_fragments_are_on_the_page(href: str) -> None:
    found = target(href)
    assert found
    assert (found.on_page, found.fragment) == (True, href.partition("#")[2])


def test_base_element_is_respected_and_the_page_is_a_target_of_itself() -> None:
    found = target("y", "<base href='https://b.example/x/'>")
    assert found
    assert (found.address, found.site, found.on_page) == (
        "https://b.example/x/y",
        "b.example",
        False,
    )
    page = columns("<p>x", TARGET_URL).page_target
    assert (page.site, page.path, page.on_page) == ("a.example", "/news", True)


def test_path_segments_and_slug_words_are_counted() -> None:
    found = parse_target("https://a.example/2010/03/boats-float-at-last.html")
    assert (found.depth, found.words) == (3, 5)
    assert parse_target("http://[").site == ""


@pytest.mark.parametrize(
    ("name", "is_picture", "is_file"),
    [
        *((name, True, False) for name in ("a.jpg", "b.PNG", "c.webp")),
        *((name, False, True) for name in ("a.zip", "b.tar.GZ", "c.mp3", "feed.xml")),
        *((name, False, False) for name in ("a.jpg.html", "a.zip/about")),
    ],
)
def test_images_and_downloads_are_recognised(name: str, *, is_picture: bool, is_file: bool) -> None:
    found = parse_target(f"https://a.example/{name}")
    assert found.is_picture is is_picture
    assert is_picture or found.is_file is is_file


@given(st.text("ab1-_./ ", min_size=1, max_size=6))
def test_relative_link_in_the_same_folder_is_resolved_correctly(href: str) -> None:
    for base in (LINK_URL, "https://a.example", "", "https://a.example/a/../b//c?d/e"):
        found = link_targets(node_sequence(parse(f"<a href='{href}'>x</a>")), base, base)[-2]
        assert (found.address if found else None) == safe_url(base, href)
