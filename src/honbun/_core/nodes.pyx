"""The elements and texts of a page's body as one sequence.

An element that begins at the offset of a text precedes it. Text runs that only a comment or a
script separates are one text. White space between elements is added to the text before it: it
separates words, but is no text.
"""

import numpy as np

from cpython.unicode cimport (
    PyUnicode_1BYTE_KIND, PyUnicode_2BYTE_KIND, PyUnicode_FromKindAndData, PyUnicode_GET_LENGTH,
)
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t
from libc.stdlib cimport calloc, free, malloc

from honbun._core.code_points cimport is_control, is_invisible, is_space
from honbun._core.page cimport PageColumns

from honbun._core.names import NUMBERS

ctypedef fused char_t:
    uint8_t
    uint16_t
    uint32_t

HIDDEN = frozenset(
    "script style template head title svg textarea select iframe object noframes noembed".split()
)
"""Elements without visible text: code, form choices, drawings, fallbacks."""
TEXT = "#text"
"""The tag of a text node; no element can have it."""

cdef double _NOSCRIPT_SHARE = 0.3  # some forums have all their text in a `<noscript>`
cdef set _HIDDEN = {NUMBERS[name] for name in HIDDEN}
cdef int _NOSCRIPT = NUMBERS["noscript"]
cdef int _A = NUMBERS["a"]


cdef struct Texts:
    int32_t* run  # the first run of each text
    int32_t* before  # elements before it
    int32_t* start  # where its characters are; one entry more than there are texts
    int32_t* letters  # characters without spaces
    int32_t size


def node_columns(PageColumns page not None):
    """The columns of `NodeSequence`: tag, node, run, parent, end, depth, text, sizes, linked."""
    cdef uint8_t* included = <uint8_t*>calloc(page.size + 1, 1)
    cdef Texts texts
    cdef void* out = NULL
    cdef Py_ssize_t length = PyUnicode_GET_LENGTH(page.text)
    cdef int kind = page.kind()
    texts.run = <int32_t*>malloc((page.runs + 1) * 4)
    texts.before = <int32_t*>malloc((page.runs + 1) * 4)
    texts.start = <int32_t*>malloc((page.runs + 2) * 4)
    texts.letters = <int32_t*>malloc((page.runs + 1) * 4)
    texts.size = 0
    out = malloc((length + page.runs + 1) * kind)
    try:
        if not (included and texts.run and texts.before and texts.start and texts.letters and out):
            raise MemoryError
        _include(page, included)
        if kind == PyUnicode_1BYTE_KIND:
            _read_texts(page, included, <const uint8_t*>page.data(), <uint8_t*>out, &texts)
        elif kind == PyUnicode_2BYTE_KIND:
            _read_texts(page, included, <const uint16_t*>page.data(), <uint16_t*>out, &texts)
        else:
            _read_texts(page, included, <const uint32_t*>page.data(), <uint32_t*>out, &texts)
        return _columns(
            page, included, &texts, PyUnicode_FromKindAndData(kind, out, texts.start[texts.size])
        )
    finally:
        free(included)
        free(texts.run)
        free(texts.before)
        free(texts.start)
        free(texts.letters)
        free(out)


cdef int _include(PageColumns page, uint8_t* included) except -1:
    """Mark the elements of the body that can contain visible text."""
    cdef int node = 0, body, total
    cdef list bodies = page.find("body", "frameset")
    if not bodies:
        return 0
    body = bodies[0]
    total = page.of.stop[body] - page.of.start[body]
    node = body
    while node < page.of.end[body]:
        if page.of.tag[node] in _HIDDEN or (
            page.of.tag[node] == _NOSCRIPT
            and page.of.stop[node] - page.of.start[node] < _NOSCRIPT_SHARE * total
        ):
            node = page.of.end[node]
        else:
            included[node] = 1
            node += 1
    return 0


