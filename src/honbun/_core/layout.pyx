"""PageLayout: what is kept of a page until the pages of its site have been read.

Hashes of its texts and places, their sizes, and the blocks around them, in one `bytes` object that
a file can hold. Other pages are compared with it, and the second look at the page is computed from
it, when the page itself is gone.
"""

import os

import numpy as np

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from honbun._core.characters cimport mixed
from honbun._core.segments cimport Segments

cdef enum:
    VERSION = 1
    HEADER = 8  # numbers of 4 bytes
    FAR = 60
    UNKNOWN = -1

cdef int[4] _STEPS = [-2, -1, 1, 2]
cdef int[2] _REACH = [3, 10]
cdef double _HIGH = 0.6
# Slots of tables that no page can foresee: equal ones would make every search long.
cdef uint64_t _SEED = int.from_bytes(os.urandom(8), "little")

SECOND = tuple(
    ["score"]
    + [f"score at {step:+}" for step in (-2, -1, 1, 2)]
    + [f"score within {reach}" for reach in (3, 10)]
    + [f"score of box {level}" for level in range(1, LEVELS)]
    + ["score of equal place", "score before", "score of page", "best score", "since high score",
       "until high score", "inside 50% of score", "inside 80% of score", "position in 80% of score",
       "own score over page"]
)
"""The features that the scores of the first look add for the second."""


