"""Inline markup as CommonMark.

Only what could begin or end markup is escaped, judged by its neighbours so that plain text stays
readable: a backslash before a letter, an asterisk between words, an underscore inside a word and a
less-than sign before what is no tag mean themselves. So do brackets where no address and no colon
follows: no references are ever defined.
"""

import re
from unicodedata import category
from urllib.parse import quote

from cpython.unicode cimport PyUnicode_DATA, PyUnicode_GET_LENGTH, PyUnicode_KIND
from libc.stdint cimport uint32_t

from honbun._core.inlines cimport LineBreak, Mark, Picture

from honbun._core.inlines import plain

cdef extern from "Python.h":
    uint32_t PyUnicode_READ(int kind, void* data, Py_ssize_t index) noexcept nogil
    bint Py_UNICODE_ISSPACE(uint32_t c) noexcept nogil
    bint Py_UNICODE_ISALNUM(uint32_t c) noexcept nogil
    bint Py_UNICODE_ISDECIMAL(uint32_t c) noexcept nogil

cdef enum:
    LINK = 1
    EMPHASIS = 2
    STRONG = 4
    FORWARD = 8  # siblings that are searched for the next character
    END = 0x110000  # what comes after the last character

cdef dict _MARKS = {"em": EMPHASIS, "i": EMPHASIS, "strong": STRONG, "b": STRONG}
cdef frozenset _AS_HTML = frozenset({"sub", "sup", "del", "s"})
"""Marks that change what a text means (10<sup>6</sup>) and that CommonMark has only as HTML."""
cdef frozenset _CODE = frozenset({"code", "kbd", "samp"})
_LINE_START = re.compile(
    r"(?m)^([ \t]*)(?:"
    r"(\#(?=\#{0,5}(?:\s|$))|>|[*+-](?=\s|$)|=(?==*[ \t]*$)|~(?=~~)"
    r"|-(?=[-:| \t]*$)|[:|](?=[:| \t]*-[-:| \t]*$)|\[(?=[^\[\]]*(?<!\\)\]:))"
    r"|(\d{1,9})([.)])(?=\s|$))"
)
"""What would make a line of plain text a heading, a list, a quotation, a rule, a fence, the
line under a table's head, or a reference (with code inside: those in text are escaped anyway)."""
_BREAK = re.compile(r"[^\S\n]*\\\n[^\S\n]*")
_PARAGRAPHS = re.compile(r"(?:[^\S\n]*\\\n){2,}[^\S\n]*")
"""Two breaks in a row: how pages without <p> part paragraphs."""
_UNSAFE = re.compile(r"[\s()<>\\]")
_TICKS = re.compile("`+")


def inline_markdown(list inlines not None, bint strong=False):
    """Inline markup as CommonMark; nothing is marked in what is `strong` as a whole."""
    cdef str written
    cdef uint32_t first
    if len(inlines) == 1 and isinstance(inlines[0], str) and not _has_sign(inlines[0], False):
        written = (<str>inlines[0]).strip()
    else:
        # Breaks and spaces at the edges of a block break nothing.
        written = _bare(_written(inlines, END, END, STRONG if strong else 0))
    if "\n" in written:
        spaced = _BREAK.sub(r"\\\n", _PARAGRAPHS.sub("\n\n", written))
        return _LINE_START.sub(_escaped_start, spaced)
    first = _first_of(written)
    if first < 128 and chr(first) in "#>*+=~:|[-" or Py_UNICODE_ISDECIMAL(first):
        return _LINE_START.sub(_escaped_start, written, 1)
    return written


