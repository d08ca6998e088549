"""Attributes are found by a word in their values."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from honbun.html.blocks import split
from honbun.html.parse import parse

VALUES = st.lists(
    st.sampled_from(
        ["author", "AUTHOR", "autho", "Author", "r", "&amp;", "&#97;", "İ", "K", " ", "/x"]
    ),
    max_size=4,
).map("".join)
NAMES = st.sampled_from(["class", "rel", "href", "data-x"])


@given(st.lists(st.tuples(NAMES, VALUES), max_size=5), st.sampled_from(["author", "/x", "&", ""]))
@example([("class", "by-Author")], "author")
def test_attributes_containing_a_word_equal_the_definition(
    attributes: list[tuple[str, str]], word: str
) -> None:
    tree = parse("<body>" + "".join(f'<p {name}="{value}">' for name, value in attributes))
    wanted = ("class", "data-x", "href")
    every = tree.find_attributes(*wanted)
    expected = [each for each in every if word in each[2].lower()]
    assert tree.find_attributes(*wanted, containing=word) == expected


@given(st.lists(st.text("ab ", max_size=6), max_size=6), st.text("ab", max_size=3))
def test_blocks_with_a_phrase_equal_the_definition(texts: list[str], phrase: str) -> None:
    blocks = split(parse("<body>" + "".join(f"<p>{text}</p>" for text in texts)))
    shown = blocks.texts()
    expected = [block for block, text in enumerate(shown) if phrase and phrase in text]
    assert blocks.find_text(phrase) == expected
    assert [blocks.text(block) for block in range(len(blocks))] == shown
