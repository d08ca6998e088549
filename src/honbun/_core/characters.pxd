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


cdef inline bint is_space(uint32_t c) noexcept nogil:
    """Whether a character is white space to `str.split` and to the pattern `\\s`."""
    if c <= 0x20:
        return c == 0x20 or 9 <= c <= 13 or 0x1C <= c
    if c < 0x1680:
        return c == 0x85 or c == 0xA0
    return (
        c == 0x3000 or 0x2000 <= c <= 0x200A or c == 0x1680
        or c == 0x2028 or c == 0x2029 or c == 0x202F or c == 0x205F
    )
