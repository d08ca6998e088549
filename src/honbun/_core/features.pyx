"""Features: what a page says of each of its segments, as numbers for a forest.

A matrix has a line for each feature and a column for each segment. Sizes and counts are not scaled:
a forest only compares them. Everything is a running sum, a lookup or a table of equal keys, so the
work is linear in the page.
"""

import numpy as np

from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy

from honbun._core.blocks cimport BlockColumns
from honbun._core.characters cimport (
    CAPITALS, COMMAS, COUNTED, DIGITS, LETTERS, MONEY, QUESTIONS, SENTENCES, SIGNS, WORDS,
)
from honbun._core.layout cimport LEVELS, find_trunk, group_equal
from honbun._core.lexicon cimport MOST_NAMES, Lexicon, Weighed, hash_names
from honbun._core.names cimport KNOWN
from honbun._core.page cimport PageColumns
from honbun._core.segments cimport (
    HIDDEN, IN_ARTICLE, IN_ASIDE, IN_AUTHOR, IN_BUTTON, IN_FIGURE, IN_FOOTER, IN_FORM, IN_HEADER,
    IN_LIST, IN_MAIN, IN_NAV, IN_PRE, IN_QUOTE, IN_TABLE, IN_TIME, NOSCRIPT, SILENT, Segments,
)

from honbun._core.names import NUMBERS

cdef extern from "Python.h":
    uint32_t PyUnicode_READ(int kind, void* data, Py_ssize_t index) noexcept nogil

cdef enum:
    AMOUNTS = 9
    CHARS = 0
    LINKED = 1
    RUNNING = 2  # characters of long texts that are not links
    GOOD = 3  # ... of still longer ones
    SITE = 4  # characters of links to other pages of the host
    DATED = 5  # texts that may be dates
    SENTENCE = 6
    PRICED = 7
    SIZE = 8  # characters, ideographs counted twice
    LONG_TEXT = 65  # sizes
    GOOD_TEXT = 85
    SHORT_TEXT = 40
    FAR = 60
    UNKNOWN = -1
    KNOWN_NAMES = 509  # attributes of a page whose names are remembered
    MOST_SIBLINGS = 54 + 7 * LEVELS  # its line
    H1 = 1
    DIV = 7


_OWN = """size,link share,links to this page,links to the site,bold share,button share,word length,
sentences,commas,ending,digit share,capital share,letter share,signs,prices,questions,line breaks,
images before,inputs before,links,is p,is li,is td,is div,is pre,is figcaption,is definition,
is control,heading level,in inline link,in span,depth,in nav,in header,in footer,in aside,in main,
in article,in form,in table,in list,in figure,in quote,in button,hidden,noscript,aria-hidden,
in time,in pre,in author,may be a date"""
_LEVEL = "share of the page,link share,mean size,running text,texts,links to the site,dates"
_TRUNK = "inside,position"
_ORDER = """position,text before,since heading,last heading,title words,after title,after last long text,
after first long text,since long text,until long text,long text before,main headings before,
title places before,dates before"""
_ALIKE = "texts,share,link share,mean size"
_PAGE = """texts,size,link share,long text,long texts,median size,in p,in li,repeated,prices,longest,
hidden,in main,articles,main headings,dates"""

cdef list _words(str names):
    return [name.strip() for name in names.replace("\n", "").split(",")]

FIRST = tuple(
    _words(_OWN)
    + [f"{name} of box {level}" for level in range(LEVELS) for name in _words(_LEVEL)]
    + [f"siblings of box {level}" for level in range(3)]
    + ["most siblings"]
    + [f"{name} {which}" for which in ("30% trunk", "50% trunk", "70% trunk", "reading element")
       for name in _words(_TRUNK)]
    + ["share of reading element", "steps up to reading element", "steps down from it"]
    + _words(_ORDER)
    + [f"{name} at {step:+}" for step in (-2, -1, 1, 2) for name in ("size", "link share")]
    + ["heading at -1", "heading at +1", "deeper than before", "deeper than after"]
    + [f"{name} within {reach}" for reach in (3, 10, 40)
       for name in ("size", "link share", "long text", "sentences")]
    + ["prices within 10", "dates within 10"]
    + [f"{name} of equal {which}" for which in ("path", "place") for name in _words(_ALIKE)]
    + ["copies"]
    + [f"{name} of page" for name in _words(_PAGE)]
    + ["nearest name", "worst name", "best name", "names in all"]
)
"""The features of the first look."""

