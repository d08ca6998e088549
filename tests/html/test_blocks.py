"""Blocks follow the papers, and contain all text exactly once."""

from __future__ import annotations

import re
from collections import Counter

from hypothesis import given

from honbun.html.blocks import split
from honbun.html.parse import parse
from honbun.papers.content_000.vectors import features
from tests.strategies import HTML

WORKED_EXAMPLE = (
    '<body><div><p>Text 1</p><img src="#" alt="img-alt text"></div>'
    '<div><img src="#" alt="img-alt text"><img src="#" alt="img-alt text"></div>'
    '<div><a href="#" title="a-title text">Text 2</a><script>Code</script></div></body>'
)


def texts_of(html: str) -> list[str]:
    return [text for text in split(parse(html)).texts() if text]


def test_example_of_paper_002_has_five_blocks() -> None:
    blocks = split(parse(WORKED_EXAMPLE))
    tags = [blocks.tree.tag[node] for node in blocks.node]
    vectors = dict(zip(["body", "div(1)", "p", "div(2)", "div(3)"], features(blocks)))
    assert tags == ["body", "div", "p", "div", "div"]
    assert vectors == {
        "p": Counter({"<p>": 1, "text 1": 1}),
        "div(1)": Counter({"<div>": 1, "<img>": 1, "img-alt text": 1}),
        "div(2)": Counter({"<div>": 1, "<img>": 2, "img-alt text": 2}),
        "div(3)": Counter({"<div>": 1, "<a>": 1, "a-title text": 1, "text 2": 1}),
        "body": Counter({"<body>": 1}),
    }


def test_vector_has_lower_case_lines() -> None:
    (vector,) = features(split(parse("<body>One\n  TWO\n\n<b>three</b> ")))
    assert vector == Counter({"<body>": 1, "<b>": 1, "one": 1, "two": 1, "three": 1})


def test_inline_elements_do_not_separate_words() -> None:
    assert texts_of("<p>H<sub>2</sub>O is <b>wet</b>.</p>") == ["H2O is wet."]


def test_line_breaks_and_blocks_separate_words() -> None:
    assert texts_of("<div>one<br>two<p>inner</p>three</div>") == ["one two three", "inner"]


def test_form_fields_and_drawings_are_not_read() -> None:
    html = "<p>a<select><option>x</select><textarea>y</textarea><svg><text>z</text></svg>b</p>"
    assert texts_of(html) == ["ab"]


def test_template_is_not_a_block_but_a_shadow_root_is() -> None:
    assert texts_of("<p>a<template><p>later</p></template>") == ["a"]
    assert texts_of("<div>a<template shadowrootmode=open><p>shown</p></template></div>") == [
        "a",
        "shown",
    ]


def test_block_with_an_image_is_found() -> None:
    blocks = split(parse("<p><img src=x></p><p>text</p>"))
    assert [blocks.tree.tag[blocks.node[block]] for block in blocks.media()] == ["p"]


@given(HTML)
def test_no_text_is_lost_or_repeated(html: str) -> None:
    """Every visible character of the body is in exactly one block."""
    blocks = split(parse(html))
    tree, unread = blocks.tree, blocks.unread()
    runs = [
        run
        for run, owner in zip(tree.run, tree.run_owner)
        if blocks.of[owner] >= 0 and owner not in unread
    ]
    expected = Counter(re.sub(r"\s", "", "".join(runs)))
    assert Counter("".join(blocks.texts()).replace(" ", "")) == expected
