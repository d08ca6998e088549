"""Long lists of rows with few different features, compared by matrix product.

A list that thousands of rows share would be compared pair by pair. Such rows are made of little but
tags, so a dense matrix of them is narrow, and its product with itself takes a few nanoseconds a
pair. It is computed in single precision: what is clearly above or below the threshold is decided,
what is near it is left to the exact comparison.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from honbun.content.faithful.join import Extent, Flags
    from honbun.content.faithful.rows import Ints, Rows

LONG = 1024
"""Rows from which a list is worth a matrix."""
WIDE = 256
"""Features up to which a matrix is faster than pairs."""
_MARGIN = 1e-5
"""Single precision keeps seven digits; this leaves room for sums of a few hundred terms."""
_CELLS = 1 << 24
"""Cells of the product that are held at once."""


def decide(
    classes: Rows, members: Extent, rows: Ints, asked: Ints, threshold: float
) -> tuple[Flags, Ints]:
    """For some rows of a list: whether the matrix decides on them, and their best partner.

    `rows` are the list's, `asked` places in it of rows that stand on one page only. The partner is
    a row that stands on another page and has the greatest cosine, or -1 where none is similar.
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
    """Rows as unit vectors over the features that two of them share; None where these are many."""
    shared = np.bincount(rows.feature)[rows.feature] > 1
    names, column = np.unique(rows.feature[shared], return_inverse=True)
    if len(names) > WIDE:
        return None
    matrix = np.zeros((len(rows), len(names)), dtype=np.float32)
    row = rows.row[shared]
    matrix[row, column] = rows.count[shared] / np.sqrt(rows.norm[row])
    return matrix
