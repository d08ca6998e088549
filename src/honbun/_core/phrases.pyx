"""Which texts surely begin with none of some phrases, by their first three letters."""

from cpython.unicode cimport PyUnicode_DATA, PyUnicode_GET_LENGTH, PyUnicode_KIND, PyUnicode_READ
from libc.stdint cimport uint8_t


cdef class PhraseHeads:
    """The first three letters of phrases, where they are letters of ASCII."""

    cdef uint8_t _known[32 * 32 * 32]

    def __cinit__(self, phrases):
        cdef str phrase
        for phrase in phrases:
            if len(phrase) >= 3 and phrase[:3].isascii():
                self._known[_head(phrase)] = 1

    def exclude(self, text):
        """Whether a text begins with three letters of ASCII, and with those of no phrase.

        Only then is it certain that no phrase follows: a phrase may be shorter, and patterns that
        ignore case take some other letters for those of ASCII.
        """
        if not isinstance(text, str):
            raise TypeError(f"a text is a str, not {type(text).__name__}")
        cdef int head = _head(text)
        return head >= 0 and not self._known[head]


cdef int _head(object text) noexcept:
    """The first three letters as a number, without case; -1 if they are not all of ASCII."""
    cdef int kind = PyUnicode_KIND(text), head = 0, i
    cdef void* data = PyUnicode_DATA(text)
    cdef Py_UCS4 c
    if PyUnicode_GET_LENGTH(text) < 3:
        return -1
    for i in range(3):
        c = PyUnicode_READ(kind, data, i)
        if not (c'a' <= c <= c'z' or c'A' <= c <= c'Z'):
            return -1
        head = head << 5 | (<int>c & 31)
    return head
