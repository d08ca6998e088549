"""Blocks as vectors of counted features (papers 000 and 002).

Features are each tag in the block, each line of its text, and each line of its `title` and `alt`
values; text is lower-cased and blank lines are dropped. `features` is the definition in plain
Python. `vectorise` returns the same as 64-bit hashes in arrays: a block's vector is the multiset of
its hashes.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import xxhash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from honbun.html.blocks import Blocks

_hash = xxhash.xxh3_64_intdigest
_TAG_SEED = 1
"""Distinguishes the tag <p> from the text "p"."""


@dataclass(frozen=True, slots=True)
class Vectors:
    """The vectors of a page's blocks: block b owns `feature[offset[b]:offset[b + 1]]`."""

    feature: NDArray[np.uint64]
    """Feature hashes, one entry per occurrence."""
    offset: NDArray[np.int64]
    identity: NDArray[np.uint64]
    """Equal for blocks with equal vectors."""

    def __len__(self) -> int:
        return len(self.identity)


def features(blocks: Blocks) -> list[Counter[str]]:
    """Each block's vector with its features spelled out: `<tag>` or a line of text."""
    counters: list[Counter[str]] = [Counter() for _ in blocks.node]
    for block, tag in zip(blocks.of, blocks.tree.tag):
        if block >= 0:
            counters[block][f"<{tag}>"] += 1
    for block, text in _texts(blocks):
        counters[block].update(_lines(text))
    return counters


def vectorise(blocks: Blocks) -> Vectors:
    """The vectors of a page's blocks as arrays of hashes."""
    owners = [block for block in blocks.of if block >= 0]
    hashes = [_tag_hash(tag) for block, tag in zip(blocks.of, blocks.tree.tag) if block >= 0]
    for block, text in _texts(blocks):
        for line in _lines(text):
            owners.append(block)
            hashes.append(_hash(line.encode()))
    # Numpy sorts 16-bit numbers by radix, several times faster than wider ones.
    owner = np.array(owners, dtype=np.uint16 if len(blocks) < 1 << 16 else np.int64)
    feature = np.array(hashes, dtype=np.uint64)[np.argsort(owner, kind="stable")]
    offset = np.zeros(len(blocks) + 1, dtype=np.int64)
    np.cumsum(np.bincount(owner, minlength=len(blocks)), out=offset[1:])
    # Every block holds at least its own tag, so no slice below is empty.
    identity = np.add.reduceat(mix(feature), offset[:-1]) if len(blocks) else feature
    return Vectors(feature, offset, identity)


def _texts(blocks: Blocks) -> Iterator[tuple[int, str]]:
    """Each text run and each `title` and `alt` value, with its block."""
    tree, of = blocks.tree, blocks.of
    for owner, run in zip(tree.run_owner, tree.run):
        if not run.isspace() and of[owner] >= 0:
            yield of[owner], run
    for node, _, value in tree.find_attributes("title", "alt"):
        if of[node] >= 0:
            yield of[node], value


def _lines(text: str) -> list[str]:
    """Lower-cased lines of a text, blank ones dropped.

    >>> _lines(" Text 1\\n\\n  two ")
    ['text 1', 'two']
    """
    return [line for raw in text.lower().split("\n") if (line := raw.strip())]


@lru_cache(1000)
def _tag_hash(tag: str) -> int:
    return _hash(tag.encode(), _TAG_SEED)


def mix(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Mix hashes so that their sums identify multisets (the finaliser of splitmix64)."""
    values = values ^ (values >> np.uint64(30))
    values = values * np.uint64(0xBF58476D1CE4E5B9)
    values ^= values >> np.uint64(27)
    values *= np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


class VectorTable:
    """The vectors of all pages, each distinct vector once: a site's menu is held once."""

    def __init__(self) -> None:
        self._number: dict[int, int] = {}
        """The number of each distinct vector, by identity."""
        self._features: list[NDArray[np.uint64]] = []
        self._pages: list[list[int]] = []

    def add(self, page: Vectors) -> None:
        """Add the blocks of the next page."""
        identities = page.identity.tolist()
        for block, identity in enumerate(identities):
            if identity not in self._number:
                self._number[identity] = len(self._number)
                start, stop = page.offset[block : block + 2]
                self._features.append(page.feature[start:stop].copy())
        self._pages.append([self._number[identity] for identity in identities])

    @property
    def blocks_per_page(self) -> NDArray[np.int64]:
        return np.array([len(page) for page in self._pages], dtype=np.int64)

    @property
    def vector_of(self) -> NDArray[np.int64]:
        """The number of the vector of every block of every page."""
        return np.array([number for page in self._pages for number in page], dtype=np.int64)

    def vectors(self) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """The features of the distinct vectors, and where those of each one begin."""
        lengths = [len(features) for features in self._features]
        return np.concatenate(self._features), np.append(0, np.cumsum(lengths))
