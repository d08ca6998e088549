from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from honbun._core.blocks cimport BlockColumns
from honbun._core.page cimport PageColumns
from honbun._core.titles cimport TitleWords

# What is around a text, one bit each.
cdef enum:
    IN_LINK = 1
    IN_BOLD = 2
    IN_BUTTON = 4
    HIDDEN = 8
    NOSCRIPT = 16
    SILENT = 32
    IN_NAV = 64
    IN_HEADER = 128
    IN_FOOTER = 256
    IN_ASIDE = 512
    IN_MAIN = 1024
    IN_ARTICLE = 2048
    IN_FORM = 4096
    IN_TABLE = 8192
    IN_LIST = 16384
    IN_FIGURE = 32768
    IN_QUOTE = 65536
    IN_TIME = 131072
    IN_PRE = 262144
    IN_AUTHOR = 524288

cdef enum:
    OWNED = 64


cdef struct Rows:
    # One entry per segment, in document order.
    int32_t* block  # the block it belongs to
    int32_t* element  # the element around its first text run
    int32_t* offset  # where it begins in the text of the page
    int32_t* start  # ... and in `Segments.text`; one entry more than there are segments
    int32_t* chars  # characters without white space
    int32_t* size  # ... ideographs counted twice: one says as much as two letters
    int32_t* linked  # how many of them are links, ...
    int32_t* to_page  # ... to places on this page, ...
    int32_t* to_site  # ... to other pages of the host
    int32_t* bold
    int32_t* pressed  # on buttons and labels
    int32_t* links  # links that begin in it
    int32_t* breaks
    int32_t* images  # between the segment before and this one
    int32_t* inputs
    int32_t* totals  # COUNTED numbers each
    uint32_t* marks  # what is around it
    uint64_t* text
    uint64_t* pattern
    uint64_t* place  # tags and names of its block and the two around that
    uint64_t* position  # the exact path of its block
    float* title  # how much of a declared title it says
    int32_t* shingle  # where its shingles begin; one entry more than there are segments


cdef struct Boxes:
    # One entry per block.
    int32_t* first  # rows inside
    int32_t* last
    int32_t* wider  # the next block around it with more rows
    int32_t* depth
    int32_t* siblings  # with the same tag, itself included
    uint64_t* key  # tags and names of the block and the two around it
    uint64_t* path  # tags of all blocks around it


cdef class Segments:
    cdef readonly BlockColumns blocks
    cdef readonly int rows
    cdef readonly str text
    cdef readonly str host
    cdef Rows row
    cdef Boxes box
    cdef uint64_t* shingles
    cdef int shingle_count
    cdef Py_ssize_t shingle_room
    cdef void* owned[OWNED]
    cdef int owns
    cdef const int32_t* _column(self, str name) except NULL
    cdef void* _new(self, Py_ssize_t count, int size) except NULL
    cdef int _mark_elements(self, uint32_t* marks, uint8_t* targets) except -1
    cdef int _target(self, PageColumns page, int attribute) except -1
    cdef int _tag(self, int block) noexcept
    cdef int _cut(self, uint32_t* marks, uint8_t* targets) except -1
    cdef int _measure(self, TitleWords titles) except -1
    cdef int _add_shingles(self, uint64_t* words, int size, int length) except -1
    cdef int _measure_boxes(self) except -1
    cdef int _name_places(self) except -1
