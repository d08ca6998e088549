"""Which blocks other pages have too: the papers' comparison, exact, without comparing all pairs.

Two blocks are the same if the cosine of their vectors is above a threshold; a block that is the
same as no block of any other page is content. `repeated` decides this for every block of a
collection in three steps, each exact:

1. Equal vectors are found by their hash.
2. A feature of only one vector cannot be shared. Such features are reduced to their part of the
   length; vectors that agree in all other features form a *class* and are decided together. Most
   content is of this kind: one class of all paragraphs with unique text.
3. Classes are joined with a prefix filter. Take features from rare to common: if two vectors are
   similar, the first feature they share is early in both, because the features after it must still
   have more than the threshold's share of the length.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from honbun.papers.content_000.vectors import Rows, mix, ranges, rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from honbun.papers.content_000.pipeline import VectorTable
    from honbun.papers.content_000.vectors import Ints

# Long lists of rows with few different features are compared by a matrix product: such rows consist
# of little but tags, so the matrix is narrow and its product takes a few nanoseconds per pair. It
# is computed in single precision and decides what is clearly above or below the threshold; the rest
# is left to the exact comparison.

LONG = 1024
"""Length of a list from which the matrix is used."""
WIDE = 256
"""Number of features up to which the matrix is faster than pairs."""
_MARGIN = 1e-5
"""Single precision keeps seven digits; this leaves room for sums of a few hundred terms."""
_CELLS = 1 << 24
"""Cells of the product in memory at once."""


def decide(
    classes: Rows, members: Extent, rows: Ints, asked: Ints, threshold: float
) -> tuple[Flags, Ints]:
    """For some rows of a list: whether the matrix decides about them, and their best partner.

    `asked` are positions in `rows` of rows that are on one page only. The partner is the row of
    another page with the greatest cosine, or -1 if none is similar.
    """
    decided = np.zeros(len(asked), dtype=np.bool_)
    partner = np.full(len(asked), -1)
    matrix = _matrix(classes.take(rows))
    if matrix is None:
        return decided, partner
    first, last = members.first[rows], members.last[rows]
    step = max(1, _CELLS // len(rows))
    for begin in range(0, len(asked), step):
        part = slice(begin, begin + step)
        product = matrix[asked[part]] @ matrix.T
        product[(first == last) & (first == first[asked[part], None])] = -1.0
        best = product.argmax(axis=1)
        cosine = product[np.arange(len(best)), best]
        decided[part] = np.abs(cosine - threshold) > _MARGIN
        partner[part] = np.where(cosine > threshold, rows[best], -1)
    return decided, partner


def _matrix(rows: Rows) -> NDArray[np.float32] | None:
    """Rows as unit vectors over the features that two of them share; None if these are many."""
    shared = np.bincount(rows.feature)[rows.feature] > 1
    names, column = np.unique(rows.feature[shared], return_inverse=True)
    if len(names) > WIDE:
        return None
    matrix = np.zeros((len(rows), len(names)), dtype=np.float32)
    row = rows.row[shared]
    matrix[row, column] = rows.count[shared] / np.sqrt(rows.norm[row])
    return matrix


# The exact join: a prefix filter for cosine, then the exact products. Rows meet only in the lists
# of their prefix features; a bound on lengths excludes most of these pairs.

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from honbun.papers.content_000.vectors import Floats, Ints

    Flags = NDArray[np.bool_]

NOWHERE, EVERYWHERE = -1, -2

_PAIRS = 1 << 20
"""Pairs whose bound is computed at once: limits the memory of a join."""
_PRODUCTS = 1 << 17
"""Pairs whose product is computed at once. Small, because results settle later pairs."""


@dataclass(frozen=True, slots=True)
class Extent:
    """The first and the last page of each vector or class."""

    first: Ints
    last: Ints


def same(dot: Floats, left: Floats, right: Floats, threshold: float) -> Flags:
    """Whether vectors with this product and these squared lengths are the same block."""
    # Squares of counts are whole numbers, so this is exact where a division would round.
    return dot * dot > threshold * threshold * left * right


def join(classes: Rows, members: Extent, settled: Flags, threshold: float) -> Ints:
    """For each class, the page of a similar class: none, one page, or several.

    Settled classes count as everywhere; others are compared with them, but they are not looked up.
    """
    hit = np.where(settled, EVERYWHERE, NOWHERE)
    postings = _postings(classes, threshold)

    def compare(pairs: Iterable[tuple[Ints, Ints]]) -> None:
        for left, right in pairs:
            for part in range(0, len(left), _PRODUCTS):
                chunk = slice(part, part + _PRODUCTS)
                _verify(classes, members, left[chunk], right[chunk], hit, threshold)

    # Most rows with a match have one beside them and need not be compared with the whole list.
    compare(postings.neighbours(threshold))
    done = np.zeros(len(postings.row), dtype=np.bool_)
    compare(_by_matrix(classes, members, postings, hit, done, threshold))
    compare(postings.pairs(lambda e: ~done[e] & _wanted(postings.row[e], members, hit), threshold))
    return hit


def _by_matrix(
    classes: Rows, members: Extent, postings: _Postings, hit: Ints, done: Flags, threshold: float
) -> Iterator[tuple[Ints, Ints]]:
    """The best pair of each row of a long list; rows that need no other comparison are done."""
    for start in np.unique(postings.start[postings.size >= LONG]).tolist():
        rows = postings.row[start : start + postings.size[start]]
        single = members.first[rows] == members.last[rows]
        asked = np.flatnonzero(single & _wanted(rows, members, hit))
        decided, partner = decide(classes, members, rows, asked, threshold)
        done[start + asked[decided]] = True
        found = decided & (partner >= 0)
        yield rows[asked[found]], partner[found]


@dataclass(frozen=True, slots=True)
class _Postings:
    """The prefix entries of all rows, those of one feature together."""

    row: Ints
    start: Ints
    """Where the entries of the same feature begin."""
    size: Ints
    """How many there are."""
    here: Floats
    """The feature's count, over the length of the row."""
    after: Floats
    """The length of the features after it, over the length of the row."""

    def neighbours(self, threshold: float) -> Iterator[tuple[Ints, Ints]]:
        """Pairs of neighbours in a list: the most likely to be similar."""
        left = np.arange(len(self.row))
        for distance in (1, -1, 2, -2, 4, -4):
            right = left + distance
            inside = (right >= self.start) & (right < self.start + self.size)
            yield self._near(left[inside], right[inside], threshold)

    def pairs(
        self, wanted: Callable[[Ints], Flags], threshold: float
    ) -> Iterator[tuple[Ints, Ints]]:
        """Pairs of rows that may be similar, in parts; `wanted` selects the entries to pair."""
        by_share, sizes = self._worth_comparing(threshold)
        total = np.cumsum(sizes)
        begin = 0
        while begin < len(self.row):
            done = total[begin - 1] if begin else 0
            end = max(begin + 1, int(np.searchsorted(total, done + _PAIRS, side="right")))
            left = np.arange(begin, end)
            left = left[wanted(left)]
            begin = end
            right = by_share[ranges(self.start[left], sizes[left])]
            yield self._near(np.repeat(left, sizes[left]), right, threshold)

    def _worth_comparing(self, threshold: float) -> tuple[Ints, Ints]:
        """Each list ordered by share, and the number of its entries that each entry can match.

        The share is the part of the row's squared length from an entry on. By Cauchy-Schwarz two
        rows are similar only if the product of their shares exceeds the squared threshold, so each
        entry is compared with the beginning of its list only.
        """
        share = self.here**2 + self.after**2
        by_share = np.lexsort((-share, self.start))
        # Lists follow each other and shares lie between 0 and 1, so one search serves all lists.
        key = self.start[by_share] - share[by_share]
        least = self.start - threshold * threshold / share + 1e-6
        return by_share, np.maximum(np.searchsorted(key, least, side="right") - self.start, 0)

    def _near(self, left: Ints, right: Ints, threshold: float) -> tuple[Ints, Ints]:
        """The rows of those pairs of entries whose product can exceed the threshold."""
        # An upper bound of the product if this is the first feature they share.
        limit = self.here[left] * self.here[right] + self.after[left] * self.after[right]
        near = limit > threshold - 1e-9
        return self.row[left[near]], self.row[right[near]]


