from libc.stdint cimport int32_t, uint32_t, uint64_t

cdef enum:
    LEVELS = 5  # blocks around a segment, from its own outwards

cdef int find_trunk(
    const int32_t* first, const int32_t* last, const int32_t* depth, int boxes,
    const double* sums, int rows, double share,
) noexcept
cdef int group_equal(const uint64_t* keys, int count, int32_t* groups) except -1


cdef class PageLayout:
    cdef readonly bytes data
    cdef readonly int rows
    cdef readonly int boxes
    cdef int shingle_count
    cdef readonly uint64_t title
    # One entry per segment:
    cdef const uint64_t* text
    cdef const uint64_t* pattern
    cdef const uint64_t* place
    cdef const uint64_t* position
    cdef const int32_t* block
    cdef const int32_t* chars
    cdef const int32_t* linked
    cdef const int32_t* shingle  # one entry more than there are segments
    # One entry per block:
    cdef const uint64_t* key
    cdef const int32_t* first
    cdef const int32_t* last
    cdef const int32_t* wider
    cdef const int32_t* depth
    cdef const uint32_t* shingles
    cdef int _point(self) except -1
    cdef int _check(self) except -1
    cdef int trunk(self, const double* sums, double share) noexcept
    cdef double* running(self, const float* shares) except NULL
