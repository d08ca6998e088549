"""Blocks as vectors of counted features (papers 000 and 002).

Features are each tag in the block, each line of its text, and each line of its `title` and `alt`
values; text is lower-cased and blank lines are dropped. `features` is the definition in plain
Python. `vectorise` returns the same as 64-bit hashes in arrays: a block's vector is the multiset of
its hashes.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import xxhash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from honbun.html.blocks import Blocks

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

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


NO_VECTORS = Vectors(
    np.zeros(0, dtype=np.uint64), np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.uint64)
)


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
    hashes = [_TAG_HASHES[tag] for block, tag in zip(blocks.of, blocks.tree.tag) if block >= 0]
    for block, text in _texts(blocks):
        if "\n" in text:
            for line in _lines(text):
                owners.append(block)
                hashes.append(_hash(line.encode()))
        elif line := text.strip().lower():
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


class _TagHashes(dict[str, int]):
    """Tag to hash; bounded, because hostile pages have many different tags."""

    def __missing__(self, tag: str) -> int:
        value = _hash(tag.encode(), _TAG_SEED)
        if len(self) < 1000:
            self[tag] = value
        return value


_TAG_HASHES = _TagHashes()


def mix(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Mix hashes so that their sums identify multisets (the finaliser of splitmix64)."""
    values = values ^ (values >> np.uint64(30))
    values = values * np.uint64(0xBF58476D1CE4E5B9)
    values ^= values >> np.uint64(27)
    values *= np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


@dataclass(frozen=True)
class Rows:
    """Sparse vectors of a collection: row r owns `feature[offset[r]:offset[r + 1]]`."""

    feature: Ints
    """Dense feature numbers, rare features first, ascending in each row."""
    count: Floats
    offset: Ints
    norm: Floats
    """Squared length of each row, features that were dropped from it included."""

    def __len__(self) -> int:
        return len(self.norm)

    @cached_property
    def row(self) -> Ints:
        """The row of each entry."""
        return np.repeat(np.arange(len(self)), np.diff(self.offset))

    @cached_property
    def _keys(self) -> Ints:
        """Row and feature of each entry in one number, ascending."""
        return self.row * self._features + self.feature

    @cached_property
    def _features(self) -> int:
        return int(self.feature.max(initial=0)) + 1

    def take(self, rows: Ints) -> Rows:
        lengths = np.diff(self.offset)[rows]
        entries = ranges(self.offset[rows], lengths)
        offset = np.append(0, np.cumsum(lengths))
        return Rows(self.feature[entries], self.count[entries], offset, self.norm[rows])

    def products(self, left: Ints, right: Ints) -> Floats:
        """The scalar products of pairs of rows, none of them empty."""
        lengths = np.diff(self.offset)[left]
        entries = ranges(self.offset[left], lengths)
        wanted = np.repeat(right, lengths) * self._features + self.feature[entries]
        place = np.minimum(np.searchsorted(self._keys, wanted), len(self._keys) - 1)
        shared = self._keys[place] == wanted
        product = np.where(shared, self.count[entries] * self.count[place], 0.0)
        sums: Floats = np.add.reduceat(product, np.append(0, np.cumsum(lengths)[:-1]))
        return sums

    def squares(self) -> Floats:
        """The squared length of each row without the features that were dropped."""
        return np.bincount(self.row, self.count**2, len(self)).astype(np.float64)


def ranges(starts: Ints, lengths: Ints) -> Ints:
    """The concatenation of `start:start + length` for each row."""
    skipped = np.repeat(starts - np.append(0, np.cumsum(lengths)[:-1]), lengths)
    numbers: Ints = np.arange(int(lengths.sum())) + skipped
    return numbers


def rows_of(vectors: Vectors) -> Rows:
    """Vectors with their occurrences counted and their features numbered, rare ones first.

    Features that occur once are left out: they count in the length and cannot match.
    """
    lengths = np.diff(vectors.offset)
    row = np.repeat(np.arange(len(vectors)), lengths)
    again = _may_repeat(vectors.feature)
    alone = lengths - np.bincount(row[again], minlength=len(vectors))
    row = row[again]
    names, number = np.unique(vectors.feature[again], return_inverse=True)
    key, count = np.unique(row * max(len(names), 1) + number, return_counts=True)
    row, number = np.divmod(key, max(len(names), 1))
    rarity = np.bincount(number, minlength=len(names))
    rank = np.empty(len(names), dtype=np.int64)
    rank[np.argsort(rarity, kind="stable")] = np.arange(len(names))
    order = np.lexsort((rank[number], row))
    weight = count[order].astype(np.float64)
    offset = np.searchsorted(row, np.arange(len(vectors) + 1))
    norm = np.bincount(row, weight * weight, len(vectors)) + alone
    return Rows(rank[number][order], weight, offset, norm.astype(np.float64))


def _may_repeat(features: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Which entries may occur more than once; those that certainly do not are excluded cheaply.

    A feature alone in its bucket occurs once. Some share a bucket by chance and stay, which costs
    time only. Sorting is expensive, and most features never reach it.
    """
    buckets = 1 << len(features).bit_length()
    bucket = features & np.uint64(buckets - 1)
    number = np.arange(len(features))
    first = np.empty(buckets, dtype=np.int64)
    last = np.empty(buckets, dtype=np.int64)
    first[bucket[::-1]] = number[::-1]
    last[bucket] = number
    flags: NDArray[np.bool_] = first[bucket] != last[bucket]
    return flags
