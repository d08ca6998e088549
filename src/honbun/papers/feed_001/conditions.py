"""What a title and a body usually are (paper 001, 3.3).

The paper names two conditions, that the title is one sentence and that the body is longer than the
title, "and the like". The like are ours: the title says more than a date, is marked as one, and no
two articles have the same; the body has sentences, and is not made of links.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from honbun.papers.feed_001.lines import words
from honbun.text import dates

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.papers.feed_001.lines import Group, Lines
    from honbun.papers.feed_001.subtrees import Subtree, Subtrees

COUNT = 7
_BETWEEN = re.compile(
    r"[。！？]\s*(?=[^\s。！？」』）)])|(?<=\w\w\w)[.!?]+[\"'”’)]*\s+(?=[^\W\d_a-z])"
)
"""Where one sentence ends and another begins: not after initials and short abbreviations."""
_END = re.compile(r"[。！？]|(?<=\w\w)[.!?…]+[\"'”’)\]]*(?:\s|$)")
_MARKS = frozenset("a b strong big h1 h2 h3 h4 h5 h6 th dt caption summary".split())
"""Elements that titles stand in."""
_NEARLY = 0.99
"""Share of the articles that meet a condition from which on their set meets it."""
_LINKED = 0.5
"""Share of a text in links from which on it is made of links."""


@dataclass(frozen=True)
class Words:
    """What a text group says, and what kind of text it is."""

    text: str
    is_marked: bool
    """Whether it begins in an element that titles stand in."""
    linked: float
    """The share of it that stands in links."""

    @cached_property
    def size(self) -> int:
        return len(self.text.encode())

    @cached_property
    def is_sentence(self) -> bool:
        return not _BETWEEN.search(self.text)

    @cached_property
    def has_sentences(self) -> bool:
        return bool(_END.search(self.text))

    @cached_property
    def dated(self) -> float:
        """The share of it that is dates."""
        return dates.share(self.text)

    @cached_property
    def words(self) -> frozenset[str]:
        return words(self.text)


class Reading:
    """The text groups of a page, each read once."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._read: dict[Group, Words] = {}
        tags = lines.strand.tag
        self._marked: list[bool] = []
        for tag, parent in zip(tags, lines.parent):
            self._marked.append(tag in _MARKS or (parent >= 0 and self._marked[parent]))

    def of(self, group: Group) -> Words:
        """What a group says."""
        if group not in self._read:
            strand, texts = self._lines.strand, self._lines.texts
            first, stop = texts[group.first], texts[group.stop - 1] + 1
            size = max(1, int(strand.sizes[stop] - strand.sizes[first]))
            linked = int(strand.linked[stop] - strand.linked[first]) / size
            self._read[group] = Words(self._lines.read(group), self._marked[first], linked)
        return self._read[group]

    def both(self, title: Group, body: Group) -> tuple[Words, Words]:
        """What two groups say."""
        return self.of(title), self.of(body)


def met(articles: Sequence[tuple[Words, Words]]) -> float:
    """How many conditions some titles and bodies meet, each by the share of articles that do."""
    several = sum(sum(of_one(title, body)) for title, body in articles)
    different = len({title.text for title, _ in articles})
    return (several + different) / len(articles)


def of_one(title: Words, body: Words) -> tuple[bool, ...]:
    """Which conditions an article meets, apart from that its title is its own."""
    return (
        *essential(title, body),
        title.dated < 0.9,
        title.is_marked,
        body.has_sentences,
        body.linked < _LINKED,
    )


def essential(title: Words, body: Words) -> tuple[bool, bool]:
    """The conditions that the paper names."""
    return title.is_sentence, len(body.text) > len(title.text)


# The worth of an article set: F = s * ts * c (paper 001, 3.5).
#
# Where no article of any set supports its title, every F is 0 and the paper does not tell which
# set is taken. Then what is left of the product decides.

_SHARED = 0.8
"""Share of a title's words that its body has (the paper)."""


class Worth(NamedTuple):
    """What an article set is worth, and among equals."""

    whole: float
    """s * ts * c"""
    rest: float
    """ts * c"""


NOTHING = Worth(0.0, 0.0)


def worth(articles: Sequence[tuple[Words, Words]]) -> Worth:
    """s: articles whose title is dated or comes again in the body. ts: bytes. c: conditions met."""
    supported = sum(is_supported(title, body) for title, body in articles)
    size = sum(title.size + body.size for title, body in articles)
    rest = size * met(articles)
    return Worth(supported * rest, rest)


def bound(articles: int, size: int) -> float:
    """What no set of so many articles, with so many bytes, is worth more than."""
    return float(articles * size * COUNT)


def is_supported(title: Words, body: Words) -> bool:
    """Whether a title has a date, or the body most of its words."""
    if title.dated > 0:
        return True
    return bool(title.words) and len(title.words & body.words) >= _SHARED * len(title.words)


# Places of text groups in subtrees.
#
# The place of a text group is the smallest subtree that holds it and is shown as a block (a line
# that only begins with a link is not at the place of the link), with its number among the groups
# of that subtree.

_GROUPS = 8
"""Text groups of a subtree that may be its title or its body: the first ones."""


class Place(NamedTuple):
    """Where a text group stands in a subtree."""

    node: int
    """In the preorder of the subtree as it is compared."""
    number: int


class Places:
    """The places of the text groups of a page."""

    def __init__(self, lines: Lines, subtrees: Subtrees) -> None:
        self._lines, self._subtrees = lines, subtrees
        self._groups: dict[tuple[int, int], dict[Place, Group]] = {}
        self._ways: dict[tuple[int, int], frozenset[tuple[str, ...]]] = {}

    def groups(self, subtree: Subtree, level: int) -> dict[Place, Group]:
        """The text groups of a subtree by their places, in document order."""
        key = (subtree.node, level)
        if key not in self._groups:
            found: dict[Place, Group] = {}
            count: Counter[int] = Counter()
            for group in self._lines.groups(subtree.node, level, _GROUPS):
                holder = max(self._lines.holder(group), subtree.node)
                node = self._subtrees.place(subtree, holder)
                found[Place(node, count[node])] = group
                count[node] += 1
            self._groups[key] = found
        return self._groups[key]

    def way(self, subtree: Subtree, node: int) -> tuple[str, ...]:
        """The labels from a node of a subtree up to its top."""
        at, way = subtree.kept[node], []
        while at > subtree.node:
            way.append(self._lines.strand.tag[at])
            at = self._lines.parent[at]
        return tuple(way)

    def ways(self, subtree: Subtree, level: int) -> frozenset[tuple[str, ...]]:
        """The labels on the ways to all text groups of a subtree."""
        key = (subtree.node, level)
        if key not in self._ways:
            nodes = {node for node, _ in self.groups(subtree, level)}
            self._ways[key] = frozenset(self.way(subtree, node) for node in nodes)
        return self._ways[key]
