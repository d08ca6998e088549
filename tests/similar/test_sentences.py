"""Pages are split into sentences where a reader sees them end."""

from __future__ import annotations

import pytest
from hypothesis import given

from honbun.html.blocks import split
from honbun.html.parse import parse
from honbun.similar.paragraphs import continues
from honbun.similar.sentences import sentences
from tests.strategies import HTML

FIGURE_7 = """
<p>しかしさすがに電池の持ちが悪くなってきたのと、<br>
たまたまキャンペーンをやっていて無料で機種変できるみたいだったから<br>
愛着のわいた携帯を手放すことにした。</p>
<p>で、折角変えるならまた長く使えるのがいいじゃない？<br>
すごいデザインのがあって(しかもロゴがsoftbank!!)<br>
これに決めた！！</p>
<p>と思ったら...</p>
<p>なんと品切れ。他の店舗に問い合わせてもどこも品切れ。<br>
唯一あったのが電車で40分かかる所。</p>
<p>もちろん行きました。</p>
<p>そこまでして手に入れた携帯だから前以上に既に愛着がわいてますw<br>
また5年間使い続けるぞい！</p>
"""


def read(html: str) -> list[str]:
    return [sentence.text for sentence in sentences(parse(html))]


def test_figure_of_the_paper_is_split_as_its_colours_show() -> None:
    assert read(FIGURE_7) == [
        "しかしさすがに電池の持ちが悪くなってきたのと、たまたまキャンペーンをやっていて無料で機種変できる"
        "みたいだったから愛着のわいた携帯を手放すことにした。",
        "で、折角変えるならまた長く使えるのがいいじゃない？",
        "すごいデザインのがあって（しかもロゴがｓｏｆｔｂａｎｋ！！）",
        "これに決めた！！",
        "と思ったら．．．",
        "なんと品切れ。",
        "他の店舗に問い合わせてもどこも品切れ。",
        "唯一あったのが電車で４０分かかる所。",
        "もちろん行きました。",
        "そこまでして手に入れた携帯だから前以上に既に愛着がわいてますｗ",
        "また５年間使い続けるぞい！",
    ]


def test_blocks_and_empty_lines_separate_paragraphs() -> None:
    html = "<div>one <p>two</p> three<br><br>four<hr>five<table><tr><td>six<td>seven</table></div>"
    assert read(html) == ["one", "two", "three", "four", "five", "six", "seven"]


def test_inline_markup_is_inside_a_sentence() -> None:
    assert read("<p>A <b>bold</b> w<i>or</i>d &amp; more.") == ["A bold word & more."]


def test_code_drawings_options_and_ruby_are_not_text() -> None:
    html = (
        "<p>One<script>x()</script><svg><title>icon</title></svg> two<select><option>a</select>."
        "<template>not this</template>"
        "<p><ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>を読む。"
    )
    assert read(html) == ["One two.", "漢字を読む。"]


def test_text_without_words_is_not_a_sentence() -> None:
    assert read("<p>|<p>***<p>-- x --") == ["-- x --"]


def test_lines_of_preformatted_text_are_kept() -> None:
    assert read("<pre>a = 1\nB = 2\n\nthis text goes\non here</pre>") == [
        "a = 1",
        "B = 2",
        "this text goes on here",
    ]


def test_sentences_have_their_block_and_language() -> None:
    tree = parse("<ul><li>今日は雨。明日は？<li>English.</ul>")
    found = sentences(tree)
    assert [(tree.tag[one.node], one.japanese) for one in found] == [
        ("li", True),
        ("li", True),
        ("li", False),
    ]
    assert found[0].node == found[1].node != found[2].node
    assert [tree.text[one.start : one.stop] for one in found] == [
        "今日は雨。",
        "明日は？",
        "English.",
    ]


@given(HTML)
def test_sentences_are_in_order_and_cover_the_text_of_blocks(html: str) -> None:
    tree = parse(html)
    blocks = split(tree)
    found = sentences(tree, blocks)
    last = 0
    for one in found:
        assert last <= one.start < one.stop
        assert one.text
        last = one.stop
    joined = "".join(one.text for one in found)
    for text in blocks.texts():
        # In the generated tag soup every piece of text contains the letter x.
        assert joined.count("x") >= text.count("x")


@given(HTML)
def test_blocks_are_computed_if_they_are_not_passed(html: str) -> None:
    tree = parse(html)
    assert sentences(tree) == sentences(tree, split(tree))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        # The lines of the paper's figure 7
        ("電池の持ちが悪くなってきたのと、", "たまたまやっていて", True),
        ("無料で機種変できるみたいだったから", "愛着のわいた携帯を", True),
        ("また長く使えるのがいいじゃない？", "すごいデザインの", False),
        ("どこも品切れ。", "唯一あったのが", False),
        ("既に愛着がわいてますw", "また5年間", False),
        # Menus, lists, addresses
        ("ホーム", "会社概要", False),
        ("・りんごの", "・みかんの", False),
        ("店に寄って", "・りんごを買う", False),
        ("明日は雨でしょう", "傘を持って", False),
        ("Main Street 5", "12345 Town", False),
        ("Roses are red", "Violets are blue", False),
        # Lines broken to fit
        ("the quick brown fox", "jumps over the dog", True),
        ("A line of sixty characters or more that was broken by the author of", "Rome", True),
        ("The end.", "of it", False),
        ("一行が二十文字を超える長さで途中で折り返され", "た文は続きます", True),
    ],
)
def test_line_break_is_layout_or_ends_a_paragraph(before: str, after: str, expected: bool) -> None:
    assert continues(before, after) is expected
