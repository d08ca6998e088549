"""Keys: what makes a node look like others.

The tag, the names in its class, all of them together, the picture that it shows, the way down to
its first descendants, and for a text how it begins: with a number, a sign or a date.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from honbun.html.blocks import BLOCK_LEVEL, HEADINGS
from honbun.html.nodes import TEXT

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from honbun.html.nodes import NodeSequence

_NAMES = 6
"""Names of a class that are looked at; elements with more have them from a style sheet's kit."""
_MESSAGE = 60
"""Visible characters that make a text a message: names, places and dates are shorter."""
_LABEL = 24
"""A text of at most so many characters can be a label that all posts have."""
_LINES = 3
"""A picture that stands in a line of its own so often is a line between posts."""
_BOXES_KEYS = BLOCK_LEVEL - frozenset("center p h1 h2 h3 h4 h5 h6 hr".split())
LEVELS = 3
"""How far the way to the first descendants is followed."""
_BEGINNING = re.compile(
    r"\s*(?:(?P<number>\d+)\s*[:：.)\]]|(?P<sign>[^\w\s\"'“”‘’(（\[<,.;:!?、。「『…-])"
    r"|(?P<label>[^\W\d_][^:：]{0,20})[:：])"
)
"""A text that begins with a number and a mark, with a sign that opens no sentence, or with what
it is about ("Name:")."""


class ListColumns(NamedTuple):
    """Columns of a strand as lists: one number of a list is read ten times as fast."""

    parent: list[int]
    end: list[int]
    sizes: list[int]
    make: list[int]
    line_size: list[int]


