"""Which short blocks may hold a date or a byline.

Nearly all blocks hold neither, and are rejected here without becoming strings. What is found may
still be something else: who reads the block decides.
"""

from cpython.unicode cimport (
    Py_UNICODE_ISALNUM, PyUnicode_1BYTE_KIND, PyUnicode_2BYTE_KIND, PyUnicode_DATA,
    PyUnicode_FromKindAndData, PyUnicode_KIND,
)
from libc.stdint cimport uint8_t, uint16_t, uint32_t

from honbun._core.blocks cimport BlockColumns
from honbun._core.characters cimport char_t
from honbun._core.code_points cimport is_space
from honbun._core.page cimport PageColumns

cdef enum:
    HEADS = 32 * 32 * 32
    LONGEST = 24  # more letters than any of the words has
    NEAR = 8  # characters between the number of a date and its month: "3rd of May"
    LABEL = 1
    VERB = 2
    MONTH = 4
    UNIT = 8


cdef class LineScanner:
    """The words to look for.

    A line is a byline if it begins with a label, or with a verb and a label ("written by"). A
    number is that of a date beside a month, or with a unit after it ("3 hours ago") or before it
    ("vor 3 Stunden") that `around` confirms.
    """

    cdef uint8_t _heads[HEADS]  # the kinds of words with these first three letters
    cdef frozenset _initials  # of labels that begin with another letter than those of ASCII
    cdef frozenset _labels, _verbs, _months, _units, _around

    def __cinit__(self, labels, verbs, months, units, around):
        cdef str word
        self._labels, self._verbs = frozenset(labels), frozenset(verbs)
        self._months, self._units = frozenset(months), frozenset(units)
        self._around = frozenset(around)
        self._initials = frozenset(
            letter for word in labels for letter in (word[0].lower(), word[0].upper())
            if not letter.isascii()
        )
        for kind, words in ((LABEL, labels), (VERB, verbs), (MONTH, months), (UNIT, units)):
            for word in words:
                self._heads[_word_head(word)] |= <uint8_t>kind

    def may_be_dated(self, str text not None):
        """Whether a text may hold a date."""
        cdef int kind = PyUnicode_KIND(text)
        cdef Py_ssize_t size = len(text)
        if kind == PyUnicode_1BYTE_KIND:
            return _may_be_dated(self, <const uint8_t*>PyUnicode_DATA(text), 0, size)
        if kind == PyUnicode_2BYTE_KIND:
            return _may_be_dated(self, <const uint16_t*>PyUnicode_DATA(text), 0, size)
        return _may_be_dated(self, <const uint32_t*>PyUnicode_DATA(text), 0, size)

    def find(self, BlockColumns blocks not None, Py_ssize_t longest):
        """The blocks of at most so many characters that may hold a date or a byline.

        A byline may begin with any text run of the block.
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
            _find_bylines(self, blocks, <const uint8_t*>blocks.page.data(), longest, found)
        elif kind == PyUnicode_2BYTE_KIND:
            _find_bylines(self, blocks, <const uint16_t*>blocks.page.data(), longest, found)
        else:
            _find_bylines(self, blocks, <const uint32_t*>blocks.page.data(), longest, found)
        return sorted(found)


cdef int _word_head(str word) except -1:
    """The first three letters of a word as a number; 0 if the first is not of ASCII."""
    cdef int head = 0, i
    for i in range(3):
        head <<= 5
        if i < len(word) and "a" <= word[i] <= "z":
            head |= ord(word[i]) & 31
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


cdef int _find_bylines(
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
            if scanner._heads[_head(text, at, end)] & (LABEL | VERB):
                if _is_byline(scanner, text, at, end):
                    found.add(block)
        elif chr(text[at]) in scanner._initials:
            found.add(block)
    return 0


cdef bint _is_byline(
    LineScanner scanner, const char_t* text, Py_ssize_t at, Py_ssize_t end
) except -1:
    cdef Py_ssize_t stop = _word_end(text, at, end)
    cdef str word = _word(text, at, stop)
    if word in scanner._labels:
        return True
    if word not in scanner._verbs:
        return False
    at = stop
    while at < end and is_space(text[at]):
        at += 1
    return _word(text, at, _word_end(text, at, end)) in scanner._labels


cdef inline Py_ssize_t _word_end(const char_t* text, Py_ssize_t at, Py_ssize_t end) noexcept:
    cdef Py_ssize_t last = min(end, at + LONGEST), start = at
    while at < last and _is_letter(text[at]) and not (at > start and _begins(text, at)):
        at += 1
    return at


cdef inline bint _begins(const char_t* text, Py_ssize_t at) noexcept nogil:
    """Whether a word begins inside of another: elements have no space between them."""
    return c'A' <= text[at] <= c'Z' and c'a' <= text[at - 1] <= c'z'


cdef str _word(const char_t* text, Py_ssize_t at, Py_ssize_t end):
    return PyUnicode_FromKindAndData(sizeof(char_t), text + at, end - at).lower()


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
) except -1:
    """Whether a text has numbers in a row, or one beside a word of dates."""
    cdef Py_ssize_t at = start, first
    cdef int marks = 0, size
    cdef bint year = False
    while at < end:
        if not _is_digit(text[at]):
            at += 1
            continue
        first = at
        while at < end and _is_digit(text[at]):
            at += 1
        size = <int>(at - first)
        if size == 8 and (end - start < 40 or (at < end and text[at] | 32 == c't')):
            return True  # 20081210
        if size > 4:
            continue
        year = year or size == 4
        if _has_mark(text, at, end):
            marks += 1
        if marks > 1 or (marks and (year or (at < end and text[at] in (c'/', 0xFF0F)))):
            return True
        if at < end and (text[at] >= 0x2E80 or (at + 1 < end and text[at + 1] >= 0x2E80)):
            return True  # 12月
        if _has_word_after(scanner, text, start, first, at, end):
            return True
        if _has_month_before(scanner, text, start, first):
            return True
    return False


cdef inline bint _has_mark(const char_t* text, Py_ssize_t at, Py_ssize_t end) noexcept nogil:
    """Whether a dot, slash or hyphen and another number follow."""
    cdef Py_ssize_t last = min(end, at + 4)
    cdef bint mark = False
    while at < last and not _is_digit(text[at]):
        if _is_mark(text[at]):
            mark = True
        elif not is_space(text[at]) and text[at] != c"'" and text[at] != 0x2019:
            return False
        at += 1
    return mark and at < last


cdef bint _has_word_after(
    LineScanner scanner, const char_t* text, Py_ssize_t start, Py_ssize_t number,
    Py_ssize_t at, Py_ssize_t end,
) except -1:
    """Whether a month or a unit of time follows the number that ends at an offset."""
    cdef Py_ssize_t last = min(end, at + NEAR + 1), begin, stop
    cdef int kinds
    while at < last:
        if not _is_letter(text[at]):
            at += 1
            continue
        begin, at = at, _word_end(text, at, end)
        if at == begin:
            return False
        kinds = MONTH | UNIT
        if text[begin] < 0x80:
            kinds = scanner._heads[_head(text, begin, end)]
        if not kinds & (MONTH | UNIT):
            continue
        word = _word(text, begin, at)
        if word in scanner._months:
            return True
        if kinds & UNIT and word in scanner._units:
            stop = at
            while stop < end and not _is_letter(text[stop]):
                stop += 1
            if _word(text, stop, _word_end(text, stop, end)) in scanner._around:
                return True
            stop = number
            return _word_before(text, start, &stop) in scanner._around
    return False


cdef bint _has_month_before(
    LineScanner scanner, const char_t* text, Py_ssize_t start, Py_ssize_t number
) except -1:
    cdef Py_ssize_t at = number
    cdef str word = _word_before(text, start, &at)
    if word == "de" or word == "of" or word == "del":  # diciembre de 2008
        word = _word_before(text, start, &at)
    return word in scanner._months


cdef str _word_before(const char_t* text, Py_ssize_t start, Py_ssize_t* place):
    """The word before an offset, which moves there; empty if another number is between."""
    cdef Py_ssize_t at = place[0]
    cdef Py_ssize_t end
    cdef Py_ssize_t first = max(start, at - LONGEST - NEAR)
    while at > first and not _is_letter(text[at - 1]):
        if _is_digit(text[at - 1]):
            return ""
        at -= 1
    end = at
    while at > first and _is_letter(text[at - 1]) and not (at < end and _begins(text, at)):
        at -= 1
    place[0] = at
    return _word(text, at, end)


cdef inline bint _is_digit(uint32_t c) noexcept nogil:
    return c'0' <= c <= c'9' or 0xFF10 <= c <= 0xFF19


cdef inline bint _is_mark(uint32_t c) noexcept nogil:
    return c == c'.' or c == c'/' or c == c'-' or c == 0xFF0F or c == 0xFF0E or c == 0xFF0D


cdef inline bint _is_letter(uint32_t c) noexcept:
    if c < 0x80:
        return c'a' <= c <= c'z' or c'A' <= c <= c'Z'
    return Py_UNICODE_ISALNUM(c) and not _is_digit(c)
