"""Characters of a text: how many of each class, and hashes of the text and of its words."""

from unicodedata import category

import numpy as np

from cpython.unicode cimport (
    Py_UNICODE_TOLOWER, PyUnicode_1BYTE_KIND, PyUnicode_2BYTE_KIND, PyUnicode_DATA,
    PyUnicode_GET_LENGTH, PyUnicode_KIND,
)
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

COUNTS = tuple("words sentences letters commas questions digits capitals money signs".split())
"""What is counted, in the order of the columns."""

cdef enum:
    SEEN = 1  # every class has this bit, so that 0 means "not looked up yet"
    SPACE = 2
    LETTER = 4
    DIGIT = 8
    CAPITAL = 16
    END = 32  # ends a sentence if white space follows
    STOP = 64  # ends a sentence by itself
    COMMA = 128
    QUESTION = 256
    CURRENCY = 512
    SIGN = 1024
    WHOLE = 2048  # a word by itself
    PLAIN = SEEN | LETTER  # a small letter, or one of a script without capitals
    BEYOND = 0xFFFF  # the first character that is not in the table

cdef uint16_t _classes[BEYOND]
cdef uint64_t _FACTOR = 0x9E3779B97F4A7C15

cdef dict _MARKS = {
    END: ".!?…",
    STOP: "。！？",
    COMMA: ",、，;；",
    QUESTION: "?？",
    SIGN: "|©®»›«‹•·→↑↓",
}


def measure(list texts not None):
    """Counts (one column per text), text hashes, pattern hashes and word hashes of some texts."""
    cdef Py_ssize_t column, length, i
    cdef int kind
    cdef str text
    cdef TextHashes hashes
    cdef uint64_t* words
    counts = np.zeros((COUNTED, len(texts)), dtype=np.int32)
    cdef int32_t[:, ::1] table = counts
    cdef int32_t totals[COUNTED]
    found = []
    for column, text in enumerate(texts):
        if text is None:
            raise TypeError("None is no text")
        length = PyUnicode_GET_LENGTH(text)
        kind = PyUnicode_KIND(text)
        memset(totals, 0, sizeof(totals))
        words = <uint64_t*>malloc((length + 1) * sizeof(uint64_t))
        if words == NULL:
            raise MemoryError
        try:
            if kind == PyUnicode_1BYTE_KIND:
                measure_text(<const uint8_t*>PyUnicode_DATA(text), 0, length, totals, &hashes, words)
            elif kind == PyUnicode_2BYTE_KIND:
                measure_text(<const uint16_t*>PyUnicode_DATA(text), 0, length, totals, &hashes, words)
            else:
                measure_text(<const uint32_t*>PyUnicode_DATA(text), 0, length, totals, &hashes, words)
            found.append((hashes.text, hashes.pattern, [words[i] for i in range(hashes.words)]))
        finally:
            free(words)
        for i in range(COUNTED):
            table[i, column] = totals[i]
    return counts, found