@dataclass(frozen=True)
class NodeKeys:
    """The keys of a strand's nodes."""

    strand: NodeSequence
    dated: NDArray[np.bool_]
    nameless: bool = False
    """Whether classes are left unread, as of pages that have none."""

    @cached_property
    def classes(self) -> list[str]:
        """The names in each element's class; empty for texts.

        Before there were classes, posts were told from the page by the colour behind them.
        """
        strand = self.strand
        found = [""] * len(strand)
        if self.nameless:
            return found
        elements = np.flatnonzero(strand.run < 0)
        nodes = strand.node[elements].tolist()
        classes = strand.tree.values(nodes, "class")
        colours = strand.tree.values(nodes, "bgcolor")
        for at, names, colour in zip(elements.tolist(), classes, colours):
            if names or colour:
                found[at] = " ".join([*(names or "").split(), *(colour or "").split()])
        return found

    @cached_property
    def make(self) -> NDArray[np.int64]:
        """A number for the tag and class of each node: equal for nodes made alike."""
        numbers: dict[tuple[str, str], int] = {}
        return np.array(
            [numbers.setdefault(made, len(numbers)) for made in zip(self.strand.tag, self.classes)],
            dtype=np.int64,
        )

    @cached_property
    def look(self) -> NDArray[np.int64]:
        """A number for the keys of each node: nodes that are `of` the same have the same.

        The make, but for a picture, which is told by what it shows, and a text, by how it begins.
        """
        strand, look = self.strand, self.make.copy()
        first = int(look.max(initial=-1)) + 1
        numbers: dict[tuple[int, str | None, bool], int] = {}
        pictures = [at for at, tag in enumerate(strand.tag) if tag == "img"]
        sources = strand.tree.values(strand.node[pictures].tolist(), "src") if pictures else []
        looks = zip(look[pictures].tolist(), sources, itertools.repeat(False))
        look[pictures] = [numbers.setdefault(each, first + len(numbers)) for each in looks]
        texts = np.flatnonzero(strand.run >= 0)
        shown = [strand.text[at] for at in texts.tolist()]
        begins = {text: _beginning(text) for text in set(shown)}
        looks = zip(
            itertools.repeat(-1), map(begins.__getitem__, shown), self.dated[texts].tolist()
        )
        look[texts] = [numbers.setdefault(each, first + len(numbers)) for each in looks]
        return look

    @cached_property
    def named(self) -> NDArray[np.bool_]:
        """Whether nodes of each make have a class."""
        named = np.zeros(int(self.make.max()) + 1, dtype=bool)
        named[self.make] = [bool(names) for names in self.classes]
        return named

    @cached_property
    def label(self) -> NDArray[np.int64]:
        """A number for what each short text says, equal for equal ones; -1 for other nodes."""
        numbers: dict[str, int] = {}
        short = {
            text: numbers.setdefault(text.strip(), len(numbers))
            for text in dict.fromkeys(self.strand.text)
            if 0 < len(text) <= _LABEL
        }
        return np.array([short.get(text, -1) for text in self.strand.text], dtype=np.int64)

    @cached_property
    def message(self) -> NDArray[np.bool_]:
        """Whether each node is a text that is too long for a header."""
        return np.diff(self.strand.sizes) >= _MESSAGE

    @cached_property
    def line(self) -> NDArray[np.int64]:
        """The node that begins the line that each node stands in: no post begins inside of one."""
        strand = self.strand
        begins = np.zeros(len(strand) + 1, dtype=bool)
        begins[0] = True
        blocks = np.flatnonzero([tag in BLOCK_LEVEL for tag in strand.tag])
        begins[blocks] = begins[strand.end[blocks]] = True
        begins[np.flatnonzero([tag == "br" for tag in strand.tag]) + 1] = True
        places = np.where(begins[:-1], np.arange(len(strand)), 0)
        return np.maximum.accumulate(places)

    @cached_property
    def box(self) -> NDArray[np.int64]:
        """The nearest box that each node stands in; -1 for the outermost.

        Paragraphs and inline elements are none: where they are left open, they hold what comes
        next, whatever that is.
        """
        boxes: list[int] = []
        tags = self.strand.tag
        for parent in self.strand.parent.tolist():
            boxes.append(parent if parent < 0 or tags[parent] in _BOXES_KEYS else boxes[parent])
        return np.array(boxes, dtype=np.int64)

    @cached_property
    def rules(self) -> NDArray[np.int64]:
        """The nodes that draw a line: rules, and pictures of lines that come again and again."""
        strand = self.strand
        pictures = [
            at for at, tag in enumerate(strand.tag) if tag == "img" and not self.line_size(at)
        ]
        sources = strand.tree.values(strand.node[pictures].tolist(), "src") if pictures else []
        times = Counter(sources)
        drawn = [at for at, src in zip(pictures, sources) if src and times[src] >= _LINES]
        ruled = [at for at, tag in enumerate(strand.tag) if tag == "hr"]
        return np.array(sorted(drawn + ruled), dtype=np.int64)

    @cached_property
    def plain(self) -> ListColumns:
        """The columns that are read one by one, as lists."""
        strand = self.strand
        columns = (strand.parent, strand.end, strand.sizes, self.make, self._line_sizes)
        return ListColumns(*(column.tolist() for column in columns))

    def line_size(self, at: int) -> int:
        """How many visible characters stand in the line of a node."""
        return int(self._line_sizes[at])

    @cached_property
    def _line_sizes(self) -> NDArray[np.int64]:
        line, sizes = self.line, self.strand.sizes
        return sizes[np.searchsorted(line, line, side="right")] - sizes[line]

    def line_text(self, at: int) -> str:
        """What the line of a node says; nothing where that is too long for a header."""
        start, stop = self._line_span(at)
        size = self.strand.sizes[stop] - self.strand.sizes[start]
        return self.strand.read([(start, stop)]) if size <= 2 * _MESSAGE else ""

    def _line_span(self, at: int) -> tuple[int, int]:
        line = self.line
        return int(line[at]), int(np.searchsorted(line, line[at], side="right"))

    def of(self, at: int) -> list[str]:
        """The keys of one node, from the plainest to the most special."""
        tag = self.strand.tag[at]
        if tag is TEXT:
            return self._of_text(at)
        keys = [tag]
        names = self.classes[at].split()
        keys += [f"{tag}.{name}" for name in dict.fromkeys(names[:_NAMES])]
        if len(names) > 1:
            keys.append(f"{tag}.{' '.join(sorted(names))}")
        if tag == "img" and (
            source := self.strand.tree.attribute(int(self.strand.node[at]), "src")
        ):
            keys.append(f"img@{source}")
        return keys

    def ways(self, at: int) -> list[str]:
        """The ways from an element down to its first descendants."""
        strand = self.strand
        way, found = strand.tag[at], []
        for _ in range(LEVELS):
            at += 1
            if at >= strand.end[at - 1]:
                break
            way += f">{strand.tag[at]}"
            found.append(way)
            if strand.tag[at] is TEXT:
                found += [way + key for key in self._of_text(at)]
                break
            if self.classes[at]:
                found.append(f"{way}.{self.classes[at]}")
        return found

    def _of_text(self, at: int) -> list[str]:
        beginning = _beginning(self.strand.text[at])
        keys = [beginning] if beginning else []
        if self.dated[at]:
            keys.append("#date")
        return keys


def _beginning(text: str) -> str | None:
    """How a text begins, if in a way that many texts could."""
    match = _BEGINNING.match(text)
    if match is None:
        return None
    kind = match.lastgroup
    if kind == "label":
        return f"#{match['label']}:"
    return "#number" if kind == "number" else f"#{match['sign']}"


# Rows of numbers, cut into stretches: what the groups and runs of a page are counted with.

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Column = NDArray[np.int64]


