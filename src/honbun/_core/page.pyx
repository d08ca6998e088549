"""PageColumns: a parsed page as columns, and what is read from them on request.

Elements, text runs and attributes are in document order. No object is made for a node, and a
string is made only when it is asked for.
"""

from cpython.unicode cimport (
    PyUnicode_1BYTE_KIND, PyUnicode_2BYTE_KIND, PyUnicode_DATA, PyUnicode_KIND,
)
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t
from libc.stdlib cimport calloc, free, malloc

from honbun._core.characters cimport char_t
from honbun._core.names cimport KNOWN

from honbun._core.names import NAMES, NUMBERS


cdef class PageColumns:
    """The elements, text runs and attributes of a page."""

    def __cinit__(self):
        self.html = self.text = ""
        self.more_numbers = {}
        self.more_names = []
        self.paths = {-1: ""}

    def __dealloc__(self):
        free(self.of.tag)
        free(self.of.parent)
        free(self.of.depth)
        free(self.of.end)
        free(self.of.start)
        free(self.of.stop)
        free(self.of.attribute)
        free(self.of.space)
        free(self.run_start)
        free(self.run_owner)
        free(self.attr_name)
        free(self.attr_begin)
        free(self.attr_end)
        free(self.raw_owner)
        free(self.raw_begin)
        free(self.raw_end)
        free(self.tag_index)
        free(self.same_position)
        free(self.position)

    def __len__(self):
        return self.size

    # Names and attributes

    cdef int number_of(self, str name) except -2:
        """The number of a name; -1 for one that the page does not have."""
        number = NUMBERS.get(name)
        if number is None:
            number = self.more_numbers.get(name)
        return -1 if number is None else number

    cdef str name_of(self, int number):
        return NAMES[number] if number < KNOWN else self.more_names[number - KNOWN]

    cdef int find_attribute(self, int node, int number) noexcept nogil:
        """The attribute of an element with this name; -1 if it has none."""
        cdef int attribute
        for attribute in range(self.of.attribute[node], self.of.attribute[node + 1]):
            if self.attr_name[attribute] == number:
                return attribute
        return -1

    cdef str value(self, int attribute):
        """The value of an attribute, without escapes."""
        cdef str value = self.html[self.attr_begin[attribute] : self.attr_end[attribute]]
        return _unescape(value) if "&" in value else value

    cdef void* data(self) noexcept:
        return PyUnicode_DATA(self.text)

    cdef int kind(self) noexcept:
        return PyUnicode_KIND(self.text)

    def attribute(self, int node, str name):
        """The value of an attribute, None where it is absent."""
        cdef int attribute = self.find_attribute(self._checked(node), self.number_of(name))
        return self.value(attribute) if attribute >= 0 else None

    def attributes(self, int node):
        """All attributes of an element, in source order."""
        self._checked(node)
        return tuple([
            (self.name_of(self.attr_name[attribute]), self.value(attribute))
            for attribute in range(self.of.attribute[node], self.of.attribute[node + 1])
        ])

    def values(self, nodes, str name):
        """The values of one attribute of many elements."""
        cdef int number = self.number_of(name)
        cdef int attribute
        cdef list values = []
        for node in nodes:
            attribute = self.find_attribute(self._checked(node), number)
            values.append(self.value(attribute) if attribute >= 0 else None)
        return values

    def find_attributes(self, *names, str containing=""):
        """Element, name and value of every attribute with one of these names.

        `containing` is a word in lower case that values must contain, in any case.
        """
        cdef list numbers = [self.number_of(name) for name in names]
        cdef list found = []
        cdef int node, number, attribute
        cdef uint8_t wanted[KNOWN]
        cdef bint any_known = False
        for number in range(KNOWN):
            wanted[number] = 0
        for number in numbers:
            if 0 <= number < KNOWN:
                wanted[number] = 1
        extra = any(number >= KNOWN for number in numbers)
        # Values are searched as they are in the source: no escape stands for a letter or slash.
        cdef bint plain = containing.isascii() and containing.replace("/", "").isalnum()
        cdef bytes searched = containing.encode() if plain else b""
        cdef const char* word = searched
        cdef Py_ssize_t length = len(searched)
        for node in range(self.size):
            any_known = extra
            for attribute in range(self.of.attribute[node], self.of.attribute[node + 1]):
                number = self.attr_name[attribute]
                if number < KNOWN and wanted[number]:
                    any_known = any_known or not length or self._may_contain(attribute, word, length)
            if not any_known:
                continue
            for name, number in zip(names, numbers):
                attribute = self.find_attribute(node, number) if number >= 0 else -1
                if attribute >= 0:
                    value = self.value(attribute)
                    if not containing or containing in value.lower():
                        found.append((node, name, value))
        return found

    cdef bint _may_contain(self, int attribute, const char* word, Py_ssize_t length) noexcept:
        """Whether a value contains a word of ASCII, which is in lower case."""
        cdef int kind = PyUnicode_KIND(self.html)
        cdef void* data = PyUnicode_DATA(self.html)
        cdef Py_ssize_t begin = self.attr_begin[attribute], end = self.attr_end[attribute]
        if kind == PyUnicode_1BYTE_KIND:
            return _has_word(<const uint8_t*>data, begin, end, word, length)
        if kind == PyUnicode_2BYTE_KIND:
            return _has_word(<const uint16_t*>data, begin, end, word, length)
        return _has_word(<const uint32_t*>data, begin, end, word, length)

    cdef int _checked(self, int node) except -1:
        if not 0 <= node < self.size:
            raise IndexError(f"there is no element {node}")
        return node

    # Columns as Python objects

    def find(self, *tags):
        """The elements with one of these tags, in document order."""
        if self.tag_index == NULL:
            self._index_tags()
        cdef list found = []
        cdef int place
        cdef int spans = 0
        for tag in tags:
            span = self.tag_spans.get(self.number_of(tag))
            if span is not None:
                spans += 1
                found += [self.tag_index[place] for place in range(span[0], span[1])]
        if spans > 1:
            found.sort()
        return found

    cdef int _index_tags(self) except -1:
        cdef int names = KNOWN + <int>len(self.more_names)
        cdef int node, number, total = 0, here
        cdef int32_t* next_place = <int32_t*>calloc(names + 1, 4)
        self.tag_index = <int32_t*>malloc(self.size * 4 + 4)
        if next_place == NULL or self.tag_index == NULL:
            free(next_place)
            raise MemoryError
        for node in range(self.size):
            next_place[self.of.tag[node]] += 1
        self.tag_spans = {}
        for number in range(names):
            here = next_place[number]
            next_place[number] = total
            if here:
                self.tag_spans[number] = (total, total + here)
            total += here
        for node in range(self.size):
            number = self.of.tag[node]
            self.tag_index[next_place[number]] = node
            next_place[number] += 1
        free(next_place)
        return 0

    def tags(self):
        """The tag of each element."""
        cdef int node
        return [self.name_of(self.of.tag[node]) for node in range(self.size)]

    def column(self, str name):
        """One of the columns `parent depth end start stop run_start run_owner` as a list."""
        cdef int32_t* values
        cdef Py_ssize_t length = self.size
        cdef Py_ssize_t i
        if name == "parent":
            values = self.of.parent
        elif name == "depth":
            values = self.of.depth
        elif name == "end":
            values = self.of.end
        elif name == "start":
            values = self.of.start
        elif name == "stop":
            values = self.of.stop
        elif name == "run_start":
            values, length = self.run_start, self.runs + 1 if self.run_start else 0
        elif name == "run_owner":
            values, length = self.run_owner, self.runs
        else:
            raise ValueError(f"there is no column {name}")
        return [values[i] for i in range(length)]

    def text_runs(self):
        """The text runs: stretches of text without tags."""
        cdef int run
        return [
            self.text[self.run_start[run] : self.run_start[run + 1]] for run in range(self.runs)
        ]

    def raw_text(self, int node):
        """The text of a script, style sheet or frame fallback, which is not part of `text`."""
        cdef int piece
        self._checked(node)
        if self.raw_pieces is None:
            self.raw_pieces = {}
            for piece in range(self.raws):
                self.raw_pieces.setdefault(self.raw_owner[piece], []).append(
                    slice(self.raw_begin[piece], self.raw_end[piece])
                )
        cdef str raw = "".join([self.html[place] for place in self.raw_pieces.get(node, ())])
        return _unescape(raw) if self.of.space[node] else raw

    # Single elements, for steps that need few: a column as a list costs one object per element

    def tag_of(self, int node):
        """The tag of an element."""
        return self.name_of(self.of.tag[self._checked(node)])

    def parent_of(self, int node):
        """The parent of an element, -1 for the root."""
        return self.of.parent[self._checked(node)]

    def end_of(self, int node):
        """One past the last element of a subtree."""
        return self.of.end[self._checked(node)]

    def subtree_text(self, int node):
        """The raw text of a subtree, without the spaces that separate blocks."""
        self._checked(node)
        return self.text[self.of.start[node] : self.of.stop[node]]

    def texts_beside(self, int node, int most):
        """The nearest text runs after and before an element, blank ones aside.

        At most so many runs are looked at in each direction.
        """
        cdef int low = 0, high = self.runs, middle, run, step
        cdef list found = []
        self._checked(node)
        while low < high:
            middle = (low + high) // 2
            if self.run_start[middle] < self.of.stop[node]:
                low = middle + 1
            else:
                high = middle
        for step in (1, -1):
            run = low if step == 1 else low - 1
            high = run + step * most
            while run != high and 0 <= run < self.runs:
                text = self.text[self.run_start[run] : self.run_start[run + 1]]
                if not text.isspace():
                    found.append(text)
                    break
                run += step
        return found

    # XPaths

    def xpath(self, int node):
        """The path of an element, with a position only where siblings have the same tag."""
        cdef list missing = []
        cdef int step
        self._checked(node)
        if self.position == NULL:
            self._count_siblings()
        while node not in self.paths:
            missing.append(node)
            node = self.of.parent[node]
        cdef str path = self.paths[node]
        for step in reversed(missing):
            path = self.paths[step] = f"{path}/{self._step(step)}"
        return path

    cdef str _step(self, int node):
        cdef int number = self.of.tag[node]
        cdef str tag = self.name_of(number)
        if not (_in_xpath[number] if number < KNOWN else _is_xpath_name(tag)):
            # `<a:b>` is no XPath name: count among all siblings instead.
            return f"*[{self.position[node]}]"
        return f"{tag}[{self.same_position[node]}]" if self.same_position[node] else tag

    cdef int _count_siblings(self) except -1:
        """Number the children of every element, in time linear in the page."""
        cdef int names = KNOWN + <int>len(self.more_names)
        cdef int32_t* holder = <int32_t*>malloc(names * 4)
        cdef int32_t* first = <int32_t*>malloc(names * 4)
        cdef int32_t* count = <int32_t*>malloc(names * 4)
        cdef int node, child, tag, place
        self.same_position = <int32_t*>calloc(self.size + 1, 4)
        self.position = <int32_t*>calloc(self.size + 1, 4)
        if not (holder and first and count and self.same_position and self.position):
            free(holder)
            free(first)
            free(count)
            raise MemoryError
        for tag in range(names):
            holder[tag] = -1
        for node in range(self.size):
            child = node + 1
            place = 0
            while child < self.of.end[node]:
                place += 1
                self.position[child] = place
                tag = self.of.tag[child]
                if holder[tag] != node:
                    holder[tag] = node
                    first[tag] = child
                    count[tag] = 1
                else:
                    count[tag] += 1
                    self.same_position[first[tag]] = 1
                    self.same_position[child] = count[tag]
                child = self.of.end[child]
        free(holder)
        free(first)
        free(count)
        return 0


