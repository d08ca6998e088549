"""Which blocks other pages have too: the papers' comparison, exact, without comparing all pairs.

Two blocks are the same if the cosine of their vectors is above a threshold; a block that is the
same as no block of any other page is content. Three reductions come before the products, each
exact:

1. Equal vectors are found by their hash.
2. A feature of only one vector cannot be shared, so it counts in the length alone. Vectors that
   agree in all other features and in their length form a *class* and are decided together. Most
   content is of this kind: one class of all paragraphs with unique text.
3. A prefix filter: take features from rare to common. If two vectors are similar, the first
   feature they share is early in both, because the features from there on must still have more
   than the threshold's share of the length. Only classes that meet in such features are compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from honbun.errors import MissingExtra
from honbun.papers.content_000.vectors import mix

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray
    from scipy.sparse import csr_matrix

    from honbun.papers.content_000.vectors import VectorTable

    Ints = NDArray[np.int64]
    Flags = NDArray[np.bool_]

_CELLS = 1 << 24
"""Cells of the matrix of pairs that are computed at once."""
_PAIRS = 1 << 17
"""Pairs whose product is computed at once."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """For every block of a collection, in page order, whether and how often others have it."""

    repeated: Flags
    others: Ints
    """Number of other pages with an equal block; at least 1 for a block that is only similar."""


@dataclass(frozen=True, slots=True)
class Extent:
    """The first and the last page of each vector or class."""

    first: Ints
    last: Ints


def check_extra() -> None:
    """Raise MissingExtra if the library of sparse matrices is not installed."""
    try:
        import scipy.sparse  # noqa: F401
    except ImportError as error:
        raise MissingExtra("the papers' comparison of pages", "faithful") from error


def repeated(
    collection: VectorTable, threshold: float, same: Sequence[int] | None = None
) -> Comparison:
    """Compare every block of every page with every block of every other page.

    `same` gives for each page the first of its duplicates; duplicates count as one page.
    """
    counts = collection.blocks_per_page
    if not counts.sum():
        return Comparison(np.zeros(0, dtype=np.bool_), np.zeros(0, dtype=np.int64))
    vector_of = collection.vector_of
    page_of = np.repeat(np.arange(len(counts)) if same is None else np.array(same), counts)
    # The pages of each vector, in order and each once.
    vector, page = np.divmod(np.unique(vector_of * len(counts) + page_of), len(counts))
    pages = np.bincount(vector)
    ends = np.cumsum(pages)
    extent = Extent(page[ends - pages], page[ends - 1])
    similar = _similar(_matrix(collection), extent, threshold)[vector_of]
    return Comparison(similar, np.maximum(pages[vector_of] - 1, similar))


def _matrix(collection: VectorTable) -> csr_matrix:
    """The different vectors of a collection as rows of counted features."""
    from scipy.sparse import csr_matrix

    feature, offset = collection.vectors()
    names, column, count = np.unique(feature, return_inverse=True, return_counts=True)
    column = np.argsort(np.argsort(count, kind="stable"))[column]
    matrix = csr_matrix((np.ones(len(column)), column, offset), shape=(len(offset) - 1, len(names)))
    matrix.sum_duplicates()
    return matrix


def _similar(vectors: csr_matrix, extent: Extent, threshold: float) -> Flags:
    """For each vector, whether a block of another page is the same."""
    square = _sums(vectors.multiply(vectors))
    class_of, first = _classes(vectors, square)
    of_class = _no_pages(len(first))
    np.minimum.at(of_class.first, class_of, extent.first)
    np.maximum.at(of_class.last, class_of, extent.last)
    # The first and the last page with a block that is similar to the members of each class.
    found = _no_pages(len(first))
    for one, other in _similar_pairs(vectors[first], square[first], threshold):
        np.minimum.at(found.first, one, of_class.first[other])
        np.maximum.at(found.last, one, of_class.last[other])
    equal = extent.first < extent.last
    return (
        equal | (found.first[class_of] < extent.first) | (found.last[class_of] > extent.first)
    ).astype(np.bool_)


def _no_pages(size: int) -> Extent:
    return Extent(np.full(size, np.iinfo(np.int64).max), np.full(size, -1))


def _classes(vectors: csr_matrix, square: NDArray[np.float64]) -> tuple[Ints, Ints]:
    """Each vector's class, and a member of each class.

    Drops the features that only one vector has.
    """
    vectors.data[np.bincount(vectors.indices)[vectors.indices] == 1] = 0.0
    vectors.eliminate_zeros()
    entry = mix(mix(vectors.indices.astype(np.uint64)) + vectors.data.astype(np.uint64))
    total = np.append(np.uint64(0), np.cumsum(entry))
    digest = np.diff(total[vectors.indptr]) + mix(square.astype(np.uint64))
    _, first, class_of = np.unique(digest, return_index=True, return_inverse=True)
    return class_of, first


def _similar_pairs(
    classes: csr_matrix, square: NDArray[np.float64], threshold: float
) -> Iterator[tuple[Ints, Ints]]:
    """All pairs of similar classes; a class with itself if its members are similar."""
    prefix = _prefix(classes, square, threshold)
    size = len(square)
    step = max(1, _CELLS // size)
    for begin in range(0, size, step):
        meeting = (prefix[begin : begin + step] @ prefix.T).tocoo()
        one, other = meeting.row + begin, meeting.col
        one, other = one[one <= other], other[one <= other]
        for part in range(0, len(one), _PAIRS):
            left, right = one[part : part + _PAIRS], other[part : part + _PAIRS]
            dot = _sums(classes[left].multiply(classes[right]))
            # Squares of counts are whole numbers, so this is exact where a division would round.
            same = dot * dot > threshold * threshold * square[left] * square[right]
            yield left[same], right[same]
            yield right[same], left[same]


def _prefix(classes: csr_matrix, square: NDArray[np.float64], threshold: float) -> csr_matrix:
    """The features of each class that can be the first one that it shares with a similar class."""
    total = np.append(0.0, np.cumsum(classes.data**2))
    lengths = np.diff(classes.indptr)
    suffix = np.repeat(total[classes.indptr[1:]], lengths) - total[:-1]
    # The margin keeps entries that rounding would lose; extra entries cost time only.
    least = np.repeat(threshold * threshold * square * (1 - 1e-9), lengths)
    prefix = classes.copy()
    prefix.data = np.where(suffix > least, 1.0, 0.0)
    prefix.eliminate_zeros()
    return prefix


def _sums(matrix: csr_matrix) -> NDArray[np.float64]:
    """The sum of each row."""
    sums: NDArray[np.float64] = np.asarray(matrix.sum(axis=1)).ravel()
    return sums
