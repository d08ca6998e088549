"""Split paragraphs into sentences, in any language, in one pass over their punctuation.

Punctuation that may end a sentence does so unless the text around it shows that the sentence
continues. Japanese is split at 。！？♪… and closing brackets, unless the next word continues the
sentence (paper 003, 4.1: と, っ, です after ！ or 」). Elsewhere a period needs white space and no
small letter behind it, and must not belong to an abbreviation, an initial or a number. Thai and Lao
separate sentences by a space only.

Each test reads a bounded stretch, or one that no other test reads again, so the time is linear.
"""

from cpython.unicode cimport (
    Py_UNICODE_ISALNUM, Py_UNICODE_ISDECIMAL, PyUnicode_1BYTE_KIND, PyUnicode_2BYTE_KIND,
    PyUnicode_DATA, PyUnicode_KIND,
)
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.stdlib cimport free, malloc

from honbun._core.characters cimport char_t
from honbun._core.code_points cimport is_space
from honbun._core.sentence_ends cimport (
    BRACKET, CLOSE, CLOSING, FIRST, MARK, OPENING, STRONG, WEAK, ends_at, is_latin, is_of,
)

MAX_LENGTH = 2000
"""Characters after which a sentence is cut, at white space if there is any. Sentences of laws and
judgements reach a thousand; longer ones are word lists or data, and one row of a table must not
hold a whole page."""

cdef enum:
    LONGEST = 2000
    MAX_BRACKETED = 100
    # Characters up to which the text in brackets is not split: a remark, or one speech of a few
    # short sentences. A longer quotation is split.

cdef str _OPENING = "「『（(【〈《〔［"
cdef str _CLOSING = "」』）)】〉》〕］"


cdef inline bint _is_thai(Py_UCS4 c) noexcept nogil:
    # Without ฯ and ๆ, which are followed by a space inside a sentence.
    return 0x0E01 <= c <= 0x0EDF and c != 0x0E2F and c != 0x0E46


cdef inline bint _is_wide(Py_UCS4 c) noexcept nogil:
    return (
        0x3001 <= c <= 0x30FF or 0x3400 <= c <= 0x4DBF or 0x4E00 <= c <= 0x9FFF
        or 0xAC00 <= c <= 0xD7AF or 0xF900 <= c <= 0xFAFF or 0xFF01 <= c <= 0xFFEE
    )


cdef struct Brackets:
    # The pairs of brackets of one paragraph, queried from its beginning to its end.
    Py_ssize_t* memory
    Py_ssize_t* opened  # the pairs, in the order of their closing brackets
    Py_ssize_t* closed
    Py_ssize_t pairs, pair
    Py_ssize_t* outer_opened  # the short pairs that are in no other short pair
    Py_ssize_t* outer_closed
    Py_ssize_t outers, outer


def split(str text not None):
    """The ranges of a paragraph's sentences, without the white space between them.

    >>> split("1年ってあっという間！と思う。 Mr. A came. He left.")
    [(0, 15), (16, 27), (28, 36)]
    """
    cdef int kind = PyUnicode_KIND(text)
    if kind == PyUnicode_1BYTE_KIND:
        return _split(text, <const uint8_t*>PyUnicode_DATA(text))
    if kind == PyUnicode_2BYTE_KIND:
        return _split(text, <const uint16_t*>PyUnicode_DATA(text))
    return _split(text, <const uint32_t*>PyUnicode_DATA(text))


