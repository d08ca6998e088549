"""Quoted sentences are recognised by elements and quotation marks."""

from __future__ import annotations

import pytest

from honbun.page import Page
from honbun.similar.marks import quoted
from honbun.similar.sentences import sentences

SAID = "祖父は毎朝その先端に座り、昼まで動かなかった"
WRITTEN = "Nobody remembers who was the last to climb the ladder"


def flags(html: str) -> list[bool]:
    tree = Page(html).parse()
    return quoted(tree, sentences(tree))


@pytest.mark.parametrize("tag", ["blockquote", "q", "cite"])
def test_quotation_elements_are_recognised(tag: str) -> None:
    assert flags(f"<p>前の文。</p><{tag}>{SAID}。</{tag}><p>後の文。</p>") == [False, True, False]


@pytest.mark.parametrize(
    "marks",
    ["「{}」", "『{}』", "《{}》", "〝{}〟", "«{}»", "»{}«", "„{}“", "“{}”", '"{}"', "＂{}＂"],
)
@pytest.mark.parametrize("text", [f"{SAID}。", f"{WRITTEN}."])
def test_quotation_marks_work_beside_other_paragraphs(marks: str, text: str) -> None:
    """The text of a page has no space between paragraphs, so words would touch the marks."""
    html = f"<h2>見出し</h2><p>{marks.format(text)}</p><p>山の駅。</p>"
    assert flags(html) == [False, True, False]


def test_mark_within_a_word_does_not_open_a_quotation() -> None:
    assert flags('<p>A 5"4 tall man stood on the stairs, and 6"2 was the other.</p>') == [False]


def test_quotation_does_not_cross_paragraphs() -> None:
    assert flags(f"<p>“{WRITTEN}.</p><p>{WRITTEN}.</p><p>{WRITTEN}.”</p>") == [False] * 3


def test_quotation_within_a_quotation_counts_once() -> None:
    inner = f"<blockquote>{SAID}。</blockquote>"
    assert flags(f"<blockquote>{SAID}。{inner}{SAID}。</blockquote><p>後の文。</p>") == [
        True,
        True,
        True,
        False,
    ]


def test_half_of_the_sentence_is_not_most_of_it() -> None:
    assert flags("<p>「釣れ」て祖父。</p>") == [False]
    assert flags("<p>「釣れた」て祖父。</p>") == [True]


def test_overlapping_quotations_are_counted_once() -> None:
    assert flags("<p>祖父は毎朝その<q><cite>先端に座り</cite></q>昼まで。</p>") == [False]