def expand_ranges(begin: Column, size: Column) -> Column:
    """The numbers of several stretches, one after another: `size` of them from each `begin` on.

    >>> stretched(np.array([5, 9]), np.array([2, 3])).tolist()
    [5, 6, 9, 10, 11]
    """
    ends = np.cumsum(size)
    return np.arange(int(ends[-1]) if len(ends) else 0) + np.repeat(begin - ends + size, size)


def range_starts(size: Column) -> Column:
    """Where each of some stretches begins that follow each other."""
    return np.cumsum(size) - size


@dataclass(frozen=True, slots=True)
class Groups:
    """Places of a row that have the same number, several of them, in the order of the first."""

    place: Column
    """The places of one group after another."""
    begin: Column
    """Where in `place` each group begins."""
    size: Column

    @property
    def of(self) -> Column:
        """The group of each place."""
        return np.repeat(np.arange(len(self.size)), self.size)

    @property
    def last(self) -> Column:
        """Where in `place` each group has its last."""
        return self.begin + self.size - 1

    def only(self, wanted: NDArray[np.bool_]) -> Groups:
        """Some of the groups."""
        size = self.size[wanted]
        return Groups(self.place[expand_ranges(self.begin[wanted], size)], range_starts(size), size)


def group_equal(code: Column) -> Groups:
    """The groups of a row.

    >>> groups(np.array([7, 3, 4, 3, 7])).place.tolist()
    [0, 4, 1, 3]
    """
    order = np.argsort(code, kind="stable")
    begin = np.flatnonzero(np.diff(code[order], prepend=-1))
    size = np.diff(begin, append=len(code))
    begin, size = begin[size > 1], size[size > 1]
    by_first = np.argsort(order[begin])
    begin, size = begin[by_first], size[by_first]
    return Groups(order[expand_ranges(begin, size)], range_starts(size), size)


def value_counts(code: Column, size: int) -> tuple[Column, Column]:
    """The numbers of a row, which are below `size`, sorted, and how often each comes.

    >>> [column.tolist() for column in counted(np.array([7, 3, 7]), 8)]
    [[3, 7], [1, 2]]
    """
    if _is_sparse(code, size):
        return np.unique(code, return_counts=True)
    times = np.bincount(code, minlength=size)
    numbers = np.flatnonzero(times)
    return numbers, times[numbers]


def unique_inverse(code: Column, size: int) -> tuple[Column, Column]:
    """The numbers of a row, which are below `size`, sorted, and which of them each place has.

    >>> [column.tolist() for column in numbered(np.array([7, 3, 7]), 8)]
    [[3, 7], [1, 0, 1]]
    """
    if _is_sparse(code, size):
        return np.unique(code, return_inverse=True)
    place = np.zeros(size, dtype=np.int64)
    place[code] = 1
    numbers = np.flatnonzero(place)
    place[numbers] = np.arange(len(numbers))
    return numbers, place[code]


def count_values(code: Column, wanted: Column, size: int) -> Column:
    """How often each of some wanted numbers comes in a row of numbers below `size`."""
    if not _is_sparse(code, size):
        return np.bincount(code, minlength=size)[wanted]
    numbers, times = np.unique(code, return_counts=True)
    return times[np.searchsorted(numbers, wanted)]


def _is_sparse(code: Column, size: int) -> bool:
    """Whether a table of all numbers that could be would be mostly empty."""
    return size > 16 * len(code) + 65536


class RangeMin:
    """The least number of any stretch of a row, by tables of those that double in length."""

    def __init__(self, row: Column) -> None:
        self._tables = [row]
        while len(row) > (length := 1 << (len(self._tables) - 1)):
            row = np.minimum(row[:-length], row[length:])
            self._tables.append(row)

    def below(self, limit: Column, start: Column, stop: Column) -> NDArray[np.bool_]:
        """Whether a number below each limit stands in each stretch."""
        return self.first_below(limit, start) < stop

    def first_below(self, limit: NDArray[Any], start: Column) -> Column:
        """The first place from each start on with a number below its limit; the length if none."""
        at = start.copy()
        for power in range(len(self._tables) - 1, -1, -1):
            table = self._tables[power]
            inside = at < len(table)
            passed = inside & (table[np.where(inside, at, 0)] >= limit) if len(table) else inside
            at += passed.astype(np.int64) << power
        return at


# Alike: nodes of a page that have a key in common, in numbers.
#
# A page has thousands of nodes and a few dozen looks, so keys are spelled once for each look, and
# nodes are grouped by numbers.

