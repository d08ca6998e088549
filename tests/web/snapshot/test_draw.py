"""Snapshots of pages: every block is drawn, nothing active is, in the right layout mode."""

from __future__ import annotations

import re

import orjson
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from honbun.html.blocks import split
from honbun.html.parse import MAX_DEPTH, parse
from honbun.inputs.assets import NO_ASSETS
from honbun.page import Page
from honbun.web.snapshot.draw import document_mode, draw, to_json
from honbun.web.snapshot.elements import SAFE_TAGS, TAG_ATTRIBUTES
from tests.strategies import HTML
from tests.web.snapshot.hostile import BAIT, HOSTILE
from tests.web.snapshot.judge import loads
from tests.web.snapshot.replay import elements, markup, replay, snapshot_of

_TAG = re.compile(r"[a-z]+(?:-[a-z0-9]+)+\Z")
_ATTRIBUTES = {"class", "dir", "hidden", "id", "lang", "style", "title", "open", "src"}.union(
    {"data-link", "data-picture", "data-placeholder", "data-field", "data-button", "data-words"},
    *TAG_ATTRIBUTES.values(),
)


def check_blocks(html: str) -> None:
    tree = Page(html).parse()
    drawn = replay(snapshot_of(html), tree)
    blocks = split(tree)
    media = blocks.media()
    for block, text in enumerate(blocks.texts()):
        if not text and block not in media:
            continue
        node = blocks.node[block]
        assert drawn.own.get(block, "") == text
        while node != -1:  # with its ancestors
            assert drawn.inside[node] == tree.parent[node]
            node = tree.parent[node]
    assert drawn.deepest <= MAX_DEPTH


@given(HTML | HOSTILE)
@example("".join(f"<div>a{number}" for number in range(MAX_DEPTH + 50)) + "</div>b" * 9)
@example("<math><area>a<video></area><iframe>b<mi>c</mi></iframe><html>d<col>e")
@example("<select><option>a</select><option>b<datalist>c</datalist>d<textarea>e</textarea>f")
@example("<template>a<p>b</template><div><template shadowrootmode=open>c<p>d</template>e")
@example("<title>a</title><noscript>b<p>c</noscript><title>d</title><meter>e</meter>")
@example("<svg>a<foreignObject><p>b</p></foreignObject><title>c</title></svg><math><mi>d")
@example("<svg><![CDATA[]]><g></g><![CDATA[a]]></svg><math><![CDATA[]]><mi></mi><![CDATA[b]]>")
def test_every_shown_block_is_drawn_with_its_text_in_place(html: str) -> None:
    check_blocks(html)


@given(HOSTILE)
@example("<math><html onload=x><script>y</script><style>@import 'z'</style>")
def test_nothing_active_is_drawn(html: str) -> None:
    drawn = snapshot_of(html)
    roots = [step for step in drawn.steps if isinstance(step, tuple)][:2]
    assert [tag for tag, _, _ in roots] == ["html", "body"]
    for tag, attributes, _ in elements(drawn):
        assert tag in SAFE_TAGS or _TAG.match(tag)
        assert not tag.startswith("honbun-")
        assert attributes.keys() <= _ATTRIBUTES
        assert "src" not in attributes  # of which none came with the page
    orjson.dumps(to_json(drawn))
    loading = [css for _, attributes, _ in elements(drawn) for css in (attributes.get("style"),)]
    for css in [*filter(None, loading), *(sheet.css for sheet in drawn.sheets)]:
        assert loads(css) == []


@pytest.mark.parametrize("tag", ["a", "p", "img", "body", "html", "td", "svg", "input", "object"])
def test_no_attribute_has_a_url(tag: str) -> None:
    names = "href src srcset action formaction ping background data poster xlink:href srcdoc"
    attributes = " ".join(
        f'{name}="{BAIT}"' for name in [*names.split(), "onload", "onclick", "style"]
    )
    drawn = orjson.dumps(to_json(snapshot_of(f"<table><tr><{tag} {attributes}>"))).decode()
    assert BAIT not in drawn.replace(f'"style":"{BAIT}"', "")  # as a style it is nothing


def test_steps_are_flat_lists_without_the_head() -> None:
    head = "<title>a</title><style media=print>p {}</style><noscript><style>b</style></noscript>"
    body = "<body class=a bgcolor=red onload=b><p>a <b><i>b</i></b> c</p><hr>"
    html = f"<!doctype html><html lang=en data-theme=dark data-link=x>{head}{body}"
    assert to_json(snapshot_of(html)) == {
        "mode": "standards",
        "sheets": [{"css": "p {}", "media": "print"}, {"css": "b", "media": ""}],
        "steps": [
            *(["html", {"lang": "en", "data-theme": "dark"}, 0],),
            *(["body", {"class": "a", "bgcolor": "red"}, 6], ["p", {}, 7], "a ", ["b", {}, 8]),
            *(["i", {}, 9], "b", 2, " c", 1, ["hr", {}, 10], 3),
        ],
        "runs": [1, 2, 3],
    }
    assert snapshot_of("<p>a").mode == "quirks"


