"""Node keys: what nodes of a page can have in common.

The tag, each class, all classes together, the image source, the tags of the first descendants, and
for a text how it starts: with a number, a symbol, a label or a date.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from honbun.html.blocks import BLOCK_LEVEL, HEADINGS
from honbun.html.columns import Groups, expand_ranges, group_equal, range_starts
from honbun.html.nodes import TEXT

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from honbun.html.columns import Column
    from honbun.html.nodes import NodeSequence

_NAMES = 6
"""Maximum number of classes of an element that become keys; elements with more use a CSS
framework."""
_MESSAGE = 60
"""Visible characters from which a text is a message: names, places and dates are shorter."""
_LABEL = 24
"""Maximum length of a label that all posts have."""
_LINES = 3
"""Occurrences from which an image on a line of its own is a separator."""
_BOXES_KEYS = BLOCK_LEVEL - frozenset("center p h1 h2 h3 h4 h5 h6 hr".split())
LEVELS = 3
"""How many levels of first descendants are followed."""
_BEGINNING = re.compile(
    r"\s*(?:(?P<number>\d+)\s*[:：.)\]]|(?P<sign>[^\w\s\"'“”‘’(（\[<,.;:!?、。「『…-])"
    r"|(?P<label>[^\W\d_][^:：]{0,20})[:：])"
)
"""A text that starts with a number and a mark, with a symbol that starts no sentence, or with a
label ("Name:")."""


class ListColumns(NamedTuple):
    """Columns as lists: reading a single value is ten times as fast."""

    parent: list[int]
    end: list[int]
    sizes: list[int]
    tag_class: list[int]
    line_size: list[int]


@dataclass(frozen=True)
class NodeKeys:
    """The nodes of a page with their keys."""

    sequence: NodeSequence
    dated: NDArray[np.bool_]
    ignore_classes: bool = False
    """Whether to ignore classes, as if the page had none."""

    @cached_property
    def classes(self) -> list[str]:
        """The classes of each element; empty for texts.

        Background colours count as classes: pages that predate CSS distinguish posts by them.
        """
        sequence = self.sequence
        found = [""] * len(sequence)
        if self.ignore_classes:
            return found
        elements = np.flatnonzero(sequence.run < 0)
        nodes = sequence.node[elements].tolist()
        classes = sequence.tree.values(nodes, "class")
        colours = sequence.tree.values(nodes, "bgcolor")
        for at, names, colour in zip(elements.tolist(), classes, colours):
            if names or colour:
                found[at] = " ".join([*(names or "").split(), *(colour or "").split()])
        return found

    @cached_property
    def tag_class(self) -> NDArray[np.int64]:
        """An id for the tag and class of each node."""
        numbers: dict[tuple[str, str], int] = {}
        return np.array(
            [
                numbers.setdefault(pair, len(numbers))
                for pair in zip(self.sequence.tag, self.classes)
            ],
            dtype=np.int64,
        )

    @cached_property
    def _kinds(self) -> dict[int, int]:
        """The tag and class id of each element of the tree that has a class."""
        at = np.flatnonzero((self.sequence.run < 0) & self.has_class[self.tag_class])
        return dict(zip(self.sequence.node[at].tolist(), self.tag_class[at].tolist()))

    def kind_of(self, node: int) -> int:
        """The tag and class id of an element of the tree; -1 if it has no class."""
        return self._kinds.get(node, -1)

    @cached_property
    def appearance(self) -> NDArray[np.int64]:
        """An id for all keys of each node.

        The tag and class, except for an image, which is identified by its source, and a text, by
        how it starts.
        """
        sequence, appearance = self.sequence, self.tag_class.copy()
        first = int(appearance.max(initial=-1)) + 1
        numbers: dict[tuple[int, str | None, bool], int] = {}
        pictures = [at for at, tag in enumerate(sequence.tag) if tag == "img"]
        sources = sequence.tree.values(sequence.node[pictures].tolist(), "src") if pictures else []
        looks = zip(appearance[pictures].tolist(), sources, itertools.repeat(False))
        appearance[pictures] = [numbers.setdefault(each, first + len(numbers)) for each in looks]
        texts = np.flatnonzero(sequence.run >= 0)
        shown = [sequence.text[at] for at in texts.tolist()]
        begins = {text: _beginning(text) for text in set(shown)}
        looks = zip(
            itertools.repeat(-1), map(begins.__getitem__, shown), self.dated[texts].tolist()
        )
        appearance[texts] = [numbers.setdefault(each, first + len(numbers)) for each in looks]
        return appearance

    @cached_property
    def has_class(self) -> NDArray[np.bool_]:
        """Whether the nodes of each tag and class id have a class."""
        has_class = np.zeros(int(self.tag_class.max()) + 1, dtype=bool)
        has_class[self.tag_class] = [bool(names) for names in self.classes]
        return has_class

    @cached_property
    def label(self) -> NDArray[np.int64]:
        """An id for each short text; -1 for other nodes."""
        numbers: dict[str, int] = {}
        short = {
            text: numbers.setdefault(text.strip(), len(numbers))
            for text in dict.fromkeys(self.sequence.text)
            if 0 < len(text) <= _LABEL
        }
        return np.array([short.get(text, -1) for text in self.sequence.text], dtype=np.int64)

    @cached_property
    def message(self) -> NDArray[np.bool_]:
        """Whether each node is a text that is too long for a header."""
        return np.diff(self.sequence.sizes) >= _MESSAGE

    @cached_property
    def line(self) -> NDArray[np.int64]:
        """The first node of each node's line. No post starts in the middle of a line."""
        sequence = self.sequence
        begins = np.zeros(len(sequence) + 1, dtype=bool)
        begins[0] = True
        blocks = np.flatnonzero([tag in BLOCK_LEVEL for tag in sequence.tag])
        begins[blocks] = begins[sequence.end[blocks]] = True
        begins[np.flatnonzero([tag == "br" for tag in sequence.tag]) + 1] = True
        places = np.where(begins[:-1], np.arange(len(sequence)), 0)
        return np.maximum.accumulate(places)

    @cached_property
    def box(self) -> NDArray[np.int64]:
        """The innermost box around each node; -1 for the outermost.

        Paragraphs and inline elements are not boxes: if their end tag is missing, they contain
        whatever follows.
        """
        boxes: list[int] = []
        tags = self.sequence.tag
        for parent in self.sequence.parent.tolist():
            boxes.append(parent if parent < 0 or tags[parent] in _BOXES_KEYS else boxes[parent])
        return np.array(boxes, dtype=np.int64)

    @cached_property
    def rules(self) -> NDArray[np.int64]:
        """Nodes that draw a line: rules, and images of lines that occur several times."""
        sequence = self.sequence
        pictures = [
            at for at, tag in enumerate(sequence.tag) if tag == "img" and not self.line_size(at)
        ]
        sources = sequence.tree.values(sequence.node[pictures].tolist(), "src") if pictures else []
        times = Counter(sources)
        drawn = [at for at, src in zip(pictures, sources) if src and times[src] >= _LINES]
        ruled = [at for at, tag in enumerate(sequence.tag) if tag == "hr"]
        return np.array(sorted(drawn + ruled), dtype=np.int64)

    @cached_property
    def list_columns(self) -> ListColumns:
        """The columns that are read value by value, as lists."""
        sequence = self.sequence
        columns = (sequence.parent, sequence.end, sequence.sizes, self.tag_class, self._line_sizes)
        return ListColumns(*(column.tolist() for column in columns))

    def line_size(self, at: int) -> int:
        """Visible characters in the line of a node."""
        return int(self._line_sizes[at])

    @cached_property
    def _line_sizes(self) -> NDArray[np.int64]:
        line, sizes = self.line, self.sequence.sizes
        return sizes[np.searchsorted(line, line, side="right")] - sizes[line]

    def line_text(self, at: int) -> str:
        """The text of a node's line; empty if it is too long for a header."""
        start, stop = self._line_span(at)
        size = self.sequence.sizes[stop] - self.sequence.sizes[start]
        return self.sequence.read([(start, stop)]) if size <= 2 * _MESSAGE else ""

    def _line_span(self, at: int) -> tuple[int, int]:
        line = self.line
        return int(line[at]), int(np.searchsorted(line, line[at], side="right"))

    def of(self, at: int) -> list[str]:
        """The keys of a node, from general to specific."""
        tag = self.sequence.tag[at]
        if tag is TEXT:
            return self._of_text(at)
        keys = [tag]
        names = self.classes[at].split()
        keys += [f"{tag}.{name}" for name in dict.fromkeys(names[:_NAMES])]
        if len(names) > 1:
            keys.append(f"{tag}.{' '.join(sorted(names))}")
        if tag == "img" and (
            source := self.sequence.tree.attribute(int(self.sequence.node[at]), "src")
        ):
            keys.append(f"img@{source}")
        return keys

    def child_paths(self, at: int) -> list[str]:
        """The tag paths from an element down to its first descendants."""
        sequence = self.sequence
        way, found = sequence.tag[at], []
        for _ in range(LEVELS):
            at += 1
            if at >= sequence.end[at - 1]:
                break
            way += f">{sequence.tag[at]}"
            found.append(way)
            if sequence.tag[at] is TEXT:
                found += [way + key for key in self._of_text(at)]
                break
            if self.classes[at]:
                found.append(f"{way}.{self.classes[at]}")
        return found

    def _of_text(self, at: int) -> list[str]:
        beginning = _beginning(self.sequence.text[at])
        keys = [beginning] if beginning else []
        if self.dated[at]:
            keys.append("#date")
        return keys


