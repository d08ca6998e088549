"""Labels on the page itself: the tree stays, and selectors find what was labelled."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.annotation.blocks import outline
from honbun.annotation.model import Kind
from honbun.annotation.stamp import ATTRIBUTE, EXCLUDED, SELECTORS, Stamped, stamp
from honbun.html.parse import parse, select
from tests.strategies import PIECES

OWN = st.sampled_from(
    ['<p data-honbun="title">', "<body data-honbun=none>", "<html Data-Honbun=x>"]
)
"""Pages that were exported before, or would like to be taken for such."""
Said = dict[int, Kind]
HTML = st.lists(PIECES | OWN, max_size=30).map("".join)


def stamped(html: str, kinds: dict[int, Kind]) -> Stamped:
    tree = parse(html)
    return stamp(html, tree, outline(tree), kinds)


def shown(html: str) -> list[int]:
    return [place.number for place in outline(parse(html)).places()]


@st.composite
def labelled(draw: st.DrawFn) -> tuple[str, Said]:
    """A page, and kinds of some of its blocks."""
    html = draw(HTML)
    said = {block: draw(st.none() | st.sampled_from(Kind)) for block in shown(html)}
    return html, {block: kind for block, kind in said.items() if kind is not None}


@given(labelled())
def test_a_stamped_page_is_the_same_tree_but_for_the_stamps(
    page: tuple[str, Said],
) -> None:
    html, kinds = page
    before, after = parse(html), parse(stamped(html, kinds).text)
    assert (before.tag, before.parent, before.end) == (after.tag, after.parent, after.end)
    assert (before.run, before.run_owner, before.start) == (after.run, after.run_owner, after.start)
    assert dict(before.raw) == dict(after.raw)
    for node in range(len(before)):
        attributes = [
            {pair for pair in tree.attributes(node) if pair[0] != ATTRIBUTE}
            for tree in (before, after)
        ]
        assert attributes[0] == attributes[1]


@given(labelled())
def test_each_labelled_block_carries_its_kind(page: tuple[str, Said]) -> None:
    html, kinds = page
    result = stamped(html, kinds)
    tree = parse(result.text)
    nodes = outline(tree).node
    for block, kind in kinds.items():
        if block not in result.bare:
            assert tree.attribute(nodes[block], ATTRIBUTE) == kind


def test_a_stamp_stands_first_in_its_tag() -> None:
    html = '<h1 class="a" data-honbun="body">One</h1><p>Two<HR\n>'
    assert stamped(html, {1: Kind.TITLE, 2: Kind.BODY}).text == (
        '<h1 data-honbun="title" class="a" data-honbun="body">One</h1>'
        '<p data-honbun="body">Two<HR\n>'
    )


def test_line_ends_of_all_kinds_come_before_the_right_tag() -> None:
    html = "<p>One\r\n\r<p\r\nid=x>Two"
    assert stamped(html, {2: Kind.BODY}).text == '<p>One\n\n<p data-honbun="body"\nid=x>Two'


def test_what_is_no_content_inside_content_is_stamped_as_such() -> None:
    html = "<div>Body<ul><li>Share<li>Print</ul><p>More</div><div>Outside</div>"
    text = stamped(html, {1: Kind.BODY, 5: Kind.BODY}).text
    assert text == (
        '<div data-honbun="body">Body<ul><li data-honbun="none">Share<li data-honbun="none">Print'
        '</ul><p data-honbun="body">More</div><div>Outside</div>'
    )


def test_a_block_that_holds_content_is_not_stamped_as_none() -> None:
    """What a selector leaves out goes with all that stands inside."""
    html = "<div>Body<div>Advert<p>More</div></div>"
    text = stamped(html, {1: Kind.BODY, 3: Kind.BODY}).text
    assert text == ('<div data-honbun="body">Body<div>Advert<p data-honbun="body">More</div></div>')


@pytest.mark.parametrize(
    "html",
    [
        "Only text",
        "<title>T</title>Only text",
        "<html><head><title>T</title></head>Only text<p>x",
        "Only text</body></html>",
        "Only text<table><tr><td>",
        "Only text<script>var a = 1",
        "<p>x</p>Only text<textarea>and",
        "<p>x</p>Only text<p class='a",
        "<link rel=a>Only text<!-- and",
        "Only text<body data-honbun=title>",
        "<title>T</title> Only text<!-- and",
        "<html><head><title>T</title></head> Only text<!-- and",
        "<!doctype html>Only text<!-- and",
        "<html>\n<!-- c -->Only text<!-- and",
    ],
)
def test_a_body_without_a_tag_gets_one(html: str) -> None:
    result = stamped(html, {0: Kind.BODY})
    assert result.bare == ()
    tree = parse(result.text)
    assert tree.attribute(tree.find("body")[0], ATTRIBUTE) == "body"


def test_blocks_that_no_tag_makes_are_told() -> None:
    """`</p>` alone makes a paragraph, and what is inside a table may come to stand in it."""
    html = "<table><b></p>"
    tree = parse(html)
    blocks = outline(tree)
    paragraph = blocks.node.index(tree.find("p")[0])
    assert stamp(html, tree, blocks, {paragraph: Kind.BODY}).bare == (paragraph,)


def test_a_tag_that_would_change_the_tree_is_not_written() -> None:
    """This space belongs to the head, and cannot be seen in the source."""
    html = "<title>T</title>&#32;Only text<!-- and"
    assert stamped(html, {0: Kind.BODY}) == Stamped(html, (0,))


def test_content_inside_content_does_not_end_it() -> None:
    html = "<div>Body<p>More</p><p>Share</p></div>"
    assert stamped(html, {1: Kind.BODY, 2: Kind.BODY}).text == (
        '<div data-honbun="body">Body<p data-honbun="body">More</p>'
        '<p data-honbun="none">Share</p></div>'
    )


def test_stamps_of_the_page_itself_do_not_count() -> None:
    html = '<div data-honbun="title">Old<p data-honbun="none">New</div>'
    text = stamped(html, {2: Kind.BODY}).text
    wanted = ", ".join(selector for selectors in SELECTORS.values() for selector in selectors)
    found, without = select(text, wanted, ", ".join(EXCLUDED))
    assert [parse(text).tag[node] for node in found] == ["p"]
    assert without == []


def test_every_kind_has_a_selector() -> None:
    found = sorted(selector for selectors in SELECTORS.values() for selector in selectors)
    assert found == sorted(f'[{ATTRIBUTE}="{kind}"]' for kind in Kind)
