"""Which rows to keep by their scores: those above the threshold with the highest F to be expected.

If the scores are true, the rows down to a score are expected to hold so much of what is right. The
score at which that gives the highest F is the threshold.
"""

import numpy as np

from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport free, malloc, qsort


cdef struct Scored:
    float score
    int32_t row


cdef int _compare(const void* one, const void* other) noexcept nogil:
    """The highest score first, of equal ones the first row."""
    cdef const Scored* a = <const Scored*>one
    cdef const Scored* b = <const Scored*>other
    if a.score != b.score:
        return -1 if a.score > b.score else 1
    return a.row - b.row


def choose(
    const float[:] scores not None, const float[:] sizes not None,
    double beta, float low, float high,
):
    """Whether each row is kept, and the F to be expected.

    `beta` is how many times as much recall counts as precision. No row below `low` is kept and all
    from `high` on are, but the best row is kept in any case.
    """
    cdef int rows = <int>scores.shape[0], i, best = 0
    cdef double square = beta * beta, total = 0, right = 0, found = 0, value, highest = -1
    cdef float threshold
    cdef Scored* order
    if sizes.shape[0] != rows:
        raise ValueError("each row has a size")
    kept = np.zeros(rows, dtype=np.bool_)
    cdef uint8_t[::1] out = kept.view(np.uint8)
    if rows == 0:
        return kept, 0.0
    order = <Scored*>malloc(<size_t>rows * sizeof(Scored))
    if order == NULL:
        raise MemoryError
    with nogil:
        for i in range(rows):
            order[i].score, order[i].row = scores[i], i
        qsort(order, rows, sizeof(Scored), _compare)
        for i in range(rows):
            total += order[i].score * sizes[order[i].row]
        for i in range(rows):
            right += order[i].score * sizes[order[i].row]
            found += sizes[order[i].row]
            value = (1 + square) * right / max(found + square * total, 1e-9)
            if value > highest:
                highest, best = value, i
        threshold = min(min(max(order[best].score, low), high), order[0].score)
        free(order)
        for i in range(rows):
            out[i] = scores[i] >= threshold
    return kept, highest
