"""What is around each text of a page: the elements it is inside of, its neighbours, others like it.

Blocks are in document order, each with its parent, the outermost with itself. Rows are the blocks
that have text. The results are matrices with a line for each feature and a column for each row.
"""

import numpy as np

from libc.math cimport log1p, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

cdef enum:
    LEVELS = 6  # elements around a row, from its own block outwards
    SUMMED = 9
    SIZE = 0
    LINKED = 1
    TEXTS = 2
    PARAGRAPH = 3
    LONG = 4
    WORDS = 5
    HEADINGS = 6
    ITEMS = 7
    PRESSED = 8
    FAR = 60
    TRUNKS = 5
    H1 = 1  # the numbers of headings among the tags
    H6 = 6

cdef double[4] _SHARES = [0.3, 0.5, 0.7, 0.9]
cdef int[4] _WINDOWS = [2, 7, 20, 50]
cdef int[6] _BESIDE = [-3, -2, -1, 1, 2, 3]
cdef int[4] _NEAR = [-2, -1, 1, 2]
cdef int[4] _REACH = [1, 3, 8, 20]
cdef int[6] _IN_WINDOWS = [SIZE, LINKED, LONG, WORDS, HEADINGS, ITEMS]
cdef uint64_t _FACTOR = 0x9E3779B97F4A7C15


def inherited(const int64_t[::1] parent not None, const float[::1] own not None):
    """For each block the sum, the maximum and the minimum of a value along the blocks around it.

    The maximum is at least 0, and the minimum at most 0.
    """
    cdef Py_ssize_t block, blocks = own.shape[0]
    found = np.zeros((3, blocks), dtype=np.float32)
    cdef float[:, ::1] lines = found
    for block in range(blocks):
        if block > 0:
            lines[0, block] = lines[0, parent[block]]
            lines[1, block] = lines[1, parent[block]]
            lines[2, block] = lines[2, parent[block]]
        lines[0, block] += own[block]
        lines[1, block] = max(lines[1, block], own[block])
        lines[2, block] = min(lines[2, block], own[block])
    return found


