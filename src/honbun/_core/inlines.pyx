"""Inline markup as a small tree, read from the marks that `flow.pyx` writes into the text.

It is at most as deep as `flow.pyx` nests marks, so functions over it may be recursive.
"""

from cpython.unicode cimport PyUnicode_DATA, PyUnicode_GET_LENGTH, PyUnicode_KIND, PyUnicode_READ
from libc.stdint cimport uint32_t

cdef enum:
    OPEN = 1
    SEP = 2
    CLOSE = 3
    BREAK_ = 4
    PICTURE = 5

cdef frozenset _JOINED = frozenset({"a", "b", "em", "i", "strong"})
"""Marks that are one where two of them meet: nobody sees where the second begins."""


cdef class Mark:
    """An inline element and what it holds."""

    __match_args__ = ("tag", "href", "children")

    def __init__(self, str tag not None, str href=None, list children=None):
        self.tag, self.href = tag, href
        self.children = [] if children is None else children

    def __eq__(self, other):
        if not isinstance(other, Mark):
            return NotImplemented
        cdef Mark mark = other
        return (self.tag, self.href, self.children) == (mark.tag, mark.href, mark.children)

    def __repr__(self):
        return f"Mark(tag={self.tag!r}, href={self.href!r}, children={self.children!r})"


cdef class Picture:
    """A picture in the text."""

    __match_args__ = ("src", "alt")

    def __init__(self, str src not None, str alt not None):
        self.src, self.alt = src, alt

    def __eq__(self, other):
        if not isinstance(other, Picture):
            return NotImplemented
        cdef Picture picture = other
        return (self.src, self.alt) == (picture.src, picture.alt)

    def __hash__(self):
        return hash((self.src, self.alt))

    def __repr__(self):
        return f"Picture(src={self.src!r}, alt={self.alt!r})"


cdef class LineBreak:
    """A break that the page asks for."""

    def __eq__(self, other):
        return isinstance(other, LineBreak) or NotImplemented

    def __hash__(self):
        return hash(LineBreak)

    def __repr__(self):
        return "LineBreak()"


BREAK = LineBreak()


def read_inlines(str marked not None, href, picture):
    """The inline tree of a piece; links and pictures are looked up by node."""
    cdef int kind = PyUnicode_KIND(marked)
    cdef void* data = PyUnicode_DATA(marked)
    cdef Py_ssize_t at = 0, start, size = PyUnicode_GET_LENGTH(marked)
    cdef int unscripted = 0
    cdef Py_UCS4 c
    cdef list siblings = []
    cdef list root = siblings
    cdef list around = []
    cdef list tags = []
    cdef str tag
    cdef long node
    cdef bint ruby = False
    while at < size:
        c = PyUnicode_READ(kind, data, at)
        start = at
        at += 1
        if not OPEN <= c <= PICTURE:
            while at < size and not OPEN <= PyUnicode_READ(kind, data, at) <= PICTURE:
                at += 1
            siblings.append(marked if at - start == size else marked[start:at])
        elif c == OPEN:
            while at < size and c'a' <= PyUnicode_READ(kind, data, at) <= c'z':
                at += 1
            tag = marked[start + 1 : at]
            node = _number(kind, data, &at, size)
            if node < 0 or not tag:
                at = start + 1
                continue
            unscripted += tag == "noscript"
            ruby = ruby or tag == "rt"
            tags.append(tag)
            around.append(siblings)
            siblings = _opened(siblings, tag, href(node) if tag == "a" else None)
        elif c == CLOSE:
            unscripted -= tags.pop() == "noscript"
            siblings = around.pop()
        elif c == BREAK_:
            siblings.append(BREAK)
        elif c == PICTURE:
            node = _number(kind, data, &at, size)
            if node < 0:
                at = start + 1
            elif not (unscripted and _ends_with_picture(siblings)):
                shown = picture(node)
                if shown is not None:
                    siblings.append(shown)  # else the same once more for readers without scripts
    return _with_ruby_parentheses(root) if ruby else root


