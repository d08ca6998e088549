"""Which short blocks may hold a date, or begin with one of some phrases.

Nearly all blocks hold neither, and are rejected here without becoming strings. What is found may
still be something else: who reads the block decides.
"""

from cpython.unicode cimport (
    Py_UNICODE_ISALNUM, PyUnicode_1BYTE_KIND, PyUnicode_2BYTE_KIND, PyUnicode_DATA, PyUnicode_KIND,
)
from libc.stdint cimport uint8_t, uint16_t, uint32_t

from honbun._core.blocks cimport BlockColumns
from honbun._core.characters cimport char_t
from honbun._core.code_points cimport is_space
from honbun._core.page cimport PageColumns

cdef enum:
    HEADS = 32 * 32 * 32
    LABEL = 1  # a word with this head may begin a phrase, ...
    MONTH = 2  # ... or stand beside the number of a date

cdef enum:
    NEAR = 8  # characters between the number of a date and its word: "3rd of May"


cdef class LineScanner:
    """The phrases and words to look for."""

    cdef uint8_t _heads[HEADS]  # by the first three letters, a missing one being 0
    cdef frozenset _initials  # of phrases that begin with another letter than those of ASCII

    def __cinit__(self, phrases, words):
        cdef str phrase
        self._initials = frozenset(
            letter for phrase in phrases for letter in (phrase[0].lower(), phrase[0].upper())
            if not letter.isascii()
        )
        for kind, texts in ((LABEL, phrases), (MONTH, words)):
            for phrase in texts:
                self._heads[_phrase_head(phrase)] |= <uint8_t>kind

    def find(self, BlockColumns blocks not None, Py_ssize_t longest):
        """The blocks of at most so many characters that may hold a date or begin with a phrase.

        A phrase may begin with any text run of the block.
        """
        cdef int kind
        blocks._read_texts()
        cdef set found = set()
        kind = PyUnicode_KIND(blocks.text_)
        if kind == PyUnicode_1BYTE_KIND:
            _find_dates(self, blocks, <const uint8_t*>PyUnicode_DATA(blocks.text_), longest, found)
        elif kind == PyUnicode_2BYTE_KIND:
            _find_dates(self, blocks, <const uint16_t*>PyUnicode_DATA(blocks.text_), longest, found)
        else:
            _find_dates(self, blocks, <const uint32_t*>PyUnicode_DATA(blocks.text_), longest, found)
        kind = blocks.page.kind()
        if kind == PyUnicode_1BYTE_KIND:
            _find_phrases(self, blocks, <const uint8_t*>blocks.page.data(), longest, found)
        elif kind == PyUnicode_2BYTE_KIND:
            _find_phrases(self, blocks, <const uint16_t*>blocks.page.data(), longest, found)
        else:
            _find_phrases(self, blocks, <const uint32_t*>blocks.page.data(), longest, found)
        return sorted(found)


cdef int _phrase_head(str phrase) except -1:
    """The first three letters of a phrase as a number; 0 if the first is not of ASCII."""
    cdef int head = 0, i
    cdef str letters = phrase.lower()
    for i in range(3):
        head <<= 5
        if i < len(letters) and "a" <= letters[i] <= "z":
            head |= ord(letters[i]) & 31
        elif i == 0:
            return 0
        else:
            head <<= 5 * (2 - i)
            break
    return head


cdef inline int _head(const char_t* text, Py_ssize_t at, Py_ssize_t end) noexcept nogil:
    """The same of the word at an offset."""
    cdef int head = 0, i
    cdef uint32_t c
    for i in range(3):
        head <<= 5
        c = text[at + i] if at + i < end else 0
        if c'A' <= c <= c'Z' or c'a' <= c <= c'z':
            head |= <int>(c & 31)
        else:
            return head << 5 * (2 - i)
    return head


