"""The flow of a page: its texts with their inline markup in reading order, and the elements that
give them their form.

One walk over the page yields pieces, stretches of one segment that no other block interrupts, and
forms, the lists, cells, quotations and headings around them. The inline markup of a piece is
written into its text with control characters, which no text of a page keeps:

    OPEN tag node SEP ... CLOSE     an inline element, by the number of its node
    BREAK                           a line break
    PICTURE node SEP                an image
"""

import re

from cpython.unicode cimport (
    PyUnicode_1BYTE_KIND, PyUnicode_2BYTE_KIND, PyUnicode_DATA, PyUnicode_FromKindAndData,
    PyUnicode_KIND,
)
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from honbun._core.blocks cimport BlockColumns
from honbun._core.characters cimport char_t
from honbun._core.code_points cimport CONTROL, SPACE, class_of
from honbun._core.names cimport BLOCK, HEADING, INERT_, KNOWN, UNREAD_, name_flags
from honbun._core.page cimport PageColumns

from honbun._core.names import HEADINGS, NUMBERS

cdef extern from "Python.h":
    uint32_t PyUnicode_READ(int kind, void* data, Py_ssize_t index) noexcept nogil

OPEN, SEP, CLOSE, BREAK, PICTURE = "\x01", "\x02", "\x03", "\x04", "\x05"
RULE = -2
"""The row of a piece that is a horizontal rule."""
NO_ROW = -1
"""The row of a piece that only shows pictures."""

cdef enum:
    INLINE = 1
    FORM = 2
    PREFORMATTED = 4
    STYLED = 8
    MAX_MARKS = 16
    SIGN = 20  # characters of a link that may only stand for an address
    ECHO = 200  # characters of a text that is compared with the one beside it
    MAX_COLUMN = 200
    MAX_SPAN = 1000  # columns that the HTML Standard allows a cell
    MAX_NUMBER = 999999999  # the highest that CommonMark takes for the number of an item

cdef uint8_t _kinds[KNOWN]
_TAG_KINDS = {
    INLINE: "abbr b bdi bdo button cite code del dfn em i ins kbd mark noscript q rp rt ruby s samp "
    "small strong sub sup time u var",
    FORM: "p ul ol li dl dt dd table caption tr td th blockquote figure figcaption "
    + " ".join(HEADINGS),
    PREFORMATTED: "pre listing xmp plaintext",
    # What these hold may begin or end inside a word.
    STYLED: "abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s small strong sub sup "
    "tt u var",
}
for _bit, _tags in _TAG_KINDS.items():
    for _tag in _tags.split():
        _kinds[<int>NUMBERS[_tag]] |= <uint8_t>_bit

cdef int _A = NUMBERS["a"]
cdef int _BR = NUMBERS["br"]
cdef int _HR = NUMBERS["hr"]
cdef int _IMG = NUMBERS["img"]
cdef int _OL = NUMBERS["ol"]
cdef int _LI = NUMBERS["li"]
cdef int _DT = NUMBERS["dt"]
cdef int _DD = NUMBERS["dd"]
cdef int _TR = NUMBERS["tr"]
cdef int _TD = NUMBERS["td"]
cdef int _TH = NUMBERS["th"]
cdef int _THEAD = NUMBERS["thead"]
cdef int _TBODY = NUMBERS["tbody"]
cdef int _TFOOT = NUMBERS["tfoot"]
cdef int _TABLE = NUMBERS["table"]
cdef int _CODE = NUMBERS["code"]
cdef int _KBD = NUMBERS["kbd"]
cdef int _SAMP = NUMBERS["samp"]
cdef int _PRE = NUMBERS["pre"]
cdef int _BUTTON = NUMBERS["button"]
cdef int _MATH = NUMBERS["math"]
cdef int _SCRIPT = NUMBERS["script"]
cdef int _HREF = NUMBERS["href"]
cdef int _ROLE = NUMBERS["role"]
cdef int _TYPE = NUMBERS["type"]
cdef int _START = NUMBERS["start"]
cdef int _VALUE = NUMBERS["value"]
cdef int _ROWSPAN = NUMBERS["rowspan"]
cdef int _COLSPAN = NUMBERS["colspan"]
cdef int _ENCODING = NUMBERS["encoding"]
cdef int _SHADOW = NUMBERS["shadowrootmode"]
cdef int _ARIA_HIDDEN = NUMBERS["aria-hidden"]