def _postings(classes: Rows, threshold: float) -> _Postings:
    row = classes.row
    square = classes.count**2
    total = np.cumsum(square)
    # Squared length from this entry to the end of its row.
    suffix = total[classes.offset[1:][row] - 1] - total + square
    norm = classes.norm[row]
    # The margin keeps entries that rounding would lose; extra entries cost time only.
    prefix = np.flatnonzero(suffix > threshold * threshold * norm * (1 - 1e-9))
    shared = np.bincount(classes.feature[prefix])[classes.feature[prefix]] > 1
    prefix = prefix[shared]
    # Within a feature, rows in which it has similar weight are neighbours.
    weight = square[prefix] / norm[prefix]
    prefix = prefix[np.lexsort((suffix[prefix] / norm[prefix], weight, classes.feature[prefix]))]
    feature = classes.feature[prefix]
    start = np.searchsorted(feature, feature, side="left")
    size = np.searchsorted(feature, feature, side="right") - start
    norm, square, suffix = norm[prefix], square[prefix], suffix[prefix]
    here = np.sqrt(square / norm)
    after = np.sqrt(np.maximum(suffix - square, 0.0) / norm)
    return _Postings(row[prefix], start, size, here, after)


def _wanted(rows: Ints, members: Extent, hit: Ints) -> Flags:
    """Rows for which a further comparison can change the result."""
    single = members.first[rows] == members.last[rows]
    found = hit[rows]
    again = (found >= 0) & (~single | (found == members.first[rows]))
    flags: Flags = (found == NOWHERE) | again
    return flags


