"""BlockColumns: the blocks of a page, their texts, and how much of each is a link or hidden.

Every block-level element is one block: itself and everything below it outside of other block-level
elements.
"""

import re

from cpython.unicode cimport (
    PyUnicode_1BYTE_KIND, PyUnicode_2BYTE_KIND, PyUnicode_FromKindAndData, PyUnicode_GET_LENGTH,
)
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t
from libc.stdlib cimport calloc, free, malloc

from honbun._core.code_points cimport CONTROL, SPACE, class_of
from honbun._core.names cimport BLOCK, INERT_, KNOWN, MEDIA_, UNREAD_, name_flags
from honbun._core.page cimport PageColumns

from honbun._core.names import NUMBERS

ctypedef fused char_t:
    uint8_t
    uint16_t
    uint32_t

HIDDEN, NOSCRIPT, SILENT = 1, 2, 4
"""Why a block may not be shown: by its page, where scripts run, or to those who listen."""
_INVISIBLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)

cdef int _BR = NUMBERS["br"]
cdef int _A = NUMBERS["a"]
cdef int _AREA = NUMBERS["area"]
cdef int _BODY = NUMBERS["body"]
cdef int _FRAMESET = NUMBERS["frameset"]
cdef int _BUTTON = NUMBERS["button"]
cdef int _LABEL = NUMBERS["label"]
cdef int _NOSCRIPT = NUMBERS["noscript"]
cdef int _HREF = NUMBERS["href"]
cdef int _SRC = NUMBERS["src"]
cdef int _STYLE = NUMBERS["style"]
cdef int _HIDDEN = NUMBERS["hidden"]
cdef int _ARIA_HIDDEN = NUMBERS["aria-hidden"]
cdef int _SHADOW = NUMBERS["shadowrootmode"]


