"""Boosted trees that ask the same question on each level.

Such a tree of depth d is d questions and a table of 2^d answers: the bits of the questions are the
place in the table. A question compares a feature with a border. The borders of a feature are few,
so its values are replaced once by the number of borders below them, one byte each (`Bins`), and all
trees compare bytes, sixteen rows at a time. The bytes of a page are small enough to keep.
"""

from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcpy, memset

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
        /* Eight rows at a time: their values and counts stay in registers. */
        for (int first = 0; first < 16; first += 8) {
            int counts[8] = {0};
            for (int at = 0; at < length; at++)
                for (int row = 0; row < 8; row++)
                    counts[row] += values[first + row] > borders[at];
            for (int row = 0; row < 8; row++)
                bins[first + row] = (unsigned char)counts[row];
        }
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


cdef class Bins:
    """The borders of each feature, in all of some forests."""

    cdef readonly list borders
    cdef int32_t[::1] begin
    cdef float[::1] every

    def __cinit__(self, forests, int features):
        found = [set() for _ in range(features)]
        for forest in forests:
            for number, border in zip(forest.feature.ravel().tolist(), forest.border.ravel().tolist()):
                if number >= features:
                    raise ValueError(f"a forest asks for more than {features} features")
                found[number].add(border)
        self.borders = [sorted(own) for own in found]
        if any(len(own) > MAX_BORDERS for own in self.borders):
            raise ValueError(f"a feature has more than {MAX_BORDERS} borders")
        begin = [0]
        for own in self.borders:
            begin.append(begin[len(begin) - 1] + len(own))
        self.begin = np.array(begin, dtype=np.int32)
        self.every = np.array([value for own in self.borders for value in own] or [0], dtype=np.float32)

    def codes(self, const float[:, ::1] lines not None, int first=0):
        """A byte for each value, given a line for each feature from the first on.

        Columns are added until a register is full. A missing value is the lowest.
        """
        cdef int rows = <int>lines.shape[1], padded = (rows + ROWS - 1) // ROWS * ROWS
        cdef int line, at, length
        cdef float values[ROWS]
        found = np.zeros((lines.shape[0], padded), dtype=np.uint8)
        cdef uint8_t[:, ::1] out = found
        if first < 0 or first + lines.shape[0] > len(self.borders):
            raise ValueError(f"there are {len(self.borders)} features")
        memset(values, 0, sizeof(values))
        with nogil:
            for line in range(<int>lines.shape[0]):
                length = self.begin[first + line + 1] - self.begin[first + line]
                if length == 0:
                    continue
                at = 0
                while at + ROWS <= rows:
                    honbun_count(
                        &out[line, at], &lines[line, at], &self.every[self.begin[first + line]], length
                    )
                    at += ROWS
                if at < rows:
                    memcpy(values, &lines[line, at], (rows - at) * sizeof(float))
                    honbun_count(&out[line, at], values, &self.every[self.begin[first + line]], length)
        return found


