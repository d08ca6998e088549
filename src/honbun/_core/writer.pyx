"""Lines of text with the marks of the boxes that they are inside of.

Quotations and items of lists are boxes. A term of a definition list and what is said about it are
one box, as Markdown has no such lists.
"""

cdef enum:
    QUOTATION, BULLET, NUMBER


cdef class Box:
    """A quotation, or an item of a list."""

    cdef int kind
    cdef object node
    cdef object around  # the list that the item is of; -1 for a quotation
    cdef object number

    def __eq__(self, other):
        cdef Box box
        if not isinstance(other, Box):
            return NotImplemented
        box = other
        return (
            self.kind == box.kind and self.node == box.node
            and self.around == box.around and self.number == box.number
        )


cdef Box _box(int kind, node, around, number):
    cdef Box box = Box.__new__(Box)
    box.kind, box.node, box.around, box.number = kind, node, around, number
    return box


cdef list _boxes(tuple frame):
    cdef list found = []
    cdef tuple form
    cdef str tag, above = ""
    around = -1
    for form in frame:
        tag = form[0]
        if tag == "blockquote":
            found.append(_box(QUOTATION, form[1], -1, 0))
        elif tag == "li":
            found.append(_box(NUMBER if above == "ol" else BULLET, form[1], around, form[2]))
        elif tag == "dt":
            found.append(_box(BULLET, form[1], around, 0))
        elif tag == "dd" and form[2]:
            found.append(_box(BULLET, form[2], around, 0))
        above, around = tag, form[1]
    return found


cdef class Writer:
    """Writes parts with the marks of the boxes that they are inside of."""

    cdef list lines
    cdef dict widths  # of the marks of items that already have theirs
    # What each list has before its items, or after their numbers; of two lists in a row each has
    # its own, or they would be read as one.
    cdef dict signs
    cdef list before  # the boxes of the part before
    cdef Py_ssize_t length

    def __init__(self):
        self.lines, self.widths, self.signs, self.before, self.length = [], {}, {}, [], 0

    def text(self):
        """All that was written."""
        return "\n".join(self.lines) + "\n" if self.lines else ""

    def write(self, tuple frame not None, str text not None):
        """Write one part; returns where it begins and ends in the whole text."""
        cdef list boxes = _boxes(frame)
        cdef Py_ssize_t shared = 0, start
        cdef str first, rest, line, prefix
        cdef Box met = None
        if not boxes and not self.before:
            return self._write_lines(text)
        while shared < min(len(boxes), len(self.before)) and boxes[shared] == self.before[shared]:
            shared += 1
        if shared < len(self.before):
            met = self.before[shared]
        if self.lines and not self._is_close(boxes[shared:], met):
            self._add("".join([self._rest(box) for box in boxes[:shared]]).rstrip())
        prefix = "".join([self._first(box, met) for box in boxes])
        rest = "".join([self._rest(box) for box in boxes])
        start = self.length
        for line in text.split("\n"):
            self._add(prefix + line if line else prefix.rstrip())
            prefix = rest
        self.before = boxes
        return start, self.length - 1

    cdef tuple _write_lines(self, str text):
        """Write a part outside of all boxes."""
        cdef Py_ssize_t start = self.length
        if self.lines:
            self.lines.append("")
            start += 1
        self.lines.append(text)
        self.length = start + len(text) + 1
        return start, self.length - 1

    cdef int _add(self, str line) except -1:
        self.lines.append(line)
        self.length += len(line) + 1
        return 0

    cdef bint _is_close(self, list entered, Box met) except -1:
        """Whether a part follows the one before it without a blank line, as items of a list do."""
        cdef Box item = None, box
        for box in entered:
            if box.kind != QUOTATION and box.node not in self.widths:
                item = box
                break
        if item is None:
            return False
        for box in self.before:
            if box.kind != QUOTATION:
                break
        else:
            return False
        if met is not None:
            return met.around == item.around
        # Any other number than 1 would be taken for a part of the text before it.
        return item.kind == BULLET or item.number == 1

    cdef str _first(self, Box box, Box met):
        """The mark of a box on the first line of a part; `met` is the box that ends before it."""
        cdef str mark
        if box.kind == QUOTATION or box.node in self.widths:
            return self._rest(box)
        mark = self._sign(box, met) + " "
        if box.kind == NUMBER:
            mark = f"{box.number}{mark}"
        self.widths[box.node] = len(mark)
        return mark

    cdef str _sign(self, Box box, Box met):
        cdef str usual = "." if box.kind == NUMBER else "-"
        if box.around not in self.signs:
            meets = met is not None and self.signs.get(met.around) == usual
            if meets:
                usual = ")" if box.kind == NUMBER else "*"
            self.signs[box.around] = usual
        return self.signs[box.around]

    cdef str _rest(self, Box box):
        """The mark of a box on every further line."""
        return "> " if box.kind == QUOTATION else " " * self.widths.get(box.node, 2)
