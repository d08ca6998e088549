"""Segments: the texts of a page as they are judged, with what each is and where it is.

A segment is a stretch of text in one block that no other block, rule or blank line interrupts: a
paragraph, a heading, a cell, or one of several paragraphs that only line breaks separate. Blocks
are what segments are inside of.
"""

import re

import numpy as np

from cpython.unicode cimport (
    PyUnicode_1BYTE_KIND, PyUnicode_2BYTE_KIND, PyUnicode_DATA, PyUnicode_FromKindAndData,
    PyUnicode_GET_LENGTH, PyUnicode_KIND,
)
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

from honbun._core.blocks cimport BlockColumns
from honbun._core.characters cimport COUNTED, WORDS, TextHashes, char_t, measure_text, mixed
from honbun._core.code_points cimport CONTROL, SPACE, class_of
from honbun._core.lexicon cimport hash_first_name
from honbun._core.names cimport KNOWN, MEDIA_, name_flags
from honbun._core.page cimport PageColumns
from honbun._core.titles cimport TitleWords

from honbun._core.names import NUMBERS

cdef extern from "Python.h":
    uint32_t PyUnicode_READ(int kind, void* data, Py_ssize_t index) noexcept nogil

cdef enum:
    NO_TARGET = 0
    TO_PAGE = 1
    TO_SITE = 2
    AWAY = 3
    COLUMNS = 16  # of numbers, which are Python objects on request
    BLANK_LINE = 2  # breaks that are as good as a new paragraph

FIGURE = IN_FIGURE
"""The mark of segments inside a figure."""

cdef uint64_t _FACTOR = 0x9E3779B97F4A7C15
cdef uint32_t _own_marks[KNOWN]
cdef int _BR = NUMBERS["br"]
cdef int _A = NUMBERS["a"]
cdef int _INPUT = NUMBERS["input"] if "input" in NUMBERS else -1
cdef int _HREF = NUMBERS["href"]
cdef int _STYLE = NUMBERS["style"]
cdef int _HIDDEN = NUMBERS["hidden"]
cdef int _ARIA_HIDDEN = NUMBERS["aria-hidden"]
cdef int _CLASS = NUMBERS["class"]
cdef int _ROLE = NUMBERS["role"]
cdef int _REL = NUMBERS["rel"]
cdef int _ITEMPROP = NUMBERS["itemprop"]

_TAG_MARKS = {
    IN_BOLD: "b strong em i",
    IN_BUTTON: "button label",
    NOSCRIPT: "noscript",
    IN_NAV: "nav menu",
    IN_HEADER: "header",
    IN_FOOTER: "footer",
    IN_ASIDE: "aside",
    IN_MAIN: "main",
    IN_ARTICLE: "article",
    IN_FORM: "form search dialog",
    IN_TABLE: "table",
    IN_LIST: "ul ol dir",
    IN_FIGURE: "figure",
    IN_QUOTE: "blockquote",
    IN_TIME: "time",
    IN_PRE: "pre listing xmp plaintext",
}
_ROLE_MARKS = {
    "navigation": IN_NAV,
    "menu": IN_NAV,
    "menubar": IN_NAV,
    "tablist": IN_NAV,
    "toolbar": IN_NAV,
    "banner": IN_HEADER,
    "contentinfo": IN_FOOTER,
    "complementary": IN_ASIDE,
    "main": IN_MAIN,
    "article": IN_ARTICLE,
    "search": IN_FORM,
    "dialog": IN_FORM,
}
_COLUMNS = {
    name: place
    for place, name in enumerate(
        "block element offset chars size linked to_page to_site bold pressed links breaks images"
        " inputs marks words".split()
    )
}
_INVISIBLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)

for _bit, _tags in _TAG_MARKS.items():
    for _tag in _tags.split():
        if _tag in NUMBERS:
            _own_marks[<int>NUMBERS[_tag]] |= <uint32_t>_bit


