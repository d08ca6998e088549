"""The paper's content region on pages like those of its figures 13 to 15."""

from __future__ import annotations

import re
import time
from itertools import pairwise
from typing import TYPE_CHECKING

from hypothesis import given

from honbun.html.blocks import BLOCK_LEVEL
from honbun.html.parse import parse
from honbun.similar.region import region
from honbun.similar.sentences import Sentence
from tests.strategies import HTML

if TYPE_CHECKING:
    from honbun.html.tree import Tree

LONG = "木の船は三百年の間この港で造られ、いまも漁に使われている。"
LONGER = LONG + "櫂は樫、舵は楢、帆柱は杉から削り出すのが習わしであった。"


def content(html: str) -> list[str]:
    """The sentences in the content region of a page."""
    tree = parse(html)
    sentences = cut(tree)
    return [s.text for s, kept in zip(sentences, region(tree, sentences)) if kept]


def cut(tree: Tree) -> list[Sentence]:
    """Simple sentences that end at 。, a line break or the edge of a box."""
    edges = {at for i, tag in enumerate(tree.tag) if tag in BLOCK_LEVEL or tag == "br"
             for at in (tree.start[i], tree.stop[i])}  # fmt: skip
    edges |= {found.end() for found in re.finditer("。", tree.text)}
    bounds = sorted(edges | {0, len(tree.text)})
    found = []
    for start, stop in pairwise(bounds):
        text = tree.text[start:stop]
        if text.strip():
            first = start + len(text) - len(text.lstrip())
            found.append(Sentence(text.strip(), first, first + len(text.strip()), 0, True))
    return found


def test_block_of_links_is_not_content() -> None:
    rows = "".join(
        f"<tr><td><div><a href='/{i}'>港の祭りに三千人が集まる、第{i}報</a></div></td></tr>"
        for i in range(3)
    )
    assert content(f"<table>{rows}</table><p>{LONGER}{LONGER}") == cut_of(LONGER + LONGER)


def cut_of(text: str) -> list[str]:
    return re.findall("[^。]+。", text)


def test_half_of_a_block_linked_is_enough() -> None:
    line = "あいうえおかきくけこさしすせそ"
    page = f"<p>{LONGER}<div>{line}<a href=x>{{}}</a></div><p>{LONGER}"
    assert line + line not in content(page.format(line))
    assert line + line[1:] in content(page.format(line[1:]))


def test_anchor_without_a_target_is_not_a_link() -> None:
    assert content(f"<div><a name=x>{LONG}</a></div><p>{LONG}{LONG}") == [LONG] * 3


def test_block_of_short_fragments_is_not_content() -> None:
    menu = "<div>野菜類<br>穀類<br>果実と種実の類い十</div>"
    assert content(f"{menu}<p>{LONGER}") == cut_of(LONGER)


def test_a_sentence_of_eleven_characters_makes_a_block_content() -> None:
    page = f"<div>野菜類<br>{{}}</div><p>{LONGER}"
    assert "野菜類" not in content(page.format("あいうえおかきくけこ"))
    assert "野菜類" in content(page.format("あいうえおかきくけこさ"))


def test_headings_alone_are_content_though_linked_and_short() -> None:
    page = f"<div><h1><a href=/>船の話</a></h1></div><h2>港</h2><p>{LONGER}"
    assert content(page) == ["船の話", "港", *cut_of(LONGER)]


def test_a_long_heading_does_not_save_a_menu() -> None:
    menu = f"<div><h3>{LONG}</h3>野菜類<br>穀類</div>"
    assert content(f"{menu}<p>{LONGER}") == cut_of(LONGER)


def test_menu_beside_the_text_in_one_table_is_separated() -> None:
    """As in figure 15: the table is split into rows, and the row with the text into cells."""
    menu = "".join(f"<a href='/{i}'>食材の辞典・第{i}部</a><br>" for i in range(4))
    text = f"<td><h2>船</h2><br>{LONGER}<br>{LONGER}<br><a href=/ad>広告</a></td>"
    page = f"<table><tr><th>{menu}</th>{text}</tr></table>"
    assert content(page) == ["船", *cut_of(LONGER), *cut_of(LONGER), "広告"]


def test_element_with_half_of_the_text_is_split_into_its_children() -> None:
    box = f"<div><p>{LONG}</p><section>短い</section></div>"
    assert content(f"{box}<p>{LONG}短い") == [LONG, LONG, "短い"]
    assert content(f"{box}<p>{LONG}短い。") == [LONG, "短い", LONG, "短い。"]


def test_neighbours_of_one_depth_and_tag_are_judged_as_one() -> None:
    page = f"<div>{LONG}</div><div>短い</div><p>{LONG}{LONG}</p><section>短い話</section>"
    assert content(page) == [LONG, "短い", LONG, LONG]


def test_neighbours_of_another_tag_or_depth_are_not_merged() -> None:
    other_tag = f"<div>{LONG}</div><p>短い</p><div>{LONG}</div>"
    assert content(other_tag) == [LONG, LONG]
    deeper = f"<div><p>{LONGER}</p><div>{LONGER}</div></div><div>短い</div>"
    assert "短い" not in content(deeper)


def test_text_between_boxes_is_not_lost() -> None:
    page = f"<div>{LONG}<b>太い</b>字。<ul><li>短い</ul>{LONG}<a href=x>先</a></div>"
    assert content(page) == [LONG, "太い字。", LONG, "先"]


def test_a_paragraph_is_not_cut_at_its_links() -> None:
    assert content(f"<p><a href=x>山田</a>{LONGER}") == cut_of("山田" + LONGER)


def test_text_outside_the_body_is_not_content() -> None:
    tree = parse(f"<title>{LONG}</title><p>{LONG}")
    assert region(tree, cut(tree)) == [False, True]


def test_pages_without_text_or_sentences_have_no_region() -> None:
    assert content("") == []
    assert region(parse("<p>船</p>"), []) == []
    assert content("<frameset><frame src=a></frameset>") == []


@given(HTML)
def test_every_sentence_is_judged(html: str) -> None:
    tree = parse(html)
    sentences = cut(tree)
    assert len(region(tree, sentences)) == len(sentences)


def test_deep_and_wide_pages_take_little_time() -> None:
    deep = parse("<div>" * 500 + f"<p>{LONG}</p><p>短い</p>" * 300)
    wide = parse("<body>" + f"<div>{LONG}</div><p>短い<a href=x>先</a></p>" * 3_000)
    layered = parse(
        "<body>" + "".join(f"<div><b>{i}</b>" for i in range(400)) + f"<p>{LONG}" * 3000
    )
    for tree in (deep, wide, layered):
        sentences = cut(tree)
        began = time.process_time()
        assert any(region(tree, sentences))
        assert time.process_time() - began < 3