def code_span(str text not None):
    """A line of code between as many backticks as it needs.

    >>> code_span("x"), code_span("`x`")
    ('`x`', '`` `x` ``')
    """
    if "`" not in text:
        return f"`{text}`"
    fence = "`" * (max([len(run) for run in _TICKS.findall(text)]) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def _escaped_start(match):
    margin, sign, number, dot = match.groups()
    return f"{margin}\\{sign}" if sign else f"{margin}{number}\\{dot}"


cdef str _written(list inlines, uint32_t before, uint32_t after, int inside):
    """Siblings one after another; `before` and `after` are the characters around them."""
    cdef list parts = []
    cdef Py_ssize_t number = 0
    cdef uint32_t previous = before, following, found
    cdef str piece
    inlines = _with_whole_texts(inlines)
    for inline in inlines:
        number += 1
        found = _following(inlines, number)
        following = after if found == END else found
        piece = _markdown(inline, previous, following, inside)
        if parts:
            piece = _joined(parts, piece, inline, inside)
        if piece:
            parts.append(piece)
            previous = _last_of(piece)
        elif parts:
            previous = _last_of(parts[len(parts) - 1])
    return <str>parts[0] if len(parts) == 1 else "".join(parts)


cdef list _with_whole_texts(list inlines):
    """Texts side by side as one, as what is left of a link to nowhere: "<" and "/b>" are a tag."""
    cdef list found, texts = []
    cdef Py_ssize_t at
    for at in range(1, len(inlines)):
        if isinstance(inlines[at - 1], str) and isinstance(inlines[at], str):
            break
    else:
        return inlines
    found = []
    for inline in inlines:
        if isinstance(inline, str):
            texts.append(inline)
            continue
        if texts:
            found.append("".join(texts))
            texts = []
        found.append(inline)
    if texts:
        found.append("".join(texts))
    return found


cdef str _joined(list parts, str piece, inline, int inside):
    """What comes next, made fit to stand beside what was written last, which may change too."""
    cdef str written = parts[len(parts) - 1], before
    cdef uint32_t last = _last_of(written), first = _first_of(piece)
    if not (last == c'!' and first == c'[' or last == first and last in (c'`', c'*')):
        return piece
    before = written[: len(written) - 1]
    if _slashes(before) % 2:
        return piece  # what is escaped meets nothing
    if last == c'!':  # else the link would be a picture
        parts[len(parts) - 1] = before + "\\!"
    elif isinstance(inline, Mark) and last == c'`':
        if written.endswith("``") or piece.startswith("``"):
            return _escaped(plain([inline]), END, inside & LINK != 0)
        parts[len(parts) - 1] = before  # two codes become one
        return piece[1:]
    elif isinstance(inline, Mark):
        # Marks that meet would be read as one; the second gives way.
        return _written((<Mark>inline).children, last, END, inside | EMPHASIS | STRONG)
    return piece


cdef Py_ssize_t _slashes(str text) noexcept:
    """How many backslashes a text ends with."""
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text), at = size
    while at and PyUnicode_READ(PyUnicode_KIND(text), PyUnicode_DATA(text), at - 1) == c'\\':
        at -= 1
    return size - at


cdef uint32_t _first_of(str text) noexcept:
    if not PyUnicode_GET_LENGTH(text):
        return END
    return PyUnicode_READ(PyUnicode_KIND(text), PyUnicode_DATA(text), 0)


cdef uint32_t _last_of(str text) noexcept:
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(text)
    if not size:
        return END
    return PyUnicode_READ(PyUnicode_KIND(text), PyUnicode_DATA(text), size - 1)


cdef uint32_t _following(list inlines, Py_ssize_t start) noexcept:
    """The first character that siblings from `start` on show."""
    cdef Py_ssize_t at
    cdef uint32_t found = END
    for at in range(start, min(start + FORWARD, len(inlines))):
        found = _first_shown(inlines[at])
        if found != END:
            break
    return found


cdef uint32_t _first_shown(inline) noexcept:
    cdef uint32_t found = END
    if isinstance(inline, str):
        return _first_of(inline)
    if isinstance(inline, LineBreak):
        return c'\n'
    if isinstance(inline, Mark):
        for child in (<Mark>inline).children:
            found = _first_shown(child)
            if found != END:
                break
    return found


# Escaping

cdef bint _has_sign(str text, bint in_brackets) noexcept:
    """Whether a text has a character that may have to be escaped."""
    cdef int kind = PyUnicode_KIND(text)
    cdef void* data = PyUnicode_DATA(text)
    cdef Py_ssize_t at
    for at in range(PyUnicode_GET_LENGTH(text)):
        if _is_sign(PyUnicode_READ(kind, data, at), in_brackets):
            return True
    return False


cdef inline bint _is_sign(uint32_t c, bint in_brackets) noexcept nogil:
    return (
        c == c'`' or c == c'\\' or c == c'*' or c == c'_' or c == c']' or c == c'<' or c == c'&'
        or in_brackets and c == c'['
    )


cdef str _escaped(str text, uint32_t after, bint in_brackets):
    """Text whose characters mean themselves, with this character after it."""
    cdef int kind = PyUnicode_KIND(text)
    cdef void* data = PyUnicode_DATA(text)
    cdef Py_ssize_t at, copied = 0, size = PyUnicode_GET_LENGTH(text)
    cdef list parts = None
    if size and PyUnicode_READ(kind, data, size - 1) in (c'\\', c'&'):
        after = END  # whatever comes next may begin with a sign that is not its own
    for at in range(size):
        if not _is_sign(PyUnicode_READ(kind, data, at), in_brackets):
            continue
        if _means_more(kind, data, at, size, after, in_brackets):
            if parts is None:
                parts = []
            parts.append(text[copied:at])
            parts.append("\\")
            copied = at
    if parts is None:
        return text
    parts.append(text[copied:])
    return "".join(parts)


