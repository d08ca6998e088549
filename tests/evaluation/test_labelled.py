"""Labels to stamped pages that evaluation reads, and selectors to labels."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.annotation.blocks import outline
from honbun.annotation.export import line
from honbun.annotation.model import Kind, Label, Labelled, State, digest
from honbun.annotation.stamp import stamp
from honbun.api import extract
from honbun.content.model import ContentOptions
from honbun.errors import HonbunError, TruthError
from honbun.evaluation.labelled import annotated_sites, labelled, sites, stamped
from honbun.evaluation.sites import read_sites
from honbun.html.parse import parse
from honbun.page import Page
from honbun.stores.labels import Labels
from tests.evaluation import boats
from tests.evaluation.boats import page, say
from tests.evaluation.handmade import write_site
from tests.strategies import HTML

if TYPE_CHECKING:
    from pathlib import Path

UNTOLD = ("noscript", "iframe", "textarea", "select", "button", "svg", "title", "script", "style")
"""Elements whose text, or some of it, the truth of sites leaves out."""


@st.composite
def annotated(draw: st.DrawFn) -> Labelled:
    """An ugly page with labels on some of its blocks."""
    page = Page(draw(HTML), url="https://a.example/x", source="x")
    shown = outline(page.parse()).places()
    said = [(place, draw(st.none() | st.sampled_from(Kind))) for place in shown]
    labels = tuple(Label(place, kind) for place, kind in said if kind is not None)
    return Labelled(page, "https://a.example/x", digest(page), "Ann", State.DONE, labels)


def content(one: Labelled) -> set[str]:
    """What is content by the truth of the stamped page."""
    truth = stamped(one).page.truth()
    return {xpath for xpath, is_content in truth.blocks.items() if is_content}


@given(annotated())
def test_selectors_give_back_what_was_labelled(one: Labelled) -> None:
    """But for what the format cannot tell: each loss has one of its three reasons."""
    tree = one.page.parse()
    blocks = outline(tree)
    kinds = {label.place.number: label.kind for label in one.labels}
    bare = stamp(one.page.decode().text, tree, blocks, kinds).bare
    said = {label.place.xpath for label in one.labels}
    for xpath in content(one) ^ said:
        block = blocks.xpath.index(xpath)
        inside = {
            tree.tag[node] for node in range(blocks.node[block], tree.end[blocks.node[block]])
        }
        around = {tree.tag[node] for node in ancestors(tree.parent, blocks.node[block])}
        has_labelled = any(block < other < blocks.end[block] for other in kinds)
        assert (
            block in bare
            or (xpath in said and (inside | around) & {*UNTOLD})
            or (xpath not in said and (has_labelled or bare))
        )


def ancestors(parents: tuple[int, ...], node: int) -> list[int]:
    found = []
    while node >= 0:
        found.append(node)
        node = parents[node]
    return found


@given(annotated())
def test_what_is_lost_is_counted(one: Labelled) -> None:
    said = {label.place.xpath for label in one.labels}
    assert stamped(one).lost == len(content(one) ^ said)


@given(annotated(), st.booleans())
def test_stamps_tell_the_extractor_nothing(one: Labelled, faithful: bool) -> None:
    options = ContentOptions(faithful=faithful, explain=not faithful)
    (bare,) = extract([replace(one.page, html=one.page.decode().text)], options)
    (found,) = extract([stamped(one).page.page], options)
    assert replace(found, encoding=bare.encoding) == bare


@pytest.mark.parametrize("faithful", [True, False])
def test_stamps_tell_nothing_in_a_collection_either(faithful: bool) -> None:
    pages = [page(number) for number in range(6)]
    marked = [stamped(boats.labelled(one)).page.page for one in pages]
    options = ContentOptions(faithful=faithful)
    assert list(extract(marked, options)) == list(extract(pages, options))


def test_a_stamped_page_says_what_its_labels_did() -> None:
    one = boats.labelled(page())
    found = stamped(one)
    assert found.lost == 0
    assert labelled(found.page, "Ann", one.digest).labels == one.labels


def test_labels_inside_what_is_none_make_it_content() -> None:
    """A selector cannot leave out a block and keep what stands inside it."""
    bare = Page("<div>Body<div>Advert<p>More</div></div>")
    one = boats.labelled(bare, {"Body": Kind.BODY, "More": Kind.BODY})
    assert stamped(one).lost == 1
    assert content(one) == {"/html/body/div", "/html/body/div/div", "/html/body/div/div/p"}


def test_labels_whose_block_is_gone_are_lost_too() -> None:
    assert stamped(replace(boats.labelled(page()), lost=2)).lost == 2


def test_pages_come_by_host_and_each_has_a_source_of_its_own() -> None:
    pages = [page(1), page(2), page(3, "http://www.b.example:8080"), replace(page(4), url=None)]
    pages[1] = replace(pages[1], source=pages[0].source)
    found = sites(stamped(boats.labelled(one)) for one in pages)
    assert {site.name: [one.page.source for one in site.pages] for site in found} == {
        "a.example": ["1.html", "1.html-2"],
        "b.example": ["3.html"],
        "no-host": ["4.html"],
    }


def test_selectors_become_labels_of_the_kind_of_their_field(tmp_path: Path) -> None:
    html = (
        "<h1>Boats</h1><div class=body>They float.<p>Today <time>10 May 2008</time></p>"
        "<p><time>11 May 2008</time><p class=ad>Buy!</p>"
        "<figure><img src=a.png><figcaption>A boat</figcaption></figure></div><p>Menu</p>"
    )
    fields = {"title": ["h1"], "body": [".body"], "date": ["time"], "figure": ["figure"]}
    write_site(tmp_path, "a", {"1.html": html}, fields, exclude_selectors=[".ad"])
    ((one,),) = [site.pages for site in read_sites(tmp_path, ("article",))]
    found = labelled(one, "Ann")
    assert [(label.place.text, label.kind) for label in found.labels] == [
        ("Boats", Kind.TITLE),
        ("They float.", Kind.BODY),
        ("Today 10 May 2008", Kind.DATE),
        ("11 May 2008", Kind.DATE),
        ("", Kind.FIGURE),
        ("A boat", Kind.CAPTION),
    ]
    assert found.state is State.DONE
    assert found.digest == digest(one.page)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "boats.labels"
    with Labels(path) as labels:
        for number in range(3):
            say(labels, "Ann", page(number))
        say(labels, "Ann", page(1, "https://b.example"), {"Home": Kind.BODY})
        say(labels, "Bob", page(0), {"Boats float": Kind.TITLE})
        say(labels, "Eve", page(7), state=State.UNSURE)
    return path


def test_a_file_of_labels_is_measured_on(file: Path) -> None:
    found, lost = annotated_sites(file, "Ann")
    assert lost == 0
    # The page at b.example has the same bytes as one at a.example, which makes it the same.
    assert [(site.name, len(site.pages)) for site in found] == [("a.example", 3)]
    assert [site.pages[0].page.url for site in found] == ["https://a.example/0.html"]


def test_whose_labels_must_be_said_where_several_have_labelled(file: Path) -> None:
    with pytest.raises(HonbunError, match=r"Ann and Bob have labelled https://a.example/0.html"):
        annotated_sites(file, None)
    with pytest.raises(HonbunError, match="no labels by Mia are here, but by Ann, Bob and Eve"):
        annotated_sites(file, "Mia")


def test_sites_are_chosen_by_their_hosts(file: Path) -> None:
    with pytest.raises(TruthError, match=r"no site c.example in .*, but a.example"):
        annotated_sites(file, "Ann", only=["c.example"])
    with pytest.raises(TruthError, match="no site is left"):
        annotated_sites(file, "Ann", without=["a.example"])


def test_nothing_done_is_nothing_to_measure(file: Path) -> None:
    with pytest.raises(TruthError, match="no page is done"):
        annotated_sites(file, "Eve")


def test_lines_with_pages_are_measured_on(tmp_path: Path) -> None:
    path = tmp_path / "boats.jsonl"
    one = boats.labelled(page())
    path.write_bytes(line(one, with_page=True))
    ((site,), lost) = annotated_sites(path, None)
    assert (site.name, lost) == ("a.example", 0)
    assert labelled(site.pages[0], "Ann").labels == one.labels
    path.write_bytes(line(one))
    with pytest.raises(HonbunError, match=r"boats.jsonl:1: .* export with --pages"):
        annotated_sites(path, None)


def test_a_page_that_was_stamped_before_can_be_labelled_anew() -> None:
    before = stamped(boats.labelled(page())).page.page
    anew = boats.labelled(before, {"Home": Kind.BODY})
    assert content(anew) == {"/html/body/ul/li[1]"}
    assert parse(before.decode().text).tag == page().parse().tag
