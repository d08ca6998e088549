from libc.stdint cimport int32_t, uint8_t

from honbun._core.page cimport PageColumns


cdef class BlockColumns:
    cdef readonly PageColumns page
    cdef int32_t size
    cdef int32_t* node_  # the block-level element of each block
    cdef int32_t* of_  # the block of each element, -1 for elements outside of all blocks
    cdef int32_t* parent_
    cdef int32_t* end_
    cdef uint8_t* unread_  # whether each element is inside one whose text is not read
    # Texts, when they are first asked for:
    cdef str text_  # all of them, one after another
    cdef int32_t* text_start  # one entry more than there are blocks
    cdef int32_t* letters  # characters of each text without white space
    cdef int32_t* run_letters  # ... and of each text run

    cdef int _checked(self, int block) except -1
    cdef int _split(self) except -1
    cdef int _mark_unread(self) except -1
    cdef int _read_texts(self) except -1
    cdef int32_t* _inside(self, uint8_t* chosen) except NULL
    cdef uint8_t* _new_marks(self) except NULL
    cdef list _shares(self, uint8_t* chosen)
    cdef int _cover(self, uint8_t* covered, uint8_t* elements, int mark) except -1
