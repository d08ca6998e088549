"""The blocks of the core are those of the plain definition."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from honbun.html.blocks import split
from honbun.html.parse import parse
from tests._core.plain_blocks import PlainBlocks
from tests.strategies import PIECES

PICTURES = ("<img src=a&amp;b>", "<img>", "<video src=''>", "<svg src=c>", "<iframe src=d>")
MORE = st.sampled_from(
    (
        *("<a href=x>", "<a>", "</a>", "<area href=y>", "<button>", "<label>", "</label>"),
        *("<div hidden>", "<p style='display: none'>", "<i aria-hidden=true>", "<noscript>"),
        *("<template>", "</template>", "<template shadowrootmode=open>", "<object>", "<canvas>"),
        *("\x01", "\x1c", "\x85", "\u3000", "\ufffe", "本", "é", "\U0001f600", " \x02 "),
        *("<frameset>", "<p style=color:red>", *PICTURES),
    )
)
SOUP = st.lists(MORE | PIECES, max_size=25).map("".join)


@given(SOUP)
@example("<div>a<p>b</p>c<br>d</div>e")
@example("<p>a \x01 b \x01")
@example("<table><a href=x>k<td>y<a>z")
def test_blocks_equal_the_plain_definition(html: str) -> None:
    tree = parse(html)
    blocks, plain = split(tree), PlainBlocks(tree)
    assert blocks.node == plain.node
    assert blocks.of == [plain.of(node) for node in range(len(tree))]
    assert blocks.column("parent") == [plain.of(tree.parent[node]) for node in plain.node]
    assert blocks.column("end") == [
        sum(inner < tree.end[node] for inner in plain.node) for node in plain.node
    ]
    assert blocks.texts() == plain.texts()
    assert blocks.sizes() == [len(text.replace(" ", "")) for text in plain.texts()]
    assert [blocks.size_of(block) for block in range(len(blocks))] == blocks.sizes()
    assert blocks.unread() == {node for node in range(len(tree)) if plain.is_unread(node)}
    assert blocks.media() == plain.media()
    assert blocks.sources(range(len(blocks))) == plain.sources()
    assert blocks.links() == plain.links()
    assert blocks.linked() == plain.letters_inside(set(plain.links()))
    assert blocks.pressed() == plain.letters_inside(set(tree.find("button", "label")))
    assert blocks.concealed() == plain.concealed()


@given(SOUP)
@example("<svg><title>a</title></svg><p>b<i>c")
def test_single_elements_equal_the_columns(html: str) -> None:
    tree = parse(html)
    blocks, nodes = split(tree), range(len(tree))
    assert [tree.tag_of(node) for node in nodes] == tree.tag
    assert [tree.parent_of(node) for node in nodes] == tree.parent
    assert [tree.end_of(node) for node in nodes] == tree.end
    assert [tree.subtree_text(node) for node in nodes] == [
        tree.text[start:stop] for start, stop in zip(tree.start, tree.stop)
    ]
    assert blocks.blocks_of(nodes) == {*blocks.of} - {-1}
    assert [*map(blocks.xpath, range(len(blocks)))] == [*map(tree.xpath, blocks.node)]
    assert blocks.total_depth(range(len(blocks))) == sum(tree.depth[node] for node in blocks.node)
    for read in (tree.tag_of, tree.parent_of, tree.end_of, tree.subtree_text, blocks.xpath):
        with pytest.raises(IndexError, match="there is no"):
            read(len(tree))


@given(SOUP)
@example("<p><p>a<p><p>b<p>")
def test_nearest_block_with_text_equals_the_definition(html: str) -> None:
    blocks = split(parse(html))
    sizes = blocks.sizes()
    for block in range(len(sizes)):
        after = [other for other in range(block + 1, len(sizes)) if sizes[other]]
        before = [other for other in range(block) if sizes[other]]
        assert blocks.beside(block, 1) == next(iter(after), len(sizes) - 1)
        assert blocks.beside(block, -1) == next(reversed(before), 0)


def test_only_blocks_that_exist_are_read() -> None:
    blocks = split(parse("<body><p>a"))
    for block in (-1, 2):
        for read in (blocks.size_of, blocks.text, lambda block: blocks.beside(block, 1)):
            with pytest.raises(IndexError, match="no block"):
                read(block)
        with pytest.raises(IndexError, match="no block"):
            blocks.sources([block])
    with pytest.raises(ValueError, match="a step"):
        blocks.beside(0, 2)  # type: ignore[arg-type]