cdef class PageLayout:
    """Hashes, sizes and nesting of the segments of a page."""

    def __cinit__(self, data):
        self.data = bytes(data)
        self._point()
        self._check()

    @staticmethod
    def of(Segments segments not None, uint64_t title=0):
        """The layout of a page; `title` is a hash of its title, or 0."""
        cdef Py_ssize_t rows = segments.rows, boxes = segments.blocks.size
        cdef Py_ssize_t shingles = segments.shingle_count, i
        cdef Py_ssize_t size = 4 * HEADER + 8 * (4 * rows + boxes) + 4 * (
            4 * rows + 1 + 4 * boxes + shingles
        )
        cdef bytes data = PyBytes_FromStringAndSize(NULL, size)
        cdef int32_t* header = <int32_t*>PyBytes_AS_STRING(data)
        cdef uint64_t* wide = <uint64_t*>(header + HEADER)
        cdef int32_t* narrow
        cdef int32_t[HEADER] head = [
            VERSION, segments.rows, segments.blocks.size, segments.shingle_count, 0, 0, 0, 0
        ]
        memcpy(header, head, sizeof(head))
        memcpy(header + 4, &title, 8)
        memcpy(wide, segments.row.text, 8 * rows)
        memcpy(wide + rows, segments.row.pattern, 8 * rows)
        memcpy(wide + 2 * rows, segments.row.place, 8 * rows)
        memcpy(wide + 3 * rows, segments.row.position, 8 * rows)
        wide += 4 * rows
        memcpy(wide, segments.box.key, 8 * boxes)
        narrow = <int32_t*>(wide + boxes)
        memcpy(narrow, segments.row.block, 4 * rows)
        memcpy(narrow + rows, segments.row.chars, 4 * rows)
        memcpy(narrow + 2 * rows, segments.row.linked, 4 * rows)
        memcpy(narrow + 3 * rows, segments.row.shingle, 4 * (rows + 1))
        narrow += 4 * rows + 1
        memcpy(narrow, segments.box.first, 4 * boxes)
        memcpy(narrow + boxes, segments.box.last, 4 * boxes)
        memcpy(narrow + 2 * boxes, segments.box.wider, 4 * boxes)
        memcpy(narrow + 3 * boxes, segments.box.depth, 4 * boxes)
        narrow += 4 * boxes
        for i in range(shingles):
            narrow[i] = <int32_t>(segments.shingles[i] >> 32)
        return PageLayout(data)

    def __reduce__(self):
        return PageLayout, (self.data,)

    cdef int _point(self) except -1:
        """Set the columns, which lie one after another in the data."""
        cdef Py_ssize_t size = PyBytes_GET_SIZE(self.data)
        cdef const int32_t* header = <const int32_t*>PyBytes_AS_STRING(self.data)
        cdef const uint64_t* wide
        cdef const int32_t* narrow
        cdef Py_ssize_t rows, boxes, shingles
        if size < 4 * HEADER or header[0] != VERSION or min(header[1], header[2], header[3]) < 0:
            raise ValueError("not a page layout of this version")
        rows, boxes, shingles = header[1], header[2], header[3]
        if size != 4 * HEADER + 8 * (4 * rows + boxes) + 4 * (4 * rows + 1 + 4 * boxes + shingles):
            raise ValueError("a page layout of another size than it says")
        self.rows, self.boxes, self.shingle_count = <int>rows, <int>boxes, <int>shingles
        memcpy(&self.title, header + 4, 8)
        wide = <const uint64_t*>(header + HEADER)
        self.text, self.pattern = wide, wide + rows
        self.place, self.position, self.key = wide + 2 * rows, wide + 3 * rows, wide + 4 * rows
        narrow = <const int32_t*>(wide + 4 * rows + boxes)
        self.block, self.chars, self.linked = narrow, narrow + rows, narrow + 2 * rows
        self.shingle = narrow + 3 * rows
        narrow += 4 * rows + 1
        self.first, self.last = narrow, narrow + boxes
        self.wider, self.depth = narrow + 2 * boxes, narrow + 3 * boxes
        self.shingles = <const uint32_t*>(narrow + 4 * boxes)
        return 0

    cdef int _check(self) except -1:
        """Refuse numbers that lead out of the columns: the data may come from a file."""
        cdef int row, box
        cdef bint right = self.shingle[0] == 0 and self.shingle[self.rows] == self.shingle_count
        for row in range(self.rows):
            right = right and 0 <= self.block[row] < self.boxes
            right = right and 0 <= self.linked[row] <= self.chars[row]
            right = right and self.shingle[row] <= self.shingle[row + 1]
        for box in range(self.boxes):
            right = right and 0 <= self.first[box] <= self.last[box] <= self.rows
            right = right and 0 <= self.wider[box] < self.boxes
        if not right:
            raise ValueError("a damaged page layout")
        return 0

    def chars_of(self):
        """The characters of each segment, white space aside."""
        cdef int row
        found = np.empty(self.rows, dtype=np.float32)
        cdef float[::1] out = found
        for row in range(self.rows):
            out[row] = self.chars[row]
        return found

    def places(self):
        """The key of the place of each segment, equal for equal places on pages of one template."""
        cdef int row
        found = np.empty(self.rows, dtype=np.uint64)
        cdef uint64_t[::1] out = found
        for row in range(self.rows):
            out[row] = self.place[row]
        return found

    def around(self, int block):
        """The segments inside a block, or inside the nearest block around it that has any."""
        if not 0 <= block < self.boxes:
            raise IndexError(f"there is no block {block}")
        if self.first[block] == self.last[block]:
            block = self.wider[block]
        return self.first[block], self.last[block]

    cdef int trunk(self, const double* sums, double share) noexcept:
        """The innermost block with this share of a running sum over the segments."""
        return find_trunk(self.first, self.last, self.depth, self.boxes, sums, self.rows, share)

    cdef double* running(self, const float* shares) except NULL:
        """Running sum of the characters, each segment times a share; to be freed by the caller."""
        cdef double* sums = <double*>malloc((<Py_ssize_t>self.rows + 1) * sizeof(double))
        cdef int row
        if sums == NULL:
            raise MemoryError
        sums[0] = 0
        for row in range(self.rows):
            sums[row + 1] = sums[row] + self.chars[row] * (shares[row] if shares != NULL else 1)
        return sums

    def range_of(self, const float[::1] shares not None, double share):
        """The segments of the innermost block with this share of the characters, each weighted."""
        cdef double* sums
        cdef int box
        if shares.shape[0] != self.rows:
            raise ValueError("each segment has a weight")
        if self.rows == 0:
            return 0, 0
        sums = self.running(&shares[0])
        box = self.trunk(sums, share)
        free(sums)
        return self.first[box], self.last[box]

    def second(self, const float[::1] scores not None):
        """The features that the scores of the first look add."""
        found = np.empty((len(SECOND), self.rows), dtype=np.float32)
        cdef float[:, ::1] out = found
        cdef int row, i, other, first, last, before = -1, after, box, inner
        cdef double chars, mass, best = 0, mean
        cdef double* held = NULL
        cdef double* sums = NULL
        cdef double* places = NULL
        cdef int32_t* groups = NULL
        if scores.shape[0] != self.rows:
            raise ValueError("each segment has a score")
        if self.rows == 0:
            return found
        try:
            held = self.running(NULL)
            sums = self.running(&scores[0])
            groups = <int32_t*>malloc((<Py_ssize_t>self.rows + 1) * 4)
            places = <double*>calloc(2 * <Py_ssize_t>self.rows + 2, sizeof(double))
            if groups == NULL or places == NULL:
                raise MemoryError
            group_equal(self.place, self.rows, groups)
            for row in range(self.rows):
                best = max(best, scores[row])
                places[2 * <Py_ssize_t>groups[row]] += scores[row] * self.chars[row]
                places[2 * <Py_ssize_t>groups[row] + 1] += self.chars[row]
            mass = max(sums[self.rows], 1e-9)
            mean = mass / max(held[self.rows], 1)
            for row in range(self.rows):
                out[0, row] = scores[row]
                for i in range(4):
                    other = row + _STEPS[i]
                    out[1 + i, row] = scores[other] if 0 <= other < self.rows else UNKNOWN
                for i in range(2):
                    first, last = max(row - _REACH[i], 0), min(row + _REACH[i] + 1, self.rows)
                    out[5 + i, row] = (sums[last] - sums[first]) / max(held[last] - held[first], 1)
                box = self.block[row]
                for i in range(1, LEVELS):
                    box = self.wider[box]
                    chars = max(held[self.last[box]] - held[self.first[box]], 1)
                    out[6 + i, row] = (sums[self.last[box]] - sums[self.first[box]]) / chars
                out[11, row] = places[2 * <Py_ssize_t>groups[row]] / max(places[2 * <Py_ssize_t>groups[row] + 1], 1)
                out[12, row] = sums[row + 1] / mass
                out[13, row] = mean
                out[14, row] = best
                if scores[row] > _HIGH:
                    before = row
                out[15, row] = min(row - before, FAR) if before >= 0 else FAR + 1
                out[20, row] = scores[row] - mean
            after = self.rows + FAR
            for row in range(self.rows - 1, -1, -1):
                if scores[row] > _HIGH:
                    after = row
                out[16, row] = min(after - row, FAR + 1)
            inner, box = self.trunk(sums, 0.5), self.trunk(sums, 0.8)
            first, last = self.first[box], self.last[box]
            for row in range(self.rows):
                out[17, row] = self.first[inner] <= row < self.last[inner]
                out[18, row] = first <= row < last
                out[19, row] = min(max((row - first) / <double>max(last - first, 1), -2), 3)
        finally:
            free(held)
            free(sums)
            free(places)
            free(groups)
        return found


