from libc.stdint cimport uint8_t

# What a character is to the end of a sentence, one bit each.
cdef enum:
    STRONG = 1  # ends a sentence without white space behind it
    WEAK = 2
    CLOSE = 4  # may follow the mark
    OPENING = 8
    CLOSING = 16
    FIRST = 32  # what an end may begin with
    AHEAD = 64  # may precede the first letter of a sentence
    PAUSE = 128
    MARK = STRONG | WEAK
    BRACKET = OPENING | CLOSING

cdef uint8_t character_kinds[0x10000]
cdef bint ends_at(
    str text, Py_ssize_t head, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t opened
) except -1


cdef inline bint is_of(Py_UCS4 c, int kind) noexcept nogil:
    return c < 0x10000 and character_kinds[c] & kind


cdef inline bint is_latin(Py_UCS4 c) noexcept nogil:
    return (
        c'A' <= c <= c'Z' or c'a' <= c <= c'z' or 'Ａ' <= c <= 'Ｚ' or 'ａ' <= c <= 'ｚ'
    )