cdef int measure_text(
    const char_t* text, Py_ssize_t start, Py_ssize_t stop,
    int32_t* totals, TextHashes* hashes, uint64_t* words,
) except -1:
    """Add the characters of a range to `totals`, and hash it; it is read as a text of its own.

    `words` has room for as many hashes as there are characters. The lowest bit of a word's hash
    says whether it is a number.
    """
    cdef Py_ssize_t at
    cdef uint16_t kind
    cdef uint64_t whole = _FACTOR, pattern = _FACTOR, word = 0
    cdef uint32_t c
    cdef int count = 0, ideographs = 0, letters = 0
    cdef bint in_word = False  # whether the last character belongs to a word
    cdef bint in_number = False  # ... to digits without anything between them
    cdef bint numeric = False  # ... to a word of digits only
    cdef bint ends = False  # whether it ends a sentence if white space follows
    for at in range(start, stop):
        c = text[at]
        kind = _class(c)
        if kind & CAPITAL or c >= 0x100:
            c = _lower(c)
        if kind == PLAIN:  # most characters are
            whole = (whole ^ c) * _FACTOR
            whole ^= whole >> 29
            pattern = (pattern ^ c) * _FACTOR
            pattern ^= pattern >> 29
            if not in_word:
                count += 1
                word = 0
                in_word = True
            word = (word ^ c) * _FACTOR + 1
            letters += 1
            numeric = in_number = ends = False
            continue
        if ends and kind & SPACE:
            totals[SENTENCES] += 1
        ends = False
        if kind & SPACE:
            if in_word:
                words[count - 1] = mixed(word) & ~<uint64_t>1 | numeric
            in_word = in_number = False
            continue
        whole = (whole ^ c) * _FACTOR
        whole ^= whole >> 29
        if not kind & DIGIT:
            pattern = (pattern ^ c) * _FACTOR
            pattern ^= pattern >> 29
            in_number = False
        elif not in_number:
            pattern = (pattern ^ <uint32_t>c'0') * _FACTOR
            pattern ^= pattern >> 29
            in_number = True
        if kind & (LETTER | DIGIT):
            letters += 1
            if kind & WHOLE or not in_word:
                if in_word:
                    words[count - 1] = mixed(word) & ~<uint64_t>1 | numeric
                ideographs += kind & WHOLE != 0
                count += 1
                word = 0
                numeric = True
            word = (word ^ c) * _FACTOR + 1
            if kind & DIGIT:
                totals[DIGITS] += 1
            else:
                numeric = False
            if kind & CAPITAL:
                totals[CAPITALS] += 1
            in_word = True
            if kind & WHOLE:
                words[count - 1] = mixed(word) & ~<uint64_t>1
                in_word = False
            continue
        if in_word:
            words[count - 1] = mixed(word) & ~<uint64_t>1 | numeric
        in_word = False
        if kind <= (SPACE | SEEN):
            continue
        ends = kind & END
        if kind & STOP:
            totals[SENTENCES] += 1
        if kind & COMMA:
            totals[COMMAS] += 1
        if kind & QUESTION:
            totals[QUESTIONS] += 1
        if kind & CURRENCY:
            totals[MONEY] += 1
        if kind & SIGN:
            totals[SIGNS] += 1
    if ends:
        totals[SENTENCES] += 1
    if in_word:
        words[count - 1] = mixed(word) & ~<uint64_t>1 | numeric
    totals[WORDS] += count
    totals[LETTERS] += letters
    hashes.text, hashes.pattern = mixed(whole), mixed(pattern)
    hashes.words, hashes.ideographs = count, ideographs
    return 0


cdef inline uint32_t _lower(uint32_t c) noexcept:
    if c < 0x80:
        return c + 32 if c'A' <= c <= c'Z' else c
    if 0x2E80 <= c < 0xA640:  # ideographs and kana have no case, and are most of their texts
        return c
    return Py_UNICODE_TOLOWER(c)


cdef inline uint16_t _class(uint32_t c) except 0:
    if c >= BEYOND:
        return SEEN | LETTER | WHOLE  # pictures, and rare ideographs
    return _classes[c] or _learn(c)


cdef uint16_t _learn(uint32_t c) except 0:
    """Look up the class of a character and remember it."""
    cdef str char = chr(c)
    cdef str kind = category(char)
    cdef uint16_t found = SEEN
    if kind[0] == "N":
        found |= DIGIT
    elif kind == "Lo" and c >= 0x2E80 and not 0xAC00 <= c <= 0xD7A3:
        found |= LETTER | WHOLE  # ideographs and kana are written without spaces
    elif kind[0] in "LM" or char == "_":
        found |= LETTER | (CAPITAL if kind == "Lu" else 0)
    elif kind == "Sc":
        found |= CURRENCY
    elif char.isspace():
        found |= SPACE
    for bit, marks in _MARKS.items():
        if char in marks:
            found |= bit
    _classes[c] = found
    return found
