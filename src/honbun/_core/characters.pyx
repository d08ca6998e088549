"""What the characters of a text are: letters, digits, marks of a sentence, signs.

The class of a character is looked up when it is first seen, so nothing is built at start-up.
"""

from cpython.unicode cimport (
    PyUnicode_1BYTE_KIND, PyUnicode_2BYTE_KIND, PyUnicode_DATA, PyUnicode_GET_LENGTH,
    PyUnicode_KIND,
)
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memset

from unicodedata import category

cdef enum:
    SEEN = 1
    LETTER = 2
    DIGIT = 4
    CAPITAL = 8
    SPACE = 16
    END = 32  # ends a sentence if white space or nothing follows
    STOP = 64  # ends a sentence
    COMMA = 128
    QUESTION = 256
    CURRENCY = 512
    SIGN = 1024
    WHOLE = 2048  # a word by itself
    BEYOND = 0xFFFF  # the first character that is not in the table

cdef uint16_t _classes[BEYOND]

cdef dict _MARKS = {
    END: ".!?…",
    STOP: "。！？",
    COMMA: ",、，;；",
    QUESTION: "?？",
    SIGN: "|©®»›«‹•·→↑↓",
}


def count(texts, float[:, :] totals):
    """Count the characters of each text into a column of `totals`, one row for each count."""
    cdef int32_t counts[COUNTED]
    cdef Py_ssize_t column = 0, length
    cdef int i, kind
    cdef str text
    if totals.shape[0] != COUNTED or totals.shape[1] != len(texts):
        raise ValueError("the table does not have one column for each text")
    for text in texts:
        length = PyUnicode_GET_LENGTH(text)
        kind = PyUnicode_KIND(text)
        memset(counts, 0, sizeof(counts))
        if kind == PyUnicode_1BYTE_KIND:
            count_characters(<const uint8_t*>PyUnicode_DATA(text), 0, length, counts)
        elif kind == PyUnicode_2BYTE_KIND:
            count_characters(<const uint16_t*>PyUnicode_DATA(text), 0, length, counts)
        else:
            count_characters(<const uint32_t*>PyUnicode_DATA(text), 0, length, counts)
        for i in range(COUNTED):
            totals[i, column] = counts[i]
        column += 1


cdef int count_characters(
    const char_t* text, Py_ssize_t start, Py_ssize_t stop, int32_t* totals
) except -1:
    """Add the characters of a range to `totals`; the range is read as a text of its own."""
    cdef Py_ssize_t at
    cdef uint16_t kind
    cdef bint in_word = False  # whether the last character belongs to a word
    cdef bint ends = False  # whether it ends a sentence if white space follows
    for at in range(start, stop):
        kind = _class(text[at])
        if ends and kind & SPACE:
            totals[SENTENCES] += 1
        ends = False
        if kind & (LETTER | DIGIT):
            totals[LETTERS] += 1
            if kind & WHOLE or not in_word:
                totals[WORDS] += 1
            if kind & DIGIT:
                totals[DIGITS] += 1
            if kind & CAPITAL:
                totals[CAPITALS] += 1
            in_word = True
            continue
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
    return 0


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
