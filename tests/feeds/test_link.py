"""Links: where an item leads."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from honbun.feeds.candidates import TitleCandidates, title_candidates
from honbun.feeds.groups import group_titles
from honbun.feeds.items import item_spans
from honbun.feeds.links import LinkColumns
from tests.feeds.soup import LISTS, columns, nodes

URL = "https://a.example/news/index.html"


def chosen(html: str, tag: str, url: str = URL) -> list[str | None]:
    """Where items lead whose titles are the elements with a tag."""
    of = columns(html, url)
    links = LinkColumns(of)
    found = item_spans(of, [np.array(nodes(of, tag), dtype=np.int64)])
    return [links.target[at].address if at >= 0 else None for at in links.of(found).tolist()]


def flags(name: str, *addresses: str) -> list[bool]:
    """Which addresses have a property, as links of the page."""
    of = columns("".join(f"<a href='{address}'>x</a>" for address in addresses), URL)
    return [bool(flag) for flag in getattr(LinkColumns(of), name).tolist()]


@given(LISTS)
def test_an_item_has_a_link_of_its_own_or_none(html: str) -> None:
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
def test_links_are_the_nodes_that_lead_somewhere(html: str) -> None:
    of = columns(html)
    links = LinkColumns(of)
    assert links.node.tolist() == [at for at, to in enumerate(of.targets) if to is not None]
    assert [target.key for target in links.target] == [
        of.targets[at].key for at in links.node.tolist()
    ]


def test_a_title_in_a_link_leads_there() -> None:
    html = "<a href=/1><h3>One</h3></a> <a href=/x>x</a> <a href=/2><h3>Two</h3></a>"
    assert chosen(html, "h3") == ["https://a.example/1", "https://a.example/2"]


def test_a_link_in_a_title_is_its_own() -> None:
    html = "<h3><a href=/1>One</a></h3><p><a href=/x>x</a></p><h3><a href=/2>Two</a></h3>"
    assert chosen(html, "h3") == ["https://a.example/1", "https://a.example/2"]


def test_of_several_links_in_titles_the_one_that_differs_is_taken() -> None:
    html = "".join(f"<h3><a href=/news>News</a>: <a href=/a/{n}>Boat {n}</a></h3>" for n in "123")
    assert chosen(html, "h3") == [f"https://a.example/a/{n}" for n in "123"]


def test_where_titles_have_no_links_all_items_have_theirs_in_one_place() -> None:
    html = "".join(
        f"<div><h3>Boat {n}</h3><p>See <a href=/b/{n}>the boat number {n * 9}</a> too.</p>"
        f"<p class=more><a href=/a/{n}>Full story</a></p></div>"
        for n in ("1", "2x", "3")
    )
    assert chosen(html, "h3") == [f"https://a.example/a/{n}" for n in ("1", "2x", "3")]


def test_links_to_other_sites_in_a_text_are_not_the_items() -> None:
    html = "".join(f"<div><h3>{n}</h3>See <a href=http://{n}.example/>it</a></div>" for n in "bcd")
    assert chosen(html, "h3") == [None, None, None]


def test_an_item_here_and_there_may_have_no_link() -> None:
    """Though two of five have a link in one place, what all have is one in their title."""
    with_link = "".join(f"<li><b><a href=/{n}>Boat {n}</a></b>" for n in "123")
    without = "".join(f"<li><b>No boat</b> <a href=/x/{n}>Comments</a>" for n in "45")
    assert chosen(with_link + without, "b")[3:] == [None, None]


def test_no_page_without_links_has_any() -> None:
    assert chosen("<h3>One</h3><h3>Two</h3>", "h3") == [None, None]


def test_where_addresses_lead_is_told() -> None:
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
    assert flags("leads_on", "/x", "/a.jpg", "/b.zip", "#c", "/") == [True, *[False] * 4]


def test_links_that_say_the_same_but_for_numbers_are_made_alike() -> None:
    of = columns("<a href=/1>3 comments</a><a href=/2>14 comments</a><a href=/3>Boats float</a>")
    first, second, third = LinkColumns(of).label_id.tolist()
    assert first == second != third