cdef list _split(str whole, const char_t* text):
    cdef Py_ssize_t n = len(whole), start = 0, stop = 0
    cdef Py_ssize_t begin = 0, head, checked = 0
    cdef bint has_word = False
    cdef Brackets brackets
    cdef list ranges = []
    if not _find_end(text, n, &start, &stop) or stop == n:
        if 0 < n <= LONGEST and not is_space(text[0]) and not is_space(text[n - 1]):
            return [(0, n)]  # most paragraphs: list items and headings
        _add(ranges, whole, 0, n)
        return ranges
    _read_brackets(text, n, &brackets)
    try:
        head = _skip_space(whole, 0)
        while True:
            # A sentence has a word: dots before the first one belong to it.
            while not has_word and checked < stop:
                has_word = Py_UNICODE_ISALNUM(text[checked])
                checked += 1
            checked = stop
            if (
                has_word
                and not _enclose(&brackets, start, stop)
                and ends_at(whole, head, start, stop, _opening(&brackets, stop - 1))
            ):
                _add(ranges, whole, begin, stop)
                begin = stop
                has_word = False
                head = _skip_space(whole, stop)
            start = stop
            if not _find_end(text, n, &start, &stop):
                break
    finally:
        free(brackets.memory)
    _add(ranges, whole, begin, n)
    return ranges


cdef int _add(list ranges, str text, Py_ssize_t start, Py_ssize_t stop) except -1:
    """Add a range without white space at its ends, cut if it is too long."""
    cdef Py_ssize_t cut, last
    while start < stop and is_space(text[start]):
        start += 1
    while start < stop and is_space(text[stop - 1]):
        stop -= 1
    while stop - start > LONGEST:
        cut = start + LONGEST
        for last in range(start + LONGEST - 1, start, -1):
            if text[last] in " \n\u3000":
                cut = last
                break
        last = cut
        while last > start and is_space(text[last - 1]):
            last -= 1
        ranges.append((start, last))
        start = _skip_space(text, cut)
    if start < stop:
        ranges.append((start, stop))
    return 0


cdef Py_ssize_t _skip_space(str text, Py_ssize_t at) except -1:
    cdef Py_ssize_t n = len(text)
    while at < n and is_space(text[at]):
        at += 1
    return at


# Where a sentence may end

cdef bint _find_end(
    const char_t* text, Py_ssize_t n, Py_ssize_t* start, Py_ssize_t* stop
) noexcept:
    """Find the next punctuation that may end a sentence, from `start` on."""
    cdef Py_ssize_t at = start[0], found
    while at < n:
        if is_of(text[at], FIRST):
            found = _end(text, n, at)
            if found > 0:
                start[0] = at
                stop[0] = found
                return True
        at += 1
    return False


cdef Py_ssize_t _end(const char_t* text, Py_ssize_t n, Py_ssize_t at) noexcept:
    """Where the punctuation at an offset ends; 0 if it cannot end a sentence."""
    cdef Py_UCS4 c = text[at]
    cdef Py_UCS4 before = text[at - 1] if at else 0
    if is_of(c, MARK):
        return _marks_end(text, n, at, before)
    at += 1
    if c == '」' or c == '』':
        return at
    if c == '（' or c == c'(':
        return _remark_end(text, n, at)
    if c == c'w' or c == 'ｗ':  # laughter, after kana
        if not ('ぁ' <= before <= 'ん' or 'ァ' <= before <= 'ヶ' or before == 'ー'):
            return 0
        while at < n and (text[at] == c'w' or <Py_UCS4>text[at] == 'ｗ'):
            at += 1
        return 0 if at < n and is_latin(text[at]) else at
    if c == c';' or c == 0x37E:  # the question mark of Greek
        if not (0x370 <= before <= 0x3FF or 0x1F00 <= before <= 0x1FFF):
            return 0
        return at if at == n or is_space(text[at]) else 0
    if not _is_thai(c) or at == n or not is_space(text[at]):
        return 0
    while at < n and is_space(text[at]):
        at += 1
    return at if at < n and _is_thai(text[at]) else 0


cdef Py_ssize_t _marks_end(
    const char_t* text, Py_ssize_t n, Py_ssize_t at, Py_UCS4 before
) noexcept:
    # Of a run of marks only the first is tried: otherwise a run that ends nothing is read again
    # and again.
    if is_of(before, MARK):
        return 0
    while at < n and is_of(text[at], WEAK):
        at += 1
    if at < n and is_of(text[at], STRONG):
        while at < n and is_of(text[at], MARK):
            at += 1
        return _tail_end(text, n, at)
    at = _tail_end(text, n, at)
    return at if at == n or is_space(text[at]) or _is_wide(text[at]) else 0


