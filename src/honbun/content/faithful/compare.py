"""Which blocks stand on other pages too: the papers' comparison, exact and without all pairs.

Two blocks are the same when the cosine of their vectors is above a threshold, and a block that is
the same as no block of any other page is content. `repeated` answers that for every block of a
collection. It gets there in three steps, each exact:

1. Equal vectors meet by their hash.
2. A feature that only one vector has cannot be shared. Such features shrink to a number, their
   part of the length; vectors that agree in all the rest form a *class* and are judged together.
   Most content is of this kind: one class of all paragraphs with a text of their own.
3. Classes are joined by a prefix filter. Take features from rare to common: if two vectors are
   similar, the first feature they share stands early in both, because the features after it must
   still hold more than the threshold's share of the length.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from honbun.content.faithful.join import EVERYWHERE, Extent, join, same
from honbun.content.faithful.rows import Rows, rows_of
from honbun.content.faithful.vector import mix

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from honbun.content.faithful.collection import Collection
    from honbun.content.faithful.join import Flags
    from honbun.content.faithful.rows import Ints


@dataclass(frozen=True, slots=True)
class Comparison:
    """For every block of a collection, in page order, whether and how often it stands elsewhere."""

    repeated: NDArray[np.bool_]
    others: NDArray[np.int64]
    """Other pages that hold an equal block; at least 1 for one that is repeated but never equal."""


def repeated(
    collection: Collection, threshold: float, same: Sequence[int] | None = None
) -> Comparison:
    """Compare every block of every page with every block of every other page.

    Pages that are the `same`, which tells for each page the first that is, count as one page.
    """
    counts = collection.blocks_per_page
    if not counts.sum():
        return Comparison(np.zeros(0, dtype=np.bool_), np.zeros(0, dtype=np.int64))
    vectors = collection.vectors()
    vector_of = np.searchsorted(vectors.identity, collection.identities())
    page_of = np.repeat(np.arange(len(counts)) if same is None else np.array(same), counts)
    extent, pages = _extent(vector_of, page_of, len(vectors))
    similar = _similar(rows_of(vectors), extent, threshold)[vector_of]
    return Comparison(similar, np.maximum(pages[vector_of] - 1, similar))


def _extent(vector_of: Ints, page_of: Ints, vectors: int) -> tuple[Extent, Ints]:
    """Where each vector stands, and on how many pages."""
    order = np.lexsort((page_of, vector_of))  # by vector, and within each by page
    pages = page_of[order]
    starts = np.searchsorted(vector_of[order], np.arange(vectors))
    fresh = np.ones(len(pages), dtype=np.int64)
    fresh[1:] = pages[1:] != pages[:-1]
    fresh[starts] = 1
    ends = np.append(starts[1:], len(pages)) - 1
    return Extent(pages[starts], pages[ends]), np.add.reduceat(fresh, starts)


def _similar(vectors: Rows, extent: Extent, threshold: float) -> Flags:
    """For each vector, whether a block of another page is the same."""
    equal = extent.first < extent.last
    class_of, classes = _classes(vectors)
    members = _class_extent(class_of, extent, len(classes))
    # What needs no join: classes of equal blocks only, and classes whose members are all alike.
    open_members = np.bincount(class_of, weights=~equal, minlength=len(classes))
    alike = same(classes.squares(), classes.norm, classes.norm, threshold)
    settled = (open_members == 0) | (alike & (members.first < members.last))
    found = join(classes, members, settled, threshold)[class_of]
    elsewhere = (found >= 0) & (found != extent.first)
    flags: Flags = equal | (found == EVERYWHERE) | elsewhere
    return flags


def _classes(vectors: Rows) -> tuple[Ints, Rows]:
    """Each vector's class, and the classes as rows of the features that can be shared."""
    shared = np.bincount(vectors.feature)[vectors.feature] > 1
    lengths = np.bincount(vectors.row[shared], minlength=len(vectors))
    offset = np.append(0, np.cumsum(lengths))
    kept = Rows(vectors.feature[shared], vectors.count[shared], offset, vectors.norm)
    entry = mix(mix(kept.feature.astype(np.uint64)) + kept.count.astype(np.uint64))
    digest = np.add.reduceat(np.append(entry, np.uint64(0)), offset[:-1])
    digest[lengths == 0] = 0
    digest += mix(vectors.norm.astype(np.uint64))
    _, first, class_of = np.unique(digest, return_index=True, return_inverse=True)
    return class_of, kept.take(first)


def _class_extent(class_of: Ints, extent: Extent, classes: int) -> Extent:
    first = np.full(classes, np.iinfo(np.int64).max)
    last = np.full(classes, -1)
    np.minimum.at(first, class_of, extent.first)
    np.maximum.at(last, class_of, extent.last)
    return Extent(first, last)