cdef class Surroundings:
    """The blocks of a page as numbers."""

    cdef const int64_t[::1] row, parent, end, tag
    cdef const float[:, ::1] amounts  # what each block has of its own, a line for each of SUMMED
    cdef float[:, ::1] held  # ... and with the blocks inside it
    cdef int64_t[::1] before  # rows before each block, and before the end of the page
    cdef int64_t[::1] depth
    cdef int blocks, rows, tags
    cdef double total

    def __init__(self, row, parent, end, tag, amounts, int tags):
        self.row, self.parent, self.end, self.tag = row, parent, end, tag
        self.amounts = amounts
        self.blocks, self.rows, self.tags = len(parent), len(row), tags
        self.held = np.empty((SUMMED, self.blocks), dtype=np.float32)
        self.before = np.zeros(self.blocks + 1, dtype=np.int64)
        self.depth = np.zeros(self.blocks, dtype=np.int64)
        self._sum()

    cdef int _sum(self) except -1:
        cdef int line, block
        cdef double* sums = <double*>calloc(self.blocks + 1, sizeof(double))
        if sums == NULL:
            raise MemoryError
        for line in range(SUMMED):
            for block in range(self.blocks):
                sums[block + 1] = sums[block] + self.amounts[line, block]
            for block in range(self.blocks):
                self.held[line, block] = <float>(sums[self.end[block]] - sums[block])
        free(sums)
        for block in range(self.blocks):
            self.before[block + 1] = self.before[block] + (self.amounts[TEXTS, block] > 0)
            if block:
                self.depth[block] = self.depth[self.parent[block]] + 1
        self.total = max(self.held[SIZE, 0], 1.0) if self.blocks else 1.0
        return 0

    def held_amounts(self):
        """What each element holds in all, a column for each of the amounts."""
        return np.asarray(self.held).T

    def rows_before(self):
        return np.asarray(self.before)

    def depths(self):
        return np.asarray(self.depth)

    # Elements around a row

    def levels(self):
        """For each row its block, and those around it that hold more texts than the one before."""
        found = np.empty((LEVELS, self.rows), dtype=np.int64)
        cdef int64_t[:, ::1] levels = found
        cdef int64_t[::1] wider = np.zeros(self.blocks, dtype=np.int64)
        cdef int64_t[::1] outermost = np.zeros(self.blocks, dtype=np.int64)
        cdef int64_t above
        cdef int block, row, level
        for block in range(self.blocks):
            above = self.parent[block]
            same = above > 0 and self.held[TEXTS, above] == self.held[TEXTS, block]
            outermost[block] = outermost[above] if same else block
            wider[block] = self.parent[outermost[block]]
        for row in range(self.rows):
            levels[0, row] = self.row[row]
            for level in range(1, LEVELS):
                levels[level, row] = wider[levels[level - 1, row]]
        return found

    cdef float[::1] _siblings(self):
        """The logarithm of how many siblings with the same tag each block has."""
        cdef float[::1] found = np.empty(self.blocks, dtype=np.float32)
        cdef int32_t[::1] holder = np.full(self.tags, -1, dtype=np.int32)
        cdef int32_t[::1] count = np.zeros(self.tags, dtype=np.int32)
        cdef int block
        cdef int64_t child, tag
        for block in range(self.blocks):
            child = block + 1
            if block == 0:
                holder[self.tag[0]] = 0  # the outermost is its own parent
                count[self.tag[0]] = 1
            while child < self.end[block]:
                tag = self.tag[child]
                if holder[tag] != block:
                    holder[tag], count[tag] = block, 0
                count[tag] += 1
                child = self.end[child]
            child = block + 1
            while child < self.end[block]:
                found[child] = <float>log1p(count[self.tag[child]])
                child = self.end[child]
            if block == 0:
                found[0] = <float>log1p(count[self.tag[0]])
        return found

    def level_features(self, const int64_t[:, ::1] levels):
        """What the elements around each row hold; then the most repeated of them."""
        found = np.empty((11 * LEVELS + 4, self.rows), dtype=np.float32)
        cdef float[:, ::1] out = found
        cdef float[::1] siblings = self._siblings()
        cdef int row, level, at
        cdef int64_t block
        cdef double size, texts, least, repeated, most
        for row in range(self.rows):
            at, most = 0, -1
            for level in range(LEVELS):
                block = levels[level, row]
                size = self.held[SIZE, block]
                texts = max(self.held[TEXTS, block], 1.0)
                least = max(size, 1.0)
                out[level, row] = size / self.total
                out[LEVELS + level, row] = self.held[LINKED, block] / least
                out[2 * LEVELS + level, row] = log1p(texts)
                out[3 * LEVELS + level, row] = log1p(size / texts)
                out[4 * LEVELS + level, row] = self.held[PARAGRAPH, block] / least
                out[5 * LEVELS + level, row] = self.held[LONG, block] / least
                out[6 * LEVELS + level, row] = self.held[HEADINGS, block] / texts
                out[7 * LEVELS + level, row] = self.held[ITEMS, block] / texts
                out[8 * LEVELS + level, row] = self.held[PRESSED, block] / least
                out[9 * LEVELS + level, row] = <double>block / self.blocks
                out[10 * LEVELS + level, row] = siblings[block]
                repeated = siblings[block] if self.held[TEXTS, block] >= 2 else 0
                if repeated > most:
                    at, most = level, repeated
            block = levels[at, row]
            out[11 * LEVELS, row] = most
            out[11 * LEVELS + 1, row] = at
            out[11 * LEVELS + 2, row] = (row - self.before[block]) / max(
                self.held[TEXTS, block], 1.0
            )
            out[11 * LEVELS + 3, row] = log1p(self.held[SIZE, block])
        return found

    def around(self, const int64_t[::1] kind, int kinds):
        """Whether each row is inside of an element of each kind, given the kind of each tag or -1."""
        found = np.zeros((kinds, self.rows), dtype=np.float32)
        cdef float[:, ::1] out = found
        cdef int block, row
        cdef int64_t line
        for block in range(self.blocks):
            line = kind[self.tag[block]]
            if line >= 0:
                row = self.before[block]
                if row < self.rows and out[line, row] and self.before[self.end[block]] > row:
                    continue  # inside of another one
                for row in range(self.before[block], self.before[self.end[block]]):
                    out[line, row] = 1
        return found

    # Trunks

    def trunk_features(self):
        """Where each row is by the elements that hold most text, and by that with most paragraphs."""
        found = np.empty((2 * TRUNKS + 3, self.rows), dtype=np.float32)
        cdef float[:, ::1] out = found
        cdef int64_t trunks[TRUNKS]
        cdef int64_t deepest, first, last, text, both
        cdef int i, block, row
        cdef float enough
        cdef int64_t[::1] common = np.zeros(self.blocks, dtype=np.int64)
        for i in range(4):
            enough = <float>_SHARES[i] * <float>self.total
            trunks[i], deepest = 0, -1
            for block in range(self.blocks):
                if self.held[SIZE, block] >= enough and self.depth[block] > deepest:
                    trunks[i], deepest = block, self.depth[block]
        text = trunks[4] = self._text()
        for i in range(TRUNKS):
            first, last = self.before[trunks[i]], self.before[self.end[trunks[i]]]
            for row in range(self.rows):
                out[2 * i, row] = first <= row < last
                out[2 * i + 1, row] = min(
                    max(<double>(row - first) / max(last - first, 1), -2.0), 3.0
                )
        for block in range(self.blocks):  # how many elements are around both
            if block <= text < self.end[block]:
                common[block] = self.depth[block] + 1
            else:
                common[block] = common[self.parent[block]]
        for row in range(self.rows):
            block = self.row[row]
            both = common[block]
            out[2 * TRUNKS, row] = self.held[SIZE, text] / self.total
            out[2 * TRUNKS + 1, row] = min(self.depth[text] + 1 - both, 20)
            out[2 * TRUNKS + 2, row] = min(self.depth[block] + 1 - both, 20)
        return found

    cdef int64_t _text(self) except -1:
        """The element whose paragraphs say most; for the one around it they count half."""
        cdef double[::1] said = np.zeros(max(self.blocks, 1), dtype=np.float64)
        cdef int block, best = 0
        cdef int64_t above
        for block in range(self.blocks):
            above = self.parent[block]
            said[above] += self.amounts[LONG, block]
            said[self.parent[above]] += 0.5 * self.amounts[LONG, block]
        for block in range(self.blocks):
            if said[block] > said[best]:
                best = block
        return best

    # Rows that are alike

    def groups(self, const int64_t[::1] named):
        """The groups of each row: by its path of tags, by that path with names, by its own names.

        No two groups have the same number. `named` is a number for the names of each block.
        """
        found = np.empty((3, self.rows), dtype=np.int64)
        cdef int64_t[:, ::1] groups = found
        cdef uint64_t[:, ::1] keys = np.empty((3, self.blocks), dtype=np.uint64)
        cdef int block, line, row, number = 0
        cdef int slots = 16
        cdef uint64_t slot, key
        for block in range(self.blocks):
            key = (<uint64_t>named[block] * (self.tags + 1) + self.tag[block] + 1) * _FACTOR
            keys[0, block] = _mixed(<uint64_t>(self.tag[block] + 1) * _FACTOR + 1)
            keys[1, block] = _mixed(key + 2)
            keys[2, block] = _mixed(key + 3)
            if block:
                keys[0, block] = _mixed(keys[0, block] + 5 * keys[0, self.parent[block]])
                keys[1, block] = _mixed(keys[1, block] + 5 * keys[1, self.parent[block]])
        while slots < 6 * self.rows + 1:
            slots *= 2
        cdef uint64_t* table = <uint64_t*>malloc(slots * sizeof(uint64_t))
        cdef int32_t* numbers = <int32_t*>malloc(slots * sizeof(int32_t))
        if table == NULL or numbers == NULL:
            free(table)
            free(numbers)
            raise MemoryError
        for row in range(slots):
            numbers[row] = -1
        for line in range(3):
            for row in range(self.rows):
                key = keys[line, self.row[row]]
                slot = key & (slots - 1)
                while numbers[slot] >= 0 and table[slot] != key:
                    slot = (slot + 1) & (slots - 1)
                if numbers[slot] < 0:
                    table[slot] = key
                    numbers[slot] = number
                    number += 1
                groups[line, row] = numbers[slot]
        free(table)
        free(numbers)
        return found

    def group_features(self, const int64_t[:, ::1] groups):
        """How many rows each group has, their share, link share and mean size."""
        found = np.empty((12, self.rows), dtype=np.float32)
        cdef float[:, ::1] out = found
        cdef double[:, ::1] sums = np.zeros((3, 3 * self.rows + 1))
        cdef int line, row
        cdef int64_t group
        for line in range(3):
            for row in range(self.rows):
                group = groups[line, row]
                sums[0, group] += 1
                sums[1, group] += self.amounts[SIZE, self.row[row]]
                sums[2, group] += self.amounts[LINKED, self.row[row]]
        for line in range(3):
            for row in range(self.rows):
                group = groups[line, row]
                out[4 * line, row] = log1p(sums[0, group])
                out[4 * line + 1, row] = sums[1, group] / self.total
                out[4 * line + 2, row] = sums[2, group] / sums[1, group]
                out[4 * line + 3, row] = log1p(sums[1, group] / sums[0, group])
        return found

    # Order

    def position_features(self, int title):
        """Where each row is on the page: by its order, the headings and the long paragraphs.

        `title` is the row of the page's title, -1 if there is none.
        """
        found = np.empty((17, self.rows), dtype=np.float32)
        cdef float[:, ::1] out = found
        cdef int row, main = -1, mains = 0, heading = -1, first = -1, last = 0, before = -1, after
        cdef int64_t block, depth, above = 0
        cdef double size = 0, long = 0, total_long = 0
        for row in range(self.rows):
            block = self.row[row]
            if self.tag[block] == H1:
                mains += 1
                if main < 0:
                    main = row
            if self.amounts[LONG, block] > 0:
                total_long += self.amounts[LONG, block]
                first = row if first < 0 else first
                last = row
        first = max(first, 0)
        after = self.rows + FAR
        for row in range(self.rows - 1, -1, -1):
            if self.amounts[LONG, self.row[row]] > 0:
                after = row
            out[15, row] = min(after - row, FAR + 1) / 20.0
        for row in range(self.rows):
            block = self.row[row]
            depth = self.depth[block]
            if H1 <= self.tag[block] <= H6:
                heading = row
            if self.amounts[LONG, block] > 0:
                before = row
            out[0, row] = <double>row / self.rows
            out[1, row] = size / self.total
            out[2, row] = log1p(row)
            out[3, row] = log1p(self.rows - row)
            out[4, row] = min(depth, 40)
            out[5, row] = min(max(depth - above, -9), 9)
            if row:
                out[6, row - 1] = -out[5, row]
            out[7, row] = _after(row, main)
            out[8, row] = min(mains, 5)
            out[9, row] = _after(row, title)
            out[10, row] = (min(row - heading, 50) if heading >= 0 else FAR) / 10.0
            out[11, row] = self.tag[self.row[heading]] if heading >= 0 else 0
            out[12, row] = min(max(row - first, -100), 100) / 20.0
            out[13, row] = min(max(row - last, -100), 100) / 20.0
            out[14, row] = (min(row - before, FAR) if before >= 0 else FAR + 1) / 20.0
            long += self.amounts[LONG, block]
            out[16, row] = long / max(total_long, 1.0)
            size += self.amounts[SIZE, block]
            above = depth
        if self.rows:
            out[6, self.rows - 1] = min(max(above, -9), 9)
        return found

    def score_features(
        self, const float[::1] scores, const int64_t[:, ::1] levels, const int64_t[:, ::1] groups
    ):
        """What the first scores say about the neighbours and surroundings of each row.

        Means are weighted by the square root of a row's size; -1 is the mean of no rows.
        """
        found = np.empty((19 + LEVELS, self.rows), dtype=np.float32)
        cdef float[:, ::1] out = found
        cdef double[::1] weight = np.zeros(self.rows + 1)
        cdef double[::1] score = np.zeros(self.rows + 1)
        cdef double[:, ::1] grouped = np.zeros((2, 3 * self.rows + 1))
        cdef int row, i, line, width
        cdef int64_t block
        cdef float own, weighed
        cdef double size, whole = 0, right = 0, sure = 0, best = 0
        cdef list order = sorted(range(self.rows), key=[-value for value in scores].__getitem__)
        for row in range(self.rows):
            size = self.amounts[SIZE, self.row[row]]
            own = <float>sqrt(size)
            weighed = own * scores[row]
            weight[row + 1] = weight[row] + own
            score[row + 1] = score[row] + weighed
            for line in range(3):
                grouped[0, groups[line, row]] += own
                grouped[1, groups[line, row]] += weighed
            whole += size
            right += size * scores[row]
            sure += size if scores[row] - 0.5 > 0.3 or 0.5 - scores[row] > 0.3 else 0
            best = max(best, scores[row])
        for row in range(self.rows):
            out[0, row] = scores[row]
            for i in range(4):
                line = row + _NEAR[i]
                out[1 + i, row] = scores[line] if 0 <= line < self.rows else -1
                width = _REACH[i]
                out[5 + i, row] = _mean(
                    weight, score, max(row - width, 0), min(row + width + 1, self.rows)
                )
            out[9, row] = _mean(weight, score, 0, row)
            out[10, row] = _mean(weight, score, row + 1, self.rows)
            for i in range(1, LEVELS):
                block = levels[i, row]
                out[10 + i, row] = _mean(
                    weight, score, self.before[block], self.before[self.end[block]]
                )
            line = 10 + LEVELS
            for i in range(3):
                out[line + i, row] = grouped[1, groups[i, row]] / grouped[0, groups[i, row]]
            out[line + 3, row] = right / whole
            out[line + 4, row] = sure / whole
            out[line + 5, row] = best
        for i, row in enumerate(order):
            out[16 + LEVELS, row] = <double>i / self.rows
        return found[: 17 + LEVELS]

    def neighbour_features(self):
        """Size, link share and tag of the rows beside each row; -1 where there is none."""
        found = np.full((5 * 6, self.rows), -1, dtype=np.float32)
        cdef float[:, ::1] out = found
        cdef int i, row, other
        cdef int64_t block
        for i in range(6):
            for row in range(self.rows):
                other = row + _BESIDE[i]
                if 0 <= other < self.rows:
                    block = self.row[other]
                    out[5 * i, row] = log1p(self.amounts[SIZE, block])
                    out[5 * i + 1, row] = self.amounts[LINKED, block] / max(
                        self.amounts[SIZE, block], 1.0
                    )
                    out[5 * i + 2, row] = self.tag[block] == 0
                    out[5 * i + 3, row] = self.amounts[HEADINGS, block]
                    out[5 * i + 4, row] = self.amounts[ITEMS, block]
        return found

    def window_features(self):
        """What the rows around each row hold, in windows of four widths."""
        found = np.empty((4 * 7, self.rows), dtype=np.float32)
        cdef float[:, ::1] out = found
        cdef double[:, ::1] sums = np.zeros((6, self.rows + 1))
        cdef double[6] inside
        cdef int i, k, row, low, high
        cdef double least, width
        for k in range(6):
            for row in range(self.rows):
                sums[k, row + 1] = sums[k, row] + self.amounts[_IN_WINDOWS[k], self.row[row]]
        for i in range(4):
            width = 2 * _WINDOWS[i] + 1
            for row in range(self.rows):
                low, high = max(row - _WINDOWS[i], 0), min(row + _WINDOWS[i] + 1, self.rows)
                for k in range(6):
                    inside[k] = sums[k, high] - sums[k, low]
                least = max(inside[0], 1.0)
                out[7 * i, row] = log1p(inside[0])
                out[7 * i + 1, row] = inside[0] / self.total
                out[7 * i + 2, row] = inside[1] / least
                out[7 * i + 3, row] = inside[2] / least
                out[7 * i + 4, row] = log1p(inside[3])
                out[7 * i + 5, row] = inside[4] / width
                out[7 * i + 6, row] = inside[5] / width
        return found


cdef inline double _after(int row, int place) noexcept nogil:
    """How far a row is after another; -6 if that does not exist."""
    return min(max((row - place) / 10.0, -5.0), 20.0) if place >= 0 else -6.0


cdef inline double _mean(
    double[::1] weight, double[::1] score, int64_t low, int64_t high
) noexcept nogil:
    """The mean score of a range of rows; -1 for an empty one."""
    cdef double whole = weight[high] - weight[low]
    return (score[high] - score[low]) / whole if whole > 0 else -1.0


cdef inline uint64_t _mixed(uint64_t value) noexcept nogil:
    """A bijection that spreads the bits of a number."""
    value ^= value >> 32
    value *= <uint64_t>0xD6E8FEB86659FD93
    value ^= value >> 32
    return value