cdef int find_trunk(
    const int32_t* first, const int32_t* last, const int32_t* depth, int boxes,
    const double* sums, int rows, double share,
) noexcept:
    """The innermost block with a share of a running sum over the segments."""
    cdef int box, best = 0
    cdef double enough = share * max(sums[rows], 1e-9)
    for box in range(boxes):
        if sums[last[box]] - sums[first[box]] >= enough and depth[box] > depth[best]:
            best = box
    return best


cdef int group_equal(const uint64_t* keys, int count, int32_t* groups) except -1:
    """Number equal keys alike, from 0; returns how many there are."""
    cdef uint32_t slots = 16, at
    cdef int i, found = 0
    cdef int32_t* table
    while slots < 2 * <uint32_t>count:
        slots *= 2
    table = <int32_t*>malloc(<size_t>slots * 4)
    if table == NULL:
        raise MemoryError
    memset(table, 0xFF, <size_t>slots * 4)
    for i in range(count):
        at = <uint32_t>mixed(keys[i] ^ _SEED) & (slots - 1)
        while table[at] >= 0 and keys[table[at]] != keys[i]:
            at = (at + 1) & (slots - 1)
        if table[at] < 0:
            table[at] = i
            groups[i] = found
            found += 1
        else:
            groups[i] = groups[table[at]]
    free(table)
    return found
