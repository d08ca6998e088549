"""Inline markup is read from its marks as a plain definition reads it."""

from __future__ import annotations

import pickle
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from honbun._core.inlines import (
    BREAK,
    LineBreak,
    Mark,
    Picture,
    plain,
    plain_text,
    read_inlines,
    shows,
)

Inline = str | Mark | Picture | LineBreak
TOKEN = re.compile("\x01([a-z]+)([0-9]+)\x02|(\x03)|(\x04)|\x05([0-9]+)\x02|([^\x01-\x05]+)")
LINKS = {1: "https://a.example/1", 2: "https://a.example/2"}
PICTURES = {3: Picture("https://a.example/3.png", "three"), 4: Picture("4.png", "")}
TAGS = ("a1", "a2", "a9", "b5", "em6", "strong6", "sup7", "noscript8", "button8", "span8")
LEAVES = st.sampled_from(["\x04", "\x053\x02", "\x054\x02", "\x059\x02", " ", "12", "漢字", "a\n"])
MARKED = st.recursive(
    LEAVES | st.text(st.characters(min_codepoint=6)),
    lambda inner: st.builds(
        lambda tag, parts: f"\x01{tag}\x02{''.join(parts)}\x03",
        st.sampled_from(TAGS),
        st.lists(inner, max_size=4),
    ),
    max_leaves=12,
)


def read(marked: str) -> list[Inline]:
    return read_inlines(marked, LINKS.get, PICTURES.get)


def defined(marked: str) -> list[Inline]:
    """The tree token by token, without ruby."""
    open_: list[list[Inline]] = [[]]
    tags: list[str] = []
    for tag, node, closes, breaks, image, text in TOKEN.findall(marked):
        siblings = open_[-1]
        if text:
            siblings.append(text)
        elif tag:
            href = LINKS.get(int(node)) if tag == "a" else None
            tags.append(tag)
            last = siblings[-1] if siblings else None
            joined = tag in ("a", "b", "em", "i", "strong")
            if tag == "noscript" or (tag == "a" and href is None):
                open_.append(siblings)
            elif joined and isinstance(last, Mark) and (last.tag, last.href) == (tag, href):
                open_.append(last.children)
            else:
                siblings.append(mark := Mark(tag, href))
                open_.append(mark.children)
        elif closes:
            tags.pop()
            open_.pop()
        elif breaks:
            siblings.append(BREAK)
        elif (shown := PICTURES.get(int(image))) and not (
            "noscript" in tags and ends_with_picture(siblings)
        ):
            siblings.append(shown)
    return open_[0]


def ends_with_picture(inlines: list[Inline]) -> bool:
    flat = [leaf for leaf in leaves(inlines) if not isinstance(leaf, str) or not leaf.isspace()]
    return bool(flat) and isinstance(flat[-1], Picture)


def leaves(inlines: list[Inline]) -> list[Inline]:
    found: list[Inline] = []
    for inline in inlines:
        # A mark that holds nothing is something that is no picture.
        inner = isinstance(inline, Mark) and inline.children
        found += leaves(inline.children) if isinstance(inline, Mark) and inner else [inline]
    return found


@given(st.lists(MARKED, max_size=6).map("".join))
@example("\x01a1\x02\x053\x02\x03\x01a2\x02 \x03\x01noscript8\x02\x053\x02\x03")
def test_tree_equals_its_definition(marked: str) -> None:
    found = read(marked)
    assert found == defined(marked)
    flat = leaves(found)
    texts = ["\n" if isinstance(leaf, LineBreak) else leaf for leaf in flat]
    assert plain(found) == "".join([text for text in texts if isinstance(text, str)])
    assert shows(found) == any(
        isinstance(leaf, Picture) or (isinstance(leaf, str) and not leaf.isspace()) for leaf in flat
    )


@given(st.text(st.sampled_from("\x01\x02\x03\x04\x05a1 漢")))
def test_marks_that_are_cut_are_read_like_those_that_are_whole(marked: str) -> None:
    try:
        expected = defined(marked)
    except IndexError:
        with pytest.raises(IndexError):
            read(marked)
    else:
        assert read(marked) == expected


def test_raised_numbers_are_apart_from_the_word_before_them() -> None:
    assert plain_text(read("10\x01sup7\x026\x03 boats\x01sup8\x02\x01a1\x022\x03\x03")) == (
        "10^6 boats[2]"
    )
    assert plain_text(read("the 1\x01sup7\x02st\x03")) == "the 1st"


def test_a_reading_is_between_parentheses_where_the_page_has_none() -> None:
    assert plain(read("\x01ruby1\x02漢字\x01rt2\x02かんじ\x03\x03")) == "漢字(かんじ)"
    own = "\x01ruby1\x02漢\x01rp2\x02[\x03\x01rt3\x02かん\x03\x01rp4\x02]\x03\x03"
    assert plain(read(own)) == "漢[かん]"


def test_inlines_are_compared_and_pickled_by_value() -> None:
    tree = read("\x01a1\x02x\x053\x02\x03\x04")
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert tree == [Mark("a", LINKS[1], ["x", PICTURES[3]]), BREAK]
    assert tree != [Mark("a", LINKS[2], ["x", PICTURES[3]]), BREAK]
    assert len({Picture("a", "b"), Picture("a", "b"), Picture("a", "c")}) == 2
