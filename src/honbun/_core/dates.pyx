"""Where a date may begin in a text: numbers, names of months, words and signs.

What follows a number decides which forms it can begin, so most numbers are rejected here, and most
texts without a date in one pass.
"""

from cpython.unicode cimport (
    Py_UNICODE_ISALNUM, Py_UNICODE_ISDECIMAL, Py_UNICODE_TOLOWER, PyUnicode_1BYTE_KIND,
    PyUnicode_2BYTE_KIND, PyUnicode_DATA, PyUnicode_FromKindAndData, PyUnicode_GET_LENGTH,
    PyUnicode_KIND,
)
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.stdlib cimport free, malloc

from honbun._core.characters cimport char_t
from honbun._core.code_points cimport is_space


def plain(text):
    """Text in lower case with full-width ASCII made narrow; its length stays.

    >>> plain("２００８／１２／１０（Wed）")
    '2008/12/10(wed)'
    """
    cdef int kind
    if not isinstance(text, str):
        raise TypeError(f"a text is a str, not {type(text).__name__}")
    if (<str>text).isascii():
        return (<str>text).lower()
    kind = PyUnicode_KIND(text)
    if kind == PyUnicode_1BYTE_KIND:
        return _plain(<const uint8_t*>PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text))
    if kind == PyUnicode_2BYTE_KIND:
        return _plain(<const uint16_t*>PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text))
    return _plain(<const uint32_t*>PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text))


cdef str _plain(const char_t* text, Py_ssize_t n):
    cdef char_t* result = <char_t*>malloc(n * sizeof(char_t))
    cdef Py_ssize_t at
    cdef Py_UCS4 c
    cdef bint has_sigma = False
    if result == NULL:
        raise MemoryError
    try:
        for at in range(n):
            c = _narrow(text[at])
            if c == 'Σ':
                has_sigma = True  # its lower case depends on what follows it
            elif not 0x2E80 <= c < 0xA640:
                c = Py_UNICODE_TOLOWER(c)
            result[at] = <char_t>c
        found = PyUnicode_FromKindAndData(sizeof(char_t), result, n)
    finally:
        free(result)
    return (<str>found).lower() if has_sigma else <str>found


cdef inline Py_UCS4 _narrow(Py_UCS4 c) noexcept nogil:
    if 0xFF01 <= c <= 0xFF5E:
        return <Py_UCS4>(<uint32_t>c - 0xFEE0)
    if c == '‐' or c == '‑' or c == '−':
        return '-'
    if c == '’':
        return "'"
    return 'i' if c == 'İ' else c  # the one character whose lower case has two characters


cdef enum:
    LONGEST = 24  # more letters than any word has that begins a date
    GLUED = 5  # letters of "th" and "des" between a day and its month
    SPELT = 0x600  # all words that are written with spaces begin below this character

cdef enum:
    SIGN = 1  # a sign by itself, or ...
    PAIR = 2  # ... with the next character
    NUMERAL = 4
    UNIT = 8
    LETTER = 16  # of an era

cdef str _MARKED = "marked", _TIMED = "timed", _COUNTED = "counted", _WORDED = "worded"
cdef str _ENDED = "ended", _MONTH = "month", _UNSURE = ""


cdef class OpeningScanner:
    """Finds openings in plain text, given the words and signs that dates can begin with."""

    cdef frozenset _months, _words, _pairs, _after
    cdef uint32_t _lengths[SPELT]  # of the words with each initial, one bit each
    cdef uint8_t _kinds[0x10000]

    def __cinit__(self, months, words, after, signs, letters, numerals, units):
        """`words` are compared as a whole, `signs` by their first two characters.

        A number of up to three digits begins a date only before a month or a word of `after`;
        `letters` are those of eras, and `units` can follow a number of `numerals`.
        """
        self._months = frozenset(months)
        self._words = frozenset(words)
        self._after = frozenset(after)
        self._pairs = frozenset([sign[:2] for sign in signs if len(sign) > 1])
        if self._months & self._words:
            raise ValueError("the name of a month is no other word")
        for word in (*self._months, *self._words):
            if len(word) >= LONGEST or ord(word[0]) >= SPELT:
                raise ValueError(f"no word that can begin a date: {word}")
        for word in self._words:
            self._lengths[<Py_ssize_t>ord(word[0])] |= <uint32_t>1 << <int>len(word)
        for word in self._months:  # their lengths do not matter: no word has no letters
            self._lengths[<Py_ssize_t>ord(word[0])] |= 1
        for sign in signs:
            self._kinds[<uint16_t>ord(sign[0])] |= PAIR if len(sign) > 1 else SIGN
        for kind, chars in ((NUMERAL, numerals), (UNIT, units), (LETTER, letters)):
            for char in chars:
                self._kinds[<uint16_t>ord(char)] |= kind
        for letter in letters:
            self._lengths[<Py_ssize_t>ord(letter)] |= 1

    def find(self, str plain not None):
        """Start, stop and kind of every possible opening; the kind is empty if it is not sure."""
        cdef int kind = PyUnicode_KIND(plain)
        cdef void* data = PyUnicode_DATA(plain)
        if kind == PyUnicode_1BYTE_KIND:
            return _find(self, plain, <const uint8_t*>data)
        if kind == PyUnicode_2BYTE_KIND:
            return _find(self, plain, <const uint16_t*>data)
        return _find(self, plain, <const uint32_t*>data)