def _beginning(text: str) -> str | None:
    """How a text starts, if many texts could start in that way."""
    match = _BEGINNING.match(text)
    if match is None:
        return None
    kind = match.lastgroup
    if kind == "label":
        return f"#{match['label']}:"
    return "#number" if kind == "number" else f"#{match['sign']}"


# A page has thousands of nodes but few appearances, so keys are spelled out once for each
# appearance and nodes are grouped by ids.

_BOXES_ALIKE = frozenset("tr p div table li font center b dt dd".split())
"""Elements that may open a post and are alike in their first descendants only."""
_DEEPEST = 60
"""Maximum depth of elements that are grouped by their tag path."""
_LONGEST = 40
"""Maximum length of a tag in a tag path."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Nodes of a column with their keys: one row for each combination."""

    place: Column
    """The position of the node in the column."""
    key: Column

    def groups(self, row: Column | None = None) -> tuple[Groups, Column]:
        """Positions grouped by key (and by a second column, if given), and the key of each
        group."""
        code = self.key
        if row is not None and len(code):
            code = row[self.place] * (int(code.max()) + 1) + code
        found = group_equal(code)
        keys = self.key[found.place[found.begin]]
        return Groups(self.place[found.place], found.begin, found.size), keys


class KeyTable:
    """The keys of a page's nodes as ids."""

    def __init__(self, keys: NodeKeys) -> None:
        self._keys = keys
        self._of: dict[int, list[int]] = {}
        self._appearance = keys.appearance
        self.numbers: defaultdict[str, int] = defaultdict(itertools.count().__next__)

    @cached_property
    def names(self) -> list[str]:
        """The key of each id, once all ids are assigned."""
        return list(self.numbers)

    def siblings(self, children: Column) -> Pairs:
        """Nodes with their keys and the tag paths to their first descendants."""
        return self._paired(
            self._openings(children), lambda place: self._of_kid(int(children[place]))
        )

    def of(self, nodes: Column) -> Pairs:
        """Nodes with their keys."""
        return self._paired(self._appearance[nodes], lambda place: self._of_node(int(nodes[place])))

    def tag_paths(self, nodes: Column) -> Pairs:
        """Elements with their tag path from the root."""
        sequence = self._keys.sequence
        place = np.flatnonzero(sequence.depth[nodes] <= _DEEPEST)
        near = nodes[place]
        numbers: dict[tuple[str, str], str] = {}
        way: dict[int, str] = {}
        for at, parent in zip(near.tolist(), sequence.parent[near].tolist()):
            step = (way.get(parent, ""), sequence.tag[at][:_LONGEST])
            if step not in numbers:
                numbers[step] = "/".join(step)
            way[at] = numbers[step]
        return Pairs(place, np.array([self.numbers[each] for each in way.values()], dtype=np.int64))

    def openings(self, nodes: Column) -> Pairs:
        """Nodes with the keys by which they could open a post anywhere."""
        return self._paired(self._appearance[nodes], lambda place: self._opening(int(nodes[place])))

    def _paired(self, code: Column, keys: Callable[[int], list[int]]) -> Pairs:
        """A column with the keys of each position; equal codes have equal keys."""
        _, first, row = np.unique(code, return_index=True, return_inverse=True)
        found = [keys(place) for place in first.tolist()]
        counts = np.array([len(each) for each in found], dtype=np.int64)
        flat = np.array(list(itertools.chain.from_iterable(found)), dtype=np.int64)
        size = counts[row]
        return Pairs(
            np.repeat(np.arange(len(code)), size),
            flat[expand_ranges(range_starts(counts)[row], size)],
        )

    def _of_node(self, at: int) -> list[int]:
        appearance = int(self._appearance[at])
        if appearance not in self._of:
            self._of[appearance] = [self.numbers[key] for key in self._keys.of(at)]
        return self._of[appearance]

    def _of_kid(self, at: int) -> list[int]:
        keys = self._of_node(at)
        if self._keys.sequence.tag[at] not in _BOXES_ALIKE:
            return keys
        return keys + [self.numbers[way] for way in self._keys.child_paths(at)]

    def _opening(self, at: int) -> list[int]:
        tag = self._keys.sequence.tag[at]
        if tag == "hr" or tag in HEADINGS:
            return [self.numbers[tag]]
        if tag == "img":
            last = self._keys.of(at)[-1]
            return [self.numbers[last]] if last.startswith("img@") else []
        return self._of_node(at) if tag is TEXT else []

    def _openings(self, children: Column) -> Column:
        """An id for the appearance of each node and its first descendants."""
        sequence = self._keys.sequence
        end = sequence.end
        is_text = sequence.run >= 0
        looks = np.where(is_text, self._appearance, self._keys.tag_class)
        inside = np.array([tag in _BOXES_ALIKE for tag in sequence.tag])[children]
        levels = [self._appearance[children]]
        at = children
        for _ in range(LEVELS):
            inside = inside & (at + 1 < end[at])
            at = np.where(inside, at + 1, at)
            levels.append(np.where(inside, looks[at], -1))
            inside &= ~is_text[at]
        numbers: dict[tuple[int, ...], int] = {}
        chains = zip(*(level.tolist() for level in levels))
        return np.array([numbers.setdefault(chain, len(numbers)) for chain in chains], np.int64)