cdef long _number(int kind, void* data, Py_ssize_t* place, Py_ssize_t size) noexcept:
    """The number of a node before a separator, after which the place moves; -1 for none."""
    cdef Py_ssize_t at = place[0]
    cdef long number = 0
    cdef uint32_t c
    while at < size and at - place[0] < 12:
        c = PyUnicode_READ(kind, data, at)
        at += 1
        if c == SEP and at - place[0] > 1:
            place[0] = at
            return number
        if not c'0' <= c <= c'9':
            return -1
        number = 10 * number + <long>c - c'0'
    return -1


cdef list _opened(list siblings, str tag, str href):
    """The children of a mark that begins here; a link that leads nowhere marks nothing."""
    cdef Mark mark
    if (tag == "a" and href is None) or tag == "noscript":
        return siblings
    if siblings and tag in _JOINED:
        last = siblings[len(siblings) - 1]
        if isinstance(last, Mark):
            mark = last
            if mark.tag == tag and mark.href == href:
                return mark.children
    mark = Mark.__new__(Mark)
    mark.tag, mark.href, mark.children = tag, href, []
    siblings.append(mark)
    return mark.children


cdef bint _ends_with_picture(list inlines) except -1:
    """Whether the last that a reader sees of it is a picture."""
    return _last_seen(inlines) == 1


cdef int _last_seen(list inlines) except -1:
    """1 if the last that a reader sees is a picture, 2 if it is anything else, 0 for nothing."""
    cdef int last
    for inline in reversed(inlines):
        if isinstance(inline, Mark) and (<Mark>inline).children:
            last = _last_seen((<Mark>inline).children)
            if last:
                return last
        elif not isinstance(inline, str) or not (<str>inline).isspace():
            return 1 if isinstance(inline, Picture) else 2
    return 0


cdef list _with_ruby_parentheses(list inlines):
    """Readings of characters between parentheses where the page has none: 漢字(かんじ).

    Browsers do not show <rp>, so HTML keeps the reading above the characters.
    """
    cdef bint has_own = any(
        [isinstance(inline, Mark) and (<Mark>inline).tag == "rp" for inline in inlines]
    )
    cdef list found = []
    cdef Mark mark, inner
    for inline in inlines:
        if not isinstance(inline, Mark):
            found.append(inline)
            continue
        mark = inline
        inner = Mark(mark.tag, mark.href, _with_ruby_parentheses(mark.children))
        if mark.tag == "rt" and not has_own:
            found += [Mark("rp", None, ["("]), inner, Mark("rp", None, [")"])]
        else:
            found.append(inner)
    return found


def shows(inlines):
    """Whether a reader sees anything of it."""
    for inline in inlines:
        if isinstance(inline, str):
            if not (<str>inline).isspace():
                return True
        elif isinstance(inline, Picture):
            return True
        elif isinstance(inline, Mark) and shows((<Mark>inline).children):
            return True
    return False


def plain(inlines):
    """The text alone; a break is a line feed."""
    cdef list texts = []
    _add_texts(inlines, texts, False)
    return <str>texts[0] if len(texts) == 1 else "".join(texts)


def plain_text(inlines):
    """The same; raised numbers are not read as a part of the number or word before them."""
    cdef list texts = []
    _add_texts(inlines, texts, True)
    return <str>texts[0] if len(texts) == 1 else "".join(texts)


cdef int _add_texts(inlines, list texts, bint raised) except -1:
    cdef Mark mark
    cdef str text
    for inline in inlines:
        if isinstance(inline, str):
            texts.append(inline)
        elif isinstance(inline, LineBreak):
            texts.append("\n")
        elif isinstance(inline, Mark):
            mark = inline
            if raised and mark.tag == "sup":
                text = plain(mark.children).strip()
                if text.isdecimal():
                    texts.append(f"[{text}]" if _has_link(mark.children) else f"^{text}")
                    continue
            _add_texts(mark.children, texts, raised)
    return 0


cdef bint _has_link(list inlines) except -1:
    """Whether a raised number is that of a note."""
    for inline in inlines:
        if isinstance(inline, Mark) and (<Mark>inline).tag == "a":
            return True
    return False