cdef list _find(OpeningScanner scanner, str whole, const char_t* text):
    cdef Py_ssize_t n = len(whole), at = 0, end
    cdef list found = []
    cdef Py_UCS4 c
    cdef str kind
    while at < n:
        c = text[at]
        end = at + 1
        if c'0' <= c <= c'9':
            while end < n and c'0' <= text[end] <= c'9':
                end += 1
            kind = _number(scanner, whole, text, at, end)
            if kind is not None and (found or not _is_inside(text, at)):
                found.append((at, end, kind))
        elif c < SPELT:
            if scanner._lengths[<int>c] and not (at and _is_word(text[at - 1])):
                kind = _word(scanner, whole, text, at, &end)
                if kind is not None:
                    found.append((at, end, kind))
                end = at + 1
            if c'a' <= c <= c'z':  # no word begins inside of another
                while end < n and c'a' <= text[end] <= c'z':
                    end += 1
        elif c < 0x10000 and scanner._kinds[<int>c]:
            if _is_sign(scanner, whole, text, at):
                found.append((at, end, _UNSURE))
        at = end
    return found


cdef inline bint _is_word(Py_UCS4 c) noexcept:
    if c < c'0':
        return False
    return c == c'_' or Py_UNICODE_ISALNUM(c)


cdef inline bint _is_letter(Py_UCS4 c) noexcept:
    if c < 0x80:
        return c'a' <= c <= c'z' or c'A' <= c <= c'Z'
    return Py_UNICODE_ISALNUM(c) and not Py_UNICODE_ISDECIMAL(c)


# Numbers

cdef str _number(
    OpeningScanner scanner, str whole, const char_t* text, Py_ssize_t start, Py_ssize_t end
):
    """The kind of a number, by what follows it; None where no form can begin with it."""
    cdef Py_ssize_t n = len(whole), size = end - start, letter = -1
    cdef str kind = None
    if size > 8 or 4 < size < 8:
        return None
    if end < n:
        if is_space(text[end]):
            kind = _following(text, n, end + 1, &letter)
        if kind is None:
            kind = _following(text, n, end, &letter)
    if size == 8:
        # 20081210, if the text has nothing else or a time follows
        if kind is _WORDED:
            return kind if text[end] == c't' else None
        return _ENDED if kind is None and _is_end(text, n, end) else None
    if kind is _TIMED and size > 2 or kind is _MARKED and size == 3:
        return None
    if kind is _WORDED and letter >= 0 and not _may_follow(scanner, whole, text, letter, size == 4):
        return None
    if kind is _MARKED and size < 3 and not _may_be_marked(scanner, whole, text, end):
        return None
    return kind


cdef bint _is_end(const char_t* text, Py_ssize_t n, Py_ssize_t at) noexcept nogil:
    """Whether little white space follows until the end."""
    cdef Py_ssize_t last = n - 1 if n and text[n - 1] == c'\n' else n
    if last - at > 9:
        return False
    while at < last and is_space(text[at]):
        at += 1
    return at >= last


cdef str _following(const char_t* text, Py_ssize_t n, Py_ssize_t at, Py_ssize_t* letter):
    cdef Py_UCS4 c
    cdef Py_ssize_t digits = at
    if at >= n:
        return None
    c = text[at]
    if c == c'-' or c == c'/' or c == c'.' or c == '–':
        return _MARKED
    if c == c':':
        return _TIMED
    if c > 0x2E80 and c in "年月日号時时点點分秒週周天小星个個ヶヵかカケ년월일시분초주개달":
        return _COUNTED
    while digits < n and digits < at + 2 and c'0' <= text[digits] <= c'9':
        digits += 1
    if at < digits < n - 1 and text[digits + 1] == c',':  # 10 12月, 2008
        c = text[digits]
        return _COUNTED if c == '月' or c == '월' else None
    if c == 'º' or c == '°' or c == 'ª' or c == '~':
        return _WORDED
    if c == c"'" or c == c',':
        at += 1
    if at < n and is_space(text[at]):
        at += 1
    if at >= n or not _is_letter(text[at]):
        return None
    letter[0] = at
    return _WORDED


cdef bint _may_follow(
    OpeningScanner scanner, str whole, const char_t* text, Py_ssize_t at, bint year
) except -1:
    """Whether the word at an offset can follow the number of a date or a time."""
    cdef Py_ssize_t n = len(whole), end = at, begin
    while end < n and end - at < LONGEST and _is_letter(text[end]):
        end += 1
    if year:
        return whole[at:end] in scanner._months
    if end - at == LONGEST or whole[at:end] in scanner._after:
        return True
    for begin in range(at, min(end, at + GLUED + 1)):
        if whole[begin:end] in scanner._months:
            return True
    return False