cdef class Forest:
    """Trees of one depth."""

    cdef readonly object feature
    """Which feature each level (line) of each tree (column) asks for, ..."""
    cdef readonly object border
    """... and what it must be above."""
    cdef readonly object answer
    """A line for each tree; the first level's bit is the highest."""
    cdef readonly float bias
    cdef readonly Bins bins
    cdef int trees, depth
    cdef int32_t[:, ::1] asked  # the feature of each level of each tree (line)
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
        if np.isnan(self.border).any():
            raise ValueError("a border is a number")
        self.answers = self.answer
        self.bins = None

    def __reduce__(self):
        return Forest, (self.feature, self.border, self.answer, self.bias)

    @property
    def features(self):
        """One more than the highest number of a feature."""
        return int(self.feature.max()) + 1 if self.feature.size else 0

    def use(self, Bins bins not None):
        """Compare the codes of some bins from now on."""
        ranks = [{border: rank for rank, border in enumerate(own)} for own in bins.borders]
        pairs = zip(self.feature.ravel().tolist(), self.border.ravel().tolist())
        try:
            above = [ranks[number][border] for number, border in pairs]
        except LookupError:
            raise ValueError("these are the bins of other forests") from None
        shape = self.feature.shape
        self.bins = bins
        self.asked = np.ascontiguousarray(self.feature.T, dtype=np.int32)
        self.above = np.ascontiguousarray(np.array(above, dtype=np.uint8).reshape(shape).T)

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
        """The log-odds of each row, given a line for each feature."""
        lines = np.ascontiguousarray(features, dtype=np.float32)
        if lines.shape[0] < self.features:
            raise ValueError(f"the forest asks for {self.features} features")
        if self.bins is None or len(self.bins.borders) != lines.shape[0]:
            self.use(Bins([self], lines.shape[0]))
        return self.logits_of(self.bins.codes(lines), lines.shape[1])

    def logits_of(self, const uint8_t[:, ::1] codes not None, int rows):
        """The log-odds of each row, given the codes of the bins in use."""
        found, _ = self._logits(codes, rows, -1, 0)
        return found

    def logits_with(self, const uint8_t[:, ::1] codes not None, int rows, int feature, uint8_t code):
        """The log-odds of each row, and what they were if a feature had this code in every row.

        Only the trees that ask for the feature are evaluated again.
        """
        return self._logits(codes, rows, feature, code)

    cdef tuple _logits(self, const uint8_t[:, ::1] codes, int rows, int feature, uint8_t code):
        found = np.empty(rows, dtype=np.float32)
        others = np.empty(rows, dtype=np.float32) if feature >= 0 else None
        cdef float[::1] logits = found
        cdef float[::1] changed = others
        cdef uint8_t column[ROWS]
        cdef int first = 0
        self._check(codes, rows)
        if not self.feature.size:  # no trees, or trees without questions
            found[:] = self.answer.sum() + self.bias
            return found, found
        memset(column, code, ROWS)
        with nogil:
            while first < rows:
                self._sum(
                    codes, first, min(<int>ROWS, rows - first), &logits[first],
                    feature, column, &changed[first] if feature >= 0 else NULL,
                )
                first += ROWS
        return found, others

    cdef int _check(self, const uint8_t[:, ::1] codes, int rows) except -1:
        if self.bins is None or codes.shape[0] != len(self.bins.borders):
            raise ValueError("these are not the codes of the bins in use")
        if codes.shape[1] % ROWS or codes.shape[1] < rows:
            raise ValueError("the rows are not padded")
        return 0

    cdef void _sum(
        self, const uint8_t[:, ::1] codes, int first, int rows, float* logits,
        int feature, const uint8_t* replacement, float* changed,
    ) noexcept nogil:
        """Add up the answers for some rows, and those with another column for a feature."""
        cdef int tree, level, row
        cdef bint asks
        cdef uint8_t leaf[ROWS]
        cdef float total[ROWS]
        cdef float other[ROWS]
        cdef const int32_t* asked = &self.asked[0, 0]
        cdef const uint8_t* above = &self.above[0, 0]
        cdef const float* answers = &self.answers[0, 0]
        cdef const uint8_t* column = &codes[0, first]
        cdef Py_ssize_t width = codes.shape[1]
        memset(total, 0, sizeof(total))
        memset(other, 0, sizeof(other))
        for tree in range(self.trees):
            memset(leaf, 0, ROWS)
            asks = False
            for level in range(self.depth):
                honbun_ask(leaf, column + width * asked[level], above[level])
                asks = asks or asked[level] == feature
            for row in range(ROWS):
                total[row] += answers[leaf[row]]
            if asks:
                memset(leaf, 0, ROWS)
                for level in range(self.depth):
                    honbun_ask(
                        leaf,
                        replacement if asked[level] == feature else column + width * asked[level],
                        above[level],
                    )
            if feature >= 0:
                for row in range(ROWS):
                    other[row] += answers[leaf[row]]
            asked += self.depth
            above += self.depth
            answers += 1 << self.depth
        for row in range(rows):
            logits[row] = total[row] + self.bias
            if feature >= 0:
                changed[row] = other[row] + self.bias


def highest(forests not None, const uint8_t[:, ::1] codes not None):
    """The place of the forest with the highest log-odds of the first row; of equal ones the first.

    All use the bins that the codes are of.
    """
    cdef Forest forest
    cdef float found[ROWS]
    cdef uint8_t column[ROWS]
    cdef int place = 0, best = -1
    cdef float most = 0
    for forest in forests:
        forest._check(codes, 1)
        if forest.feature.size:
            forest._sum(codes, 0, 1, found, -1, column, NULL)
        else:
            found[0] = forest.answer.sum() + forest.bias
        if best < 0 or found[0] > most:
            best, most = place, found[0]
        place += 1
    if best < 0:
        raise ValueError("there is no forest")
    return best
