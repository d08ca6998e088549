"""The method against the transcription of its pseudo-code, and figures 14 to 17."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.evaluation.matching import match, squash
from honbun.papers.posts_004.cut import cut, join
from honbun.papers.posts_004.lzw import phrases
from honbun.papers.posts_004.main_element import levels, main_elements
from honbun.posts.model import PostsOptions
from tests.papers.posts_004 import transcription as paper
from tests.papers.posts_004.transcription import Element
from tests.papers.posts_004.written import sequence_of

if TYPE_CHECKING:
    from honbun.html.nodes import NodeSequence

TREES = st.recursive(
    st.sampled_from(["a", "bb", "ccc"]),
    lambda inner: st.builds(
        Element, st.sampled_from(["div", "section"]), st.lists(inner, min_size=1, max_size=4)
    ),
    max_leaves=12,
)
BODIES = st.builds(lambda contents: Element("body", contents), st.lists(TREES, max_size=4))


def merged(element: Element) -> Element:
    """The element with neighbouring texts as one, as a parser reads them."""
    contents: list[Element | str] = []
    for one in element.contents:
        if isinstance(one, str) and contents and isinstance(contents[-1], str):
            contents[-1] += one
        else:
            contents.append(one if isinstance(one, str) else merged(one))
    return Element(element.tag, contents)


def read(body: Element) -> tuple[NodeSequence, Element, list[Element]]:
    """The node sequence of a page, its tree with texts as elements, and that in preorder."""
    tree = paper.insert_text_element(merged(body))
    return sequence_of(body.html()), tree, _preorder(tree)


def _preorder(element: Element) -> list[Element]:
    return [element, *(below for child in element.children for below in _preorder(child))]


@given(BODIES)
def test_algorithm_1_makes_texts_elements(body: Element) -> None:
    sequence, _, order = read(body)
    names = [tag if tag in ("body", "div", "section") else "text" for tag in sequence.tag]
    assert names == [one.tag for one in order]


@given(st.lists(BODIES, min_size=1, max_size=4), st.sampled_from([0.3, 0.5, 0.8, 1.0]))
def test_algorithm_2_finds_the_main_element(bodies: list[Element], beta: float) -> None:
    pages = [read(body) for body in bodies]
    options = PostsOptions(alpha=len(pages), beta=beta)
    found = main_elements([sequence for sequence, *_ in pages], options)
    for number, (main, (_, tree, order)) in enumerate(zip(found, pages)):
        trees = [one for _, one, _ in pages[number:] + pages[:number]]
        expected = paper.extract_main_element(trees, beta)
        assert order[main] is (expected if expected is not None else tree)


def test_printed_agreement_stops_where_pages_agree() -> None:
    assert paper.printed_agreement([5, 5, 5, 5]) < 0.8 <= paper.agreement([5, 5, 5, 5])


@given(st.lists(st.integers(1, 4), max_size=40))
def test_algorithm_3_builds_the_dictionary(symbols: list[int]) -> None:
    assert phrases(symbols) == paper.lzw_table(symbols)


@given(BODIES, st.data())
def test_algorithm_4_cuts_posts(body: Element, data: st.DataObject) -> None:
    sequence, tree, order = read(body)
    for number, level in enumerate(levels(sequence, 0)):
        elements = paper.level_elements(tree, number + 2)
        assert [order[node] for node in level.nodes] == elements
        start = data.draw(st.integers(0, len(elements) - 1))
        stop = data.draw(st.integers(start + 1, min(len(elements), start + 3)))
        found = cut(level, level.paths[start:stop])
        pattern = [one.xpath for one in elements[start:stop]]
        expected = paper.extract_article_elements(pattern, elements)
        assert [[elements[at] for at in post] for post in found] == expected


@given(BODIES, st.data())
def test_algorithm_5_joins_parts(body: Element, data: st.DataObject) -> None:
    sequence, _, order = read(body)
    below = list(range(1, len(order)))
    if not below:
        return
    depth = data.draw(st.sampled_from(sorted({int(sequence.depth[at]) for at in below})))
    nodes = [at for at in below if sequence.depth[at] == depth]
    found = join([[node] for node in nodes], sequence.parent)
    expected = paper.article_join([[order[node]] for node in nodes])
    assert [[order[node] for node in post] for post in found] == expected


FIRST = "1: 名無し: 11/11/22 07:34 保護者の皆さま、最近寒くありませんか？"
SECOND = "2: 名無し: 11/11/22 09:46 風邪には気をつけたいものですね"


@pytest.mark.parametrize(
    ("found", "right"),
    [
        ([FIRST, SECOND], 2),  # figure 14: as they are
        ([FIRST[:-1], SECOND], 2),  # figure 14: without a small part
        ([FIRST[:24], FIRST[24:], SECOND], 1),  # figure 15: one post as several
        ([FIRST + SECOND], 0),  # figure 15: several posts as one
    ],
)
def test_figures_14_and_15_decide_what_is_right(found: list[str], right: int) -> None:
    true = [squash(FIRST), squash(SECOND)]
    assert len(match([squash(text) for text in found], true)) == right


def test_figure_16_text_before_the_posts_is_cut_like_a_post() -> None:
    sequence = sequence_of("<body>題名<br>はじめに<hr>一つ目<br>本文<hr>二つ目<br>本文<hr>")
    (level,) = levels(sequence, 0)
    pattern = level.paths[:3]  # text, br, text
    assert [sequence.text[level.nodes[post[0]]] for post in cut(level, pattern)] == [
        "題名", "一つ目", "二つ目",
    ]  # fmt: skip


def test_figure_17_posts_with_fewer_elements_are_missed() -> None:
    header = "{}:<span>名前</span>{}<span>07/2/18 22:33</span><br><div>本文</div>"
    link = '<span><a href="http://a.example/">HP</a></span>'
    posts = [header.format(n, link if n != 2 else "") for n in (1, 2, 3)]
    body = "<hr>".join(f"<div>{post}</div>" for post in posts)
    sequence = sequence_of(f"<body>{body}")
    _, level, *_ = levels(sequence, 0)
    spans = [path for path, node in zip(level.paths, level.nodes) if sequence.tag[node] == "span"]
    divisions = [p for p, node in zip(level.paths, level.nodes) if sequence.tag[node] == "div"]
    found = cut(level, [spans[0]] * 3 + [divisions[0]])
    parents = [int(sequence.parent[level.nodes[post[0]]]) for post in found]
    assert [sequence.read([(at, int(sequence.end[at]))])[:2] for at in parents] == ["1:", "3:"]