_ADDRESS_SIGN = re.compile(
    # Signs for "the address of this place", zero width and icon fonts' characters included.
    "[\\s¶#§🔗⚓∞↩\ufe0e\ufe0f\u200b-\u200d\u2060\ufeff\ue000-\uf8ff]{0,20}"
)
_SPACES = re.compile(r"[ \t\r\n\f]+")
# The same characters as in `_is_dropped`.
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_NOT_A_LETTER = re.compile(r"[\W_]+")
_WHOLE = re.compile(r"\s*([0-9]{1,9})\s*", re.ASCII)


cdef class Flow:
    """The forms and pieces of a page; `url` is the page's own.

    The text is divided into rows, which begin at the `offsets`. If `owners` are given, the blocks of
    the rows, text of another block is in no row. `wanted` has a byte for each row, not 0 for those
    to read; without it, all are. `pictures` has a byte for each block, not 0 for those of which a
    picture is read where they have no text; without it, all are.
    """

    cdef BlockColumns blocks
    cdef const int32_t[::1] offsets
    cdef const int32_t[::1] owners
    cdef int rows
    cdef bint owned
    cdef PageColumns page
    cdef str url
    cdef bytes wanted, pictures
    cdef int next_row, next_wanted, next_picture  # the next row; the next row and block to read
    cdef readonly list forms
    cdef readonly list pieces
    cdef int32_t* form  # the form of each element that has one, from 1; 0 before it is needed
    cdef int32_t* number  # what is counted: of an item, a column, a term
    cdef list parts  # the piece that is being written
    cdef list marks  # the nodes of the inline elements that are open in it
    cdef int block, row, after_text
    cdef bint spaced, shows
    cdef int annotation, link_end
    cdef int around_block, around, space_block  # what was found last for a block
    cdef bint keeps_space
    cdef int blank_lines, marked_owner
    cdef dict reaching  # columns of a row group that cells of earlier rows reach down to
    cdef dict speakers  # the one block that each link around blocks is shown in

    def __cinit__(
        self, BlockColumns blocks not None, const int32_t[::1] offsets not None,
        const int32_t[::1] owners=None, str url not None="", bytes wanted=None,
        bytes pictures=None,
    ):
        cdef Py_ssize_t size
        if blocks.page is None:
            raise ValueError("the page was not split")
        self.rows = <int>offsets.shape[0]
        self.offsets, self.owners, self.wanted = offsets, owners, wanted
        self.owned = owners is not None
        if wanted is not None and len(wanted) < self.rows:
            raise ValueError("a byte for each row is needed")
        if self.owned and owners.shape[0] < self.rows:
            raise ValueError("a block for each row is needed")
        if pictures is not None and len(pictures) < blocks.size:
            raise ValueError("a byte for each block is needed")
        self.pictures = pictures
        self.next_row, self.next_wanted, self.next_picture = 0, 0, 0
        self.blocks = blocks
        self.page = blocks.page
        self.url = url.partition("#")[0]
        self.forms, self.pieces, self.parts, self.marks = [], [], [], []
        self.reaching, self.speakers = {}, {}
        self.block, self.row, self.after_text = -1, NO_ROW, -1
        self.spaced, self.shows = True, False
        self.around_block, self.space_block, self.link_end = -1, -1, 0
        self.blank_lines, self.marked_owner = 0, -1
        self.annotation = self.page.number_of("annotation")
        size = self.page.size + 1
        self.form = <int32_t*>calloc(size, 4)
        self.number = <int32_t*>calloc(size, 4)
        if self.form == NULL or self.number == NULL:
            raise MemoryError
        if self.blocks.size:
            self._walk()

    def __dealloc__(self):
        free(self.form)
        free(self.number)

    cdef int _walk(self) except -1:
        cdef PageColumns page = self.page
        cdef int node = self.blocks.node_[0], last = page.of.end[self.blocks.node_[0]]
        cdef int run = 0, row = -1, tag, flags, kind, following
        cdef int formula_end = -1
        while run < page.runs and page.run_start[run] < page.of.start[node]:
            run += 1
        while True:
            following = page.of.start[node] if node < last else page.of.stop[self.blocks.node_[0]]
            while run < page.runs and page.run_start[run] < following:
                while row + 1 < self.rows and self.offsets[row + 1] <= page.run_start[run]:
                    row += 1
                self._text(run, row)
                run += 1
            if node >= last:
                break
            tag = page.of.tag[node]
            flags = name_flags[tag] if tag < KNOWN else 0
            if flags & INERT_ and page.find_attribute(node, _SHADOW) < 0:
                if tag == _SCRIPT:
                    self._script(node)
                node = page.of.end[node]
                continue
            if flags & UNREAD_ or self._is_silent(node, tag, formula_end):
                run = self._run_after(run, node)
                node = page.of.end[node]
                continue
            if tag == _MATH and self._formula(node):
                formula_end = page.of.end[node]
                run = self._run_after(run, node)
                node = formula_end
                continue
            kind = _kinds[tag] if tag < KNOWN else 0
            if tag == _BR:
                self._break(node)
            elif tag == _IMG:
                if node != formula_end:
                    self._picture(node)
            elif tag == _HR:
                self._rule(node)
            elif tag == _A:
                self._find_speaker(node, run)
            if flags & BLOCK:
                self._begin_line(node, kind)
            if kind & FORM:
                self._count(node, tag)
            if flags & BLOCK and self._is_unwanted(node, tag):
                run = self._run_after(run, node)
                node = self._skip(node)
                continue
            node += 1
        self._finish()
        return 0

    cdef bint _is_unwanted(self, int node, int tag) noexcept:
        """Whether rows begin in a block-level element, and nothing of it is read.

        No row continues in it, as it begins another block. What is counted of it is what is around
        it: parts of tables, of which every row is counted, are not asked about.
        """
        cdef int32_t* node_of = self.blocks.node_
        cdef int stop = self.page.of.stop[node], end = self.page.of.end[node], row, inner
        if not self.owned or self.wanted is None or self.pictures is None:
            return False
        if tag in (_TR, _THEAD, _TBODY, _TFOOT):
            return False
        while self.next_row < self.rows and self.offsets[self.next_row] < self.page.of.start[node]:
            self.next_row += 1
        row = self.next_row
        if row == self.rows or self.offsets[row] >= stop:
            return False
        row = max(row, self.next_wanted)
        while row < self.rows and not self.wanted[row]:
            row += 1
        self.next_wanted = row
        if row < self.rows and self.offsets[row] < stop:
            return False
        while self.next_picture < self.blocks.size and (
            node_of[self.next_picture] < node or not self.pictures[self.next_picture]
        ):
            self.next_picture += 1
        if self.next_picture < self.blocks.size and node_of[self.next_picture] < end:
            return False
        for inner in range(node, end):
            if self.page.of.tag[inner] == _MATH:
                return False  # a picture after it may be the same formula
        return True

    cdef int _skip(self, int node) except -1:
        """Leave out an element but for its rules, which may separate what is around it."""
        cdef int inner, end = self.page.of.end[node]
        self._finish()
        for inner in range(node, end):
            if self.page.of.tag[inner] == _HR:
                self._rule(inner)
        return end

    cdef int _rule(self, int node) except -1:
        self._finish()
        self.pieces.append((RULE, self._form_of(node), self.blocks.of_[node], ""))
        return 0

    cdef int _begin_line(self, int node, int kind) except -1:
        """Note lines of code that are elements of their own and show nothing."""
        if kind & PREFORMATTED or not self._keeps_space(self.blocks.of_[node]):
            self.blank_lines = 0
        elif not self.page.text[self.page.of.start[node] : self.page.of.stop[node]].strip():
            self.blank_lines += 1
        return 0

    cdef int _run_after(self, int run, int node) noexcept:
        """The first text run after an element."""
        while run < self.page.runs and self.page.run_start[run] < self.page.of.stop[node]:
            run += 1
        return run

    # Pieces

    cdef int _text(self, int run, int row) except -1:
        cdef PageColumns page = self.page
        cdef int owner = page.run_owner[run]
        cdef int block = self.blocks.of_[owner]
        cdef bint preformatted
        cdef str text
        if block < 0:
            return 0
        if row < 0 or (self.owned and self.owners[row] != block):
            row = NO_ROW
        elif self.wanted is not None and not self.wanted[row]:
            self._finish()
            return 0
        text = page.text[page.run_start[run] : page.run_start[run + 1]]
        preformatted = self._keeps_space(block)
        if row == NO_ROW and not preformatted:
            # White space before, between or after segments.
            if self.block == block and not self.spaced:
                self.parts.append(" ")
                self.spaced = True
            return 0
        if row != NO_ROW or not self.parts:
            self._begin(block, row)
        elif self.block != block:
            return 0
        text = _cleaned(text, preformatted)
        if not preformatted:
            if self.spaced:
                if text[:1] == " ":
                    text = text[1:]
            elif self.after_text >= 0 and self._has_gap(self.after_text, run):
                text = " " + text
        if not text:
            return 0
        if preformatted and self.blank_lines and not self.parts and not text.isspace():
            self.parts.append("\n" * self.blank_lines)
            self.blank_lines = 0
        self._set_marks(owner)
        if preformatted and self._is_number(owner, text):
            self.parts.append(f"\x01number{owner}\x02{text}\x03")
        else:
            self.parts.append(text)
        self.spaced = text[len(text) - 1] == " "
        self.after_text = run
        self.shows = self.shows or not text.isspace()
        return 0

    cdef bint _is_number(self, int owner, str text):
        """Whether a text in code is a number in an element of its own, as line numbers are."""
        return self.page.of.tag[owner] not in (_PRE, _CODE) and text.strip().isdecimal()

    cdef int _begin(self, int block, int row) except -1:
        if block != self.block or (row != self.row and self.row != NO_ROW):
            self._finish()
        # Pictures before the first text of a block belong to it.
        self.block, self.row = block, row
        return 0

    cdef int _finish(self) except -1:
        """End the piece that is being written."""
        if self.shows and (
            self.row != NO_ROW or self.pictures is None or self.pictures[self.block]
        ):
            while self.parts[len(self.parts) - 1] in (BREAK, " "):
                self.parts.pop()  # at the end of a block they break nothing
            self.parts.extend([CLOSE] * len(self.marks))
            self.pieces.append((
                self.row, self._form_of(self.blocks.node_[self.block]), self.block,
                "".join(self.parts),
            ))
        if self.parts:
            self.parts = []
        if self.marks:
            self.marks = []
        self.block, self.row, self.after_text, self.marked_owner = -1, NO_ROW, -1, -1
        self.spaced, self.shows = True, False
        return 0

    cdef int _set_marks(self, int owner) except -1:
        """Open and close inline elements so that those around an element are open."""
        cdef PageColumns page = self.page
        cdef list wanted = []
        cdef int node = owner, tag, i, shared = 0, block = self.block
        cdef bint linked = False
        if owner == self.marked_owner:
            return 0
        self.marked_owner = owner
        if owner == self.blocks.node_[block] and not self.marks and not self.speakers:
            return 0
        while node >= 0 and self.blocks.of_[node] == block:
            if node == self.blocks.node_[block]:
                break
            tag = page.of.tag[node]
            if tag == _A:
                if node in self.speakers:
                    wanted.append(node)
                    linked = True
            elif tag < KNOWN and _kinds[tag] & INLINE:
                wanted.append(node)
            node = page.of.parent[node]
        if not linked:
            node = self._link_around(block)
            if node >= 0:
                wanted.append(node)
        wanted.reverse()
        del wanted[MAX_MARKS:]
        for one, other in zip(wanted, self.marks):
            if one != other:
                break
            shared += 1
        self.parts.extend([CLOSE] * (len(self.marks) - shared))
        for i in range(shared, len(wanted)):
            node = wanted[i]
            self.parts.append(f"\x01{page.name_of(page.of.tag[node])}{node}\x02")
        self.marks = wanted
        return 0

    cdef int _link_around(self, int block) except -2:
        """The link around a block that is shown in this one."""
        cdef int node = self.page.of.parent[self.blocks.node_[block]]
        if self.around_block == block:
            return self.around
        self.around_block, self.around = block, -1
        while self.speakers and node >= 0:
            if self.page.of.tag[node] == _A and node in self.speakers:
                if self.speakers[node] == block:
                    self.around = node
                break
            node = self.page.of.parent[node]
        return self.around

    cdef int _find_speaker(self, int link, int run) except -1:
        """Find the block that a link is shown in: its own, or the first heading or text inside.

        Of a card that is one link as a whole, that is its heading, or else the first text. `run` is
        the first text run in the link or after it.
        """
        cdef PageColumns page = self.page
        cdef int node, tag
        if link < self.link_end or page.find_attribute(link, _HREF) < 0:
            return 0  # foreign markup can nest links; the outermost counts
        self.link_end = page.of.end[link]
        self.around_block = -1
        for node in range(link + 1, page.of.end[link]):
            tag = page.of.tag[node]
            if tag < KNOWN and name_flags[tag] & HEADING:
                self.speakers[link] = self.blocks.of_[node]
                return 0
        while run < page.runs and page.run_start[run] < page.of.stop[link]:
            if self._has_text(run):
                self.speakers[link] = self.blocks.of_[page.run_owner[run]]
                return 0
            run += 1
        self.speakers[link] = self.blocks.of_[link]
        return 0

    cdef bint _has_text(self, int run) noexcept:
        cdef int kind = self.page.kind()
        cdef void* data = self.page.data()
        cdef int offset
        for offset in range(self.page.run_start[run], self.page.run_start[run + 1]):
            if class_of(PyUnicode_READ(kind, data, offset)) & (SPACE | CONTROL) == 0:
                return True
        return False

    cdef int _break(self, int node) except -1:
        cdef int block = self.blocks.of_[node]
        if self.block == block and self.parts:
            self.parts.append(BREAK)
            self.after_text, self.spaced = -1, True
        return 0

    cdef int _picture(self, int node) except -1:
        cdef int block = self.blocks.of_[node]
        if block < 0:
            return 0
        if self.block != block:
            self._begin(block, NO_ROW)
        self._set_marks(self.page.of.parent[node])
        self.parts.append(f"\x05{node}\x02")
        self.after_text, self.spaced, self.shows = -1, False, True
        return 0

    cdef bint _formula(self, int node) except -1:
        """Write a formula by its source, if the page has it."""
        cdef PageColumns page = self.page
        cdef int inner, attribute, block = self.blocks.of_[node]
        cdef str source = ""
        for inner in range(node + 1, page.of.end[node]):
            if page.of.tag[inner] == self.annotation and self.annotation >= 0:
                attribute = page.find_attribute(inner, _ENCODING)
                if attribute >= 0 and "tex" in page.value(attribute).lower():
                    source = page.text[page.of.start[inner] : page.of.stop[inner]]
        return self._write_formula(block, page.of.parent[node], source)

    cdef bint _script(self, int node) except -1:
        """Write the source of a formula that a script shows."""
        cdef int attribute = self.page.find_attribute(node, _TYPE)
        if attribute < 0 or not self.page.value(attribute).startswith("math/tex"):
            return False
        return self._write_formula(
            self.blocks.of_[self.page.of.parent[node]], self.page.of.parent[node],
            self.page.raw_text(node),
        )

    cdef bint _write_formula(self, int block, int owner, str source) except -1:
        source = _SPACES.sub(" ", _CONTROL.sub("", source)).strip()
        if not source or block < 0:
            return False
        if self.block != block:
            self._begin(block, NO_ROW)
        self._set_marks(owner)
        self.parts.append(f"\x01math{owner}\x02{source}\x03")
        self.after_text, self.spaced, self.shows = -1, False, True
        return True

    # What shows nothing of its own

    cdef bint _is_silent(self, int node, int tag, int formula_end) except -1:
        cdef PageColumns page = self.page
        cdef int attribute = page.find_attribute(node, _ARIA_HIDDEN)
        if attribute >= 0 and page.value(attribute) == "true":
            if node == formula_end or self._is_echo(node):
                return True
        if tag == _A and page.of.stop[node] - page.of.start[node] <= SIGN:
            return self._is_address(node)
        return False

    cdef bint _is_address(self, int link) except -1:
        """Whether a link only offers the address of the place that it is in."""
        cdef PageColumns page = self.page
        cdef str text = page.text[page.of.start[link] : page.of.stop[link]]
        cdef int attribute = page.find_attribute(link, _HREF)
        if attribute < 0 or not text or not _ADDRESS_SIGN.fullmatch(text):
            return False
        path, sign, _ = page.value(attribute).strip().partition("#")
        if not sign or path in ("", self.url):
            return bool(sign)
        return self.url.endswith(path if path.startswith("/") else "/" + path)

    cdef bint _is_echo(self, int node) except -1:
        """Whether an element is hidden from screen readers because the text beside it is the same."""
        cdef PageColumns page = self.page
        cdef int above = page.of.parent[node], following = page.of.end[node], begin
        cdef str words = self._words(page.of.start[node], page.of.stop[node])
        if not words:
            return False
        begin = max(page.of.start[above], page.of.start[node] - ECHO)
        if self._words(begin, page.of.start[node]) == words and not self._hidden(above + 1):
            return True
        if following < page.of.end[above] and page.of.stop[node] == page.of.start[following]:
            return (
                not self._hidden(following)
                and self._words(page.of.start[following], page.of.stop[following]) == words
            )
        # Text that is in no element of its own.
        return self._words(page.of.stop[node], page.of.stop[above]) == words

    cdef bint _hidden(self, int node) except -1:
        cdef int attribute = self.page.find_attribute(node, _ARIA_HIDDEN)
        return attribute >= 0 and self.page.value(attribute) == "true"

    cdef str _words(self, int start, int stop):
        """The letters and digits of a short text: "$10.99" is also written "$10" and a small "99"."""
        if stop - start > ECHO:
            return ""
        return _NOT_A_LETTER.sub("", self.page.text[start:stop])

    cdef bint _has_gap(self, int before, int after) except -1:
        """Whether a reader sees a gap between two text runs with nothing between them.

        Style sheets separate elements (a name and a role, a product and its price), and none is
        read. The letters are enough: on 748 pages with known text, a capital after a small letter
        was the start of another word 524 times and inside one once; two small letters were inside
        one word 43 times of 51.
        """
        cdef PageColumns page = self.page
        cdef int32_t* start = page.run_start
        cdef str last = page.text[start[before + 1] - 1], first = page.text[start[after]]
        cdef int left = -1, right = -1, one = page.run_owner[before], other = page.run_owner[after]
        cdef int tag
        if last in ".!?" and first.isupper():
            # "a cooker.Shop now" of two elements; but ".NET" and "U.S." with a part of them styled.
            if start[before + 1] - start[before] < 2:
                return False
            last = page.text[start[before + 1] - 2]
            if not last.islower():
                return False
        if not (last.isalnum() and first.isalnum()):
            return False
        while one != other:
            if page.of.depth[one] >= page.of.depth[other]:
                left, one = one, page.of.parent[one]
            else:
                right, other = other, page.of.parent[other]
        if start[after] > start[before + 1]:
            return True  # something between them is left out
        if left < 0 and right < 0:
            return False  # one element, and something without text inside it, such as <wbr>
        if self._is_button(left) or self._is_button(right):
            return True
        while one >= 0 and self.blocks.of_[one] == self.block:
            if page.of.tag[one] in (_CODE, _KBD, _SAMP):
                return False
            one = page.of.parent[one]
        if last.islower() and first.isupper():
            return True
        if left < 0 or right < 0:
            return False
        # "Accessories1385" of two elements; but "CO2" and "21st" with one of them styled.
        for one in (left, right):
            tag = page.of.tag[one]
            if tag < KNOWN and _kinds[tag] & STYLED:
                return False
        return self._differ(
            page.text[max(start[before], start[before + 1] - 2) : start[before + 1]],
            page.text[start[after] : min(start[after] + 2, start[after + 1])],
        )

    cdef bint _is_button(self, int node) noexcept:
        return node >= 0 and self.page.of.tag[node] == _BUTTON

    cdef bint _differ(self, str last, str first) except -1:
        if last.isupper() and first[0].isupper():
            # Two names in capitals; single letters are those of one word, each in its own colour.
            return len(last.strip()) == len(first.strip()) == 2
        return last[len(last) - 1].isdigit() != first[0].isdigit() and not first[0].islower()

    # Forms

    cdef bint _keeps_space(self, int block) noexcept:
        cdef int tag, node = self.blocks.node_[block]
        if self.space_block == block:
            return self.keeps_space
        self.space_block, self.keeps_space = block, False
        while node >= 0 and not self.keeps_space:
            tag = self.page.of.tag[node]
            self.keeps_space = tag < KNOWN and _kinds[tag] & PREFORMATTED != 0
            node = self.page.of.parent[node]
        return self.keeps_space

    cdef int _form_of(self, int node) except -2:
        """The number of the form of the nearest element that has one; it is created if need be.

        A block that is no form itself is a paragraph, unless it is inside one.
        """
        cdef PageColumns page = self.page
        cdef list chain = []
        cdef int above = node, tag, kind, form = -1
        while above >= 0:
            tag = page.of.tag[above]
            kind = _kinds[tag] if tag < KNOWN else 0
            if kind & (FORM | PREFORMATTED) or above == node:
                if self.form[above]:
                    form = self.form[above] - 1
                    break
                chain.append(above)
            above = page.of.parent[above]
        while chain:
            above = chain.pop()
            tag = page.of.tag[above]
            kind = _kinds[tag] if tag < KNOWN else 0
            if kind & PREFORMATTED:
                name = "pre"
            elif kind & FORM:
                name = page.name_of(tag)
            else:
                name = "hr" if tag == _HR else "div"
            self.forms.append((name, form, above, self._number_of(above, tag)))
            form = len(self.forms) - 1
            self.form[above] = form + 1
        return form

    cdef int _number_of(self, int node, int tag) noexcept:
        """What a form says as a number; rows of headings say 1."""
        if tag == _TR:
            return self.page.of.tag[self.page.of.parent[node]] == _THEAD
        return self.number[node] if tag in (_LI, _DD, _TD, _TH, _TABLE) else 0

    cdef int _count(self, int node, int tag) except -1:
        """Note what a reader gets from the whole of a list or a table."""
        cdef PageColumns page = self.page
        cdef int above = page.of.parent[node], counted, attribute
        if tag == _OL:
            attribute = self._whole(node, _START)
            self.number[node] = 1 if attribute < 0 else attribute
            if page.find_attribute(node, page.number_of("reversed")) >= 0:
                self._count_down(node, attribute)
        elif tag == _LI and page.of.tag[above] == _OL:
            if page.find_attribute(above, page.number_of("reversed")) < 0:
                counted = self._whole(node, _VALUE)
                if counted < 0:
                    counted = self.number[above]
                self.number[node] = min(counted, MAX_NUMBER)
                self.number[above] = self.number[node] + 1
        elif tag == _DT:
            self.number[above] = node
        elif tag == _DD:
            self.number[node] = self.number[above]
        elif tag == _TABLE:
            attribute = page.find_attribute(node, _ROLE)
            self.number[node] = attribute >= 0 and page.value(attribute) in ("presentation", "none")
        elif tag == _TR:
            self._begin_row(node)
        elif tag in (_TD, _TH) and page.of.tag[above] == _TR:
            self._place_cell(node, above)
        return 0

    cdef int _count_down(self, int node, int start) except -1:
        cdef PageColumns page = self.page
        cdef list items = []
        cdef int child = node + 1, counted, place = 0
        while child < page.of.end[node]:
            if page.of.tag[child] == _LI:
                items.append(child)
            child = page.of.end[child]
        counted = start if start >= 0 else <int>len(items)
        for child in items:
            if self._whole(child, _VALUE) >= 0:
                counted = self._whole(child, _VALUE)
            place += 1
            self.number[child] = counted if counted >= 0 else place
            counted -= 1
        return 0

    cdef int _begin_row(self, int row) except -1:
        """Cells that reach down end with the <tbody> or the like that they are in."""
        cdef int group = self.page.of.parent[row]
        if group in self.reaching:
            columns = self.reaching[group]
            for column in list(columns):
                columns[column] -= 1
                if columns[column] <= 0:
                    del columns[column]
        self.number[row] = 0  # the next column
        return 0

    cdef int _place_cell(self, int cell, int row) except -1:
        cdef int column = self.number[row], down = self._whole(cell, _ROWSPAN)
        cdef int across = self._whole(cell, _COLSPAN), group = self.page.of.parent[row], place
        reached = self.reaching.get(group)
        while reached is not None and reached.get(column, 0) > 0:
            column += 1
        self.number[cell] = column
        if across < 1:
            across = 1
        across = min(across, MAX_SPAN)
        if down >= 0 and down != 1:
            if reached is None:
                reached = self.reaching[group] = {}
            for place in range(column, min(column + across, MAX_COLUMN)):
                # Counted down when the next row begins.
                reached[place] = max(reached.get(place, 0), down if down else 65535)
        self.number[row] = column + across
        return 0

    cdef int _whole(self, int node, int name) except -2:
        """A whole number in an attribute, -1 for anything else."""
        cdef int attribute = self.page.find_attribute(node, name)
        if attribute < 0:
            return -1
        match = _WHOLE.fullmatch(self.page.value(attribute))
        return min(int(match[1]), MAX_NUMBER) if match else -1


