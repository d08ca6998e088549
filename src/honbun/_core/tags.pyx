"""Count the tags in markup before it is parsed."""

from libc.string cimport memchr, memcmp


def count_tags(const unsigned char[::1] html not None):
    """How many start tags the markup has at most, and of these how many open a body or html element
    and how many a formatting element.

    The markup must be in an encoding that writes tags in ASCII. Formatting elements are counted by
    their first two letters, so this is an upper bound.
    """
    cdef Py_ssize_t length = html.shape[0]
    cdef const unsigned char* at
    cdef const unsigned char* stop
    cdef unsigned char letter[4]
    cdef Py_ssize_t tags = 0, started = 0, roots = 0, formatting = 0
    cdef int i
    if length < 5:
        return 0, 0, 0
    at = &html[0]
    stop = at + length - 4
    while True:
        at = <const unsigned char*>memchr(at, c'<', stop - at)
        if at == NULL:
            break
        at += 1
        if at[0] != c'/' and at[0] != c'!':
            started += 1
            for i in range(4):
                letter[i] = at[i] | 0x20  # makes letters lower case
            if memcmp(letter, b"body", 4) == 0 or memcmp(letter, b"html", 4) == 0:
                roots += 1
            formatting += _is_formatting(letter[0], letter[1])
        if at >= stop:
            break
    return started, roots, formatting


cdef inline bint _is_formatting(unsigned char first, unsigned char second) noexcept nogil:
    """b big code em font i s small strike strong tt u"""
    if first in (c'b', c'i', c's', c'u') and second < c'a':
        return True
    return (
        (first == c'b' and second == c'i') or (first == c'c' and second == c'o')
        or (first == c'e' and second == c'm') or (first == c'f' and second == c'o')
        or (first == c's' and (second == c'm' or second == c't'))
        or (first == c't' and second == c't')
    )