cdef bint _may_be_marked(
    OpeningScanner scanner, str whole, const char_t* text, Py_ssize_t at
) except -1:
    """Whether 10.12.2008, 12/10, 10.-12. December or 10.30 pm can be at a number that ends here."""
    cdef Py_ssize_t n = len(whole), begin
    cdef bint slash = False
    cdef Py_ssize_t place = _skip_marks(text, n, at, &slash)
    if place == n:
        return False
    if not c'0' <= text[place] <= c'9':
        return _is_letter(text[place]) and _may_follow(scanner, whole, text, place, False)
    begin = place
    while place < n and c'0' <= text[place] <= c'9':
        place += 1
    if place - begin > 2:
        return False
    if slash:
        return True
    begin = place
    place = _skip_marks(text, n, place, &slash)
    if place == n:
        return False
    if c'0' <= text[place] <= c'9' or text[place] == c"'":
        return place > begin
    if text[place] == c':' or text[place] == 0xB0 or text[place] > 0x2E80:
        return True
    return _is_letter(text[place]) and _may_follow(scanner, whole, text, place, False)


cdef inline Py_ssize_t _skip_marks(
    const char_t* text, Py_ssize_t n, Py_ssize_t at, bint* slash
) noexcept nogil:
    cdef Py_ssize_t last = min(n, at + 6)
    cdef Py_UCS4 c
    while at < last:
        c = text[at]
        if c == c'/':
            slash[0] = True
        elif not (c == c'-' or c == c'.' or c == '–' or is_space(c)):
            break
        at += 1
    return at


cdef bint _is_inside(const char_t* text, Py_ssize_t start) noexcept:
    """Whether a number is part of something that begins before it, where no date precedes it."""
    cdef Py_UCS4 before, further
    if start == 0:
        return False
    before = text[start - 1]
    if _is_glue(before):
        return True
    if start == 1:
        return False
    further = text[start - 2]
    if before == c'-' or before == c'/':
        return _is_glue(further) or further == c'/' or Py_UNICODE_ISDECIMAL(further)
    return (before == c'.' or before == c':') and Py_UNICODE_ISDECIMAL(further)


cdef inline bint _is_glue(Py_UCS4 c) noexcept nogil:
    return c'a' <= c <= c'z' or c in "_#$€£¥=&%+"


# Words and signs

cdef str _word(
    OpeningScanner scanner, str whole, const char_t* text, Py_ssize_t at, Py_ssize_t* stop
):
    """The kind of the word at an offset; None if no date begins with it."""
    cdef Py_ssize_t n = len(whole), end = at + 1
    cdef uint32_t lengths = scanner._lengths[<int>text[at]]
    while end < n and end - at < LONGEST and _is_letter(text[end]):
        end += 1
    if end - at == LONGEST:
        return None
    stop[0] = end
    if lengths >> <int>(end - at) & 1 and whole[at:end] in scanner._words:
        return _UNSURE
    if end == at + 1 and _is_of(scanner, text[at], LETTER) and _has_number(text, n, end, False):
        return _UNSURE  # H20.12.10
    if lengths & 1 and _has_number(text, n, end, True) and whole[at:end] in scanner._months:
        return _MONTH
    return None


cdef bint _has_number(const char_t* text, Py_ssize_t n, Py_ssize_t at, bint named) noexcept:
    """Whether a number follows the letter of an era, or the name of a month."""
    cdef Py_ssize_t last = min(n, at + (3 if named else 1))
    while at < last and (
        text[at] == c'.'
        or named and (is_space(text[at]) or text[at] in (c',', c'/', c"'", c'-'))
    ):
        at += 1
    if named and at + 3 < n and (
        text[at] == c'd' and text[at + 1] == c'e' or text[at] == c'o' and text[at + 1] == c'f'
    ):  # de, del, of
        last = at + 3 if text[at] == c'd' and text[at + 2] == c'l' else at + 2
        if last + 1 < n and is_space(text[last]):
            at = last + 1
    return at < n and c'0' <= text[at] <= c'9'


cdef bint _is_sign(OpeningScanner scanner, str whole, const char_t* text, Py_ssize_t at) except -1:
    cdef int kind = scanner._kinds[<int>text[at]]
    cdef Py_ssize_t n = len(whole), end = at
    if kind & SIGN or (kind & PAIR and whole[at : min(at + 2, n)] in scanner._pairs):
        return True
    if not kind & NUMERAL:
        return False
    while end < n and end < at + 5 and _is_of(scanner, text[end], NUMERAL):
        end += 1
    if end < n and is_space(text[end]):
        end += 1
    return end < n and _is_of(scanner, text[end], UNIT)


cdef inline bint _is_of(OpeningScanner scanner, Py_UCS4 c, int kind) noexcept nogil:
    return c < 0x10000 and scanner._kinds[<int>c] & kind
