"""Text groups: texts with few line breaks between them (3.3).

The gap between two texts of a page is the number of line breaks that a browser shows: one for every
`<br>`, one where a block begins or ends on a line with text, and one more for the margin of
paragraphs, headings and lists. Cells of a row count as separate lines. A group of level k is a run
of texts with gaps below k.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from honbun.html.blocks import BLOCK_LEVEL
from honbun.html.nodes import TEXT

if TYPE_CHECKING:
    from honbun.html.nodes import NodeSequence

LEVELS = (1, 2, 3)
"""Groups are lines, then separated by a blank line, then by more. The paper gives no number, so all
are tried."""
_SPACED = frozenset(
    # HTML Standard, 15.3: elements with a margin above and below.
    "blockquote dir dl figure h1 h2 h3 h4 h5 h6 hr listing menu ol p plaintext pre ul xmp".split()
)
_MARGIN = dict.fromkeys(BLOCK_LEVEL, 0) | dict.fromkeys(_SPACED, 1)


class Group(NamedTuple):
    """Consecutive texts: the number of the first, and one past the last."""

    first: int
    stop: int


@dataclass(frozen=True)
class Lines:
    """The texts of a page and the gaps between them."""

    sequence: NodeSequence

    @cached_property
    def parent(self) -> list[int]:
        parents: list[int] = self.sequence.parent.tolist()
        return parents

    @cached_property
    def end(self) -> list[int]:
        ends: list[int] = self.sequence.end.tolist()
        return ends

    @cached_property
    def texts(self) -> list[int]:
        """The nodes that are texts."""
        return [at for at, tag in enumerate(self.sequence.tag) if tag is TEXT]

    @cached_property
    def gaps(self) -> list[int]:
        """The number of line breaks before each text."""
        tags, ends = self.sequence.tag, self.end
        gaps: list[int] = []
        closing: list[int] = []  # the blocks that are open
        breaks, margin, is_empty = 0, 0, True
        for at, tag in enumerate(tags):
            while closing and ends[closing[-1]] <= at:
                margin = max(margin, _MARGIN[tags[closing.pop()]])
                breaks += not is_empty
                is_empty = True
            if tag is TEXT:
                gaps.append(breaks + margin if breaks else 0)
                breaks, margin, is_empty = 0, 0, False
            elif tag == "br":
                breaks += 1
                is_empty = True
            elif tag in _MARGIN:
                margin = max(margin, _MARGIN[tag])
                breaks += not is_empty
                is_empty = True
                closing.append(at)
                # A rule takes a line itself.
                breaks += tag == "hr"
        return gaps

    def inside(self, node: int) -> Group:
        """All texts of a subtree."""
        texts = self.texts
        return Group(bisect_left(texts, node), bisect_left(texts, self.end[node]))

    def groups(self, node: int, level: int, most: int) -> list[Group]:
        """The first groups of a subtree."""
        first, stop = self.inside(node)
        found: list[Group] = []
        gaps = self.gaps
        for text in range(first + 1, stop):
            if gaps[text] >= level:
                found.append(Group(first, text))
                if len(found) == most:
                    return found
                first = text
        return [*found, Group(first, stop)] if first < stop else found

    def block_of(self, group: Group) -> int:
        """The smallest block that contains a group."""
        node, last = self.texts[group.first], self.texts[group.stop - 1]
        tags, parents, ends = self.sequence.tag, self.parent, self.end
        while parents[node] >= 0 and (ends[node] <= last or tags[node] not in BLOCK_LEVEL):
            node = parents[node]
        return node

    def read(self, group: Group) -> str:
        """The text of a group, white space collapsed."""
        texts, text, gaps = self.texts, self.sequence.text, self.gaps
        parts = [
            f" {text[texts[at]]}" if gaps[at] else text[texts[at]]
            for at in range(group.first, group.stop)
        ]
        return " ".join("".join(parts).split())


_RUN = re.compile(r"[぀-ヿ㐀-鿿豈-﫿々〆]+|[^\W_぀-ヿ㐀-鿿豈-﫿々〆]+")
_UNSPACED = re.compile(r"[぀-ヿ㐀-鿿豈-﫿々〆]")


def words(text: str) -> frozenset[str]:
    """The different words of a text in lower case.

    Chinese and Japanese have no spaces between words: every two neighbouring characters count as a
    word, so a word shares such pairs with any text that contains it.

    >>> sorted(words("On PAT trees, trees")), sorted(words("木の編集"))
    (['on', 'pat', 'trees'], ['の編', '木の', '編集'])
    """
    found: set[str] = set()
    for run in _RUN.findall(text.lower()):
        if len(run) > 2 and _UNSPACED.match(run):
            found.update(map("".join, pairwise(run)))
        else:
            found.add(run)
    return frozenset(found)
