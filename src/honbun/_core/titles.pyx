"""TitleWords: the words of the titles that a page declares, to find them in its texts."""

import re

from cpython.unicode cimport (
    PyUnicode_1BYTE_KIND, PyUnicode_2BYTE_KIND, PyUnicode_DATA, PyUnicode_GET_LENGTH,
    PyUnicode_KIND,
)
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, qsort
from libc.string cimport memcpy, memset

from honbun._core.characters cimport COUNTED, TextHashes, measure_text

cdef enum:
    TITLES = 8
    FEW = 64  # words that are sorted faster by insertion

_SEPARATOR = re.compile(r"\s[|\-–—:»·]\s|[|｜_]")
_PART = 8
"""Characters of a part of a title that is more than a site's name."""


cdef class TitleWords:
    """The words of each title, and of each part of one: sites add their name to a title."""

    def __cinit__(self, titles):
        titles = [str(title) for title in titles][:TITLES]
        parts = dict.fromkeys(titles)
        for title in titles:
            parts |= dict.fromkeys(p for p in _SEPARATOR.split(title) if len(p.strip()) >= _PART)
        for part in list(parts)[:PARTS]:
            self._add(part)

    cdef int _add(self, str title) except -1:
        """Add the distinct words of a title, unless they are too many."""
        cdef Py_ssize_t length = PyUnicode_GET_LENGTH(title)
        cdef int kind = PyUnicode_KIND(title)
        cdef uint64_t* words = <uint64_t*>malloc((length + 1) * 8)
        cdef int32_t totals[COUNTED]
        cdef TextHashes hashes
        cdef int size, i
        if words == NULL:
            raise MemoryError
        memset(totals, 0, sizeof(totals))
        try:
            if kind == PyUnicode_1BYTE_KIND:
                measure_text(<const uint8_t*>PyUnicode_DATA(title), 0, length, totals, &hashes, words)
            elif kind == PyUnicode_2BYTE_KIND:
                measure_text(<const uint16_t*>PyUnicode_DATA(title), 0, length, totals, &hashes, words)
            else:
                measure_text(<const uint32_t*>PyUnicode_DATA(title), 0, length, totals, &hashes, words)
            size = _distinct(words, hashes.words)
            if 0 < size <= LONGEST_TITLE:
                memcpy(self.said[self.known], words, size * 8)
                self.sizes[self.known] = size
                self.known += 1
                for i in range(size):
                    self.filter[words[i] >> 7 & (FILTER - 1)] |= <uint64_t>1 << (words[i] >> 1 & 63)
        finally:
            free(words)
        return 0

    cdef float overlap(self, uint64_t* words, int size) noexcept:
        """How much of a title some words are, between 0 and 1; the words may be sorted."""
        cdef int i
        cdef float best = 0
        if not 0 < size <= LONGEST_TITLE:
            return 0
        for i in range(size):
            if self.filter[words[i] >> 7 & (FILTER - 1)] >> (words[i] >> 1 & 63) & 1:
                break
        else:
            return 0  # most texts have no word of a title
        size = _distinct(words, size)
        for i in range(self.known):
            best = max(best, _jaccard(words, size, self.said[i], self.sizes[i]))
        return best


cdef int _compare(const void* a, const void* b) noexcept nogil:
    cdef uint64_t x = (<uint64_t*>a)[0], y = (<uint64_t*>b)[0]
    return (x > y) - (x < y)


cdef int _distinct(uint64_t* words, int size) noexcept nogil:
    """Sort some words and drop repetitions; how many are left."""
    cdef int i, j, kept = 0
    cdef uint64_t word
    if size <= FEW:
        for i in range(1, size):
            word, j = words[i], i
            while j > 0 and words[j - 1] > word:
                words[j] = words[j - 1]
                j -= 1
            words[j] = word
    else:
        qsort(words, size, 8, _compare)
    for i in range(size):
        if i == 0 or words[i] != words[kept - 1]:
            words[kept] = words[i]
            kept += 1
    return kept


cdef float _jaccard(uint64_t* a, int n, uint64_t* b, int m) noexcept nogil:
    """The share that two sorted sets have in common."""
    cdef int i = 0, j = 0, both = 0
    while i < n and j < m:
        if a[i] == b[j]:
            both += 1
            i += 1
            j += 1
        elif a[i] < b[j]:
            i += 1
        else:
            j += 1
    return both / <float>max(1, n + m - both)