cdef class Segments:
    """The segments of a page; `titles` are those that it declares, `host` is that of its URL."""

    def __cinit__(self, BlockColumns blocks not None, titles=(), str host not None=""):
        cdef uint32_t* marks
        cdef uint8_t* targets
        if blocks.page is None:
            raise ValueError("the page was not split")
        self.blocks = blocks
        self.host = host.lower()
        self.text = ""
        blocks._mark_unread()
        marks = <uint32_t*>self._new(blocks.page.size, 4)
        targets = <uint8_t*>self._new(blocks.page.size, 1)
        self._mark_elements(marks, targets)
        self._cut(marks, targets)
        self._measure_boxes()
        self._name_places()
        self._measure(TitleWords(titles))

    def __dealloc__(self):
        cdef int i
        for i in range(self.owns):
            free(self.owned[i])
        free(self.shingles)

    def __len__(self):
        return self.rows

    cdef void* _new(self, Py_ssize_t count, int size) except NULL:
        """A column of zeros that lives as long as this object."""
        cdef void* column = calloc(count + 1, size)
        if column == NULL or self.owns == OWNED:
            free(column)
            raise MemoryError
        self.owned[self.owns] = column
        self.owns += 1
        return column

    # Elements

    cdef int _mark_elements(self, uint32_t* marks, uint8_t* targets) except -1:
        """What is around each element, and where its link leads."""
        cdef PageColumns page = self.blocks.page
        cdef int node, tag, attribute, name
        cdef uint32_t own
        for node in range(page.size):
            tag = page.of.tag[node]
            own = _own_marks[tag] if tag < KNOWN else 0
            if page.of.parent[node] >= 0:
                targets[node] = targets[page.of.parent[node]]
            for attribute in range(page.of.attribute[node], page.of.attribute[node + 1]):
                name = page.attr_name[attribute]
                if name == _HREF and tag == _A:
                    own |= IN_LINK
                    targets[node] = self._target(page, attribute)
                elif name == _STYLE:
                    # Most styles are neither, and a search for a word is fast.
                    if page._may_contain(attribute, "none", 4) or page._may_contain(attribute, "hidden", 6):
                        if _INVISIBLE.search(page.value(attribute)):
                            own |= HIDDEN
                elif name == _HIDDEN:
                    own |= HIDDEN
                elif name == _ARIA_HIDDEN:
                    if "true" in page.value(attribute).lower():
                        own |= SILENT
                elif name == _ROLE:
                    own |= <uint32_t>_ROLE_MARKS.get(page.value(attribute).strip().lower(), 0)
                elif name == _REL or name == _ITEMPROP:
                    if page._may_contain(attribute, "author", 6):
                        if "author" in page.value(attribute).lower().split():
                            own |= IN_AUTHOR
            if page.of.parent[node] >= 0:
                own |= marks[page.of.parent[node]]
            marks[node] = own
        return 0

    cdef int _target(self, PageColumns page, int attribute) except -1:
        cdef int begin = page.attr_begin[attribute], end = page.attr_end[attribute]
        cdef int kind = PyUnicode_KIND(page.html)
        cdef void* data = PyUnicode_DATA(page.html)
        cdef int at = begin, slashes = 0, from_host
        cdef uint32_t c
        while at < end and PyUnicode_READ(kind, data, at) <= 32:
            at += 1
        if at == end or PyUnicode_READ(kind, data, at) == c'#':
            return TO_PAGE
        begin = at
        # A scheme ends at the first colon before any slash.
        while at < end and at - begin < 12:
            c = PyUnicode_READ(kind, data, at)
            if c == c':' or c == c'/' or c == c'?' or c == c'#':
                break
            at += 1
        if at < end and PyUnicode_READ(kind, data, at) == c':':
            c = PyUnicode_READ(kind, data, begin) | 32
            if c != c'h':
                return NO_TARGET  # mailto, javascript, tel
            at += 1
        else:
            at = begin
        while at < end and slashes < 2 and PyUnicode_READ(kind, data, at) == c'/':
            slashes += 1
            at += 1
        if slashes < 2:
            return TO_SITE  # relative
        from_host = at
        while at < end and PyUnicode_READ(kind, data, at) not in (c'/', c'?', c'#', c':'):
            at += 1
        if (
            at - from_host > 4
            and PyUnicode_READ(kind, data, from_host) | 32 == c'w'
            and PyUnicode_READ(kind, data, from_host + 1) | 32 == c'w'
            and PyUnicode_READ(kind, data, from_host + 2) | 32 == c'w'
            and PyUnicode_READ(kind, data, from_host + 3) == c'.'
        ):
            from_host += 4
        if at - from_host != PyUnicode_GET_LENGTH(self.host):
            return AWAY
        return TO_SITE if page.html[from_host:at].lower() == self.host else AWAY

    # Rows

    cdef int _cut(self, uint32_t* marks, uint8_t* targets) except -1:
        """Divide the text runs into rows, and add up what each row has."""
        cdef BlockColumns blocks = self.blocks
        cdef PageColumns page = blocks.page
        cdef Py_ssize_t length = PyUnicode_GET_LENGTH(page.text)
        cdef int kind = page.kind(), written
        cdef int runs = page.runs
        cdef uint8_t* borders = <uint8_t*>calloc(length + 1, 1)
        cdef int32_t* row_of = <int32_t*>malloc((<Py_ssize_t>runs + 1) * 4)
        cdef void* out = malloc((length + runs + 1) * kind)
        cdef int block
        if borders == NULL or row_of == NULL or out == NULL:
            free(borders)
            free(row_of)
            free(out)
            raise MemoryError
        try:
            for block in range(blocks.size):
                borders[page.of.start[blocks.node_[block]]] = 1
                borders[page.of.stop[blocks.node_[block]]] = 1
            if kind == PyUnicode_1BYTE_KIND:
                _assign_rows(self, <const uint8_t*>page.data(), borders, row_of)
            elif kind == PyUnicode_2BYTE_KIND:
                _assign_rows(self, <const uint16_t*>page.data(), borders, row_of)
            else:
                _assign_rows(self, <const uint32_t*>page.data(), borders, row_of)
            self._new_rows()
            if kind == PyUnicode_1BYTE_KIND:
                written = _write_rows(self, <const uint8_t*>page.data(), <uint8_t*>out, row_of, marks, targets)
            elif kind == PyUnicode_2BYTE_KIND:
                written = _write_rows(self, <const uint16_t*>page.data(), <uint16_t*>out, row_of, marks, targets)
            else:
                written = _write_rows(self, <const uint32_t*>page.data(), <uint32_t*>out, row_of, marks, targets)
            self.text = PyUnicode_FromKindAndData(kind, out, written)
        finally:
            free(borders)
            free(row_of)
            free(out)
        return 0

    def _new_rows(self):
        cdef int rows = self.rows
        self.row.block = <int32_t*>self._new(rows, 4)
        self.row.element = <int32_t*>self._new(rows, 4)
        self.row.offset = <int32_t*>self._new(rows, 4)
        self.row.start = <int32_t*>self._new(rows, 4)
        self.row.chars = <int32_t*>self._new(rows, 4)
        self.row.size = <int32_t*>self._new(rows, 4)
        self.row.linked = <int32_t*>self._new(rows, 4)
        self.row.to_page = <int32_t*>self._new(rows, 4)
        self.row.to_site = <int32_t*>self._new(rows, 4)
        self.row.bold = <int32_t*>self._new(rows, 4)
        self.row.pressed = <int32_t*>self._new(rows, 4)
        self.row.links = <int32_t*>self._new(rows, 4)
        self.row.breaks = <int32_t*>self._new(rows, 4)
        self.row.images = <int32_t*>self._new(rows, 4)
        self.row.inputs = <int32_t*>self._new(rows, 4)
        self.row.totals = <int32_t*>self._new(<Py_ssize_t>rows * COUNTED, 4)
        self.row.marks = <uint32_t*>self._new(rows, 4)
        self.row.text = <uint64_t*>self._new(rows, 8)
        self.row.pattern = <uint64_t*>self._new(rows, 8)
        self.row.place = <uint64_t*>self._new(rows, 8)
        self.row.position = <uint64_t*>self._new(rows, 8)
        self.row.title = <float*>self._new(rows, 4)
        self.row.shingle = <int32_t*>self._new(rows, 4)

    # Blocks

    cdef int _measure_boxes(self) except -1:
        """The rows inside each block, how deep it is, and how many siblings are like it."""
        cdef BlockColumns blocks = self.blocks
        cdef PageColumns page = blocks.page
        cdef int size = blocks.size, rows = self.rows
        cdef int block, above, child, tag, at = 0, low, high, middle, stop
        cdef int names = KNOWN + <int>len(page.more_names)
        cdef int32_t* holder
        cdef int32_t* count
        self.box.first = <int32_t*>self._new(size, 4)
        self.box.last = <int32_t*>self._new(size, 4)
        self.box.wider = <int32_t*>self._new(size, 4)
        self.box.depth = <int32_t*>self._new(size, 4)
        self.box.siblings = <int32_t*>self._new(size, 4)
        for block in range(size):
            while at < rows and self.row.offset[at] < page.of.start[blocks.node_[block]]:
                at += 1
            self.box.first[block] = at
            stop = page.of.stop[blocks.node_[block]]
            low, high = at, rows
            while low < high:
                middle = (low + high) // 2
                if self.row.offset[middle] < stop:
                    low = middle + 1
                else:
                    high = middle
            self.box.last[block] = low
            above = blocks.parent_[block]
            if above >= 0:
                self.box.depth[block] = self.box.depth[above] + 1
                if self.box.last[above] - self.box.first[above] == low - at:
                    self.box.wider[block] = self.box.wider[above]
                else:
                    self.box.wider[block] = above
        holder = <int32_t*>malloc(<Py_ssize_t>names * 4)
        count = <int32_t*>malloc(<Py_ssize_t>names * 4)
        if holder == NULL or count == NULL:
            free(holder)
            free(count)
            raise MemoryError
        memset(holder, 0xFF, <Py_ssize_t>names * 4)
        for block in range(size):
            if block == 0:
                self.box.siblings[0] = 1
            child = block + 1
            while child < blocks.end_[block]:
                tag = page.of.tag[blocks.node_[child]]
                if holder[tag] != block:
                    holder[tag], count[tag] = block, 0
                count[tag] += 1
                child = blocks.end_[child]
            child = block + 1
            while child < blocks.end_[block]:
                self.box.siblings[child] = count[page.of.tag[blocks.node_[child]]]
                child = blocks.end_[child]
        free(holder)
        free(count)
        return 0

    cdef int _name_places(self) except -1:
        """Keys that are equal for equal places on pages of one template."""
        cdef BlockColumns blocks = self.blocks
        cdef PageColumns page = blocks.page
        cdef int size = blocks.size
        cdef int block, above, further, row, tag, attribute, child
        cdef uint64_t* own
        cdef uint64_t* exact
        cdef int32_t[KNOWN] holder  # the block whose children were counted last, by tag
        cdef int32_t[KNOWN] count
        self.box.key = <uint64_t*>self._new(size, 8)
        self.box.path = <uint64_t*>self._new(size, 8)
        own = <uint64_t*>malloc((<Py_ssize_t>size + 1) * 8)
        exact = <uint64_t*>malloc((<Py_ssize_t>size + 1) * 8)
        if own == NULL or exact == NULL:
            free(own)
            free(exact)
            raise MemoryError
        memset(holder, 0xFF, sizeof(holder))
        for block in range(size):
            tag = self._tag(block)
            attribute = page.find_attribute(blocks.node_[block], _CLASS)
            own[block] = mixed(<uint64_t>tag + 1)
            if attribute >= 0:
                own[block] ^= hash_first_name(page, attribute)
            above = blocks.parent_[block]
            if above < 0:
                self.box.path[block] = exact[block] = mixed(<uint64_t>tag + 7)
                self.box.key[block] = own[block]
            else:
                further = blocks.parent_[above]
                self.box.path[block] = mixed(self.box.path[above] * 5 + <uint64_t>tag)
                self.box.key[block] = mixed(
                    own[block] * 3 + mixed(own[above] * 5 + (own[further] if further >= 0 else 0))
                )
            child = block + 1
            while child < blocks.end_[block]:
                tag = self._tag(child)
                if holder[tag] != block:
                    holder[tag], count[tag] = block, 0
                count[tag] += 1
                exact[child] = mixed(exact[block] * 5 + (<uint64_t>tag << 24) + count[tag])
                child = blocks.end_[child]
        for row in range(self.rows):
            block = self.row.block[row]
            tag = page.of.tag[self.row.element[row]]
            self.row.position[row] = exact[block]
            self.row.place[row] = mixed(
                self.box.key[block] * 3
                + <uint64_t>(tag if tag < KNOWN else KNOWN) * 2
                + (self.row.linked[row] > self.row.chars[row] - self.row.linked[row])
            )
        free(own)
        free(exact)
        return 0

    cdef int _tag(self, int block) noexcept:
        """The number of a block's tag; one number for all names that only this page has."""
        cdef int tag = self.blocks.page.of.tag[self.blocks.node_[block]]
        return tag if tag < KNOWN else KNOWN - 1

    # Texts

    cdef int _measure(self, TitleWords titles) except -1:
        cdef int kind = PyUnicode_KIND(self.text)
        cdef int row, longest = 0
        cdef uint64_t* words
        for row in range(self.rows):
            longest = max(longest, self.row.start[row + 1] - self.row.start[row])
        words = <uint64_t*>malloc((<Py_ssize_t>longest + 1) * 8)
        if words == NULL:
            raise MemoryError
        try:
            if kind == PyUnicode_1BYTE_KIND:
                _measure_rows(self, <const uint8_t*>PyUnicode_DATA(self.text), words, titles)
            elif kind == PyUnicode_2BYTE_KIND:
                _measure_rows(self, <const uint16_t*>PyUnicode_DATA(self.text), words, titles)
            else:
                _measure_rows(self, <const uint32_t*>PyUnicode_DATA(self.text), words, titles)
        finally:
            free(words)
        return 0

    cdef int _add_shingles(self, uint64_t* words, int size, int length) except -1:
        """Hashes of all runs of so many words, numbers taken as one; of fewer words, one hash."""
        cdef int i, j, last = max(1, size - length + 1)
        cdef uint64_t value, word
        cdef uint64_t* out
        if self.shingle_count + <Py_ssize_t>last > self.shingle_room:
            self.shingle_room = 2 * (self.shingle_count + <Py_ssize_t>last) + 64
            out = <uint64_t*>realloc(self.shingles, self.shingle_room * 8)
            if out == NULL:
                raise MemoryError
            self.shingles = out
        out = self.shingles + self.shingle_count
        for i in range(last):
            value = 0
            for j in range(i, min(i + length, size)):
                word = words[j]
                value = (value ^ (<uint64_t>1 if word & 1 else word)) * _FACTOR + 1
            out[i] = mixed(value)
        self.shingle_count += last
        return 0

    # As Python objects

    def texts(self):
        """The text of each segment, white space collapsed."""
        cdef int row
        return [self.text[self.row.start[row] : self.row.start[row + 1]] for row in range(self.rows)]

    def text_of(self, int row):
        """The text of one segment."""
        if not 0 <= row < self.rows:
            raise IndexError(f"there is no segment {row}")
        return self.text[self.row.start[row] : self.row.start[row + 1]]

    def column(self, str name):
        """One of the columns of numbers, as an array."""
        cdef const int32_t* values = self._column(name)
        cdef Py_ssize_t row, step = COUNTED if name == "words" else 1
        found = np.empty(self.rows, dtype=np.int32)
        cdef int32_t[::1] out = found
        for row in range(self.rows):
            out[row] = values[row * step]
        return found

    def numbers(self, str name):
        """One of the columns of numbers, as a list."""
        cdef const int32_t* values = self._column(name)
        cdef Py_ssize_t row, step = COUNTED if name == "words" else 1
        return [values[row * step] for row in range(self.rows)]

    cdef const int32_t* _column(self, str name) except NULL:
        cdef int place = _COLUMNS.get(name, -1)
        cdef const int32_t* columns[COLUMNS]
        if place < 0:
            raise ValueError(f"there is no column {name}")
        columns[:] = [
            self.row.block, self.row.element, self.row.offset, self.row.chars, self.row.size,
            self.row.linked, self.row.to_page, self.row.to_site, self.row.bold, self.row.pressed,
            self.row.links, self.row.breaks, self.row.images, self.row.inputs,
            <const int32_t*>self.row.marks, self.row.totals + <int>WORDS,
        ]
        return columns[place]

    def keys(self, str name):
        """The hash of each segment's `text`, `pattern`, `place` or `position`."""
        cdef dict columns = {
            "text": <size_t>self.row.text,
            "pattern": <size_t>self.row.pattern,
            "place": <size_t>self.row.place,
            "position": <size_t>self.row.position,
        }
        if name not in columns:
            raise ValueError(f"there are no hashes of {name}")
        cdef const uint64_t* values = <const uint64_t*><size_t>columns[name]
        cdef Py_ssize_t row
        found = np.empty(self.rows, dtype=np.uint64)
        cdef uint64_t[::1] out = found
        for row in range(self.rows):
            out[row] = values[row]
        return found

    def box_column(self, str name):
        """A number for each block: `first`, `last`, `wider`, `depth` or `siblings`."""
        cdef dict columns = {
            "first": <size_t>self.box.first,
            "last": <size_t>self.box.last,
            "wider": <size_t>self.box.wider,
            "depth": <size_t>self.box.depth,
            "siblings": <size_t>self.box.siblings,
        }
        if name not in columns:
            raise ValueError(f"there is no column {name}")
        cdef const int32_t* values = <const int32_t*><size_t>columns[name]
        cdef Py_ssize_t block
        return [values[block] for block in range(self.blocks.size)]

    def text_hash(self, int row):
        """A hash of the text of a segment, in lower case and without white space."""
        if not 0 <= row < self.rows:
            raise IndexError(f"there is no segment {row}")
        return self.row.text[row]

    def tags(self):
        """The tag of each segment's block."""
        cdef BlockColumns blocks = self.blocks
        cdef PageColumns page = blocks.page
        cdef int row
        return [
            page.name_of(page.of.tag[blocks.node_[self.row.block[row]]]) for row in range(self.rows)
        ]

    def pictures(self):
        """The blocks that show a picture and have no text, each with the segment after it."""
        cdef int row
        cdef set found = self.blocks.media()
        for row in range(self.rows):
            found.discard(self.row.block[row])
        return [(block, self.box.first[<int>block]) for block in sorted(found)]

    def titles(self):
        """How much of a declared title each segment says, between 0 and 1."""
        cdef int row
        found = np.empty(self.rows, dtype=np.float32)
        cdef float[::1] out = found
        for row in range(self.rows):
            out[row] = self.row.title[row]
        return found


