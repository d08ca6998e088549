"""The method of papers 000 and 002 against a plain transcription of its definitions."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from honbun.api import extract
from honbun.content.model import ContentOptions
from honbun.html.blocks import BLOCK_LEVEL
from honbun.html.parse import parse
from honbun.page import Page
from honbun.reproduction.annotation_002 import EXAMPLE
from tests.strategies import HTML

if TYPE_CHECKING:
    from honbun.html.tree import Tree

TAGS = ("p", "div", "li", "b", "a", "span")
PAGES = st.lists(
    st.lists(st.tuples(st.sampled_from(TAGS), st.sampled_from("one two three four".split()))),
    min_size=2,
    max_size=4,
)


def vectors(tree: Tree) -> dict[int, Counter[str]]:
    """3.2.2 and 3.2.3: the vector of every block, by its element.

    A block is a block-level element, or the body, with what is below it and not in a block inside
    it; script and style are in none.
    """
    found: dict[int, Counter[str]] = {}
    owner: list[int | None] = []
    for node, tag in enumerate(tree.tag):
        above = owner[tree.parent[node]] if node else None
        if tag in ("script", "style") or (above is None and node != tree.body()):
            owner.append(None)
            continue
        own = node if tag in BLOCK_LEVEL or node == tree.body() else above
        owner.append(own)
        if own is not None:
            counter = found.setdefault(own, Counter())
            counter[f"<{tag}>"] += 1
            for name in ("title", "alt"):
                counter.update(lines(tree.attribute(node, name) or ""))
    for run, at in zip(tree.run, tree.run_owner):
        if (block := owner[at]) is not None:
            found[block].update(lines(run))
    return found


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.lower().split("\n") if line.strip()]


def cosine(one: Counter[str], other: Counter[str]) -> float:
    """3.2.4."""
    dot = sum(count * other[name] for name, count in one.items())
    return dot / (sqrt(sum(n * n for n in one.values())) * sqrt(sum(n * n for n in other.values())))


def unique(trees: list[Tree]) -> list[set[str]]:
    """3.2.5: of every page the blocks that are the same as no block of another page."""
    pages = [vectors(tree) for tree in trees]
    return [
        {
            tree.xpath(node)
            for node, vector in page.items()
            if not any(
                cosine(vector, other) > 0.9
                for at, others in enumerate(pages)
                if at != number
                for other in others.values()
            )
        }
        for number, (tree, page) in enumerate(zip(trees, pages))
    ]


def test_figure_3_has_the_five_blocks_of_figure_4() -> None:
    tree = parse(EXAMPLE)
    names = Counter(tree.tag[node] for node in vectors(tree))
    assert names == {"p": 1, "div": 3, "body": 1}


@given(PAGES)
def test_extracted_blocks_are_those_of_the_definition(pages: list[list[tuple[str, str]]]) -> None:
    html = [
        "<body>" + "".join(f"<{tag}>{word}</{tag}>" for tag, word in page) + "</body>"
        for page in pages
    ]
    contents = extract(
        [Page(text, url=f"https://a.example/{at}") for at, text in enumerate(html)],
        ContentOptions(faithful=True),
    )
    for content, tree, expected in zip(contents, map(parse, html), unique(list(map(parse, html)))):
        # Blocks without text are not shown, and are not in the result.
        shown = {tree.xpath(vector) for vector, own in vectors(tree).items() if has_text(own)}
        assert {block.xpath for block in content.blocks} == expected & shown


def has_text(vector: Counter[str]) -> bool:
    return any(not name.startswith("<") for name in vector)


@given(HTML)
def test_vectors_are_those_of_the_definition(html: str) -> None:
    from honbun.html.blocks import split
    from honbun.papers.content_000.vectors import features

    tree = parse(html)
    blocks = split(tree)
    assert dict(zip(blocks.node, features(blocks))) == vectors(tree)
