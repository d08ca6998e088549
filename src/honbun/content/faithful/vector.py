"""Blocks to vectors: what a block is made of, as counted features (papers 000 and 002).

Features are each tag in the block, each line of its text, and each line of its `title` and `alt`
values; text is lower-cased and blank lines are dropped. `features` is the definition in plain
Python. `vectorise` gives the same as 64-bit hashes in arrays, which is what a collection compares:
a block's vector is the multiset of its hashes.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import xxhash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from honbun.tree.block import Blocks

_hash = xxhash.xxh3_64_intdigest
_TAG_SEED = 1
"""Keeps the tag <p> apart from the text "p"."""


@dataclass(frozen=True, slots=True)
class Vectors:
    """The vectors of a page's blocks: block b owns `feature[offset[b]:offset[b + 1]]`."""

    feature: NDArray[np.uint64]
    """Feature hashes, one entry per occurrence."""
    offset: NDArray[np.int64]
    identity: NDArray[np.uint64]
    """Equal for blocks whose vectors are equal."""

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
    for node, _, value in tree.having("title", "alt"):
        if of[node] >= 0:
            yield of[node], value


def _lines(text: str) -> list[str]:
    """Lower-cased lines of a text, blank ones dropped.

    >>> _lines(" Text 1\\n\\n  two ")
    ['text 1', 'two']
    """
    return [line for raw in text.lower().split("\n") if (line := raw.strip())]


class _TagHashes(dict[str, int]):
    """Tag to hash; pages hold few different tags, and hostile ones are not remembered."""

    def __missing__(self, tag: str) -> int:
        value = _hash(tag.encode(), _TAG_SEED)
        if len(self) < 1000:
            self[tag] = value
        return value


_TAG_HASHES = _TagHashes()


def mix(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Spread hashes so that their sums tell multisets apart (the finaliser of splitmix64)."""
    values = values ^ (values >> np.uint64(30))
    values = values * np.uint64(0xBF58476D1CE4E5B9)
    values ^= values >> np.uint64(27)
    values *= np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))
