"""Read the markup that the parser writes into the columns of a page.

The parser writes its tree as normalised HTML, in which every element is closed and every attribute
is quoted. That string is read once, from left to right. It is plain text, so three things that the
tree knows are worked out again: the namespace of an element, the line feed that `<pre>` may hide,
and where a script ends.
"""

from cpython.unicode cimport (
    PyUnicode_1BYTE_KIND, PyUnicode_2BYTE_KIND, PyUnicode_DATA, PyUnicode_FromKindAndData,
    PyUnicode_GET_LENGTH, PyUnicode_KIND,
)
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memchr, memcpy

from honbun._core.names cimport (
    KNOWN, LINE_FEED, LONGEST, RAW, VERBATIM, VOID, known_name, name_flags,
)
from honbun._core.page cimport Elements, PageColumns

from honbun._core.names import NAMES, NUMBERS

DEPTH_LIMIT = 512
"""Deeper elements are lifted to this depth, as in Chromium; it bounds every path and walk."""

ctypedef fused char_t:
    uint8_t
    uint16_t
    uint32_t

cdef enum:
    HTML = 0
    SVG = 1
    MATHML = 2
    MATHML_AROUND_HTML = 3  # an annotation whose encoding says that it holds HTML
    MAX_DEPTH = 512

cdef int _SCRIPT = NUMBERS["script"]
cdef int _PLAINTEXT = NUMBERS["plaintext"]
cdef int _SVG = NUMBERS["svg"]
cdef int _MATH = NUMBERS["math"]
cdef int _TITLE = NUMBERS["title"]
cdef int _DESC = NUMBERS["desc"]
cdef int _FOREIGN_OBJECT = NUMBERS["foreignObject"]
cdef int _ANNOTATION_XML = NUMBERS["annotation-xml"]
cdef int _ENCODING = NUMBERS["encoding"]
cdef int _MGLYPH = NUMBERS["mglyph"]
cdef int _MALIGNMARK = NUMBERS["malignmark"]
cdef list _MATH_TEXT = [NUMBERS[name] for name in ("mi", "mo", "mn", "ms", "mtext")]


class Ambiguous(Exception):
    """The end of a script or of `<plaintext>` does not follow from the markup alone."""