_BOXES_ALIKE = frozenset("tr p div table li font center b dt dd".split())
"""What can open a post without being like others but in its first descendants."""
_DEEPEST = 60
"""Elements up to this depth are known by their way of tags."""
_LONGEST = 40
"""Characters of a tag that a way is spelled with: no honest tag has more."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Nodes of a row, each with one of its keys."""

    place: Column
    """The place of the node in the row."""
    key: Column

    def groups(self, row: Column | None = None) -> tuple[Groups, Column]:
        """Groups of places of one key (and one number of a row), and the key of each."""
        code = self.key
        if row is not None and len(code):
            code = row[self.place] * (int(code.max()) + 1) + code
        found = group_equal(code)
        keys = self.key[found.place[found.begin]]
        return Groups(self.place[found.place], found.begin, found.size), keys


class KeyTable:
    """The keys of a page's nodes as numbers."""

    def __init__(self, keys: NodeKeys) -> None:
        self._keys = keys
        self._of: dict[int, list[int]] = {}
        self._look = keys.look
        self.numbers: defaultdict[str, int] = defaultdict(itertools.count().__next__)

    @cached_property
    def names(self) -> list[str]:
        """The key of each number, once all are told."""
        return list(self.numbers)

    def siblings(self, kids: Column) -> Pairs:
        """Some nodes with their keys and their ways down to their first descendants."""
        return self._paired(self._openings(kids), lambda place: self._of_kid(int(kids[place])))

    def of(self, nodes: Column) -> Pairs:
        """Some nodes with their keys."""
        return self._paired(self._look[nodes], lambda place: self._of_node(int(nodes[place])))

    def ways(self, nodes: Column) -> Pairs:
        """Some elements, their parents among them, with their way of tags from the top."""
        strand = self._keys.strand
        place = np.flatnonzero(strand.depth[nodes] <= _DEEPEST)
        near = nodes[place]
        numbers: dict[tuple[str, str], str] = {}
        way: dict[int, str] = {}
        for at, parent in zip(near.tolist(), strand.parent[near].tolist()):
            step = (way.get(parent, ""), strand.tag[at][:_LONGEST])
            if step not in numbers:
                numbers[step] = "/".join(step)
            way[at] = numbers[step]
        return Pairs(place, np.array([self.numbers[each] for each in way.values()], dtype=np.int64))

    def openings(self, nodes: Column) -> Pairs:
        """Some nodes with the keys by which they could open a post wherever they stand."""
        return self._paired(self._look[nodes], lambda place: self._opening(int(nodes[place])))

    def _paired(self, code: Column, keys: Callable[[int], list[int]]) -> Pairs:
        """A row with the keys of each place; places of one code have the same."""
        _, first, row = np.unique(code, return_index=True, return_inverse=True)
        # The keys are numbered as they are met, which makes no difference.
        found = [keys(place) for place in first.tolist()]
        counts = np.array([len(each) for each in found], dtype=np.int64)
        flat = np.array(list(itertools.chain.from_iterable(found)), dtype=np.int64)
        size = counts[row]
        return Pairs(
            np.repeat(np.arange(len(code)), size),
            flat[expand_ranges(range_starts(counts)[row], size)],
        )

    def _of_node(self, at: int) -> list[int]:
        look = int(self._look[at])
        if look not in self._of:
            self._of[look] = [self.numbers[key] for key in self._keys.of(at)]
        return self._of[look]

    def _of_kid(self, at: int) -> list[int]:
        keys = self._of_node(at)
        if self._keys.strand.tag[at] not in _BOXES_ALIKE:
            return keys
        return keys + [self.numbers[way] for way in self._keys.ways(at)]

    def _opening(self, at: int) -> list[int]:
        tag = self._keys.strand.tag[at]
        if tag == "hr" or tag in HEADINGS:
            return [self.numbers[tag]]
        if tag == "img":
            last = self._keys.of(at)[-1]
            return [self.numbers[last]] if last.startswith("img@") else []
        return self._of_node(at) if tag is TEXT else []

    def _openings(self, kids: Column) -> Column:
        """A number for what each node and its first descendants look like."""
        strand = self._keys.strand
        end = strand.end
        is_text = strand.run >= 0
        looks = np.where(is_text, self._look, self._keys.make)
        inside = np.array([tag in _BOXES_ALIKE for tag in strand.tag])[kids]
        levels = [self._look[kids]]
        at = kids
        for _ in range(LEVELS):
            inside = inside & (at + 1 < end[at])
            at = np.where(inside, at + 1, at)
            levels.append(np.where(inside, looks[at], -1))
            inside &= ~is_text[at]
        numbers: dict[tuple[int, ...], int] = {}
        chains = zip(*(level.tolist() for level in levels))
        return np.array([numbers.setdefault(chain, len(numbers)) for chain in chains], np.int64)
