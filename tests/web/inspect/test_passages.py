"""Shared sentences, where they stand on their pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from honbun.content.pipeline import content_nodes
from honbun.html.parse import parse
from honbun.page import Page
from honbun.similar.reading import Reader
from honbun.text.similarity import sentence_key
from honbun.web.inspect.overlays import Passage, Point, passage, passages, ranges
from honbun.web.inspect.pairs import OPTIONS
from tests.strategies import HTML
from tests.web.inspect.pages import BORROWER, SHARED

if TYPE_CHECKING:
    from honbun.html.tree import Tree

WORDS = st.sampled_from(
    "boat rope 港の灯 <i>tide</i> moor&amp;ing 𠮷野 <b>the</b> &nbsp; <br>".split()
)
TEXTS = st.lists(st.one_of(WORDS, st.sampled_from([". ", "。", "! ", "</p><p>", "\n", "<!--x-->"])))
PAGES = TEXTS.map(lambda words: f"<body><p>{' '.join(words * 3)}</p>")


def said(tree: Tree, place: Passage) -> str:
    """The text from one point to the other, run by run."""
    (first, start), (last, stop), _ = place
    if first == last:
        return tree.run[first][start:stop]
    whole = tree.run[first + 1 : last]
    return "".join([tree.run[first][start:], *whole, tree.run[last][:stop]])


def letters(text: str) -> str:
    """What of a text is compared."""
    return "".join(char for char in sentence_key(text) if char.isalnum())


@given(
    st.one_of(PAGES, HTML.map(lambda soup: f"<p>A sentence that is long enough to count. {soup}"))
)
def test_at_the_place_of_a_sentence_stands_the_sentence(html: str) -> None:
    page = Page(html)
    tree = page.parse()
    found = [one.text for one in Reader(OPTIONS, content_nodes).read(page).sentences]
    for text, place in zip(found, passages(page, found), strict=True):
        assert place is not None
        # What is left out of a sentence (readings, choices, scraps) may stand inside its place, not
        # around it.
        wanted, there = letters(text), letters(said(tree, place))
        rest = iter(there)
        assert all(letter in rest for letter in wanted)
        assert (there[:1], there[-1:]) == (wanted[:1], wanted[-1:])


@given(HTML, st.data())
def test_a_place_holds_the_range_it_was_made_of(html: str, data: st.DataObject) -> None:
    tree = parse(f"<p>some text{html}")
    start = data.draw(st.integers(0, len(tree.text) - 1))
    stop = data.draw(st.integers(start + 1, len(tree.text)))
    place = passage(tree, start, stop)
    assert said(tree, place) == tree.text[start:stop]
    assert place.node == tree.run_owner[place.start.run]


def test_sentences_are_found_in_the_midst_of_a_paragraph() -> None:
    page = Page(BORROWER)
    tree = page.parse()
    for text, found in zip(SHARED, ranges(page, tree, SHARED), strict=True):
        assert found is not None
        assert tree.text[slice(*found)] == text


def test_short_sentences_that_count_as_one_are_one_place() -> None:
    talk = "It is late. We must go. The boat will not wait. Take the lamp along. Mind the step."
    page = Page(f"<body><p>{talk}</p>")
    (text,) = [one.text for one in Reader(OPTIONS, content_nodes).read(page).sentences][:1]
    assert text.count(".") > 1
    (found,) = passages(page, [text])
    assert found is not None
    assert said(page.parse(), found) == text


def test_a_sentence_that_a_page_has_not_is_nowhere() -> None:
    unsaid = "Nobody ever said this on any page of this collection."
    assert passages(Page(BORROWER), [unsaid]) == [None]


def test_offsets_count_characters_of_the_run() -> None:
    tree = parse("<p>𠮷𠮷<b>野</b>屋")
    assert passage(tree, 1, 4)[:2] == (Point(0, 1), Point(2, 1))
