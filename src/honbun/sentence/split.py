"""A page to its sentences: paragraphs from its tree, sentences from the language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from honbun.language.japanese import is_japanese, is_japanese_sentence
from honbun.language.sentences import split
from honbun.language.width import normalise
from honbun.sentence.anchor import rows
from honbun.sentence.model import Sentence
from honbun.sentence.paragraph import paragraphs
from honbun.tree import block

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from honbun.language.sentences import Range
    from honbun.sentence.anchor import Rows
    from honbun.sentence.paragraph import Paragraph
    from honbun.tree.block import Blocks
    from honbun.tree.tree import Tree

_SAID = re.compile(r"[^\W_]")


def sentences(
    tree: Tree, blocks: Blocks | None = None, compounds: Callable[[str], bool] | None = None
) -> list[Sentence]:
    """The sentences of a page in document order.

    `compounds` tells whether the texts of two neighbouring links, put together, are one name.
    What has no letter and no digit in it is no sentence.
    """
    blocks = block.split(tree) if blocks is None else blocks
    page = is_japanese(tree.text)
    links = rows(blocks)
    found: list[Sentence] = []
    nodes, next_row = blocks.node, links.first(0)
    for paragraph in paragraphs(blocks):
        text, pieces, number = paragraph
        here, there = pieces[-1]
        ranges = split(text)
        if next_row < there - here + len(text):
            ranges = list(_apart(paragraph, ranges, links, compounds))
            next_row = links.first(there - here + len(text))
        for first, last in ranges:
            raw = text[first:last]
            if not (raw[0].isalnum() or _SAID.search(raw)):
                continue
            japanese = not raw.isascii() and is_japanese_sentence(raw, page)
            said = normalise(raw, japanese=japanese)
            if here == 0:
                start, stop = there + first, there + last
            else:
                start, stop = paragraph.place(first), paragraph.place(last - 1) + 1
            found.append(Sentence(said, start, stop, nodes[number], japanese))
    return found


def _apart(
    paragraph: Paragraph,
    ranges: list[Range],
    links: Rows,
    compounds: Callable[[str], bool] | None,
) -> Iterator[Range]:
    """The ranges of sentences, with rows of links taken apart."""
    text = paragraph.text
    for first, last in ranges:
        start, stop = paragraph.place(first), paragraph.place(last - 1) + 1
        begin = first
        for cut in [*map(paragraph.at, links.cuts(start, stop, compounds)), last]:
            piece = text[begin:cut]
            if piece.strip():  # a link may hold nothing but a drawing
                yield begin + len(piece) - len(piece.lstrip()), begin + len(piece.rstrip())
            begin = cut
