"""White space, control characters and case of a text.

Most text is clean: a function reads it once, and returns it as it is unless it finds something to
change.
"""

from cpython.unicode cimport (
    PyUnicode_1BYTE_KIND, PyUnicode_2BYTE_KIND, PyUnicode_DATA, PyUnicode_FromKindAndData,
    PyUnicode_GET_LENGTH, PyUnicode_KIND,
)
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.stdlib cimport free, malloc

from honbun._core.characters cimport char_t
from honbun._core.code_points cimport is_control, is_space

cdef enum:
    ON_STACK = 1024  # bytes of a result that need no allocation

cdef enum Change:
    COLLAPSE
    STRIP
    FOLD


def collapse(text):
    """Text with its white space collapsed and without control characters.

    >>> collapse(" a\\n\\tb\\x00 ")
    'a b'
    """
    return _changed(text, COLLAPSE)


def strip_control(text):
    """Text without control characters; line breaks and tabs stay.

    These are the characters that XML forbids or discourages, and that mean nothing in running text.
    """
    return _changed(text, STRIP)


def fold_text(text):
    """Text without white space and case, for comparison.

    >>> fold_text(" Main  Content ")
    'maincontent'
    """
    return _changed(text, FOLD)


cdef object _changed(object text, Change change):
    cdef int kind
    cdef const void* data
    if not isinstance(text, str):
        raise TypeError(f"a text is a str, not {type(text).__name__}")
    kind = PyUnicode_KIND(text)
    data = PyUnicode_DATA(text)
    if kind == PyUnicode_1BYTE_KIND:
        return _written(text, <const uint8_t*>data, change)
    if kind == PyUnicode_2BYTE_KIND:
        return _written(text, <const uint16_t*>data, change)
    return _written(text, <const uint32_t*>data, change)


cdef object _written(object whole, const char_t* text, Change change):
    cdef Py_ssize_t n = PyUnicode_GET_LENGTH(whole), size = 0
    cdef Py_ssize_t clean
    cdef uint8_t on_stack[ON_STACK]
    cdef char_t* result = <char_t*>on_stack
    cdef bint cased = False
    if change == COLLAPSE:
        clean = _collapsed(text, n)
    elif change == STRIP:
        clean = _without_control(text, n)
    else:
        clean = _folded(text, n)
    if clean == n:
        return whole
    if n * sizeof(char_t) > ON_STACK:
        result = <char_t*>malloc(n * sizeof(char_t))
        if result == NULL:
            raise MemoryError
    try:
        if change == COLLAPSE:
            size = _collapse(text, n, result)
        elif change == STRIP:
            size = _strip(text, n, result)
        else:
            size = _fold(text, n, result, &cased)
        changed = PyUnicode_FromKindAndData(sizeof(char_t), result, size)
    finally:
        if <void*>result != <void*>on_stack:
            free(result)
    return (<str>changed).casefold() if cased else changed


cdef inline bint _has_no_case(uint32_t c) noexcept nogil:
    """Whether a character is in a script without case, or a small letter of ASCII."""
    if c < 0x80:
        return not c'A' <= c <= c'Z'
    return 0x2E80 <= c < 0xA640 or 0xAC00 <= c < 0xD800


cdef Py_ssize_t _collapsed(const char_t* text, Py_ssize_t n) noexcept nogil:
    """How much of the beginning of a text is as `collapse` leaves it."""
    cdef Py_ssize_t at
    cdef bint spaced = True
    for at in range(n):
        if text[at] == c' ':
            if spaced or at == n - 1:
                return at
            spaced = True
        elif is_space(text[at]) or is_control(text[at]):
            return at
        else:
            spaced = False
    return n


cdef Py_ssize_t _collapse(const char_t* text, Py_ssize_t n, char_t* result) noexcept nogil:
    # Control characters separate two spaces, and both stay: "a \0 b" has a word between them.
    cdef Py_ssize_t at, size = 0
    cdef bint space = False, any_word = False
    for at in range(n):
        if is_space(text[at]):
            space = True
            continue
        if space and any_word:
            result[size] = c' '
            size += 1
        space = False
        any_word = True
        if not is_control(text[at]):
            result[size] = text[at]
            size += 1
    return size


cdef Py_ssize_t _without_control(const char_t* text, Py_ssize_t n) noexcept nogil:
    cdef Py_ssize_t at
    for at in range(n):
        if is_control(text[at]):
            return at
    return n


cdef Py_ssize_t _strip(const char_t* text, Py_ssize_t n, char_t* result) noexcept nogil:
    cdef Py_ssize_t at, size = 0
    for at in range(n):
        if not is_control(text[at]):
            result[size] = text[at]
            size += 1
    return size


cdef Py_ssize_t _folded(const char_t* text, Py_ssize_t n) noexcept nogil:
    cdef Py_ssize_t at
    for at in range(n):
        if is_space(text[at]) or not _has_no_case(text[at]):
            return at
    return n


cdef Py_ssize_t _fold(
    const char_t* text, Py_ssize_t n, char_t* result, bint* cased
) noexcept nogil:
    """Drop white space and make ASCII small; `cased` says that other letters may have case."""
    cdef Py_ssize_t at, size = 0
    cdef char_t c
    for at in range(n):
        c = text[at]
        if is_space(c):
            continue
        if c'A' <= c <= c'Z':
            c |= 0x20
        elif not _has_no_case(c):
            cased[0] = True
        result[size] = c
        size += 1
    return size