cdef Py_ssize_t _tail_end(const char_t* text, Py_ssize_t n, Py_ssize_t at) noexcept:
    """Where closing quotes, brackets and the numbers of notes end."""
    cdef Py_ssize_t digits
    while at < n and is_of(text[at], CLOSE):
        at += 1
    while at < n and text[at] == c'[':
        digits = 0
        while digits < 3 and at + 1 + digits < n and Py_UNICODE_ISDECIMAL(text[at + 1 + digits]):
            digits += 1
        if not digits or at + 1 + digits >= n or text[at + 1 + digits] != c']':
            break
        at += digits + 2
    return at


cdef Py_ssize_t _remark_end(const char_t* text, Py_ssize_t n, Py_ssize_t at) noexcept:
    """The end of a remark such as （笑） whose bracket is before `at`; 0 if it is none."""
    cdef Py_UCS4 c = text[at] if at < n else 0
    at += 1
    if c == '苦':
        if at >= n or <Py_UCS4>text[at] != '笑':
            return 0
        at += 1
    elif c == '爆':
        if at < n and <Py_UCS4>text[at] == '笑':
            at += 1
    elif not (c == '笑' or c == '汗' or c == '涙' or c == '泣' or c == '謎' or c == '嘘'):
        return 0
    return at + 1 if at < n and (<Py_UCS4>text[at] == '）' or text[at] == c')') else 0


# Brackets

cdef int _read_brackets(const char_t* text, Py_ssize_t n, Brackets* brackets) except -1:
    """Find the pairs of brackets; those without a counterpart enclose nothing."""
    cdef Py_ssize_t at, start, count = 0, unclosed = 0
    cdef Py_ssize_t* stack
    for at in range(n):
        count += is_of(text[at], BRACKET)
    brackets.memory = <Py_ssize_t*>malloc((5 * count + 1) * sizeof(Py_ssize_t))
    if brackets.memory == NULL:
        raise MemoryError
    stack = brackets.memory
    brackets.opened = stack + count
    brackets.closed = stack + 2 * count
    brackets.outer_opened = stack + 3 * count
    brackets.outer_closed = stack + 4 * count
    brackets.pairs = brackets.pair = brackets.outers = brackets.outer = 0
    if not count:
        return 0
    for at in range(n):
        if is_of(text[at], OPENING):
            stack[unclosed] = at
            unclosed += 1
        elif unclosed and is_of(text[at], CLOSING) and _match(text[stack[unclosed - 1]], text[at]):
            unclosed -= 1
            start = stack[unclosed]
            brackets.opened[brackets.pairs] = start
            brackets.closed[brackets.pairs] = at
            brackets.pairs += 1
            if at - start <= MAX_BRACKETED:
                while brackets.outers and brackets.outer_opened[brackets.outers - 1] > start:
                    brackets.outers -= 1
                brackets.outer_opened[brackets.outers] = start
                brackets.outer_closed[brackets.outers] = at
                brackets.outers += 1
    return 0


cdef bint _match(Py_UCS4 opening, Py_UCS4 closing) noexcept:
    cdef Py_ssize_t i
    for i in range(len(_OPENING)):
        if _OPENING[i] == opening:
            return _CLOSING[i] == closing
    return False


cdef bint _enclose(Brackets* brackets, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    """Whether a range is inside a short pair."""
    cdef Py_ssize_t at = brackets.outer
    while at < brackets.outers and brackets.outer_closed[at] < start:
        at += 1
    brackets.outer = at
    if at == brackets.outers:
        return False
    return brackets.outer_opened[at] < start and stop <= brackets.outer_closed[at]


cdef Py_ssize_t _opening(Brackets* brackets, Py_ssize_t closing) noexcept nogil:
    """The counterpart of a closing bracket; -1 if it has none."""
    while brackets.pair < brackets.pairs and brackets.closed[brackets.pair] < closing:
        brackets.pair += 1
    if brackets.pair == brackets.pairs or brackets.closed[brackets.pair] != closing:
        return -1
    return brackets.opened[brackets.pair]
