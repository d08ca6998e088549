"""Where results are on their pages: elements and runs by XPath, and shared sentences."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from honbun.api import posts
from honbun.content.pipeline import content_nodes
from honbun.html.parse import parse
from honbun.page import Page
from honbun.similar.reading import Reader
from honbun.text.similarity import sentence_key
from honbun.web.inspect.analysis import SIMILAR_OPTIONS
from honbun.web.inspect.overlays import (
    Passage,
    Spot,
    Spots,
    passage,
    passages,
)
from tests.strategies import HTML
from tests.web.inspect.pages import BORROWER, SHARED, THREAD

if TYPE_CHECKING:
    from honbun.html.tree import Tree

OLD = "<title>Guests</title><body>" + "<hr>".join(
    f"{number}: <b>Toki</b> 2011/11/2{number} 07:34<br>The boat was late <!-- x --> by half an hour"
    f"<br>and the stove in the waiting room was a comfort"
    for number in range(4, 0, -1)
)


def select_plainly(tree: Tree, xpath: str) -> tuple[str, int]:
    """What a path selects, step by step, by the definition of XPath."""
    node, found = -1, ("", -1)
    for step in xpath.split("/")[1:]:
        name, position = re.fullmatch(r"([^\[]+)(?:\[(\d+)\])?", step).groups()  # type: ignore[union-attr]
        if name == "text()":
            among = [run for run, owner in enumerate(tree.run_owner) if owner == node]
            return "run", among[int(position) - 1]
        among = [
            child
            for child, parent in enumerate(tree.parent)
            if parent == node and name in ("*", tree.tag[child])
        ]
        assert position or len(among) == 1
        node = among[int(position or 1) - 1]
        found = "node", node
    return found


@given(HTML)
def test_every_element_and_text_is_found_by_its_own_path(html: str) -> None:
    tree = parse(html)
    spots = Spots(tree)
    for node in range(len(tree)):
        assert spots.node(tree.xpath(node)) == node
        assert ("node", node) == select_plainly(tree, tree.xpath(node))
    for run, owner in enumerate(tree.run_owner):
        position = tree.run_owner[: run + 1].count(owner)
        xpath = f"{tree.xpath(owner)}/text()[{position}]"
        assert select_plainly(tree, xpath) == ("run", run)
        assert spots.of([xpath]) == Spot((), (), (run,), owner)


def test_posts_are_found_by_their_paths() -> None:
    for html in (THREAD, OLD):
        page = Page(html)
        tree = page.parse()
        (thread,) = posts([page])
        assert thread.posts
        for post in thread.posts:
            spot = Spots(tree).of(post.xpaths)
            selected = [select_plainly(tree, xpath) for xpath in post.xpaths]
            assert list(spot.nodes) == [number for kind, number in selected if kind == "node"]
            assert list(spot.runs) == [number for kind, number in selected if kind == "run"]
            assert spot.ends == tuple(tree.end[node] for node in spot.nodes)


def test_a_path_that_selects_nothing_is_skipped() -> None:
    spots = Spots(parse("<p>a<p>b"))
    steps = ["p[3]", "p[0]", "p[x]", "p[1]/b", "div", "/"]
    wrong = ["", "/", "p", *(f"/html/body/{step}" for step in steps)]
    assert [spots.node(xpath) for xpath in wrong] == [None] * len(wrong)
    texts = ["/html/body/p[1]/text()[2]", "/html/x/text()[1]"]
    assert spots.of([*wrong, *texts]) == Spot((), (), (), None)


WORDS = st.sampled_from(
    "boat rope 港の灯 <i>tide</i> moor&amp;ing 𠮷野 <b>the</b> &nbsp; <br>".split()
)
TEXTS = st.lists(st.one_of(WORDS, st.sampled_from([". ", "。", "! ", "</p><p>", "\n", "<!--x-->"])))
PAGES = TEXTS.map(lambda words: f"<body><p>{' '.join(words * 3)}</p>")


def text_of(tree: Tree, place: Passage) -> str:
    """The text from one point to the other, run by run."""
    (first, start), (last, stop), _ = place
    if first == last:
        return tree.run[first][start:stop]
    whole = tree.run[first + 1 : last]
    return "".join([tree.run[first][start:], *whole, tree.run[last][:stop]])


def letters(text: str) -> str:
    """The letters that are compared."""
    return "".join(char for char in sentence_key(text) if char.isalnum())


@given(
    st.one_of(PAGES, HTML.map(lambda soup: f"<p>A sentence that is long enough to count. {soup}"))
)
def test_a_passage_has_the_text_of_its_sentence(html: str) -> None:
    page = Page(html)
    tree = page.parse()
    found = [one.text for one in Reader(SIMILAR_OPTIONS, content_nodes).read(page).sentences]
    for text, place in zip(found, passages(page, found), strict=True):
        assert place is not None
        # Text that sentences omit (ruby, options, fragments) may be inside a passage, not around.
        wanted, there = letters(text), letters(text_of(tree, place))
        rest = iter(there)
        assert all(letter in rest for letter in wanted)
        assert (there[:1], there[-1:]) == (wanted[:1], wanted[-1:])


@given(HTML, st.data())
def test_a_passage_has_the_text_of_its_range(html: str, data: st.DataObject) -> None:
    tree = parse(f"<p>some text{html}")
    start = data.draw(st.integers(0, len(tree.text) - 1))
    stop = data.draw(st.integers(start + 1, len(tree.text)))
    place = passage(tree, start, stop)
    assert text_of(tree, place) == tree.text[start:stop]
    assert place.node == tree.run_owner[place.start.run]


TALK = "It is late. We must go. The boat will not wait. Take the lamp along. Mind the step."


def test_passages_of_shared_sentences() -> None:
    page = Page(f"{BORROWER}<p>𠮷𠮷{TALK}</p>")
    tree = page.parse()
    read = [one.text for one in Reader(SIMILAR_OPTIONS, content_nodes).read(page).sentences]
    joined = next(text for text in read if text.startswith("𠮷"))
    assert joined.count(".") > 1, "short sentences are joined"
    unsaid = "Nobody ever said this on any page of this collection."
    *found, missing = passages(page, [*SHARED, joined, unsaid])
    assert [one and text_of(tree, one) for one in found] == [*SHARED, joined]
    assert missing is None
