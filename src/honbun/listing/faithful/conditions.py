"""What a title and a body usually are (paper 001, 3.3).

The paper names two conditions, that the title is one sentence and that the body is longer than the
title, "and the like". The like are ours: the title says more than a date, is marked as one, and no
two articles have the same; the body has sentences, and is not made of links.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from honbun.language import dates
from honbun.listing.faithful.words import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.listing.faithful.lines import Group, Lines

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
        return dates.covered(self.text)

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
