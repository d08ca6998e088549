from libc.stdint cimport uint32_t, uint64_t

from honbun._core.page cimport PageColumns

cdef enum:
    NAMES_READ = 400  # characters of one attribute that are read for names
    MOST_NAMES = NAMES_READ  # hashes of one attribute, at most


cdef struct Weighed:
    # The names in one attribute.
    int begin
    int length
    float total
    float least
    float most
    int found  # words that are known


cdef class Lexicon:
    cdef readonly object hashes
    cdef readonly object weights
    cdef uint32_t* keys
    cdef float* values
    cdef uint32_t slots
    cdef float look_up(self, uint32_t key) noexcept nogil
    cdef void weigh(self, PageColumns page, Weighed* names) noexcept


cdef int hash_names(PageColumns page, int begin, int end, uint32_t* out) noexcept
cdef uint64_t hash_first_name(PageColumns page, int attribute) noexcept
