# Classes of characters, for kernels that read text one character at a time.

cdef inline bint is_space(Py_UCS4 c) noexcept nogil:
    """White space, to `str.split` and to the pattern `\\s`."""
    if c <= 0x20:
        return c == 0x20 or 9 <= c <= 13 or 0x1C <= c
    if c < 0x1680:
        return c == 0x85 or c == 0xA0
    return (
        c == 0x3000 or 0x2000 <= c <= 0x200A or c == 0x1680
        or c == 0x2028 or c == 0x2029 or c == 0x202F or c == 0x205F
    )


cdef inline bint is_control(Py_UCS4 c) noexcept nogil:
    """What XML forbids or discourages, and means nothing in running text."""
    if c < 32:
        return c != 9 and c != 10 and c != 13
    if c < 0x7F:
        return False
    if c <= 0x9F:
        return c != 0x85
    return 0xFDD0 <= c <= 0xFDEF or c == 0xFFFE or c == 0xFFFF


cdef inline bint is_invisible(Py_UCS4 c) noexcept nogil:
    """Soft hyphen, zero-width space, word joiner, byte-order mark."""
    return c == 0xAD or c == 0x200B or c == 0x2060 or c == 0xFEFF


cdef enum:
    WORD = 0
    SPACE = 1
    CONTROL = 2


cdef unsigned char low_classes[256]


cdef inline int class_of(Py_UCS4 c) noexcept nogil:
    """WORD, SPACE or CONTROL."""
    if c < 256:
        return low_classes[c]
    if c < 0x1680 or 0x3000 < c < 0xFDD0:  # most letters
        return WORD
    return SPACE if is_space(c) else CONTROL if is_control(c) else WORD
