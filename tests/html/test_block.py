from __future__ import annotations

import re
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from honbun.html.blocks import split
from honbun.html.parse import parse
from honbun.papers.content_000.vectors import features
from honbun.text.unicode import collapse, strip_control
from tests.strategies import HTML

WORKED_EXAMPLE = (
    '<body><div><p>Text 1</p><img src="#" alt="img-alt text"></div>'
    '<div><img src="#" alt="img-alt text"><img src="#" alt="img-alt text"></div>'
    '<div><a href="#" title="a-title text">Text 2</a><script>Code</script></div></body>'
)


def texts_of(html: str) -> list[str]:
    return [text for text in split(parse(html)).texts() if text]


def test_the_worked_example_of_paper_002_gives_its_five_blocks_and_vectors() -> None:
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


def test_texts_are_split_at_line_breaks_and_lower_cased() -> None:
    (vector,) = features(split(parse("<body>One\n  TWO\n\n<b>three</b> ")))
    assert vector == Counter({"<body>": 1, "<b>": 1, "one": 1, "two": 1, "three": 1})


def test_inline_elements_do_not_part_words() -> None:
    assert texts_of("<p>H<sub>2</sub>O is <b>wet</b>.</p>") == ["H2O is wet."]


def test_a_line_break_and_a_block_inside_part_words() -> None:
    assert texts_of("<div>one<br>two<p>inner</p>three</div>") == ["one two three", "inner"]


def test_choices_inputs_and_drawings_are_not_read() -> None:
    html = "<p>a<select><option>x</select><textarea>y</textarea><svg><text>z</text></svg>b</p>"
    assert texts_of(html) == ["ab"]


def test_templates_are_no_blocks_but_shadow_roots_are() -> None:
    assert texts_of("<p>a<template><p>later</p></template>") == ["a"]
    assert texts_of("<div>a<template shadowrootmode=open><p>shown</p></template></div>") == [
        "a",
        "shown",
    ]


def test_a_block_with_a_picture_is_known() -> None:
    blocks = split(parse("<p><img src=x></p><p>text</p>"))
    assert [blocks.tree.tag[blocks.node[block]] for block in blocks.media()] == ["p"]


def test_collapse_drops_what_no_output_may_hold() -> None:
    assert collapse("a\x00\x1b b\u3000c\u00a0d\ufffe") == "a b c d"


@given(st.text(st.sampled_from("ab \n\t\x00\x85\xa0\xad\u2028\u3000。") | st.characters()))
def test_collapse_finds_clean_texts_as_it_would_leave_them(text: str) -> None:
    assert collapse(text) == strip_control(" ".join(text.split()))


@given(HTML)
def test_no_text_is_lost_or_doubled(html: str) -> None:
    """Every visible character of the body stands in exactly one block."""
    blocks = split(parse(html))
    tree, unread = blocks.tree, blocks.unread()
    runs = [
        run
        for run, owner in zip(tree.run, tree.run_owner)
        if blocks.of[owner] >= 0 and owner not in unread
    ]
    expected = Counter(re.sub(r"\s", "", "".join(runs)))
    assert Counter("".join(blocks.texts()).replace(" ", "")) == expected
