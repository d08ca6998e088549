from libc.stdint cimport int32_t, uint64_t

cdef enum:
    LONGEST_TITLE = 64  # words of a text that may be a title
    PARTS = 16  # titles and their parts
    FILTER = 64  # numbers of 64 bits


cdef class TitleWords:
    cdef uint64_t[PARTS][LONGEST_TITLE] said
    cdef int32_t[PARTS] sizes
    cdef int known
    cdef uint64_t[FILTER] filter  # a bit for the lowest bits of each word
    cdef int _add(self, str title) except -1
    cdef float overlap(self, uint64_t* words, int size) noexcept