cdef uint8_t _in_xpath[KNOWN]


cdef bint _is_xpath_name(str tag) noexcept:
    cdef Py_UCS4 c
    for i, c in enumerate(tag):
        if not (c'a' <= c <= c'z' or c'A' <= c <= c'Z' or c == c'_' or (
            i and (c'0' <= c <= c'9' or c == c'.' or c == c'-')
        )):
            return False
    return bool(tag)


cdef str _unescape(str value):
    # The ampersand last: what it leaves is not read again.
    return (
        value.replace("&quot;", '"').replace("&nbsp;", "\xa0").replace("&lt;", "<")
        .replace("&gt;", ">").replace("&amp;", "&")
    )


cdef bint _has_word(
    const char_t* text, Py_ssize_t begin, Py_ssize_t end, const char* word, Py_ssize_t length
) noexcept nogil:
    cdef Py_ssize_t at, i, last = end - length
    # Setting this bit makes a letter small, and leaves a slash as it is.
    cdef uint32_t first = <uint32_t>word[0] | 32
    for at in range(begin, end if sizeof(char_t) > 1 else last + 1):
        if sizeof(char_t) > 1 and (text[at] == 0x130 or text[at] == 0x212A):
            return True  # their lower case has letters of ASCII
        if text[at] | 32 != first or at > last:
            continue
        i = 0
        while i < length and _lower(text[at + i]) == <uint32_t>word[i]:
            i += 1
        if i == length:
            return True
    return False


cdef inline uint32_t _lower(uint32_t c) noexcept nogil:
    return c + 32 if c'A' <= c <= c'Z' else c


def _fill():
    for number, name in enumerate(NAMES):
        _in_xpath[<int>number] = _is_xpath_name(name)


_fill()