cdef int _read_texts(
    PageColumns page, uint8_t* included, const char_t* text, char_t* out, Texts* texts
) except -1:
    cdef int run, at, node = 0, before = 0, owner, last_owner = -1, last_before = -1
    cdef int to = 0
    cdef bint words, space
    cdef char_t last = 0  # the last character of the last text, before control characters are dropped
    cdef char_t c
    for run in range(page.runs):
        while node < page.size and page.of.start[node] <= page.run_start[run]:
            before += included[node]
            node += 1
        owner = page.run_owner[run]
        if not included[owner]:
            continue
        words = space = False
        for at in range(page.run_start[run], page.run_start[run + 1]):
            if is_space(text[at]):
                space = True
            elif not is_invisible(text[at]):
                words = True
                break
        if not words:
            if space and texts.size and last != c' ':
                out[to] = last = c' '
                to += 1
            continue
        if owner != last_owner or before != last_before:
            texts.run[texts.size] = run
            texts.before[texts.size] = before
            texts.start[texts.size] = to
            texts.letters[texts.size] = 0
            texts.size += 1
            last_owner, last_before = owner, before
        space = False
        for at in range(page.run_start[run], page.run_start[run + 1]):
            c = text[at]
            if is_space(c):
                if not space:
                    out[to] = last = c' '
                    to += 1
                space = True
            elif not is_invisible(c):
                space = False
                last = c
                if not is_control(c):
                    out[to] = c
                    to += 1
                    texts.letters[texts.size - 1] += 1
    texts.start[texts.size] = to
    return 0


cdef tuple _columns(PageColumns page, uint8_t* included, Texts* texts, str text):
    cdef int node, number, at = 0, text_number = 0, elements = 0, low, high, middle
    for node in range(page.size):
        elements += included[node]
    cdef int size = elements + texts.size
    arrays = [np.empty(size, dtype=np.int64) for _ in range(5)]
    sums = [np.zeros(size + 1, dtype=np.int64) for _ in range(2)]
    cdef int64_t[::1] nodes = arrays[0], runs = arrays[1], parents = arrays[2]
    cdef int64_t[::1] ends = arrays[3], depths = arrays[4]
    cdef int64_t[::1] sizes = sums[0], linked = sums[1]
    cdef int32_t* position = <int32_t*>malloc((page.size + 1) * 4)
    cdef int32_t* counted = <int32_t*>malloc((page.size + 1) * 4)  # elements before each one
    cdef list tags = []
    cdef list words = []
    cdef int last_link = 0
    if position == NULL or counted == NULL:
        free(position)
        free(counted)
        raise MemoryError
    try:
        elements = 0
        for node in range(page.size + 1):
            counted[node] = elements
            if node == page.size or not included[node]:
                if node < page.size:
                    position[node] = -1
                continue
            while text_number < texts.size and texts.before[text_number] <= elements:
                at = _add_text(page, texts, text_number, nodes, runs, at)
                text_number += 1
            nodes[at] = node
            runs[at] = -1
            position[node] = at
            at += 1
            elements += 1
        while text_number < texts.size:
            at = _add_text(page, texts, text_number, nodes, runs, at)
            text_number += 1
        text_number = 0
        for at in range(size):
            node = <int>nodes[at]
            if runs[at] >= 0:
                parents[at] = position[node]
                ends[at] = at + 1
                depths[at] = page.of.depth[node] + 1
                sizes[at + 1] = sizes[at] + texts.letters[text_number]
                tags.append(TEXT)
                words.append(text[texts.start[text_number] : texts.start[text_number + 1]])
                text_number += 1
            else:
                parents[at] = position[page.of.parent[node]] if page.of.parent[node] >= 0 else -1
                # Texts inside are those that begin before the element ends.
                low, high = text_number, texts.size
                while low < high:
                    middle = (low + high) // 2
                    if page.run_start[texts.run[middle]] < page.of.stop[node]:
                        low = middle + 1
                    else:
                        high = middle
                ends[at] = counted[page.of.end[node]] + low
                depths[at] = page.of.depth[node]
                sizes[at + 1] = sizes[at]
                tags.append(page.name_of(page.of.tag[node]))
                words.append("")
                if page.of.tag[node] == _A:
                    last_link = max(last_link, <int>ends[at])
            linked[at + 1] = linked[at] + (sizes[at + 1] - sizes[at] if at < last_link else 0)
        return (tuple(tags), *arrays, tuple(words), *sums)
    finally:
        free(position)
        free(counted)


cdef int _add_text(
    PageColumns page, Texts* texts, int number, int64_t[::1] nodes, int64_t[::1] runs, int at
) noexcept:
    nodes[at] = page.run_owner[texts.run[number]]
    runs[at] = texts.run[number]
    return at + 1
