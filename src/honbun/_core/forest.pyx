"""Boosted trees that ask the same question on each level.

Such a tree of depth d is d questions and a table of 2^d answers: the bits of the questions are the
place in the table. A question compares a feature with a border. The borders of a feature are few,
so its values are replaced once by the number of borders below them, one byte each, and all trees
compare bytes, sixteen rows at a time.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

import numpy as np

cdef extern from *:
    """
    /* In C because compilers use vector instructions when they know that nothing overlaps. */
    static inline void honbun_ask(
        unsigned char *__restrict leaf, const unsigned char *__restrict column, unsigned char border
    ) {
        for (int row = 0; row < 16; row++)
            leaf[row] = (unsigned char)(leaf[row] + leaf[row] + (column[row] > border));
    }
    static inline void honbun_count(
        unsigned char *__restrict bins, const float *__restrict values,
        const float *__restrict borders, int length
    ) {
        int counts[16] = {0};
        for (int at = 0; at < length; at++) {
            float border = borders[at];
            for (int row = 0; row < 16; row++)
                counts[row] += values[row] > border;
        }
        for (int row = 0; row < 16; row++)
            bins[row] = (unsigned char)counts[row];
    }
    """
    void honbun_count(
        uint8_t* bins, const float* values, const float* borders, int length
    ) noexcept nogil
    void honbun_ask(uint8_t* leaf, const uint8_t* column, uint8_t border) noexcept nogil

cdef enum:
    ROWS = 16  # rows at a time: one register of bytes

MAX_BORDERS = 255
"""Borders of one feature; a byte counts no more."""


def _by_first(pairs):
    """Pairs grouped by their first value."""
    groups = {}
    for pair in pairs:
        groups.setdefault(pair[0], []).append(pair)
    return groups.items()


cdef class Forest:
    """Trees of one depth."""

    cdef readonly object feature
    """Which feature each level (line) of each tree (column) asks for, ..."""
    cdef readonly object border
    """... and what it must be above."""
    cdef readonly object answer
    """A line for each tree; the first level's bit is the highest."""
    cdef readonly float bias
    cdef int trees, depth, features
    cdef int32_t[::1] begin  # where the borders of each used feature are
    cdef float[::1] borders
    cdef int32_t[::1] used  # the features that are asked for
    cdef int32_t[:, ::1] asked  # for each tree and level the place of its feature among these
    cdef uint8_t[:, ::1] above  # ... and the number of the border
    cdef float[:, ::1] answers

    def __init__(self, feature, border, answer, float bias):
        self.feature = np.ascontiguousarray(feature, dtype=np.int16)
        self.border = np.ascontiguousarray(border, dtype=np.float32)
        self.answer = np.ascontiguousarray(answer, dtype=np.float32)
        self.bias = bias
        self.depth, self.trees = self.feature.shape
        if self.border.shape != self.feature.shape or not 0 <= self.depth <= 8:
            raise ValueError("a forest has a border for each feature, and at most 8 levels")
        if self.answer.shape != (self.trees, 1 << self.depth):
            raise ValueError("a tree has an answer for each leaf")
        if self.feature.size and self.feature.min() < 0:
            raise ValueError("there is no feature below 0")
        self.features = int(self.feature.max()) + 1 if self.feature.size else 0
        # Python's own sets: `numpy.unique` takes longer to load than a forest.
        pairs = list(zip(self.feature.ravel().tolist(), self.border.ravel().tolist()))
        used = sorted({number for number, _ in pairs})
        borders = {number: sorted({value for of, value in own}) for number, own in _by_first(pairs)}
        if any(len(own) > MAX_BORDERS for own in borders.values()):
            raise ValueError(f"a feature has more than {MAX_BORDERS} borders")
        place = {number: at for at, number in enumerate(used)}
        rank = {(n, value): at for n, own in borders.items() for at, value in enumerate(own)}
        shape = self.feature.shape
        asked = np.array([place[number] for number, _ in pairs], dtype=np.int32).reshape(shape)
        above = np.array([rank[pair] for pair in pairs], dtype=np.uint8).reshape(shape)
        begin = [0]
        for number in used:
            begin.append(begin[len(begin) - 1] + len(borders[number]))
        every = [value for number in used for value in borders[number]]
        self.used = np.array(used, dtype=np.int32)
        self.begin = np.array(begin, dtype=np.int32)
        self.borders = np.array(every, dtype=np.float32)
        self.asked = np.ascontiguousarray(asked.T, dtype=np.int32)
        self.above = np.ascontiguousarray(above.T)
        self.answers = self.answer

    def __reduce__(self):
        return Forest, (self.feature, self.border, self.answer, self.bias)

    def pack(self, str name):
        """The forest as arrays whose names begin with a name, for a file of weights."""
        return {
            f"{name}_feature": self.feature,
            f"{name}_border": self.border,
            # Half precision is enough for answers of which hundreds are summed up.
            f"{name}_answer": self.answer.astype(np.float16),
            f"{name}_bias": np.asarray(self.bias),
        }

    @classmethod
    def unpack(cls, str name, arrays):
        """The forest that was packed by a name."""
        parts = [arrays[f"{name}_{part}"] for part in ("feature", "border", "answer", "bias")]
        return cls(*parts[:3], float(parts[3]))

    def logits(self, features):
        """The log-odds of each row, given a line for each feature; a missing value is the lowest."""
        cdef const float[:, :] lines = np.asarray(features, dtype=np.float32)
        cdef int rows = <int>lines.shape[1]
        if lines.shape[0] < self.features:
            raise ValueError(f"the forest asks for {self.features} features")
        found = np.empty(rows, dtype=np.float32)
        cdef float[::1] logits = found
        cdef uint8_t* bins = <uint8_t*>malloc(ROWS * (self.used.shape[0] + 1))
        cdef int first = 0
        if bins == NULL:
            raise MemoryError
        with nogil:
            while first < rows:
                self._bin(lines, bins, first, min(<int>ROWS, rows - first))
                self._sum(bins, logits, first, min(<int>ROWS, rows - first))
                first += ROWS
        free(bins)
        return found

    cdef void _bin(self, const float[:, :] lines, uint8_t* bins, int first, int rows) noexcept nogil:
        cdef int place, row
        cdef float values[ROWS]
        memset(values, 0, sizeof(values))
        for place in range(self.used.shape[0]):
            for row in range(rows):
                values[row] = lines[self.used[place], first + row]
            honbun_count(
                bins + ROWS * place,
                values,
                &self.borders[self.begin[place]],
                self.begin[place + 1] - self.begin[place],
            )

    cdef void _sum(self, uint8_t* bins, float[::1] logits, int first, int rows) noexcept nogil:
        cdef int tree, level, row
        cdef uint8_t leaf[ROWS]
        cdef float total[ROWS]
        cdef const int32_t* asked = &self.asked[0, 0]
        cdef const uint8_t* above = &self.above[0, 0]
        cdef const float* answers = &self.answers[0, 0]
        memset(total, 0, sizeof(total))
        for tree in range(self.trees):
            memset(leaf, 0, ROWS)
            for level in range(self.depth):
                honbun_ask(leaf, bins + ROWS * asked[level], above[level])
            for row in range(ROWS):
                total[row] += answers[leaf[row]]
            asked += self.depth
            above += self.depth
            answers += 1 << self.depth
        for row in range(rows):
            logits[first + row] = total[row] + self.bias