cdef inline uint32_t _at(
    int kind, void* data, Py_ssize_t at, Py_ssize_t size, uint32_t after
) noexcept nogil:
    if at < 0 or at > size:
        return END
    return PyUnicode_READ(kind, data, at) if at < size else after


cdef bint _means_more(
    int kind, void* data, Py_ssize_t at, Py_ssize_t size, uint32_t after, bint in_brackets
) noexcept nogil:
    """Whether a sign could be read as markup."""
    cdef uint32_t c = PyUnicode_READ(kind, data, at)
    cdef uint32_t following = _at(kind, data, at + 1, size, after)
    if c == c'`':
        return True
    if c == c'\\':
        return following == END or _is_space(following) or _is_ascii_sign(following)
    if c == c'*':
        return not (
            _at(kind, data, at - 1, size, after) == c' '
            and _is_shown(_at(kind, data, at - 2, size, after))
            and following == c' '
            and _is_shown(_at(kind, data, at + 2, size, after))
        )
    if c == c'_':
        return not (_is_letter(_at(kind, data, at - 1, size, after)) and _is_letter(following))
    if c == c'[' or c == c']':
        return in_brackets or following == c'(' or following == c':'
    if c == c'<':
        return _begins_tag(kind, data, at + 1, size, after)
    # c == c'&'
    if following == END or following == c'#':
        return True
    at += 1
    while _is_word(_at(kind, data, at, size, after)):
        at += 1
    return _is_word(following) and _at(kind, data, at, size, after) == c';'


cdef bint _begins_tag(
    int kind, void* data, Py_ssize_t start, Py_ssize_t size, uint32_t after
) noexcept nogil:
    """Whether a less-than sign before this place begins a tag, a comment or an address."""
    cdef uint32_t c = _at(kind, data, start, size, after)
    cdef Py_ssize_t at = start
    if c == c'!' or c == c'?':
        return True
    if c == c'/':
        at += 1
    if _is_ascii_letter(_at(kind, data, at, size, after)):
        while True:
            c = _at(kind, data, at, size, after)
            if not (_is_ascii_letter(c) or c'0' <= c <= c'9' or c == c'-'):
                break
            at += 1
        if c == END or c == c'/' or c == c'>' or _is_space(c):
            return True
    at = start
    while True:
        c = _at(kind, data, at, size, after)
        if c == END or c == c'<' or c == c'>' or _is_space(c):
            return False
        if c == c':' or c == c'@':
            return True
        at += 1


cdef inline bint _is_space(uint32_t c) noexcept nogil:
    return c < END and Py_UNICODE_ISSPACE(c)


cdef inline bint _is_shown(uint32_t c) noexcept nogil:
    return c < END and not Py_UNICODE_ISSPACE(c)


cdef inline bint _is_letter(uint32_t c) noexcept nogil:
    return c < END and Py_UNICODE_ISALNUM(c)


cdef inline bint _is_word(uint32_t c) noexcept nogil:
    return c == c'_' or _is_letter(c)


cdef inline bint _is_ascii_letter(uint32_t c) noexcept nogil:
    return c'a' <= c <= c'z' or c'A' <= c <= c'Z'


cdef inline bint _is_ascii_sign(uint32_t c) noexcept nogil:
    return 0x20 < c < 0x7F and not (_is_ascii_letter(c) or c'0' <= c <= c'9')


cdef bint _is_punctuation(uint32_t c):
    if c < 128:
        return _is_ascii_sign(c)
    return c < END and category(chr(c))[0] in "PS"


# Marks

cdef str _markdown(inline, uint32_t before, uint32_t after, int inside):
    cdef Mark mark
    if isinstance(inline, str):
        return _escaped(inline, after, inside & LINK != 0)
    if isinstance(inline, LineBreak):
        return " " if inside & LINK else "\\\n"
    if isinstance(inline, Picture):
        return f"![{_escaped((<Picture>inline).alt, END, True)}]({_target((<Picture>inline).src)})"
    mark = inline
    if mark.tag in _CODE:
        return _code(mark, before, after, inside)
    if mark.tag == "math":
        return f"${plain(mark.children)}$"
    return _marked(mark, before, after, inside)


cdef str _marked(Mark inline, uint32_t before, uint32_t after, int inside):
    cdef str inner, sign
    cdef int mark
    if inline.tag == "a":
        inner = _written(inline.children, c'[', c']', inside | LINK)
        return _around(inner, "[", f"]({_target(inline.href or '')})")
    if inline.tag in _AS_HTML:
        inner = _written(inline.children, c'>', c'<', inside)
        return _around(inner, f"<{inline.tag}>", f"</{inline.tag}>")
    mark = _MARKS.get(inline.tag, 0)
    if not mark or mark & inside:
        return _written(inline.children, before, after, inside)
    inner = _written(inline.children, c'*', c'*', inside | mark)
    if _flanked(inner, before, after):
        sign = "*" if mark == EMPHASIS else "**"
        return _around(inner, sign, sign)
    return _written(inline.children, before, after, inside | mark)