cdef int _assign_rows(
    Segments segments, const char_t* text, uint8_t* borders, int32_t* row_of
) except -1:
    """The row of each text run, -1 for one that is blank or not read."""
    cdef BlockColumns blocks = segments.blocks
    cdef PageColumns page = blocks.page
    cdef int run, at, block, owner, element = 0, breaks = 0, rows = 0, last = -1
    cdef bint blank, interrupted = True
    for run in range(page.runs):
        while element < page.size and page.of.start[element] <= page.run_start[run]:
            breaks += page.of.tag[element] == _BR
            element += 1
        interrupted = interrupted or borders[page.run_start[run]]
        owner = page.run_owner[run]
        block = blocks.of_[owner]
        row_of[run] = -1
        if block < 0 or blocks.unread_[owner]:
            continue
        blank = True
        for at in range(page.run_start[run], page.run_start[run + 1]):
            if class_of(text[at]) == 0:
                blank = False
                break
        if blank:
            continue
        if interrupted or block != last or breaks >= BLANK_LINE:
            rows += 1
        row_of[run] = rows - 1
        last, breaks, interrupted = block, 0, False
    segments.rows = rows
    return 0


cdef int _write_rows(
    Segments segments, const char_t* text, char_t* out, int32_t* row_of, uint32_t* marks,
    uint8_t* targets,
) except -1:
    """Write the text of each row, and add up what its runs have."""
    cdef BlockColumns blocks = segments.blocks
    cdef PageColumns page = blocks.page
    cdef Rows* rows = &segments.row
    cdef int run, row = -1, at, to = 0, owner, letters, kind, element = 0, tag
    cdef int images = 0, inputs = 0, links = 0, breaks = 0
    cdef uint32_t around
    cdef bint gap = False, began = False
    cdef char_t c
    for run in range(page.runs):
        while element < page.size and page.of.start[element] <= page.run_start[run]:
            tag = page.of.tag[element]
            if tag == _BR:
                breaks += 1
            elif tag == _A:
                links += 1
            elif tag < KNOWN and name_flags[tag] & MEDIA_:
                images += 1
            elif tag == _INPUT:
                inputs += 1
            element += 1
        if row_of[run] < 0:
            gap = True
            continue
        owner = page.run_owner[run]
        around = marks[owner]
        if row_of[run] != row:
            row = row_of[run]
            rows.start[row] = to
            rows.block[row] = blocks.of_[owner]
            rows.element[row] = owner
            rows.offset[row] = page.run_start[run]
            rows.marks[row] = around
            rows.images[row], rows.inputs[row] = images, inputs
            images = inputs = breaks = 0
            began = False
        elif breaks:
            gap = True
        rows.breaks[row] += breaks
        rows.links[row] += links
        links = breaks = 0
        letters = 0
        for at in range(page.run_start[run], page.run_start[run + 1]):
            c = text[at]
            kind = class_of(c)
            if kind == SPACE:
                gap = True
                continue
            if kind == CONTROL:
                continue
            if gap:
                if began:
                    out[to] = c' '
                    to += 1
                gap = False
            began = True
            out[to] = c
            to += 1
            letters += 1
        rows.chars[row] += letters
        if around & IN_LINK:
            rows.linked[row] += letters
            if targets[owner] == TO_PAGE:
                rows.to_page[row] += letters
            elif targets[owner] == TO_SITE:
                rows.to_site[row] += letters
        if around & IN_BOLD:
            rows.bold[row] += letters
        if around & IN_BUTTON:
            rows.pressed[row] += letters
        # What is around some of a row only does not describe it.
        rows.marks[row] &= around
    rows.start[segments.rows] = to
    return to


cdef int _measure_rows(
    Segments segments, const char_t* text, uint64_t* words, TitleWords titles
) except -1:
    """Counts, hashes and shingles of each row, and how much of a title it says."""
    cdef Rows* rows = &segments.row
    cdef int row
    cdef TextHashes hashes
    for row in range(segments.rows):
        measure_text(
            text, rows.start[row], rows.start[row + 1],
            &rows.totals[<Py_ssize_t>row * COUNTED], &hashes, words,
        )
        rows.text[row], rows.pattern[row] = hashes.text, hashes.pattern
        rows.size[row] = rows.chars[row] + hashes.ideographs
        rows.shingle[row] = segments.shingle_count
        if hashes.words:
            # Three words say as much as four ideographs.
            segments._add_shingles(
                words, hashes.words, 4 if 2 * <Py_ssize_t>hashes.ideographs > hashes.words else 3
            )
        rows.title[row] = titles.overlap(words, hashes.words)
    rows.shingle[segments.rows] = segments.shingle_count
    return 0