cdef class BlockColumns:
    """The blocks of a page in document order."""

    def __init__(self, PageColumns page not None):
        if self.page is not None:
            raise ValueError("a page is split once")
        self.page = page
        self.node_ = <int32_t*>_column(page.size)
        self.of_ = <int32_t*>_column(page.size)
        self.parent_ = <int32_t*>_column(page.size)
        self.end_ = <int32_t*>_column(page.size)
        self._split()

    def __dealloc__(self):
        free(self.node_)
        free(self.of_)
        free(self.parent_)
        free(self.end_)
        free(self.unread_)
        free(self.text_start)
        free(self.letters)
        free(self.run_letters)

    def __len__(self):
        return self.size

    cdef int _split(self) except -1:
        cdef PageColumns page = self.page
        cdef int node, last, tag, flags, block
        cdef int body = page.size
        for node in range(page.size):
            self.of_[node] = -1
            if body == page.size and page.of.tag[node] in (_BODY, _FRAMESET):
                body = node
        if body == page.size:
            return 0
        node, last = body, page.of.end[body]
        while node < last:
            tag = page.of.tag[node]
            flags = name_flags[tag] if tag < KNOWN else 0
            if flags & BLOCK:
                self.of_[node] = self.size
                self.node_[self.size] = node
                self.parent_[self.size] = self.of_[page.of.parent[node]] if node > body else -1
                self.size += 1
            elif flags & INERT_ and page.find_attribute(node, _SHADOW) < 0:
                node = page.of.end[node]
                continue
            else:
                self.of_[node] = self.of_[page.of.parent[node]]
            node += 1
        for block in range(self.size):
            self.end_[block] = block + 1
        for block in range(self.size - 1, 0, -1):
            if self.parent_[block] >= 0:
                self.end_[self.parent_[block]] = max(
                    self.end_[self.parent_[block]], self.end_[block]
                )
        return 0

    cdef int _mark_unread(self) except -1:
        cdef PageColumns page = self.page
        cdef int node, inner, tag, last = 0
        if self.unread_ != NULL:
            return 0
        self.unread_ = <uint8_t*>calloc(page.size + 1, 1)
        if self.unread_ == NULL:
            raise MemoryError
        for node in range(page.size):
            tag = page.of.tag[node]
            if node >= last and tag < KNOWN and name_flags[tag] & UNREAD_:
                last = page.of.end[node]
                for inner in range(node, last):
                    self.unread_[inner] = 1
        return 0

    # Texts

    cdef int _read_texts(self) except -1:
        cdef PageColumns page = self.page
        cdef Py_ssize_t length = PyUnicode_GET_LENGTH(page.text)
        cdef int kind = page.kind()
        cdef int node, run, block, i
        cdef uint8_t* breaks = NULL
        cdef int32_t* first = NULL
        cdef int32_t* following = NULL
        cdef int32_t* last = NULL
        cdef void* out = NULL
        if self.text_start != NULL:
            return 0
        self._mark_unread()
        self.letters = <int32_t*>_column(self.size)
        self.run_letters = <int32_t*>_column(page.runs)
        self.text_start = <int32_t*>_column(self.size)
        try:
            # A line or block begins or ends at these offsets.
            breaks = <uint8_t*>calloc(length + 1, 1)
            if breaks == NULL:
                raise MemoryError
            for block in range(self.size):
                breaks[page.of.start[self.node_[block]]] = 1
                breaks[page.of.stop[self.node_[block]]] = 1
            for node in range(page.size):
                if page.of.tag[node] == _BR:
                    breaks[page.of.start[node]] = 1
            # The runs of each block, which other blocks may interrupt.
            first = <int32_t*>_column(self.size)
            last = <int32_t*>_column(self.size)
            following = <int32_t*>_column(page.runs)
            for block in range(self.size):
                first[block] = -1
            for run in range(page.runs):
                following[run] = -1
                block = self.of_[page.run_owner[run]]
                if block < 0 or self.unread_[page.run_owner[run]]:
                    continue
                if first[block] < 0:
                    first[block] = run
                else:
                    following[last[block]] = run
                last[block] = run
            out = malloc((length + page.runs + 1) * kind)
            if out == NULL:
                raise MemoryError
            if kind == PyUnicode_1BYTE_KIND:
                i = _write_texts(self, <const uint8_t*>page.data(), <uint8_t*>out, first, following, breaks)
            elif kind == PyUnicode_2BYTE_KIND:
                i = _write_texts(self, <const uint16_t*>page.data(), <uint16_t*>out, first, following, breaks)
            else:
                i = _write_texts(self, <const uint32_t*>page.data(), <uint32_t*>out, first, following, breaks)
            self.text_ = PyUnicode_FromKindAndData(kind, out, i)
        finally:
            free(breaks)
            free(first)
            free(last)
            free(following)
            free(out)
        return 0

    def texts(self):
        """The text of each block, without that of blocks inside it; white space collapsed."""
        cdef int block
        self._read_texts()
        return [
            self.text_[self.text_start[block] : self.text_start[block + 1]]
            for block in range(self.size)
        ]

    def text(self, int block):
        """The text of one block."""
        self._checked(block)
        self._read_texts()
        return self.text_[self.text_start[block] : self.text_start[block + 1]]

    def find_text(self, str phrase not None):
        """The blocks whose text contains a phrase."""
        cdef list found = []
        cdef Py_ssize_t at = 0
        cdef int low, high, middle
        self._read_texts()
        while phrase:
            at = self.text_.find(phrase, at)
            if at < 0:
                break
            low, high = 0, self.size
            while high - low > 1:  # the last block that begins there or before
                middle = (low + high) // 2
                if self.text_start[middle] <= at:
                    low = middle
                else:
                    high = middle
            if at + len(phrase) <= self.text_start[low + 1]:
                found.append(low)
                at = self.text_start[low + 1]
            else:
                at += 1
        return found

    def runs_in(self, wanted):
        """Block, element and text of each text run in the wanted blocks that is not blank."""
        cdef PageColumns page = self.page
        cdef int run, block
        cdef list found = []
        cdef uint8_t* chosen = self._new_marks()  # there are no more blocks than elements
        self._read_texts()
        try:
            for block in wanted:
                chosen[self._checked(block)] = 1
            for run in range(page.runs):
                block = self.of_[page.run_owner[run]]
                if block >= 0 and chosen[block] and self.run_letters[run]:
                    text = page.text[page.run_start[run] : page.run_start[run + 1]]
                    found.append((block, page.run_owner[run], text))
        finally:
            free(chosen)
        return found

    def sizes(self):
        """Characters of each text without white space."""
        self._read_texts()
        return _list(self.letters, self.size)

    def size_of(self, int block):
        """Characters of the text of one block without white space."""
        self._read_texts()
        return self.letters[self._checked(block)]

    def beside(self, int block, int step):
        """The nearest block with text after (1) or before (-1) one; the last one in that direction
        if there is none."""
        self._read_texts()
        self._checked(block)
        if step not in (1, -1):
            raise ValueError("a step is 1 or -1")
        while 0 <= block + step < self.size:
            block += step
            if self.letters[block]:
                break
        return block

    # Columns as Python objects

    def column(self, str name):
        """One of the columns `node of parent end` as a list."""
        if name == "node":
            return _list(self.node_, self.size)
        if name == "of":
            return _list(self.of_, self.page.size)
        if name == "parent":
            return _list(self.parent_, self.size)
        if name == "end":
            return _list(self.end_, self.size)
        raise ValueError(f"there is no column {name}")

    def blocks_of(self, nodes):
        """The blocks that some elements belong to."""
        cdef int node
        cdef set found = set()
        for node in nodes:
            if self.of_[self.page._checked(node)] >= 0:
                found.add(self.of_[node])
        return found

    def xpath(self, int block):
        """The XPath of a block's element."""
        return self.page.xpath(self.node_[self._checked(block)])

    def total_depth(self, wanted):
        """The depths of the elements of some blocks, added up."""
        cdef int block
        cdef Py_ssize_t total = 0
        for block in wanted:
            total += self.page.of.depth[self.node_[self._checked(block)]]
        return total

    cdef int _checked(self, int block) except -1:
        if not 0 <= block < self.size:
            raise IndexError(f"there is no block {block}")
        return block

    def tags(self):
        """The tag of each block."""
        cdef int block
        return [
            self.page.name_of(self.page.of.tag[self.node_[block]]) for block in range(self.size)
        ]

    def unread(self):
        """The elements whose text is a choice, an input, a label in a drawing or a fallback."""
        cdef int node
        self._mark_unread()
        return {node for node in range(self.page.size) if self.unread_[node]}

    def media(self):
        """The blocks that contain an image, audio, video or embedded object."""
        cdef PageColumns page = self.page
        cdef int node, tag
        cdef set found = set()
        self._mark_unread()
        for node in range(1, page.size):
            tag = page.of.tag[node]
            if tag < KNOWN and name_flags[tag] & MEDIA_ and self.of_[node] >= 0:
                if not self.unread_[page.of.parent[node]]:
                    found.add(self.of_[node])
        return found

    def sources(self, wanted):
        """The first address of a picture, video or the like in each of some blocks, else ""."""
        cdef PageColumns page = self.page
        cdef int node, tag, attribute, block
        cdef dict found = {}
        for block in wanted:
            found[self._checked(block)] = ""
        for node in range(page.size if found else 0):
            tag = page.of.tag[node]
            if tag >= KNOWN or not name_flags[tag] & MEDIA_ or found.get(self.of_[node]) != "":
                continue
            attribute = page.find_attribute(node, _SRC)
            if attribute >= 0:
                found[self.of_[node]] = page.value(attribute)
        return list(found.values())

    # Shares of a block

    def links(self):
        """The links with an address that are in a block."""
        cdef PageColumns page = self.page
        cdef int node
        return [
            node
            for node in range(page.size)
            if page.of.tag[node] in (_A, _AREA)
            and self.of_[node] >= 0
            and page.find_attribute(node, _HREF) >= 0
        ]

    def linked(self):
        """Characters of each block, white space aside, that are a link."""
        cdef uint8_t* chosen = self._new_marks()
        cdef int node
        for node in range(self.page.size):
            chosen[node] = (
                self.page.of.tag[node] in (_A, _AREA)
                and self.of_[node] >= 0
                and self.page.find_attribute(node, _HREF) >= 0
            )
        return self._shares(chosen)

    def pressed(self):
        """Characters of each block, white space aside, on a button or label of a form."""
        cdef uint8_t* chosen = self._new_marks()
        cdef int node
        for node in range(self.page.size):
            chosen[node] = self.page.of.tag[node] in (_BUTTON, _LABEL)
        return self._shares(chosen)

    cdef uint8_t* _new_marks(self) except NULL:
        cdef uint8_t* chosen = <uint8_t*>calloc(self.page.size + 1, 1)
        if chosen == NULL:
            raise MemoryError
        return chosen

    cdef list _shares(self, uint8_t* chosen):
        cdef int32_t* shares
        try:
            shares = self._inside(chosen)
        finally:
            free(chosen)
        try:
            return _list(shares, self.size)
        finally:
            free(shares)

    cdef int32_t* _inside(self, uint8_t* chosen) except NULL:
        """Characters of each block, white space aside, inside the chosen elements."""
        cdef PageColumns page = self.page
        cdef int32_t* shares
        cdef int node, run = 0, block, last = 0
        self._read_texts()
        shares = <int32_t*>calloc(self.size + 1, 4)
        if shares == NULL:
            raise MemoryError
        for node in range(page.size):
            if not chosen[node] or node < last:
                continue
            last = page.of.end[node]
            while run < page.runs and page.run_start[run] < page.of.start[node]:
                run += 1
            while run < page.runs and page.run_start[run] < page.of.stop[node]:
                block = self.of_[page.run_owner[run]]
                if block >= 0:
                    shares[block] += self.run_letters[run]
                run += 1
        for block in range(self.size):
            # Runs count what a block's text leaves out: unread text.
            shares[block] = min(shares[block], self.letters[block])
        return shares

    def concealed(self):
        """Why each block may not be shown: HIDDEN, NOSCRIPT and SILENT or-ed together."""
        cdef PageColumns page = self.page
        cdef int node, attribute, name, mark, block
        cdef uint8_t* elements = self._new_marks()
        cdef uint8_t* covered = <uint8_t*>calloc(self.size + 1, 1)
        try:
            if covered == NULL:
                raise MemoryError
            for node in range(page.size):
                if page.of.tag[node] == _NOSCRIPT:
                    elements[node] |= 2
                for attribute in range(page.of.attribute[node], page.of.attribute[node + 1]):
                    name = page.attr_name[attribute]
                    if name == _HIDDEN:
                        elements[node] |= 1
                    elif name == _STYLE:
                        value = page.value(attribute)
                        # Most styles are neither, and a search for a word is fast.
                        if "none" in value or "hidden" in value or not value.islower():
                            if _INVISIBLE.search(value):
                                elements[node] |= 1
                    elif name == _ARIA_HIDDEN and "true" in page.value(attribute).lower():
                        elements[node] |= 4
            for mark in (1, 2, 4):
                self._cover(covered, elements, mark)
            return [covered[block] for block in range(self.size)]
        finally:
            free(elements)
            free(covered)

    cdef int _cover(self, uint8_t* covered, uint8_t* elements, int mark) except -1:
        """Mark the blocks that begin inside of marked elements."""
        cdef int node, block = 0, last = 0
        for node in range(self.page.size):
            if node < last or not elements[node] & mark:
                continue
            last = self.page.of.end[node]
            while block < self.size and self.node_[block] < node:
                block += 1
            while block < self.size and self.node_[block] < last:
                covered[block] |= mark
                block += 1
        return 0


