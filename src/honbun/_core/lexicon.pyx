"""Lexicon: the words in the names of elements (their classes and ids), and the weight of each."""

import numpy as np

from cpython.unicode cimport (
    PyUnicode_1BYTE_KIND, PyUnicode_2BYTE_KIND, PyUnicode_DATA, PyUnicode_KIND,
)
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from honbun._core.characters cimport char_t, mixed
from honbun._core.page cimport PageColumns

cdef enum:
    LONGEST_NAME = 64
    MOST_WORDS = 1 << 28

cdef uint64_t _FACTOR = 0x9E3779B97F4A7C15


cdef class Lexicon:
    """The weight of each word that names elements, by its hash."""

    def __cinit__(self, hashes, weights):
        cdef uint32_t at
        cdef Py_ssize_t i
        self.hashes = np.ascontiguousarray(hashes, dtype=np.uint32)
        self.weights = np.ascontiguousarray(weights, dtype=np.float32)
        cdef const uint32_t[::1] known = self.hashes
        cdef const float[::1] weight = self.weights
        if known.shape[0] != weight.shape[0]:
            raise ValueError("each hash has a weight")
        if known.shape[0] > MOST_WORDS:
            raise ValueError("too many words")
        self.slots = 16
        while self.slots < 3 * known.shape[0]:
            self.slots *= 2
        self.keys = <uint32_t*>calloc(self.slots, 4)
        self.values = <float*>calloc(self.slots, 4)
        if self.keys == NULL or self.values == NULL:
            raise MemoryError
        for i in range(known.shape[0]):
            at = known[i] & (self.slots - 1)
            while self.keys[at]:
                at = (at + 1) & (self.slots - 1)
            self.keys[at], self.values[at] = known[i], weight[i]

    def __dealloc__(self):
        free(self.keys)
        free(self.values)

    def __reduce__(self):
        return Lexicon, (self.hashes, self.weights)

    cdef float look_up(self, uint32_t key) noexcept nogil:
        """The weight of a word, 0 for an unknown one."""
        cdef uint32_t at = key & (self.slots - 1)
        while self.keys[at]:
            if self.keys[at] == key:
                return self.values[at]
            at = (at + 1) & (self.slots - 1)
        return 0

    cdef void weigh(self, PageColumns page, Weighed* names) noexcept:
        """Set the weights of the words in a range of the page's source."""
        cdef uint32_t[MOST_NAMES] hashes
        cdef int i, count = hash_names(page, names.begin, names.begin + names.length, hashes)
        cdef float weight
        names.found = 0
        names.total = names.least = names.most = 0
        for i in range(count):
            weight = self.look_up(hashes[i])
            if weight != 0:
                names.found += 1
                names.total += weight
                names.least, names.most = min(names.least, weight), max(names.most, weight)


cdef int hash_names(PageColumns page, int begin, int end, uint32_t* out) noexcept:
    """Hashes of the words in the names of an attribute, and of each name without its digits.

    "comment-list" and "commentList" have the words "comment" and "list". `out` has room for
    MOST_NAMES.
    """
    cdef int kind = PyUnicode_KIND(page.html)
    cdef void* data = PyUnicode_DATA(page.html)
    end = min(end, begin + NAMES_READ)
    if kind == PyUnicode_1BYTE_KIND:
        return _hash_names(<const uint8_t*>data + begin, end - begin, out)
    if kind == PyUnicode_2BYTE_KIND:
        return _hash_names(<const uint16_t*>data + begin, end - begin, out)
    return _hash_names(<const uint32_t*>data + begin, end - begin, out)


cdef inline uint32_t _short(uint64_t value) noexcept nogil:
    """A hash that is never 0."""
    return <uint32_t>(mixed(value) >> 32) | 1


cdef int _hash_names(const char_t* text, int end, uint32_t* out) noexcept nogil:
    cdef int at, count = 0, length = 0, letters = 0
    cdef uint32_t c, low
    cdef uint64_t word = 0, name = 0
    for at in range(end + 1):
        c = text[at] if at < end else 32
        low = c | 32
        if c'a' <= low <= c'z':
            # A capital begins a word after a small letter, or before one.
            if c != low and length and (
                c'a' <= text[at - 1] <= c'z' or at + 1 < end and c'a' <= text[at + 1] <= c'z'
            ):
                if 2 < length < 20:
                    out[count] = _short(word)
                    count += 1
                word, length = 0, 0
            word = (word ^ low) * _FACTOR + 1
            length += 1
            name = (name ^ low) * _FACTOR + 3
            letters += 1
            continue
        if 2 < length < 20:
            out[count] = _short(word)
            count += 1
        if c <= 32:
            if letters > length:  # of one word, the name is the word
                out[count] = _short(name)
                count += 1
            name, letters = 0, 0
        elif not c'0' <= c <= c'9':
            name = (name ^ c) * _FACTOR + 3
        word, length = 0, 0
    return count


cdef uint64_t hash_first_name(PageColumns page, int attribute) noexcept:
    """A hash of the first name in an attribute, without digits, which often count; or 0."""
    cdef int kind = PyUnicode_KIND(page.html)
    cdef void* data = PyUnicode_DATA(page.html)
    cdef int begin = page.attr_begin[attribute]
    cdef int end = min(page.attr_end[attribute], begin + LONGEST_NAME)
    if kind == PyUnicode_1BYTE_KIND:
        return _hash_first_name(<const uint8_t*>data + begin, end - begin)
    if kind == PyUnicode_2BYTE_KIND:
        return _hash_first_name(<const uint16_t*>data + begin, end - begin)
    return _hash_first_name(<const uint32_t*>data + begin, end - begin)


cdef uint64_t _hash_first_name(const char_t* text, int end) noexcept nogil:
    cdef int at
    cdef uint64_t value = 0
    cdef bint began = False
    for at in range(end):
        if text[at] <= 32:
            if began:
                break
            continue
        began = True
        if not c'0' <= text[at] <= c'9':
            value = (value ^ text[at]) * _FACTOR + 1
    return mixed(value) if value else 0
