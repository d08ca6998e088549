"""The signature of a page: what pages of one template share and others do not.

It is the set of the names of its elements (classes, ids and background colours, which distinguish
elements on pages that predate CSS), and of the tag paths of its outer boxes.
"""

from array import array

from cpython.unicode cimport (
    PyUnicode_1BYTE_KIND, PyUnicode_2BYTE_KIND, PyUnicode_DATA, PyUnicode_KIND,
)
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from honbun._core.characters cimport char_t, mixed
from honbun._core.names cimport HEADING, KNOWN, name_flags
from honbun._core.page cimport PageColumns

from honbun._core.names import NUMBERS

cdef enum:
    DEPTH = 4  # boxes up to this depth count by their tag path, for pages without names
    MOST_FEATURES = 1000  # of one page; hostile pages have many more

cdef uint64_t _FACTOR = 0x9E3779B97F4A7C15
cdef int _CLASS = NUMBERS["class"], _ID = NUMBERS["id"], _BGCOLOR = NUMBERS["bgcolor"]
cdef frozenset _BOXES = frozenset(
    NUMBERS[name]
    for name in "body div section article aside footer header main nav center form td table ul ol"
    .split()
)


def signature(PageColumns page not None):
    """The features of a page as sorted 64-bit numbers; the smallest if there are too many."""
    cdef set features = set()
    cdef list bodies = page.find("body", "frameset")
    if bodies:
        _add_paths(page, bodies[0], features)
        _add_names(page, bodies[0], features)
    return array("Q", sorted(features)[:MOST_FEATURES]).tobytes()


cdef int _add_paths(PageColumns page, int body, set features) except -1:
    cdef int node, tag, top = page.of.depth[body]
    cdef uint64_t* paths = <uint64_t*>calloc(page.of.end[body] - body, sizeof(uint64_t))
    if paths == NULL:
        raise MemoryError
    try:
        for node in range(body, page.of.end[body]):
            if page.of.depth[node] - top > DEPTH:
                continue
            tag = min(page.of.tag[node], <int>KNOWN)  # other names have numbers of this page only
            if node > body:
                paths[node - body] = paths[page.of.parent[node] - body]
            paths[node - body] = mixed((paths[node - body] ^ (tag + 1)) * _FACTOR)
            if tag in _BOXES:
                features.add(paths[node - body])
    finally:
        free(paths)
    return 0


cdef int _add_names(PageColumns page, int body, set features) except -1:
    cdef int node, tag, attribute, name
    cdef int kind = PyUnicode_KIND(page.html)
    cdef void* data = PyUnicode_DATA(page.html)
    for node in range(body, page.of.end[body]):
        tag = page.of.tag[node]
        # Names of headings are derived from their text.
        if tag < KNOWN and name_flags[tag] & HEADING:
            continue
        for attribute in range(page.of.attribute[node], page.of.attribute[node + 1]):
            name = page.attr_name[attribute]
            if name != _CLASS and name != _ID and name != _BGCOLOR:
                continue
            if kind == PyUnicode_1BYTE_KIND:
                _add_words(page, attribute, <const uint8_t*>data, features)
            elif kind == PyUnicode_2BYTE_KIND:
                _add_words(page, attribute, <const uint16_t*>data, features)
            else:
                _add_words(page, attribute, <const uint32_t*>data, features)
    return 0


cdef int _add_words(
    PageColumns page, int attribute, const char_t* html, set features
) except -1:
    """Add the names in the value of an attribute, but for those with a digit, which usually belong
    to one page.
    """
    cdef int at, end = page.attr_end[attribute]
    cdef uint64_t word = 0
    cdef bint counts = False
    for at in range(page.attr_begin[attribute], end + 1):
        if at == end or html[at] <= 32:
            if word and not counts:
                features.add(mixed(word))
            word, counts = 0, False
        else:
            word = (word ^ html[at]) * _FACTOR + 1
            counts |= c'0' <= html[at] <= c'9'
    return 0