cdef str _around(str inner, str opening, str closing):
    """Text between marks, white space and breaks moved out; nothing around nothing."""
    if "\n" not in inner:
        return _between(inner, opening, closing)
    # No mark reaches from one paragraph into the next.
    paragraphs = _PARAGRAPHS.split(inner)
    return "\\\n\\\n".join([_between(one, opening, closing) for one in paragraphs])


cdef str _between(str inner, str opening, str closing):
    cdef Py_ssize_t start, stop
    _find_bare(inner, &start, &stop)
    if start == stop:
        return inner
    return f"{inner[:start]}{opening}{inner[start:stop]}{closing}{inner[stop:]}"


cdef str _bare(str text):
    cdef Py_ssize_t start, stop
    _find_bare(text, &start, &stop)
    return text[start:stop]


cdef void _find_bare(str text, Py_ssize_t* start, Py_ssize_t* stop) noexcept:
    """Where a text begins and ends without white space and breaks at its edges."""
    cdef int kind = PyUnicode_KIND(text)
    cdef void* data = PyUnicode_DATA(text)
    cdef Py_ssize_t first = 0, last = PyUnicode_GET_LENGTH(text), size = last, slashes
    cdef uint32_t c
    while first < size:
        c = PyUnicode_READ(kind, data, first)
        if c == c'\\' and _at(kind, data, first + 1, size, END) == c'\n':
            first += 1
        elif not Py_UNICODE_ISSPACE(c):
            break
        first += 1
    while True:
        while last > first and Py_UNICODE_ISSPACE(PyUnicode_READ(kind, data, last - 1)):
            last -= 1
        # A backslash is a break where it stands before a line feed and is not itself escaped.
        slashes = 0
        while last - slashes > first and PyUnicode_READ(kind, data, last - slashes - 1) == c'\\':
            slashes += 1
        if slashes % 2 == 0 or _at(kind, data, last, size, END) != c'\n':
            break
        last -= 1
    start[0], stop[0] = first, last


cdef bint _flanked(str inner, uint32_t before, uint32_t after):
    """Whether CommonMark takes marks around this text for emphasis.

    Marks next to punctuation count only where a space or punctuation is on their other side, which
    Japanese text seldom has: `は**「港」**です` would show its asterisks.
    """
    cdef Py_ssize_t start, stop
    _find_bare(inner, &start, &stop)
    if start == stop:
        return False
    if not start and _is_inside_word(before) and _is_punctuation(_first_of(inner)):
        return False
    return not (
        stop == len(inner) and _is_inside_word(after) and _is_punctuation(_last_of(inner))
    )


cdef bint _is_inside_word(uint32_t c):
    return _is_shown(c) and not _is_punctuation(c)


cdef str _code(Mark inline, uint32_t before, uint32_t after, int inside):
    """Code as code; it cannot hold links and pictures, so it stands inside them, or beside."""
    cdef str text
    cdef Py_ssize_t start, stop
    if _holds_more_than_text(inline.children):
        return _written(
            [_with_code_inside(child) for child in inline.children], before, after, inside
        )
    text = plain(inline.children).replace("\n", " ")
    # Markdown takes a space from both ends of code, so spaces stand outside.
    _find_bare(text, &start, &stop)
    if start == stop:
        return text
    return f"{text[:start]}{code_span(text[start:stop])}{text[stop:]}"


cdef bint _holds_more_than_text(list inlines) noexcept:
    cdef Mark mark
    for inline in inlines:
        if isinstance(inline, Picture):
            return True
        if isinstance(inline, Mark):
            mark = inline
            if mark.tag == "a" or _holds_more_than_text(mark.children):
                return True
    return False


cdef _with_code_inside(inline):
    cdef Mark mark
    if isinstance(inline, Picture):
        return inline
    if isinstance(inline, Mark):
        mark = inline
        if mark.tag in _CODE:
            return mark
        return Mark(mark.tag, mark.href, [Mark("code", None, mark.children)])
    return Mark("code", None, [inline])


cdef str _target(str address):
    """An address as a link target that no character of its own can end."""
    cdef int kind = PyUnicode_KIND(address)
    cdef void* data = PyUnicode_DATA(address)
    cdef Py_ssize_t at
    cdef uint32_t c
    for at in range(PyUnicode_GET_LENGTH(address)):
        c = PyUnicode_READ(kind, data, at)
        if c in (c'(', c')', c'<', c'>', c'\\') or Py_UNICODE_ISSPACE(c):
            return _UNSAFE.sub(lambda match: quote(match[0]), address)
    return address