cdef int[4] _STEPS = [-2, -1, 1, 2]
cdef int[3] _REACH = [3, 10, 40]
cdef double[3] _SHARES = [0.3, 0.5, 0.7]
cdef uint8_t _kind_of_tag[KNOWN]
cdef int _ARTICLE = NUMBERS["article"]
cdef int _SPANS[4]
cdef int _CLASS = NUMBERS["class"]
cdef int _ID = NUMBERS["id"]
cdef int _ANCHOR = NUMBERS["a"]

_KINDS = ("h1", "h2", "h3", "h4", "h5", "h6", "div", "p", "li", "td", "pre", "figcaption")
for _number, _tag in enumerate(_KINDS, 1):
    _kind_of_tag[<int>NUMBERS[_tag]] = _number
for _tag in ("dt", "dd", "th"):
    _kind_of_tag[<int>NUMBERS[_tag]] = 13
for _tag in ("option", "summary", "legend", "caption"):
    _kind_of_tag[<int>NUMBERS[_tag]] = 14
_SPANS[0], _SPANS[1] = NUMBERS["span"], NUMBERS["time"]
_SPANS[2], _SPANS[3] = NUMBERS["small"], NUMBERS["label"]


_NOTHING = np.empty(0, dtype=np.float32)


cdef class Features:
    """The features of the segments of a page."""

    cdef readonly Segments segments
    cdef int rows, blocks
    cdef double* sums[AMOUNTS]  # running sums, one entry more than there are rows
    cdef int32_t* kind  # of the tag of each row's block
    cdef int32_t* levels  # LEVELS blocks around each row
    cdef int32_t* places  # the group of rows with the same place
    cdef int place_count

    def __cinit__(self, Segments segments not None):
        cdef int row, level, block, i, tag
        self.segments = segments
        self.rows, self.blocks = segments.rows, segments.blocks.size
        self.kind = <int32_t*>calloc(<Py_ssize_t>self.rows + 1, 4)
        self.levels = <int32_t*>calloc(<Py_ssize_t>self.rows * LEVELS + 1, 4)
        self.places = <int32_t*>calloc(<Py_ssize_t>self.rows + 1, 4)
        for i in range(AMOUNTS):
            self.sums[i] = <double*>calloc(<Py_ssize_t>self.rows + 1, sizeof(double))
            if self.sums[i] == NULL:
                raise MemoryError
        if self.kind == NULL or self.levels == NULL or self.places == NULL:
            raise MemoryError
        self._sum()
        for row in range(self.rows):
            block = segments.row.block[row]
            tag = segments.blocks.page.of.tag[segments.blocks.node_[block]]
            self.kind[row] = _kind_of_tag[tag] if tag < KNOWN else 0
            for level in range(LEVELS):
                self.levels[<Py_ssize_t>row * LEVELS + level] = block
                block = segments.box.wider[block]
        self.place_count = group_equal(segments.row.place, self.rows, self.places)

    def __dealloc__(self):
        cdef int i
        for i in range(AMOUNTS):
            free(self.sums[i])
        free(self.kind)
        free(self.levels)
        free(self.places)

    cdef int _sum(self) except -1:
        cdef Segments s = self.segments
        cdef int row, i
        cdef double chars, linked, size
        cdef double[AMOUNTS] own
        for row in range(self.rows):
            chars, linked, size = s.row.chars[row], s.row.linked[row], s.row.size[row]
            own[SIZE] = size
            own[CHARS], own[LINKED] = chars, linked
            own[RUNNING] = chars if size > LONG_TEXT and linked < 0.4 * chars else 0
            own[GOOD] = chars if size > GOOD_TEXT and linked < 0.3 * chars else 0
            own[SITE] = s.row.to_site[row]
            own[DATED] = self._may_be_date(row)
            own[SENTENCE] = s.row.totals[<Py_ssize_t>row * COUNTED + SENTENCES]
            own[PRICED] = s.row.totals[<Py_ssize_t>row * COUNTED + MONEY] > 0
            for i in range(AMOUNTS):
                self.sums[i][row + 1] = self.sums[i][row] + own[i]
        return 0

    cdef inline bint _may_be_date(self, int row) noexcept:
        cdef Segments s = self.segments
        if s.row.size[row] > SHORT_TEXT:
            return False
        return s.row.marks[row] & IN_TIME or s.row.totals[<Py_ssize_t>row * COUNTED + DIGITS] >= 3

    cdef inline double _in(self, int amount, int first, int last) noexcept:
        return self.sums[amount][last] - self.sums[amount][first]

    cdef inline double _held(self, int amount, int block) noexcept:
        cdef Segments s = self.segments
        return self.sums[amount][s.box.last[block]] - self.sums[amount][s.box.first[block]]

    def first(self, Lexicon lexicon not None, const float[::1] more=_NOTHING):
        """The features of the first look, and more lines that are the same for every segment."""
        found = np.empty((len(FIRST) + more.shape[0], self.rows), dtype=np.float32)
        cdef float[:, ::1] out = found
        cdef int line = 0, row, i
        if self.rows == 0:
            return found
        line = self._own(out, line)
        line = self._boxes(out, line)
        line = self._trunks(out, line)
        line = self._order(out, line)
        line = self._neighbours(out, line)
        line = self._alike(out, line)
        line = self._page(out, line)
        line = self._names(out, line, lexicon)
        if line != len(FIRST):
            raise AssertionError(f"{line} features have {len(FIRST)} names")
        for i in range(<int>more.shape[0]):
            for row in range(self.rows):
                out[line + i, row] = more[i]
        return found

    cdef int _own(self, float[:, ::1] out, int line) except -1:
        cdef Segments s = self.segments
        cdef PageColumns page = s.blocks.page
        cdef int row, at, kind, tag, i
        cdef double chars
        cdef int32_t* totals
        cdef uint32_t marks
        cdef uint32_t[18] asked = [
            IN_NAV, IN_HEADER, IN_FOOTER, IN_ASIDE, IN_MAIN, IN_ARTICLE, IN_FORM, IN_TABLE, IN_LIST,
            IN_FIGURE, IN_QUOTE, IN_BUTTON, HIDDEN, NOSCRIPT, SILENT, IN_TIME, IN_PRE, IN_AUTHOR,
        ]
        for row in range(self.rows):
            at = line
            chars = max(s.row.chars[row], 1)
            totals = &s.row.totals[<Py_ssize_t>row * COUNTED]
            out[at, row] = s.row.size[row]
            out[at + 1, row] = s.row.linked[row] / chars
            out[at + 2, row] = s.row.to_page[row] / chars
            out[at + 3, row] = s.row.to_site[row] / chars
            out[at + 4, row] = s.row.bold[row] / chars
            out[at + 5, row] = s.row.pressed[row] / chars
            out[at + 6, row] = chars / max(totals[WORDS], 1)
            out[at + 7, row] = totals[SENTENCES]
            out[at + 8, row] = totals[COMMAS]
            out[at + 9, row] = self._ending(row)
            out[at + 10, row] = totals[DIGITS] / chars
            out[at + 11, row] = totals[CAPITALS] / chars
            out[at + 12, row] = totals[LETTERS] / chars
            out[at + 13, row] = totals[SIGNS] > 0
            out[at + 14, row] = totals[MONEY] > 0
            out[at + 15, row] = totals[QUESTIONS] > 0
            out[at + 16, row] = s.row.breaks[row]
            out[at + 17, row] = min(s.row.images[row], 3)
            out[at + 18, row] = min(s.row.inputs[row], 3)
            out[at + 19, row] = s.row.links[row]
            kind = self.kind[row]
            out[at + 20, row] = kind == 8
            out[at + 21, row] = kind == 9
            out[at + 22, row] = kind == 10
            out[at + 23, row] = kind == DIV
            out[at + 24, row] = kind == 11
            out[at + 25, row] = kind == 12
            out[at + 26, row] = kind == 13
            out[at + 27, row] = kind == 14
            out[at + 28, row] = kind if 1 <= kind <= 6 else 0
            tag = page.of.tag[s.row.element[row]]
            out[at + 29, row] = tag == _ANCHOR
            out[at + 30, row] = (
                tag == _SPANS[0] or tag == _SPANS[1] or tag == _SPANS[2] or tag == _SPANS[3]
            )
            out[at + 31, row] = s.box.depth[s.row.block[row]]
            marks = s.row.marks[row]
            for i in range(18):
                out[at + 32 + i, row] = (marks & asked[i]) != 0
            out[at + 50, row] = self._may_be_date(row)
        return line + 51

    cdef int _ending(self, int row) noexcept:
        """1 if the text ends as a sentence does, -1 with a colon, else 0."""
        cdef Segments s = self.segments
        cdef int last = s.row.start[row + 1]
        cdef uint32_t c
        if last == s.row.start[row]:
            return 0
        c = PyUnicode_READ(PyUnicode_KIND(s.text), PyUnicode_DATA(s.text), last - 1)
        if c == c':' or c == 0xFF1A:
            return -1
        return (
            c == c'.' or c == c'!' or c == c'?' or c == c'"' or c == 0x2026 or c == 0x201D
            or c == 0xBB or c == 0x3002 or c == 0xFF01 or c == 0xFF1F or c == 0x300D or c == 0x300F
            or c == 0xFF09 and last - s.row.start[row] > 20
        )

    cdef int _boxes(self, float[:, ::1] out, int line) except -1:
        """What the blocks around each row hold."""
        cdef Segments s = self.segments
        cdef int row, level, block, at, above, texts
        cdef double total = max(self.sums[CHARS][self.rows], 1), chars
        cdef int32_t* repeated = <int32_t*>calloc(<Py_ssize_t>self.blocks + 1, 4)
        if repeated == NULL:
            raise MemoryError
        for block in range(self.blocks):
            above = s.blocks.parent_[block]
            repeated[block] = repeated[above] if above >= 0 else 0
            if s.box.last[block] - s.box.first[block] >= 2:
                repeated[block] = max(repeated[block], s.box.siblings[block])
        for row in range(self.rows):
            for level in range(LEVELS):
                block = self.levels[<Py_ssize_t>row * LEVELS + level]
                at = line + 7 * level
                chars = max(self._held(CHARS, block), 1)
                texts = max(s.box.last[block] - s.box.first[block], 1)
                out[at, row] = chars / total
                out[at + 1, row] = self._held(LINKED, block) / chars
                out[at + 2, row] = self._held(SIZE, block) / texts
                out[at + 3, row] = self._held(RUNNING, block) / chars
                out[at + 4, row] = texts
                out[at + 5, row] = self._held(SITE, block) / chars
                out[at + 6, row] = self._held(DATED, block) / texts
            at = line + 7 * LEVELS
            for level in range(3):
                out[at + level, row] = s.box.siblings[self.levels[<Py_ssize_t>row * LEVELS + level]]
            out[at + 3, row] = repeated[s.row.block[row]]
        free(repeated)
        return line + 7 * LEVELS + 4

    cdef int _trunks(self, float[:, ::1] out, int line) except -1:
        cdef Segments s = self.segments
        cdef int i, row, block, reading = self._reading(), at
        cdef double* plain = <double*>calloc(<Py_ssize_t>self.rows + 1, sizeof(double))
        cdef int32_t* common = <int32_t*>calloc(<Py_ssize_t>self.blocks + 1, 4)
        if plain == NULL or common == NULL:
            free(plain)
            free(common)
            raise MemoryError
        for row in range(self.rows + 1):
            plain[row] = self.sums[CHARS][row] - self.sums[LINKED][row]
        for i in range(3):
            self._inside(
                out, line + 2 * i,
                find_trunk(s.box.first, s.box.last, s.box.depth, self.blocks, plain, self.rows, _SHARES[i]),
            )
        self._inside(out, line + 6, reading)
        for block in range(self.blocks):
            if block <= reading < s.blocks.end_[block]:
                common[block] = s.box.depth[block]
            elif s.blocks.parent_[block] >= 0:
                common[block] = common[s.blocks.parent_[block]]
        at = line + 8
        for row in range(self.rows):
            block = s.row.block[row]
            out[at, row] = self._held(CHARS, reading) / max(self.sums[CHARS][self.rows], 1)
            out[at + 1, row] = s.box.depth[reading] - common[block]
            out[at + 2, row] = s.box.depth[block] - common[block]
        free(plain)
        free(common)
        return line + 11

    cdef int _inside(self, float[:, ::1] out, int line, int block) noexcept:
        """Whether each row is inside a block, and where: 0 at its beginning, 1 at its end."""
        cdef Segments s = self.segments
        cdef int row, first = s.box.first[block], last = s.box.last[block]
        for row in range(self.rows):
            out[line, row] = first <= row < last
            out[line + 1, row] = min(max((row - first) / <double>max(last - first, 1), -2), 3)
        return 0

    cdef int _reading(self) except -1:
        """The block whose paragraphs hold most running text; the one around it gets half."""
        cdef Segments s = self.segments
        cdef int row, block, best = 0, above
        cdef double own
        cdef double* held = <double*>calloc(<Py_ssize_t>self.blocks + 1, sizeof(double))
        if held == NULL:
            raise MemoryError
        for row in range(self.rows):
            own = self._in(RUNNING, row, row + 1)
            above = max(s.blocks.parent_[s.row.block[row]], 0)
            held[above] += own
            held[max(s.blocks.parent_[above], 0)] += own / 2
        for block in range(self.blocks):
            if held[block] > held[best]:
                best = block
        free(held)
        return best

    cdef int _order(self, float[:, ::1] out, int line) except -1:
        """Where each row is by its order, the headings, the title and the long texts."""
        cdef Segments s = self.segments
        cdef int row, heading = -1, first = -1, last = 0, before = -1, after, title = -1, mains = 0
        cdef int at_place = 0
        cdef double total = max(self.sums[CHARS][self.rows], 1)
        cdef double good = max(self.sums[GOOD][self.rows], 1), best = 0.3, value
        for row in range(self.rows):
            if self._in(GOOD, row, row + 1) > 0:
                if first < 0:
                    first = row
                last = row
            value = s.row.title[row] + (0.1 if self.kind[row] == H1 and s.row.title[row] > 0 else 0)
            if value > best:
                title, best = row, value
        first = max(first, 0)
        for row in range(self.rows):
            out[line, row] = row / <double>self.rows
            out[line + 1, row] = self.sums[CHARS][row] / total
            out[line + 2, row] = min(row - heading, 50) if heading >= 0 else FAR
            out[line + 3, row] = self.kind[heading] if heading >= 0 else 0
            if 1 <= self.kind[row] <= 4:
                heading = row
                out[line + 2, row] = 0
                out[line + 3, row] = self.kind[row]
            out[line + 4, row] = s.row.title[row]
            out[line + 5, row] = min(max(row - title, -50), 100) if title >= 0 else -99
            out[line + 6, row] = min(max(row - last, -200), 100)
            out[line + 7, row] = min(max(row - first, -100), 200)
            if self._in(GOOD, row, row + 1) > 0:
                before = row
            out[line + 8, row] = min(row - before, FAR) if before >= 0 else FAR + 1
            out[line + 10, row] = self.sums[GOOD][row + 1] / good
            mains += self.kind[row] == H1
            out[line + 11, row] = mains
            at_place += title >= 0 and s.row.place[row] == s.row.place[title]
            out[line + 12, row] = at_place
            out[line + 13, row] = self.sums[DATED][row + 1]
        after = self.rows + FAR
        for row in range(self.rows - 1, -1, -1):
            if self._in(GOOD, row, row + 1) > 0:
                after = row
            out[line + 9, row] = min(after - row, FAR + 1)
        return line + 14

    cdef int _neighbours(self, float[:, ::1] out, int line) except -1:
        cdef Segments s = self.segments
        cdef int row, i, other, first, last, at
        cdef double chars
        for row in range(self.rows):
            for i in range(4):
                other = row + _STEPS[i]
                if 0 <= other < self.rows:
                    out[line + 2 * i, row] = s.row.size[other]
                    out[line + 2 * i + 1, row] = s.row.linked[other] / <double>max(s.row.chars[other], 1)
                else:
                    out[line + 2 * i, row] = out[line + 2 * i + 1, row] = UNKNOWN
            at = line + 8
            out[at, row] = out[at + 1, row] = UNKNOWN
            out[at + 2, row] = out[at + 3, row] = s.box.depth[s.row.block[row]]
            if row > 0:
                out[at, row] = self.kind[row - 1] if 1 <= self.kind[row - 1] <= 6 else 0
                out[at + 2, row] -= s.box.depth[s.row.block[row - 1]]
            if row + 1 < self.rows:
                out[at + 1, row] = self.kind[row + 1] if 1 <= self.kind[row + 1] <= 6 else 0
                out[at + 3, row] -= s.box.depth[s.row.block[row + 1]]
            at += 4
            for i in range(3):
                first, last = max(row - _REACH[i], 0), min(row + _REACH[i] + 1, self.rows)
                chars = max(self._in(CHARS, first, last), 1)
                out[at + 4 * i, row] = self._in(SIZE, first, last)
                out[at + 4 * i + 1, row] = self._in(LINKED, first, last) / chars
                out[at + 4 * i + 2, row] = self._in(GOOD, first, last) / chars
                out[at + 4 * i + 3, row] = self._in(SENTENCE, first, last)
                if i == 1:
                    out[at + 12, row] = self._in(PRICED, first, last)
                    out[at + 13, row] = self._in(DATED, first, last)
        return line + 26

    cdef int _alike(self, float[:, ::1] out, int line) except -1:
        """Rows with the same path of tags, the same place, the same text."""
        cdef Segments s = self.segments
        cdef uint64_t* paths = <uint64_t*>malloc((<Py_ssize_t>self.rows + 1) * 8)
        cdef int32_t* groups = <int32_t*>malloc((<Py_ssize_t>self.rows + 1) * 4)
        cdef int32_t* copies = <int32_t*>calloc(<Py_ssize_t>self.rows + 1, 4)
        cdef int row, count
        if paths == NULL or groups == NULL or copies == NULL:
            free(paths)
            free(groups)
            free(copies)
            raise MemoryError
        for row in range(self.rows):
            paths[row] = s.box.path[s.row.block[row]]
        try:
            count = group_equal(paths, self.rows, groups)
            self._group_features(out, line, groups, count)
            self._group_features(out, line + 4, self.places, self.place_count)
            group_equal(s.row.text, self.rows, groups)
            for row in range(self.rows):
                copies[groups[row]] += 1
            for row in range(self.rows):
                out[line + 8, row] = min(copies[groups[row]], 5)
        finally:
            free(paths)
            free(groups)
            free(copies)
        return line + 9

    cdef int _group_features(self, float[:, ::1] out, int line, int32_t* groups, int count) except -1:
        cdef Segments s = self.segments
        cdef double* sums = <double*>calloc(4 * <Py_ssize_t>count + 1, sizeof(double))
        cdef double total = max(self.sums[CHARS][self.rows], 1)
        cdef double* own
        cdef int row
        if sums == NULL:
            raise MemoryError
        for row in range(self.rows):
            own = sums + 4 * <Py_ssize_t>groups[row]
            own[0] += 1
            own[1] += s.row.chars[row]
            own[2] += s.row.linked[row]
            own[3] += s.row.size[row]
        for row in range(self.rows):
            own = sums + 4 * <Py_ssize_t>groups[row]
            out[line, row] = own[0]
            out[line + 1, row] = own[1] / total
            out[line + 2, row] = own[2] / max(own[1], 1)
            out[line + 3, row] = own[3] / own[0]
        free(sums)
        return 0

    cdef int _page(self, float[:, ::1] out, int line) except -1:
        """What the page is as a whole, the same for every row."""
        cdef Segments s = self.segments
        cdef PageColumns page = s.blocks.page
        cdef int row, node, i
        cdef double total = max(self.sums[CHARS][self.rows], 1)
        cdef double[16] value
        cdef int32_t* counts = <int32_t*>calloc(1025, 4)  # sizes up to 1,024, for the median
        if counts == NULL:
            raise MemoryError
        for i in range(16):
            value[i] = 0
        value[0], value[1] = self.rows, self.sums[SIZE][self.rows]
        value[2] = self.sums[LINKED][self.rows] / total
        value[3] = self.sums[GOOD][self.rows] / total
        for row in range(self.rows):
            value[4] += self._in(GOOD, row, row + 1) > 0
            counts[min(s.row.size[row], 1024)] += 1
            if self.kind[row] == 8:
                value[6] += s.row.chars[row] / total
            elif self.kind[row] == 9:
                value[7] += s.row.chars[row] / total
            if out[MOST_SIBLINGS, row] >= 5:
                value[8] += s.row.chars[row] / total
            value[10] = max(value[10], self._in(GOOD, row, row + 1))
            if s.row.marks[row] & (HIDDEN | SILENT):
                value[11] += s.row.chars[row] / total
            value[12] += (s.row.marks[row] & IN_MAIN != 0) / <double>self.rows
            value[14] += self.kind[row] == H1
        i = 0
        row = counts[0]
        while i < 1024 and 2 * row < self.rows:
            i += 1
            row += counts[i]
        value[5] = i
        value[9] = self.sums[PRICED][self.rows] / self.rows
        for node in range(page.size):
            value[13] += page.of.tag[node] == _ARTICLE
        value[15] = self.sums[DATED][self.rows] / self.rows
        for i in range(16):
            for row in range(self.rows):
                out[line + i, row] = value[i]
        free(counts)
        return line + 16

    # Names

    cdef int _names(self, float[:, ::1] out, int line, Lexicon lexicon) except -1:
        """What the names of the elements around each row say, by the weights of their words."""
        cdef Segments s = self.segments
        cdef PageColumns page = s.blocks.page
        cdef int node, above, attribute, name, row, found
        cdef float total, least, most
        cdef Weighed* names
        cdef float* v
        cdef float* values = <float*>calloc(4 * <Py_ssize_t>page.size + 4, 4)
        cdef Weighed* known = <Weighed*>calloc(KNOWN_NAMES, sizeof(Weighed))
        if values == NULL or known == NULL:
            free(values)
            free(known)
            raise MemoryError
        for node in range(page.size):
            v = values + 4 * <Py_ssize_t>node
            above = page.of.parent[node]
            if above >= 0:
                memcpy(v, values + 4 * <Py_ssize_t>above, 4 * sizeof(float))
            found = 0
            total = least = most = 0
            for attribute in range(page.of.attribute[node], page.of.attribute[node + 1]):
                name = page.attr_name[attribute]
                if name == _CLASS or name == _ID:
                    names = _weighed(page, attribute, lexicon, known)
                    found += names.found
                    total += names.total
                    least, most = min(least, names.least), max(most, names.most)
            if found:
                v[0] = total / found
                v[1], v[2] = min(v[1], least), max(v[2], most)
                v[3] = v[3] * <float>0.7 + total / found
        for row in range(self.rows):
            v = values + 4 * <Py_ssize_t>s.row.element[row]
            out[line, row], out[line + 1, row] = v[0], v[1]
            out[line + 2, row], out[line + 3, row] = v[2], v[3]
        free(values)
        free(known)
        return line + 4

    def name_votes(self, const float[::1] labels not None):
        """Hash of each name's word, characters of content and characters in its elements."""
        cdef Segments s = self.segments
        cdef PageColumns page = s.blocks.page
        cdef int block, node, attribute, name, row, i, count
        cdef double* content
        cdef uint32_t[MOST_NAMES] hashes
        cdef double held
        votes = {}
        if labels.shape[0] != self.rows:
            raise ValueError("each segment has a label")
        content = <double*>calloc(<Py_ssize_t>self.rows + 1, sizeof(double))
        if content == NULL:
            raise MemoryError
        try:
            for row in range(self.rows):
                content[row + 1] = content[row] + labels[row] * s.row.chars[row]
            for block in range(self.blocks):
                node = s.blocks.node_[block]
                held = self._held(CHARS, block)
                if held <= 0:
                    continue
                for attribute in range(page.of.attribute[node], page.of.attribute[node + 1]):
                    name = page.attr_name[attribute]
                    if name != _CLASS and name != _ID:
                        continue
                    count = hash_names(
                        page, page.attr_begin[attribute], page.attr_end[attribute], hashes
                    )
                    for i in range(count):
                        right, whole = votes.get(hashes[i], (0.0, 0.0))
                        votes[hashes[i]] = (
                            right + content[s.box.last[block]] - content[s.box.first[block]],
                            whole + held,
                        )
        finally:
            free(content)
        return votes


cdef Weighed* _weighed(PageColumns page, int attribute, Lexicon lexicon, Weighed* known) noexcept:
    """The weights of an attribute's names; many elements have the same, so some are remembered."""
    cdef int kind = PyUnicode_KIND(page.html)
    cdef const uint8_t* data = <const uint8_t*>PyUnicode_DATA(page.html)
    cdef int begin = page.attr_begin[attribute], length = page.attr_end[attribute] - begin
    cdef const uint8_t* text = data + <Py_ssize_t>begin * kind
    cdef uint32_t at = length
    cdef Weighed* found
    if length > 0:
        at = at * 31 + text[0]
        at = at * 31 + text[<Py_ssize_t>(length // 2) * kind]
        at = at * 31 + text[<Py_ssize_t>(length - 1) * kind]
    found = &known[at % KNOWN_NAMES]
    if found.length != length or memcmp(
        data + <Py_ssize_t>found.begin * kind, text, <size_t>length * kind
    ):
        found.begin, found.length = begin, length
        lexicon.weigh(page, found)
    return found