@pytest.mark.parametrize(
    ("html", "drawn"),
    [
        ("<script>a</script>b<style>c</style>", "b"),
        ("<template><p>a</template>b", "b"),
        ("<form action=/x><label for=a>a</label></form>", "<div><span>a</span></div>"),
        ("<button onclick=x>a</button>", "<span data-button=''>a</span>"),
        ("<br><noscript><p>a</noscript>", "<br></br><span><p>a</p></span>"),
        ("<marquee>a</marquee><blink>b</blink>", "<span>a</span><span>b</span>"),
        ("<my-card>a</my-card><x:y>b</x:y>", "<my-card>a</my-card><span>b</span>"),
        ("<honbun-card>a</honbun-card>", "<span>a</span>"),
        ("<math><col>a", "<span><div>a</div></span>"),
        ("<math><mi>x</mi></math>", "<span><span>x</span></span>"),
        ("<details><b>a</b></details>", "<details open=''><b>a</b></details>"),
        ("<map><area href=/x></map>", "<map></map>"),
        ("<a href=/x>a</a><a name=y>b</a>", "<a data-link=''>a</a><a>b</a>"),
        ("<input type=hidden value=a>", ""),
        ("<progress>a</progress>", "<span>a</span>"),
    ],
)  # fmt: skip
def test_active_elements_are_replaced(html: str, drawn: str) -> None:
    assert markup(html) == drawn


def test_a_frameset_is_drawn_as_the_body() -> None:
    drawn = snapshot_of("<frameset cols='*,*'><frame src=a title=Menu><frame src=b></frameset>")
    tags = [step[0] for step in drawn.steps if isinstance(step, tuple)]
    assert tags == ["html", "body", "span", "span"]
    assert elements(drawn)[0][1] == {
        "title": "Menu",
        "data-placeholder": "frame",
        "data-words": "Menu",
    }


def test_lone_surrogates_are_replaced() -> None:
    tree = parse("<style>a { b: '\ud800' }</style><p title='a\ud800' style='\ud800'>b\ud800")
    drawn = draw(Page(""), tree, NO_ASSETS)
    assert orjson.dumps(to_json(drawn)).count("\ufffd".encode()) == 4


_PIECES = st.one_of(
    st.sampled_from([" ", "\n", "<!-- a -->", "<!-->", "<!--", "-->", "--!>", "<?xml ?>", "<!x>"]),
    st.sampled_from(["<!doctype", "<!DOCTYPE ", "html", "HTML", ">", "public", " SYSTEM "]),
    st.sampled_from(["'", '"', "'x'", '""', "x", "\ufeff", "</>", "</ >", "</p>"]),
    st.sampled_from(["<!doctype html>", "<!doctype html system 'about:legacy-compat'>"]),
    st.sampled_from(["'-//W3C//DTD HTML 4.01 Transitional//EN'", '"-//W3C//DTD HTML 3.2//EN"']),
)
_TABLE = "<p><p><table>"
"""The first tag may be swallowed by what precedes it."""


def parsed_mode(html: str) -> str | None:
    """In quirks a table does not end the paragraph before it (HTML Standard, 13.2.6.4.7)."""
    tree = parse(html + _TABLE)
    tables = tree.find("table")
    if not tables:  # swallowed by an unclosed comment
        return None
    return "quirks" if tree.tag[tree.parent[tables[0]]] == "p" else "standards"


@given(st.lists(_PIECES, max_size=8).map("".join))
@example("<!doctype html public '-//W3C//DTD HTML 4.01 Transitional//EN' ''>")
@example("<!doctype html public 'a'b>")
@example("<!doctype html system 'a'b>")
@example("<!doctype html system 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd'>")
@example("<?xml ?></ ></><!x> <!-- a --!><!-->\n<!doctype html>")
def test_the_mode_is_that_of_the_parser(html: str) -> None:
    parsed = parsed_mode(html)
    assert parsed is None or document_mode(html + _TABLE) == parsed


@pytest.mark.parametrize(
    ("doctype", "mode"),
    [
        ("html", "standards"),
        ("html PUBLIC '-//W3C//DTD HTML 3.2//EN' 'x'", "quirks"),
        ("html PUBLIC '-//IETF//DTD HTML//EN'", "quirks"),
        ("html PUBLIC 'HTML'", "quirks"),
        ("html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN'", "quirks"),
        ("html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN' 'x'", "standards"),
        ("html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'x'", "standards"),
        ("svg", "quirks"),
    ],
)
def test_old_doctypes_mean_quirks(doctype: str, mode: str) -> None:
    assert document_mode(f"<!-- a --><!DOCTYPE {doctype}><p>b") == mode