cdef int _write_texts(
    BlockColumns blocks, const char_t* text, char_t* out,
    int32_t* first, int32_t* following, uint8_t* breaks,
) except -1:
    """Write the texts of all blocks, white space collapsed, without control characters."""
    cdef PageColumns page = blocks.page
    cdef int block, run, at, to = 0, letters, shown, kind
    cdef bint gap, began
    cdef char_t c
    for run in range(page.runs):
        if blocks.of_[page.run_owner[run]] >= 0 and not blocks.unread_[page.run_owner[run]]:
            continue  # counted below
        letters = 0
        for at in range(page.run_start[run], page.run_start[run + 1]):
            letters += class_of(text[at]) != SPACE
        blocks.run_letters[run] = letters
    for block in range(blocks.size):
        blocks.text_start[block] = to
        gap = began = False
        letters = 0
        run = first[block]
        while run >= 0:
            if breaks[page.run_start[run]]:
                gap = True
            shown = 0
            for at in range(page.run_start[run], page.run_start[run + 1]):
                c = text[at]
                kind = class_of(c)
                if kind == SPACE:
                    gap = True
                    continue
                shown += 1
                if gap:
                    if began:
                        out[to] = c' '
                        to += 1
                    gap = False
                began = True
                if kind != CONTROL:
                    out[to] = c
                    to += 1
                    letters += 1
            blocks.run_letters[run] = shown
            run = following[run]
        blocks.letters[block] = letters
    blocks.text_start[blocks.size] = to
    return to


cdef void* _column(Py_ssize_t size) except NULL:
    cdef void* column = malloc((size + 1) * 4)
    if column == NULL:
        raise MemoryError
    return column


cdef list _list(int32_t* values, Py_ssize_t size):
    cdef Py_ssize_t i
    return [values[i] for i in range(size)]
