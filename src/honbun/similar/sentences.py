"""A page to its sentences: paragraphs from its tree, sentences from the language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from honbun.html.blocks import split as split_blocks
from honbun.similar.link_rows import LinkRows, link_rows
from honbun.similar.paragraphs import Paragraph, paragraphs
from honbun.text.language import is_japanese, is_japanese_sentence
from honbun.text.sentences import split
from honbun.text.unicode import normalise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from honbun.html.blocks import Blocks
    from honbun.html.tree import Tree
    from honbun.text.sentences import Range


class Sentence(NamedTuple):
    """One sentence of a page, in the order in which it is read."""

    text: str
    """As it would be quoted: entities decoded, characters normalised, white space collapsed."""
    start: int
    """Offset of its first character in the text of the page's tree."""
    stop: int
    """Offset after its last character."""
    node: int
    """The block-level element that contains it."""
    japanese: bool


_WORD_CHARACTER = re.compile(r"[^\W_]")


def sentences(
    tree: Tree, blocks: Blocks | None = None, compounds: Callable[[str], bool] | None = None
) -> list[Sentence]:
    """The sentences of a page in document order.

    `compounds` returns whether the joined texts of two neighbouring links are one name. Text
    without a letter or digit is not a sentence.
    """
    blocks = split_blocks(tree) if blocks is None else blocks
    page = is_japanese(tree.text)
    links = link_rows(blocks)
    found: list[Sentence] = []
    nodes, next_row = blocks.node, links.first(0)
    for paragraph in paragraphs(blocks):
        text, pieces, number = paragraph
        here, there = pieces[-1]
        ranges = split(text)
        if next_row < there - here + len(text):
            ranges = list(_split_rows(paragraph, ranges, links, compounds))
            next_row = links.first(there - here + len(text))
        for first, last in ranges:
            raw = text[first:last]
            if not (raw[0].isalnum() or _WORD_CHARACTER.search(raw)):
                continue
            japanese = not raw.isascii() and is_japanese_sentence(raw, page)
            clean = normalise(raw, japanese=japanese)
            if here == 0:
                start, stop = there + first, there + last
            else:
                start, stop = paragraph.place(first), paragraph.place(last - 1) + 1
            found.append(Sentence(clean, start, stop, nodes[number], japanese))
    return found


def _split_rows(
    paragraph: Paragraph,
    ranges: list[Range],
    links: LinkRows,
    compounds: Callable[[str], bool] | None,
) -> Iterator[Range]:
    """The ranges of sentences, with rows of links split."""
    text = paragraph.text
    for first, last in ranges:
        start, stop = paragraph.place(first), paragraph.place(last - 1) + 1
        begin = first
        for cut in [*map(paragraph.at, links.cuts(start, stop, compounds)), last]:
            piece = text[begin:cut]
            if piece.strip():  # a link may contain only an image
                yield begin + len(piece) - len(piece.lstrip()), begin + len(piece.rstrip())
            begin = cut
