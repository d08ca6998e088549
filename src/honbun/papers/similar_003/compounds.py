"""Which neighbouring links make up one name, learnt from a collection (paper 003, 4.1).

京都市 and 左京区 are one name because 京都市左京区 is written in many texts; 福地寿樹 and 捕鯨問題
are two, because nobody writes them together. The paper counts the name on the whole web. Here it is
counted in how many *different sentences* it stands that are no rows of links themselves: a menu
that puts two links side by side on each page of a site says nothing, however many pages there are.

Two passes: `candidates` of every page, then a `CompoundCounts` over the same pages. Its size is
bounded by the number of candidates times the limit, and two of them can be merged, so that parts of
a collection can be counted apart.
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
"""Different sentences that a name must stand in. The paper does not tell its threshold; on the
whole web it would be far higher, in a collection of some thousand pages three are no accident."""
_SHORTEST, _LONGEST = 3, 40
"""Characters of what may be a name."""
_HEAD = 3
"""Characters by which a name is recognised before it is looked up whole."""


@dataclass(frozen=True, slots=True)
class Compounds:
    """The names of a collection that are written in one."""

    names: frozenset[str]
    """By their keys."""

    def __call__(self, joined: str) -> bool:
        return sentence_key(joined) in self.names


@dataclass(slots=True)
class CompoundCounts:
    """In how many different sentences each candidate stands, counted up to a limit."""

    candidates: frozenset[str]
    least: int = LEAST
    seen: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    """The fingerprints of the sentences, no more than `least` for each candidate."""
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
        """Count one sentence that is no row of links."""
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
        """Add what was counted in another part of the collection."""
        for name, marks in other.seen.items():
            self.seen[name] = set(sorted(self.seen[name] | marks)[: self.least])

    def compounds(self) -> Compounds:
        """The candidates that stand in enough sentences."""
        return Compounds(
            frozenset(name for name, marks in self.seen.items() if len(marks) >= self.least)
        )


def candidates(tree: Tree, blocks: Blocks | None = None) -> set[str]:
    """The keys of what neighbouring links of a page say together."""
    keys = map(sentence_key, link_rows(split(tree) if blocks is None else blocks).joined())
    return {name for name in keys if _SHORTEST <= len(name) <= _LONGEST}


def compounds(trees: Iterable[Tree], least: int = LEAST) -> Compounds:
    """The compounds of a collection that fits in memory."""
    trees = list(trees)
    counts = CompoundCounts(frozenset().union(*map(candidates, trees)), least)
    for tree in trees:
        counts.add(tree)
    return counts.compounds()
