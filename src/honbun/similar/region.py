"""The content region of paper 003 (chapter 5): the blocks of a page that are content.

From the body down, an element with at least half of the page's text is replaced by its children.
The remaining elements are the blocks. The paper merges all blocks of one depth and tag; with
`neighbours`, only those next to each other are merged, so that a menu and the text beside it, two
divisions of one depth, are judged apart. A block is not content if at least half of its text is
linked, or if its longest sentence is short. Headings do not count in either test: they are linked
and short in content too.

The paper does not define what happens to text between the children of a replaced element. Here it
is a block, together with its inline elements, so that no sentence is split; for the same reason an
element without block-level elements inside stays whole, however large.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from honbun.html.blocks import BLOCK_LEVEL, HEADINGS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from honbun.html.tree import Tree
    from honbun.similar.sentences import Sentence

LARGE = 0.5
"""Share of the page's text from which an element is replaced by its children."""
LINKED = 0.5
"""Share of linked text from which a block is not content."""
SHORT = 10
"""Length of the longest sentence up to which a block is not content."""
_LOOSE = ""
"""In place of a tag, for text between the children of an element."""


class _Part(NamedTuple):
    """A range of the page's text: an element, or the text between two elements."""

    start: int
    stop: int
    depth: int
    tag: str
    node: int
    """The element, or -1."""


@dataclass(frozen=True, slots=True)
class _Lengths:
    """Running counts of characters at each text run, without white space."""

    runs: list[int]
    """Where the runs begin. Elements open and close between runs only."""
    text: list[int]
    plain: list[int]
    """Outside headings."""
    linked: list[int]
    """Outside headings, and linked."""

    def between(self, counted: list[int], part: _Part) -> int:
        start, stop = bisect_left(self.runs, part.start), bisect_left(self.runs, part.stop)
        return counted[stop] - counted[start]


def region(tree: Tree, sentences: Sequence[Sentence], *, neighbours: bool = False) -> list[bool]:
    """Whether each sentence of a page is in the content region."""
    body = tree.body()
    if body is None:
        return [False] * len(sentences)
    in_heading = _inside(tree, set(tree.find(*HEADINGS)))
    lengths = _lengths(tree, in_heading)
    parts = list(_parts(tree, body, lengths))
    numbers = _blocks(parts, neighbours)
    blocks: list[list[_Part]] = [[] for _ in range(max(numbers, default=-1) + 1)]
    for part, number in zip(parts, numbers):
        blocks[number].append(part)
    starts = [part.start for part in parts]
    places = [_place(starts, parts, numbers, sentence) for sentence in sentences]
    longest: dict[int, int] = {}
    for sentence, place in zip(sentences, places):
        if not in_heading[_owner(tree, sentence.start)]:
            longest[place] = max(longest.get(place, 0), len(sentence.text))
    content = [
        not _is_linked(block, lengths) and longest.get(place, SHORT + 1) > SHORT
        for place, block in enumerate(blocks)
    ]
    return [place >= 0 and content[place] for place in places]


def _inside(tree: Tree, nodes: set[int]) -> list[bool]:
    """Whether each element is one of these, or inside one."""
    inside: list[bool] = []
    for node, parent in enumerate(tree.parent):
        inside.append(node in nodes or (parent >= 0 and inside[parent]))
    return inside


def _lengths(tree: Tree, in_heading: list[bool]) -> _Lengths:
    anchors = tree.find("a")
    links = {a for a, href in zip(anchors, tree.values(anchors, "href")) if href is not None}
    in_link = _inside(tree, links)
    text = ["".join(run.split()) for run in tree.run]
    size = list(map(len, text))
    plain = [0 if in_heading[node] else n for node, n in zip(tree.run_owner, size)]
    linked = [n if in_link[node] else 0 for node, n in zip(tree.run_owner, plain)]
    sums = (list(accumulate(counted, initial=0)) for counted in (size, plain, linked))
    return _Lengths(tree.run_start, *sums)


def _parts(tree: Tree, body: int, lengths: _Lengths) -> Iterator[_Part]:
    """The parts of the body, in document order."""
    boxes = list(accumulate((tag in BLOCK_LEVEL for tag in tree.tag), initial=0))
    whole = lengths.between(lengths.text, _element(tree, body))
    waiting = [_element(tree, body)]
    while waiting:
        part = waiting.pop()
        size = lengths.between(lengths.text, part)
        if not size:
            continue
        node = part.node
        holds_boxes = node >= 0 and boxes[tree.end[node]] > boxes[node + 1]
        if node == body or (holds_boxes and size >= LARGE * whole):
            waiting.extend(reversed(_children(tree, node, boxes)))
        else:
            yield part


def _children(tree: Tree, node: int, boxes: list[int]) -> list[_Part]:
    """The parts that replace an element."""
    found: list[_Part] = []
    at, depth = tree.start[node], tree.depth[node] + 1
    for child in tree.children(node):
        if boxes[tree.end[child]] > boxes[child]:  # no part of a line of text
            found += (_Part(at, tree.start[child], depth, _LOOSE, -1), _element(tree, child))
            at = tree.stop[child]
    return [*found, _Part(at, tree.stop[node], depth, _LOOSE, -1)]


def _element(tree: Tree, node: int) -> _Part:
    return _Part(tree.start[node], tree.stop[node], tree.depth[node], tree.tag[node], node)


def _blocks(parts: Iterable[_Part], neighbours: bool) -> list[int]:
    """The number of each part's block: parts of one depth and tag are merged."""
    numbers: list[int] = []
    known: dict[tuple[int, str], int] = {}
    last, block = None, -1
    for part in parts:
        kind = part.depth, part.tag
        if kind != last and (neighbours or kind not in known):
            known[kind] = block = block + 1
        last = kind
        numbers.append(known[kind])
    return numbers


def _is_linked(block: list[_Part], lengths: _Lengths) -> bool:
    plain = sum(lengths.between(lengths.plain, part) for part in block)
    linked = sum(lengths.between(lengths.linked, part) for part in block)
    return plain > 0 and linked >= LINKED * plain


def _place(
    starts: list[int], parts: Sequence[_Part], numbers: Sequence[int], sentence: Sentence
) -> int:
    """The block in which a sentence begins, -1 outside the body."""
    place = bisect_right(starts, sentence.start) - 1
    return numbers[place] if place >= 0 and sentence.start < parts[place].stop else -1


def _owner(tree: Tree, at: int) -> int:
    """The element that contains a character of the text."""
    return tree.run_owner[bisect_right(tree.run_start, at, hi=len(tree.run)) - 1]