def read(PageColumns page not None, str html not None, verbatim=None):
    """Fill the columns of an empty page.

    `verbatim` has the length of the text in each script and `<plaintext>`, in document order.
    Without it, Ambiguous is raised where the markup alone does not say where they end.
    """
    cdef Py_ssize_t length = PyUnicode_GET_LENGTH(html)
    cdef int kind = PyUnicode_KIND(html)
    cdef void* text
    if length >= 2**31 - 1:
        raise ValueError("the page is too long")
    if page.of.tag != NULL:
        raise ValueError("the page is not empty")
    page.html = html
    _reserve_elements(page, length // 60 + 16)
    _reserve_runs(page, length // 60 + 16)
    page.run_start[0] = 0
    _reserve_attributes(page, length // 50 + 16)
    text = malloc(length * kind + 1)
    if text == NULL:
        raise MemoryError
    try:
        if kind == PyUnicode_1BYTE_KIND:
            _read(page, <const uint8_t*>PyUnicode_DATA(html), length, <uint8_t*>text, verbatim)
        elif kind == PyUnicode_2BYTE_KIND:
            _read(page, <const uint16_t*>PyUnicode_DATA(html), length, <uint16_t*>text, verbatim)
        else:
            _read(page, <const uint32_t*>PyUnicode_DATA(html), length, <uint32_t*>text, verbatim)
        page.text = PyUnicode_FromKindAndData(kind, text, page.run_start[page.runs])
    except BaseException:
        page.size = page.runs = page.attrs = page.raws = 0  # half a page is none
        raise
    finally:
        free(text)


cdef int _reserve_elements(PageColumns page, Py_ssize_t capacity) except -1:
    page.of.tag = <int32_t*>_resized(page.of.tag, capacity * 4)
    page.of.parent = <int32_t*>_resized(page.of.parent, capacity * 4)
    page.of.depth = <int32_t*>_resized(page.of.depth, capacity * 4)
    page.of.end = <int32_t*>_resized(page.of.end, capacity * 4)
    page.of.start = <int32_t*>_resized(page.of.start, capacity * 4)
    page.of.stop = <int32_t*>_resized(page.of.stop, capacity * 4)
    page.of.attribute = <int32_t*>_resized(page.of.attribute, (capacity + 1) * 4)
    page.of.space = <uint8_t*>_resized(page.of.space, capacity)
    page.capacity = capacity
    return 0

cdef int _reserve_runs(PageColumns page, Py_ssize_t capacity) except -1:
    page.run_start = <int32_t*>_resized(page.run_start, (capacity + 1) * 4)
    page.run_owner = <int32_t*>_resized(page.run_owner, capacity * 4)
    page.run_capacity = capacity
    return 0

cdef int _reserve_attributes(PageColumns page, Py_ssize_t capacity) except -1:
    page.attr_name = <int32_t*>_resized(page.attr_name, capacity * 4)
    page.attr_begin = <int32_t*>_resized(page.attr_begin, capacity * 4)
    page.attr_end = <int32_t*>_resized(page.attr_end, capacity * 4)
    page.attr_capacity = capacity
    return 0

cdef int _add_raw(PageColumns page, int owner, Py_ssize_t begin, Py_ssize_t end) except -1:
    cdef Py_ssize_t capacity
    if page.raws == page.raw_capacity:
        capacity = 2 * page.raw_capacity + 32
        page.raw_owner = <int32_t*>_resized(page.raw_owner, capacity * 4)
        page.raw_begin = <int32_t*>_resized(page.raw_begin, capacity * 4)
        page.raw_end = <int32_t*>_resized(page.raw_end, capacity * 4)
        page.raw_capacity = capacity
    page.raw_owner[page.raws] = owner
    page.raw_begin[page.raws] = begin
    page.raw_end[page.raws] = end
    page.raws += 1
    return 0

cdef int _add_run(PageColumns page, int owner, Py_ssize_t start) except -1:
    if page.runs == page.run_capacity:
        _reserve_runs(page, 2 * page.run_capacity)
    page.run_owner[page.runs] = owner if owner >= 0 else 0
    page.run_start[page.runs] = start
    page.runs += 1
    return 0

cdef int _read(PageColumns page, const char_t* html, Py_ssize_t n, char_t* text, verbatim) except -1:
    cdef Py_ssize_t at = 0, size = 0, begin, close
    cdef int node = -1, deepest = 0
    cdef int number
    cdef Py_ssize_t length
    cdef char_t c
    lengths = None if verbatim is None else iter(verbatim)
    while at < n:
        if html[at] != c'<':
            if node >= 0 and page.of.tag[node] < KNOWN and name_flags[page.of.tag[node]] & RAW:
                begin = at  # in a drawing, where scripts and styles are written with escapes
                at = _find(html, at, n, c'<')
                _add_raw(page, node, begin, at)
                continue
            _add_run(page, node, size)
            at = _copy_text(html, at, n, text, &size)
            continue
        c = html[at + 1] if at + 1 < n else 0
        if c == c'/':
            if node < 0:
                raise ValueError("an end tag without an element")
            page.of.end[node] = page.size
            page.of.stop[node] = size
            node = page.of.parent[node]
            at = _find(html, at + 2, n, c'>') + 1
            continue
        if c == c'!':
            if at + 3 < n and html[at + 2] == c'-' and html[at + 3] == c'-':
                at = _comment_end(html, at + 4, n)
            else:
                at = _find(html, at + 2, n, c'>') + 1
            continue
        if c == c'?':
            at = _find(html, at + 2, n, c'>') + 1
            continue
        node = _open(page, html, &at, n, node, size)
        deepest = max(deepest, page.of.depth[node])
        number = page.of.tag[node]
        if number >= KNOWN or page.of.space[node] != HTML:
            continue
        if name_flags[number] & VOID:
            page.of.end[node] = page.size
            page.of.stop[node] = size
            node = page.of.parent[node]
        elif name_flags[number] & VERBATIM:
            begin = at
            if lengths is not None and (number == _SCRIPT or number == _PLAINTEXT):
                length = next(lengths, -1)
                if not 0 <= length <= n - begin:
                    raise ValueError("a script without its length")
                at = begin + length
            else:
                at = _verbatim_end(html, begin, n, number)
            if at < 0:
                raise Ambiguous
            if name_flags[number] & RAW:
                if at > begin:
                    _add_raw(page, node, begin, at)
            elif at > begin:
                _add_run(page, node, size)
                memcpy(text + size, html + begin, (at - begin) * sizeof(char_t))
                size += at - begin
        elif name_flags[number] & LINE_FEED and at < n and html[at] == c'\n':
            at += 1  # the serialisation adds one where the text begins with one
    while node >= 0:
        page.of.end[node] = page.size
        page.of.stop[node] = size
        node = page.of.parent[node]
    if page.size:
        # With tables nested down to its limit, the parser places elements beside the root.
        page.of.end[0] = page.size
        page.of.stop[0] = size
    page.of.attribute[page.size] = page.attrs
    page.run_start[page.runs] = size
    if deepest >= MAX_DEPTH:
        _lift(page)
    return 0

cdef int _open(
    PageColumns page, const char_t* html, Py_ssize_t* place, Py_ssize_t n, int parent, Py_ssize_t size
) except -1:
    """Read a start tag and return its element."""
    cdef Py_ssize_t at = place[0] + 1, begin = at
    cdef int node = page.size
    cdef int name
    if parent < 0 and node > 0:
        parent = 0
    if node == page.capacity:
        _reserve_elements(page, 2 * page.capacity)
    while at < n and html[at] != c' ' and html[at] != c'>':
        at += 1
    page.of.tag[node] = _number(page, html, begin, at)
    page.of.parent[node] = parent
    page.of.depth[node] = page.of.depth[parent] + 1 if parent >= 0 else 0
    page.of.start[node] = size
    page.of.attribute[node] = page.attrs
    while at < n and html[at] == c' ':
        begin = at + 1
        at = _find(html, begin + 1, n, c'=')  # a name may begin with "="
        if at + 1 >= n or html[at + 1] != c'"':
            raise ValueError("an attribute without quotes")
        name = _number(page, html, begin, at)
        begin = at + 2
        at = _find(html, begin, n, c'"')
        if page.attrs == page.attr_capacity:
            _reserve_attributes(page, 2 * page.attr_capacity)
        page.attr_name[page.attrs] = name
        page.attr_begin[page.attrs] = begin
        page.attr_end[page.attrs] = at
        page.attrs += 1
        at += 1
    if at >= n or html[at] != c'>':
        raise ValueError("a start tag without an end")
    place[0] = at + 1
    page.size += 1
    page.of.attribute[page.size] = page.attrs
    page.of.space[node] = _namespace(page, node, parent)
    if page.of.space[node] == MATHML and page.of.tag[node] == _ANNOTATION_XML:
        # Here and not for each child: an encoding may be as long as the page.
        if _holds_html(page, node):
            page.of.space[node] = MATHML_AROUND_HTML
    return node

cdef int _number(PageColumns page, const char_t* html, Py_ssize_t begin, Py_ssize_t end) except -1:
    """The number of a name."""
    cdef char spelled[LONGEST]
    cdef int length = <int>(end - begin)
    cdef int number = -1
    cdef int i
    if length <= LONGEST:
        for i in range(length):
            if html[begin + i] > 127:
                break
            spelled[i] = <char>html[begin + i]
        else:
            number = known_name(spelled, length)
    if number >= 0:
        return number
    return _more(page, page.html[begin:end])

cdef int _more(PageColumns page, str name) except -1:
    number = page.more_numbers.get(name)
    if number is None:
        number = page.more_numbers[name] = KNOWN + len(page.more_names)
        page.more_names.append(name)
    return number

cdef uint8_t _namespace(PageColumns page, int node, int parent) except 255:
    """The namespace of an element, by the HTML Standard's rules for foreign content."""
    cdef int tag = page.of.tag[node], around
    cdef uint8_t space
    if parent < 0:
        return HTML
    space = page.of.space[parent]
    around = page.of.tag[parent]
    if space == SVG:
        if not (around == _FOREIGN_OBJECT or around == _DESC or around == _TITLE):
            return SVG
    elif space == MATHML:
        if around == _ANNOTATION_XML:
            if tag != _SVG:
                return MATHML
        elif around not in _MATH_TEXT or tag == _MGLYPH or tag == _MALIGNMARK:
            return MATHML
    return SVG if tag == _SVG else MATHML if tag == _MATH else HTML

cdef bint _holds_html(PageColumns page, int node) except -1:
    cdef int attribute = page.find_attribute(node, _ENCODING)
    encoding = page.value(attribute).lower() if attribute >= 0 else ""
    return encoding in ("text/html", "application/xhtml+xml")

cdef int _lift(PageColumns page) except -1:
    """Make elements below the depth limit siblings of their ancestor at the limit.

    The ancestor ends where the first of them begins. Text after that belongs to the element
    that was opened last, so the order of the text is kept.
    """
    cdef Elements of = page.of
    cdef int node, parent, depth, run, owner = 0
    for node in range(1, page.size):
        parent = of.parent[node]
        depth = of.depth[parent] + 1
        if depth == MAX_DEPTH:
            parent = of.parent[parent]
            depth -= 1
            page.lifted += 1
        of.parent[node] = parent
        of.depth[node] = depth
    for node in range(page.size):
        of.end[node] = node + 1
        of.stop[node] = of.start[node]
    node = 0
    for run in range(page.runs):
        while node < page.size and of.start[node] <= page.run_start[run]:
            node += 1
        owner = page.run_owner[run]
        if of.depth[owner] == MAX_DEPTH - 1:
            owner = page.run_owner[run] = node - 1
        of.stop[owner] = page.run_start[run + 1]
    for node in range(page.size - 1, 0, -1):
        parent = of.parent[node]
        of.end[parent] = max(of.end[parent], of.end[node])
        of.stop[parent] = max(of.stop[parent], of.stop[node])
    return 0



cdef void* _resized(void* column, Py_ssize_t size) except NULL:
    cdef void* larger = realloc(column, size)
    if larger == NULL:
        raise MemoryError
    return larger


cdef inline Py_ssize_t _find(
    const char_t* html, Py_ssize_t at, Py_ssize_t n, char_t wanted
) noexcept nogil:
    """The next place of an ASCII character, or the end.

    Its byte is searched for, whatever the width of a character: nothing is faster than `memchr`.
    """
    cdef const void* found
    while at < n:
        found = memchr(html + at, wanted, (n - at) * sizeof(char_t))
        if found == NULL:
            return n
        at = (<const uint8_t*>found - <const uint8_t*>html) // <Py_ssize_t>sizeof(char_t)
        if html[at] == wanted:
            return at
        at += 1
    return n


cdef inline Py_ssize_t _comment_end(const char_t* html, Py_ssize_t at, Py_ssize_t n) noexcept nogil:
    """One past the `-->` of a comment."""
    cdef Py_ssize_t begin = at
    while True:
        at = _find(html, at, n, c'>')
        if at >= n:
            return n
        if at - begin >= 2 and html[at - 1] == c'-' and html[at - 2] == c'-':
            return at + 1
        at += 1


cdef inline Py_ssize_t _copy_text(
    const char_t* html, Py_ssize_t at, Py_ssize_t n, char_t* text, Py_ssize_t* size
) noexcept nogil:
    """Copy text up to the next tag, without escapes."""
    cdef Py_ssize_t stop = _find(html, at, n, c'<'), escape
    cdef char_t c
    while at < stop:
        escape = _find(html, at, stop, c'&')
        memcpy(text + size[0], html + at, (escape - at) * sizeof(char_t))
        size[0] += escape - at
        at = escape
        if at < stop:
            c = c'&'
            at = _character(html, at + 1, stop, &c)
            text[size[0]] = c
            size[0] += 1
    return stop


cdef inline Py_ssize_t _character(
    const char_t* html, Py_ssize_t at, Py_ssize_t n, char_t* character
) noexcept nogil:
    """Read what follows an ampersand; only these are written by the parser."""
    if _is(html, at, n, b"amp;", 4):
        return at + 4
    if _is(html, at, n, b"lt;", 3):
        character[0] = c'<'
        return at + 3
    if _is(html, at, n, b"gt;", 3):
        character[0] = c'>'
        return at + 3
    if _is(html, at, n, b"nbsp;", 5):
        character[0] = 0xA0
        return at + 5
    if _is(html, at, n, b"quot;", 5):
        character[0] = c'"'
        return at + 5
    return at


cdef inline bint _is(
    const char_t* html, Py_ssize_t at, Py_ssize_t n, const char* word, int length
) noexcept nogil:
    """Whether a word follows, in any case."""
    cdef int i
    if at + length > n:
        return False
    for i in range(length):
        if html[at + i] != <uint8_t>word[i] and html[at + i] | 0x20 != <uint8_t>word[i]:
            return False
    return True


cdef Py_ssize_t _verbatim_end(
    const char_t* html, Py_ssize_t at, Py_ssize_t n, int number
) except -2:
    """Where the text of an element without escapes ends; -1 if that is ambiguous.

    Such a text never contains its own end tag, but for two: `<plaintext>`, and a script that
    contains another one in a comment.
    """
    cdef bytes name = NAMES[number].encode()
    cdef const char* word = name
    cdef int length = <int>len(name)
    cdef bint comment = False
    if number == _PLAINTEXT:
        return -1
    while True:
        at = _find(html, at, n, c'<')
        if at >= n:
            return n
        if at + 1 < n and html[at + 1] == c'/' and _is(html, at + 2, n, word, length):
            if _ends_name(html, at + 2 + length, n):
                return at
        elif number == _SCRIPT:
            if _is(html, at + 1, n, b"!--", 3):
                comment = True
            elif comment and _is(html, at + 1, n, b"script", 6):
                return -1
        at += 1


cdef inline bint _ends_name(const char_t* html, Py_ssize_t at, Py_ssize_t n) noexcept nogil:
    return at >= n or html[at] in (c'>', c'/', c' ', c'\t', c'\n', c'\r', c'\f')