cdef str _cleaned(str text, bint preformatted):
    """Text without control characters; white space is collapsed unless it is preformatted."""
    cdef int kind = PyUnicode_KIND(text)
    cdef void* data = PyUnicode_DATA(text)
    cdef Py_ssize_t size = len(text)
    if kind == PyUnicode_1BYTE_KIND:
        return _written(text, <const uint8_t*>data, size, preformatted)
    if kind == PyUnicode_2BYTE_KIND:
        return _written(text, <const uint16_t*>data, size, preformatted)
    return _written(text, <const uint32_t*>data, size, preformatted)


cdef str _written(str whole, const char_t* text, Py_ssize_t size, bint preformatted):
    cdef Py_ssize_t clean = 0, length
    cdef bint spaced = False
    cdef char_t* out
    cdef uint32_t c
    while clean < size and _stays(text[clean], spaced, preformatted):
        spaced = text[clean] == c' '
        clean += 1
    if clean == size:
        return whole
    out = <char_t*>malloc(size * sizeof(char_t))
    if out == NULL:
        raise MemoryError
    memcpy(out, text, clean * sizeof(char_t))
    length = clean
    while clean < size:
        c = text[clean]
        clean += 1
        if _is_dropped(c):
            continue
        if c == 0x85:
            c = c' '
        if not preformatted:
            if _is_break(c):
                c = c' '
            if c == c' ' and spaced:
                continue
            spaced = c == c' '
        out[length] = <char_t>c
        length += 1
    try:
        return PyUnicode_FromKindAndData(sizeof(char_t), out, length)
    finally:
        free(out)


cdef inline bint _stays(uint32_t c, bint spaced, bint preformatted) noexcept nogil:
    """Whether a character stays as it is, after a space or not."""
    if 0x20 < c < 0x7F:
        return True
    if c == c' ':
        return preformatted or not spaced
    return c != 0x85 and not _is_dropped(c) and (preformatted or not _is_break(c))


cdef inline bint _is_break(uint32_t c) noexcept nogil:
    return c == c'\n' or c == c'\t' or c == c'\r' or c == c'\f'


cdef inline bint _is_dropped(uint32_t c) noexcept nogil:
    """Whether a character means nothing in running text: control characters and half ones."""
    if c < 0x20:
        return not (c == c'\t' or c == c'\n' or c == c'\f' or c == c'\r')
    return (
        0x7F <= c <= 0x9F and c != 0x85 or 0xD800 <= c <= 0xDFFF or c == 0xFFFE or c == 0xFFFF
    )
