"""Which neighbouring links form one name, learned from a collection (paper 003, 4.1).

京都市 and 左京区 are one name because 京都市左京区 occurs in many texts; 福地寿樹 and 捕鯨問題 are
two, because they do not occur together. The paper counts the name on the whole web. Here the number
of *different sentences* that contain it is counted, without rows of links: a menu with two links
side by side on every page of a site is no evidence, however many pages there are.

Two passes: `candidates` of every page, then `CompoundCounts` over the same pages. Its size is
bounded by the number of candidates times the limit, and two of them can be merged, so parts of a
collection can be counted separately.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from honbun.html.blocks import split
from honbun.similar.link_rows import link_rows
from honbun.similar.sentences import sentences
from honbun.text.similarity import fingerprint, sentence_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from honbun.html.blocks import Blocks
    from honbun.html.tree import Tree

LEAST = 3
"""Minimum number of different sentences that contain a name. The paper does not give its threshold;
on the whole web it would be far higher, but in a collection of some thousand pages three are no
coincidence."""
_SHORTEST, _LONGEST = 3, 40
"""Minimum and maximum length of a name."""
_HEAD = 3
"""Characters by which a name is pre-selected."""


@dataclass(frozen=True, slots=True)
class Compounds:
    """The names of a collection that are written together."""

    names: frozenset[str]
    """The keys of the names."""

    def __call__(self, joined: str) -> bool:
        return sentence_key(joined) in self.names


@dataclass(slots=True)
class CompoundCounts:
    """The number of different sentences that contain each candidate, up to a limit."""

    candidates: frozenset[str]
    least: int = LEAST
    seen: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    """The fingerprints of the sentences, at most `least` per candidate."""
    _sizes: dict[str, list[int]] = field(init=False)

    def __post_init__(self) -> None:
        sizes: defaultdict[str, set[int]] = defaultdict(set)
        for name in self.candidates:
            sizes[name[:_HEAD]].add(len(name))
        self._sizes = {head: sorted(lengths) for head, lengths in sizes.items()}

    def add(self, tree: Tree, blocks: Blocks | None = None) -> None:
        """Count the sentences of one page."""
        blocks = split(tree) if blocks is None else blocks
        links = link_rows(blocks)
        for sentence in sentences(tree, blocks, lambda _: True):
            if not links.inside(sentence.start, sentence.stop):
                self.count(sentence.text)

    def count(self, text: str) -> None:
        """Count one sentence that is not a row of links."""
        text = sentence_key(text)
        sizes, candidates = self._sizes, self.candidates
        mark: int | None = None
        for at in range(len(text) - _HEAD + 1):
            for size in sizes.get(text[at : at + _HEAD], ()):
                name = text[at : at + size]
                if name in candidates and len(self.seen[name]) < self.least:
                    mark = fingerprint(text) if mark is None else mark
                    self.seen[name].add(mark)

    def merge(self, other: CompoundCounts) -> None:
        """Add the counts of another part of the collection."""
        for name, marks in other.seen.items():
            self.seen[name] = set(sorted(self.seen[name] | marks)[: self.least])

    def compounds(self) -> Compounds:
        """The candidates in enough sentences."""
        return Compounds(
            frozenset(name for name, marks in self.seen.items() if len(marks) >= self.least)
        )


def candidates(tree: Tree, blocks: Blocks | None = None) -> set[str]:
    """The keys of the joined texts of neighbouring links of a page."""
    keys = map(sentence_key, link_rows(split(tree) if blocks is None else blocks).joined())
    return {name for name in keys if _SHORTEST <= len(name) <= _LONGEST}


def compounds(trees: Iterable[Tree], least: int = LEAST) -> Compounds:
    """The compounds of a collection that fits in memory."""
    trees = list(trees)
    counts = CompoundCounts(frozenset().union(*map(candidates, trees)), least)
    for tree in trees:
        counts.add(tree)
    return counts.compounds()
