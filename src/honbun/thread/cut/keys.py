"""Keys: what makes a node look like others.

The tag, the names in its class, all of them together, the picture that it shows, the way down to
its first descendants, and for a text how it begins: with a number, a sign or a date.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from honbun.tree.block import BLOCK_LEVEL
from honbun.tree.strand import TEXT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from honbun.tree.strand import Strand

_NAMES = 6
"""Names of a class that are looked at; elements with more have them from a style sheet's kit."""
_MESSAGE = 60
"""Visible characters that make a text a message: names, places and dates are shorter."""
_LABEL = 24
"""A text of at most so many characters can be a label that all posts have."""
_LINES = 3
"""A picture that stands in a line of its own so often is a line between posts."""
_BOXES = BLOCK_LEVEL - frozenset("center p h1 h2 h3 h4 h5 h6 hr".split())
LEVELS = 3
"""How far the way to the first descendants is followed."""
_BEGINNING = re.compile(
    r"\s*(?:(?P<number>\d+)\s*[:：.)\]]|(?P<sign>[^\w\s\"'“”‘’(（\[<,.;:!?、。「『…-])"
    r"|(?P<label>[^\W\d_][^:：]{0,20})[:：])"
)
"""A text that begins with a number and a mark, with a sign that opens no sentence, or with what
it is about ("Name:")."""


class Plain(NamedTuple):
    """Columns of a strand as lists: one number of a list is read ten times as fast."""

    parent: list[int]
    end: list[int]
    sizes: list[int]
    make: list[int]
    line_size: list[int]


@dataclass(frozen=True)
class Keys:
    """The keys of a strand's nodes."""

    strand: Strand
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
            boxes.append(parent if parent < 0 or tags[parent] in _BOXES else boxes[parent])
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
    def plain(self) -> Plain:
        """The columns that are read one by one, as lists."""
        strand = self.strand
        columns = (strand.parent, strand.end, strand.sizes, self.make, self._line_sizes)
        return Plain(*(column.tolist() for column in columns))

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