def _verify(
    classes: Rows, members: Extent, left: Ints, right: Ints, hit: Ints, threshold: float
) -> None:
    """Compute the products of pairs of rows and record the pairs that are the same block."""
    # Two classes on the same single page are no evidence for each other.
    apart = (left != right) & (
        (members.first[left] != members.first[right])
        | (members.last[left] != members.last[right])
        | (members.first[left] != members.last[left])
    )
    wanted = apart & _wanted(left, members, hit)
    left, right = left[wanted], right[wanted]
    if not len(left):
        return
    order = np.argsort(right)  # sequential access is faster
    left, right = left[order], right[order]
    dot = classes.products(left, right)
    matched = same(dot, classes.norm[left], classes.norm[right], threshold)
    left, right = left[matched], right[matched]
    many = members.first[right] < members.last[right]
    hit[left[many]] = EVERYWHERE
    for row, page in zip(left[~many].tolist(), members.first[right[~many]].tolist()):
        if hit[row] == NOWHERE:
            hit[row] = page
        elif hit[row] != page:
            hit[row] = EVERYWHERE


@dataclass(frozen=True, slots=True)
class Comparison:
    """For every block of a collection, in page order, whether and how often others have it."""

    repeated: NDArray[np.bool_]
    others: NDArray[np.int64]
    """Number of other pages with an equal block; at least 1 for a block that is only similar."""


def repeated(
    collection: VectorTable, threshold: float, same: Sequence[int] | None = None
) -> Comparison:
    """Compare every block of every page with every block of every other page.

    `same` gives for each page the first of its duplicates; duplicates count as one page.
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
    """The extent of each vector, and its number of pages."""
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
    # Settled without a join: classes of equal blocks only, and classes of similar members.
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
