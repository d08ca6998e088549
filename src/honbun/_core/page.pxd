from libc.stdint cimport int32_t, uint8_t


cdef struct Elements:
    # One entry per element, in document order.
    int32_t* tag
    int32_t* parent
    int32_t* depth
    int32_t* end  # one past the last element of the subtree
    int32_t* start  # offset in the text at which the element begins
    int32_t* stop  # ... and ends
    int32_t* attribute  # the first attribute; one entry more than there are elements
    uint8_t* space  # namespace


cdef class PageColumns:
    cdef readonly str html
    cdef readonly str text
    cdef readonly int lifted
    cdef Elements of
    cdef int32_t size, capacity
    cdef int32_t* run_start  # one entry more than there are runs: the length of the text
    cdef int32_t* run_owner
    cdef int32_t runs, run_capacity
    cdef int32_t* attr_name
    cdef int32_t* attr_begin  # the value in `html`, as it is escaped there
    cdef int32_t* attr_end
    cdef int32_t attrs, attr_capacity
    cdef int32_t* raw_owner
    cdef int32_t* raw_begin
    cdef int32_t* raw_end
    cdef int32_t raws, raw_capacity
    cdef dict raw_pieces
    cdef dict more_numbers  # names that are not in the vocabulary
    cdef list more_names
    cdef int32_t* tag_index  # the elements sorted by tag, ...
    cdef dict tag_spans  # ... and where those of each tag are
    cdef int32_t* same_position  # position among siblings of the same tag, 0 for an only one
    cdef int32_t* position  # position among all siblings
    cdef dict paths

    cdef int number_of(self, str name) except -2
    cdef str name_of(self, int number)
    cdef int find_attribute(self, int node, int number) noexcept nogil
    cdef str value(self, int attribute)
    cdef void* data(self) noexcept
    cdef int kind(self) noexcept
    cdef bint _may_contain(self, int attribute, const char* word, Py_ssize_t length) noexcept
    cdef int _checked(self, int node) except -1
    cdef int _index_tags(self) except -1
    cdef str _step(self, int node)
    cdef int _count_siblings(self) except -1
