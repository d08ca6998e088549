"""Labels marked on pages: the tree stays the same, and selectors find what was labelled."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from honbun.annotation.blocks import page_blocks
from honbun.annotation.export import (
    ATTRIBUTE,
    EXCLUDED,
    SELECTORS,
    labelled_sites,
    mark,
    mark_page,
    site_files,
    site_labels,
)
from honbun.annotation.model import Kind, Label, LabelledPage, State, digest
from honbun.annotation.sites import read_sites
from honbun.api import extract
from honbun.content.model import ContentOptions
from honbun.html.parse import parse, select
from honbun.outputs.files import file_names, write_folder
from honbun.page import Page
from tests.evaluation import boats
from tests.evaluation.boats import page
from tests.evaluation.handmade import write_site
from tests.strategies import HTML, PIECES

if TYPE_CHECKING:
    from pathlib import Path

    from honbun.annotation.export import MarkedPage

OWN = st.sampled_from(
    ['<p data-honbun="title">', "<body data-honbun=none>", "<html Data-Honbun=x>"]
)
"""Pages that were exported before, or pretend to be."""
Kinds = dict[int, Kind]


def marked(html: str, kinds: Kinds) -> str:
    tree = parse(html)
    return mark(html, tree, page_blocks(tree), kinds)


@st.composite
def labelled_html(draw: st.DrawFn) -> tuple[str, Kinds]:
    """A page, and kinds of some of its blocks."""
    html = draw(st.lists(PIECES | OWN, max_size=30).map("".join))
    blocks = page_blocks(parse(html)).labellable()
    kinds = {block.number: draw(st.none() | st.sampled_from(Kind)) for block in blocks}
    return html, {block: kind for block, kind in kinds.items() if kind is not None}


@given(labelled_html())
def test_marks_change_only_our_attribute(given_page: tuple[str, Kinds]) -> None:
    html, kinds = given_page
    before, after = parse(html), parse(marked(html, kinds))
    assert (before.tag, before.parent, before.end) == (after.tag, after.parent, after.end)
    assert (before.run, before.run_owner, before.start) == (after.run, after.run_owner, after.start)
    assert all(before.raw_text(node) == after.raw_text(node) for node in range(len(before)))
    for node in range(len(before)):
        one, other = (
            {pair for pair in tree.attributes(node) if pair[0] != ATTRIBUTE}
            for tree in (before, after)
        )
        assert one == other
    nodes = page_blocks(after).node
    for block, kind in kinds.items():
        if before.span(nodes[block]) is not None:
            assert after.attribute(nodes[block], ATTRIBUTE) == kind


@pytest.mark.parametrize(
    ("html", "kinds", "expected"),
    [
        pytest.param(
            '<h1 class="a" data-honbun="body">One</h1><p>Two<HR\n>',
            {1: Kind.TITLE, 2: Kind.BODY},
            '<h1 data-honbun="title" class="a" data-honbun="body">One</h1>'
            '<p data-honbun="body">Two<HR\n>',
            id="first in the tag",
        ),
        pytest.param(
            "<p>One\r\n\r<p\r\nid=x>Two",
            {2: Kind.BODY},
            '<p>One\n\n<p data-honbun="body"\nid=x>Two',
            id="all line ends",
        ),
        pytest.param(
            "<div>Body<ul><li>Share<li>Print</ul><p>More</div><div>Outside</div>",
            {1: Kind.BODY, 5: Kind.BODY},
            '<div data-honbun="body">Body<ul><li data-honbun="none">Share<li data-honbun="none">'
            'Print</ul><p data-honbun="body">More</div><div>Outside</div>',
            id="no content inside content",
        ),
        pytest.param(
            "<div>Body<div>Advert<p>More</div></div>",
            {1: Kind.BODY, 3: Kind.BODY},
            '<div data-honbun="body">Body<div>Advert<p data-honbun="body">More</div></div>',
            id="a block that contains content is not excluded",
        ),
        pytest.param(
            "<title>T</title>&#32;Only text<!-- and",
            {0: Kind.BODY},
            "<title>T</title>&#32;Only text<!-- and",
            id="a tag that would change the tree is not written",
        ),
    ],
)
def test_marks_are_written_as_attributes(html: str, kinds: Kinds, expected: str) -> None:
    assert marked(html, kinds) == expected


@pytest.mark.parametrize(
    "html",
    [
        "Only text",
        "<html><head><title>T</title></head>Only text<p>x",
        "Only text</body></html>",
        "Only text<table><tr><td>",
        "Only text<script>var a = 1",
        "<p>x</p>Only text<p class='a",
        "<link rel=a>Only text<!-- and",
        "Only text<body data-honbun=title>",
        "<html><head><title>T</title></head> Only text<!-- and",
        "<html>\n<!-- c -->Only text<!-- and",
    ],
)
def test_body_without_a_tag_gets_one(html: str) -> None:
    tree = parse(marked(html, {0: Kind.BODY}))
    assert tree.attribute(tree.find("body")[0], ATTRIBUTE) == "body"


def test_marks_of_the_page_itself_are_ignored() -> None:
    text = marked('<div data-honbun="title">Old<p data-honbun="none">New</div>', {2: Kind.BODY})
    wanted = ", ".join(selector for selectors in SELECTORS.values() for selector in selectors)
    found, without = select(text, wanted, ", ".join(EXCLUDED))
    assert [parse(text).tag[node] for node in found] == ["p"]
    assert without == []
    before = mark_page(boats.labelled(page())).page.page
    assert content(boats.labelled(before, {"Home": Kind.BODY})) == {"/html/body/ul/li[1]"}


@st.composite
def annotated(draw: st.DrawFn) -> LabelledPage:
    """An ugly page with labels on some of its blocks."""
    one = Page(draw(HTML), url="https://a.example/x", source="x")
    blocks = page_blocks(one.parse()).labellable()
    kinds = [(block, draw(st.none() | st.sampled_from(Kind))) for block in blocks]
    labels = tuple(Label(block, kind) for block, kind in kinds if kind is not None)
    return LabelledPage(one, "https://a.example/x", digest(one), "Ann", State.DONE, labels)


def content(one: LabelledPage) -> set[str]:
    """The content blocks of a marked page by its truth."""
    blocks = mark_page(one).page.truth().blocks
    return {xpath for xpath, is_content in blocks.items() if is_content}


@given(annotated())
@example(
    boats.labelled(
        Page("<div>Body<div>Advert<p>More</div></div>"), {"Body": Kind.BODY, "More": Kind.BODY}
    )
)
def test_blocks_that_cannot_be_expressed_are_counted(one: LabelledPage) -> None:
    wanted = {label.block.xpath for label in one.labels}
    assert mark_page(replace(one, lost=2)).lost == mark_page(one).lost + 2
    assert mark_page(one).lost == len(content(one) ^ wanted)


@given(annotated(), st.booleans())
def test_marks_do_not_influence_extraction(one: LabelledPage, faithful: bool) -> None:
    options = ContentOptions(faithful=faithful, explain=not faithful)
    (bare,) = extract([replace(one.page, html=one.page.decode().text)], options)
    (found,) = extract([mark_page(one).page.page], options)
    assert replace(found, encoding=bare.encoding) == bare


def test_sites_are_hosts_and_every_page_has_its_own_source() -> None:
    pages = [page(1), page(2), page(3, "http://www.b.example:8080"), replace(page(4), url=None)]
    pages[1] = replace(pages[1], source=pages[0].source)
    sites, lost = labelled_sites(boats.labelled(one) for one in pages)
    assert {site.name: [one.page.source for one in site.pages] for site in sites} == {
        "a.example": ["1.html", "1.html-2"],
        "b.example": ["3.html"],
        "no-host": ["4.html"],
    }
    assert lost == sum(mark_page(boats.labelled(one)).lost for one in pages)


def test_selectors_become_labels_of_the_kind_of_their_field(tmp_path: Path) -> None:
    html = (
        "<h1>Boats</h1><div class=body>They float.<p>Today <time>10 May 2008</time></p>"
        "<p><time>11 May 2008</time><p class=ad>Buy!</p>"
        "<figure><img src=a.png><figcaption>A boat</figcaption></figure></div><p>Menu</p>"
    )
    fields = {"title": ["h1"], "body": [".body"], "date": ["time"], "figure": ["figure"]}
    write_site(tmp_path, "a", {"1.html": html}, fields, exclude_selectors=[".ad"])
    ((one,),) = [site.pages for site in read_sites(tmp_path, ("article",))]
    assert [(label.block.text, label.kind) for label in site_labels(one)] == [
        ("Boats", Kind.TITLE),
        ("They float.", Kind.BODY),
        ("Today 10 May 2008", Kind.DATE),
        ("11 May 2008", Kind.DATE),
        ("", Kind.FIGURE),
        ("A boat", Kind.CAPTION),
    ]


def pages() -> list[MarkedPage]:
    found = [page(1), page(2), page(1, "http://www.b.example"), replace(page(3), url=None)]
    return [mark_page(boats.labelled(one)) for one in found]


def info(found: list[MarkedPage], name: str = "a.example/site.json") -> dict[str, Any]:
    value: dict[str, Any] = json.loads(dict(site_files(found, file_names))[name])
    return value


def test_export_has_a_folder_per_site_with_the_keys_of_the_format() -> None:
    files = dict(site_files(pages(), file_names))
    assert list(files) == [
        "a.example/pages/a.example_1.html.html.gz",
        "a.example/pages/a.example_2.html.html.gz",
        "a.example/site.json",
        "b.example/pages/www.b.example_1.html.html.gz",
        "b.example/site.json",
        "no-host/pages/3.html.html.gz",
        "no-host/site.json",
    ]
    assert files == dict(site_files(pages(), file_names)), "the same labels give the same bytes"
    packed = files["a.example/pages/a.example_1.html.html.gz"]
    assert packed[4:8] == bytes(4), "it has no time"
    assert b'data-honbun="title"' in gzip.decompress(packed)
    found = info(pages())
    selectors = sorted(one for several in found["content_selectors"].values() for one in several)
    assert selectors == sorted(f'[{ATTRIBUTE}="{kind}"]' for kind in Kind)
    assert (found["site"], found["language"]) == ("a.example", "en")
    assert found["base_url"] == "https://a.example/"
    assert found["exclude_selectors"] == ['[data-honbun="none"]']
    assert found["pages"][0] == {
        "file": "a.example_1.html.html.gz",
        "url": "https://a.example/1.html",
        "kind": "article",
        "path": "1.html",
        "title": "Boats float",
        "encoding": "utf-8",
        "sha256": boats.labelled(page()).digest,
        "annotator": "Ann",
        "state": "done",
    }


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<h1>One <b>t</b>wo</h1>", "One two"),
        ("<h1>One<br>two<button>x</button></h1>", "One two"),
        ("<h1>One</h1><h1>two</h1>", "One two"),
        ("<h1>One<div>Share</div></h1>", "One"),
        ("<h2>One</h2>", ""),
    ],
)
def test_title_of_a_page_is_its_lines(html: str, title: str) -> None:
    texts = [] if "h2" in html else ["One two", "One", "two", "Onetwo", "One twox"]
    one = boats.labelled(Page(html, url="https://a.example/"), dict.fromkeys(texts, Kind.TITLE))
    assert info([mark_page(one)])["pages"][0]["title"] == title


def test_exported_sites_are_read_back(tmp_path: Path) -> None:
    html = "<meta charset=shift_jis><p>本文です。".encode("shift_jis")  # exported as UTF-8
    japanese = boats.labelled(Page(html, url="https://z.example/"), {"本文です。": Kind.BODY})
    found = [*pages(), mark_page(japanese)]
    assert [one.lost for one in found] == [0] * 5
    write_folder(tmp_path / "out", site_files(found, file_names))
    read = [one for site in read_sites(tmp_path / "out", ("article",)) for one in site.pages]
    assert [site_labels(one) for one in read] == [one.labelled.labels for one in found]
    assert [one.labelled for one in read] == [one.labelled.digest for one in found]
    assert [one.page.url for one in read] == [one.labelled.url for one in found]
    assert "本文です。" in [one.truth().text for one in read]


def test_hostile_urls_stay_in_their_folder() -> None:
    addresses = ["https://../../etc/passwd", "http://CON/nul", "http://con/NUL", "//[", "x" * 999]
    found = [
        mark_page(boats.labelled(replace(page(number), url=address)))
        for number, address in enumerate(addresses)
    ]
    names = [name for name, _ in site_files(found, file_names)]
    assert len({name.casefold() for name in names}) == len(names)
    for name in names:
        parts = name.split("/")
        assert len(parts) in (2, 3)
        assert ".." not in parts
        assert not {"con", "nul"} & {part.casefold().partition(".")[0] for part in parts}