cdef int _find_phrases(
    LineScanner scanner, BlockColumns blocks, const char_t* text, Py_ssize_t longest, set found
) except -1:
    cdef PageColumns page = blocks.page
    cdef int run, block
    cdef Py_ssize_t at, end
    for run in range(page.runs):
        block = blocks.of_[page.run_owner[run]]
        if block < 0 or not blocks.run_letters[run]:
            continue
        if not 0 < blocks.text_start[block + 1] - blocks.text_start[block] <= longest:
            continue
        at, end = page.run_start[run], page.run_start[run + 1]
        while at < end and not _is_letter(text[at]):
            at += 1
        if at == end:
            continue
        if text[at] < 0x80:
            if scanner._heads[_head(text, at, end)] & LABEL:
                found.add(block)
        elif chr(text[at]) in scanner._initials:
            found.add(block)
    return 0


cdef int _find_dates(
    LineScanner scanner, BlockColumns blocks, const char_t* text, Py_ssize_t longest, set found
) except -1:
    cdef int block
    cdef Py_ssize_t start, end
    for block in range(blocks.size):
        start, end = blocks.text_start[block], blocks.text_start[block + 1]
        if 0 < end - start <= longest and _may_be_dated(scanner, text, start, end):
            found.add(block)
    return 0


cdef bint _may_be_dated(
    LineScanner scanner, const char_t* text, Py_ssize_t start, Py_ssize_t end
) noexcept:
    """Whether a text has a year and another number, numbers in a row, or one beside a word."""
    cdef Py_ssize_t at = start, first
    cdef int years = 0, days = 0, marked = 0, size
    cdef uint32_t c
    while at < end:
        if not _is_digit(text[at]):
            at += 1
            continue
        first = at
        while at < end and _is_digit(text[at]):
            at += 1
        size = <int>(at - first)
        if size == 8 and end - start < 40:
            return True  # 20081210
        if size == 4:
            years += 1
        elif size <= 2:
            days += 1
            if at + 1 < end and _is_mark(text[at]) and _is_digit(text[at + 1]):
                marked += 1
        else:
            continue
        c = text[at] if at < end else 0
        if c >= 0x2E80 or (is_space(c) and at + 1 < end and text[at + 1] >= 0x2E80):
            return True  # 12月
        if _has_word_after(scanner, text, at, end) or _has_word_before(scanner, text, start, first):
            return True
    return (years and days) or marked > 1


cdef bint _has_word_after(
    LineScanner scanner, const char_t* text, Py_ssize_t at, Py_ssize_t end
) noexcept:
    cdef Py_ssize_t last = min(end, at + NEAR + 1)
    cdef bint inside = False
    while at < last:
        if not _is_letter(text[at]):
            inside = False
        elif not inside:
            inside = True
            if text[at] >= 0x80 or scanner._heads[_head(text, at, end)] & MONTH:
                return True
        at += 1
    return False


cdef bint _has_word_before(
    LineScanner scanner, const char_t* text, Py_ssize_t start, Py_ssize_t at
) noexcept:
    cdef Py_ssize_t end
    while at > start and (is_space(text[at - 1]) or text[at - 1] in (c'.', c',', c'-', c'/')):
        at -= 1
    end = at
    while at > start and _is_letter(text[at - 1]):
        at -= 1
    return at < end and (text[at] >= 0x80 or scanner._heads[_head(text, at, end)] & MONTH)


cdef inline bint _is_digit(uint32_t c) noexcept nogil:
    return c'0' <= c <= c'9' or 0xFF10 <= c <= 0xFF19


cdef inline bint _is_mark(uint32_t c) noexcept nogil:
    return c == c'.' or c == c'/' or c == c'-' or c == 0xFF0F or c == 0xFF0E or c == 0xFF0D


cdef inline bint _is_letter(uint32_t c) noexcept:
    if c < 0x80:
        return c'a' <= c <= c'z' or c'A' <= c <= c'Z'
    return Py_UNICODE_ISALNUM(c)
