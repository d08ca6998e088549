"""Conditions for title and body (3.3), and the value F = s * ts * c of an article set (3.5).

The paper names two conditions, that the title is one sentence and that the body is longer than the
title, "and the like". The others are ours: the title is more than a date, is marked up as a title
and differs from article to article; the body has sentences and does not consist of links.
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
"""Elements that contain titles."""
_LINKED = 0.5
"""Share of linked text from which a text consists of links."""


@dataclass(frozen=True)
class GroupText:
    """The text of a group and its properties."""

    text: str
    is_marked: bool
    """Whether it begins in an element for titles."""
    linked: float
    """The share of linked text."""

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
        """The share of dates."""
        return dates.share(self.text)

    @cached_property
    def words(self) -> frozenset[str]:
        return words(self.text)


class Reading:
    """The text groups of a page, each read once."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._read: dict[Group, GroupText] = {}
        tags = lines.sequence.tag
        self._marked: list[bool] = []
        for tag, parent in zip(tags, lines.parent):
            self._marked.append(tag in _MARKS or (parent >= 0 and self._marked[parent]))

    def of(self, group: Group) -> GroupText:
        """The text of a group."""
        if group not in self._read:
            sequence, texts = self._lines.sequence, self._lines.texts
            first, stop = texts[group.first], texts[group.stop - 1] + 1
            size = max(1, int(sequence.sizes[stop] - sequence.sizes[first]))
            linked = int(sequence.linked[stop] - sequence.linked[first]) / size
            self._read[group] = GroupText(self._lines.read(group), self._marked[first], linked)
        return self._read[group]

    def both(self, title: Group, body: Group) -> tuple[GroupText, GroupText]:
        """The texts of two groups."""
        return self.of(title), self.of(body)


def met(articles: Sequence[tuple[GroupText, GroupText]]) -> int:
    """The number of conditions that a set meets: c(C), counted if every article meets it."""
    of_all = zip(*(conditions_met(title, body) for title, body in articles))
    different = len({title.text for title, _ in articles}) == len(articles)
    return sum(map(all, of_all)) + different


def conditions_met(title: GroupText, body: GroupText) -> tuple[bool, ...]:
    """Which conditions an article meets, except that its title is unique."""
    return (
        *essential(title, body),
        title.dated < 0.9,
        title.is_marked,
        body.has_sentences,
        body.linked < _LINKED,
    )


def essential(title: GroupText, body: GroupText) -> tuple[bool, bool]:
    """The conditions that the paper names."""
    return title.is_sentence, len(body.text) > len(title.text)


_SHARED = 0.8
"""Share of a title's words that its body has (the paper)."""


class Worth(NamedTuple):
    """The value of an article set.

    If no article of any set supports its title, every F is 0 and the paper does not say which set
    wins; then the rest of the product decides.
    """

    whole: float
    """s * ts * c"""
    rest: float
    """ts * c"""


NOTHING = Worth(0.0, 0.0)


def worth(articles: Sequence[tuple[GroupText, GroupText]]) -> Worth:
    """s: articles whose title has a date or recurs in the body. ts: bytes. c: conditions met."""
    supported = sum(is_supported(title, body) for title, body in articles)
    size = sum(title.size + body.size for title, body in articles)
    rest = size * met(articles)
    return Worth(supported * rest, rest)


def bound(articles: int, size: int) -> float:
    """The upper bound of the value for a number of articles and bytes."""
    return float(articles * size * COUNT)


def is_supported(title: GroupText, body: GroupText) -> bool:
    """Whether the title has a date, or the body has most of its words."""
    if title.dated > 0:
        return True
    return bool(title.words) and len(title.words & body.words) >= _SHARED * len(title.words)


_GROUPS = 8
"""Maximum number of text groups of a subtree that may be its title or body."""


class Place(NamedTuple):
    """The position of a text group in a subtree.

    It is the smallest block that contains the group (a line that begins with a link is not at the
    position of the link), with its number among the groups of that block.
    """

    node: int
    """In the preorder of the compared subtree."""
    number: int


class Places:
    """The positions of the text groups of a page."""

    def __init__(self, lines: Lines, subtrees: Subtrees) -> None:
        self._lines, self._subtrees = lines, subtrees
        self._groups: dict[tuple[int, int], dict[Place, Group]] = {}
        self._paths: dict[tuple[int, int], frozenset[tuple[str, ...]]] = {}

    def groups(self, subtree: Subtree, level: int) -> dict[Place, Group]:
        """The text groups of a subtree by position, in document order."""
        key = (subtree.node, level)
        if key not in self._groups:
            found: dict[Place, Group] = {}
            count: Counter[int] = Counter()
            for group in self._lines.groups(subtree.node, level, _GROUPS):
                block = max(self._lines.block_of(group), subtree.node)
                node = self._subtrees.place(subtree, block)
                found[Place(node, count[node])] = group
                count[node] += 1
            self._groups[key] = found
        return self._groups[key]

    def path(self, subtree: Subtree, node: int) -> tuple[str, ...]:
        """The labels from a node of a subtree up to its top."""
        at, labels = subtree.kept[node], []
        while at > subtree.node:
            labels.append(self._lines.sequence.tag[at])
            at = self._lines.parent[at]
        return tuple(labels)

    def paths(self, subtree: Subtree, level: int) -> frozenset[tuple[str, ...]]:
        """The paths to all text groups of a subtree."""
        key = (subtree.node, level)
        if key not in self._paths:
            nodes = {node for node, _ in self.groups(subtree, level)}
            self._paths[key] = frozenset(self.path(subtree, node) for node in nodes)
        return self._paths[key]
