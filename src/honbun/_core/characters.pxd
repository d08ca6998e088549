from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t

ctypedef fused char_t:
    uint8_t
    uint16_t
    uint32_t

# What is counted of a text, in this order.
cdef enum:
    WORDS
    SENTENCES
    LETTERS
    COMMAS
    QUESTIONS
    DIGITS
    CAPITALS
    MONEY
    SIGNS
    COUNTED  # how many these are

cdef int count_characters(
    const char_t* text, Py_ssize_t start, Py_ssize_t stop, int32_t* totals
) except -1
