"""What a page consists of, as numbers that tell kinds of pages apart."""

import numpy as np

from libc.stdint cimport int32_t, uint8_t

from honbun._core.characters cimport COUNTED, DIGITS, MONEY, QUESTIONS
from honbun._core.names cimport KNOWN
from honbun._core.page cimport PageColumns
from honbun._core.segments cimport (
    HIDDEN, IN_ARTICLE, IN_AUTHOR, IN_FORM, IN_LINK, IN_PRE, IN_QUOTE, IN_TABLE, IN_TIME, Segments,
)

from honbun._core.names import NUMBERS

NAMES = tuple("""texts,characters,link share,links to the site,links to the page,paragraphs,items,
cells,headings,code,definitions,main headings,images,inputs,prices,dates,long texts,
characters of long texts,most siblings,in forms,in tables,in quotes,in time,questions,
articles,authors,hidden,bold""".replace("\n", "").split(","))
"""What is counted, in order."""

cdef enum:
    LONG = 85
    SHORT = 40

cdef uint8_t _group[KNOWN]
cdef int _ARTICLE = NUMBERS["article"]
cdef int _H1 = NUMBERS["h1"]

for _number, _tags in enumerate(("p", "li", "td th", "h1 h2 h3 h4 h5 h6", "pre", "dt dd"), 1):
    for _tag in _tags.split():
        _group[<int>NUMBERS[_tag]] = _number


KEPT = 5
"""How much of a page is kept, and in which pieces: so many numbers."""


def kept_features(const float[::1] sizes not None, kept):
    """The number, share, mean and greatest size of the segments that are kept, and their share."""
    cdef const uint8_t[::1] chosen = kept.view(np.uint8)
    cdef int row, rows = <int>sizes.shape[0], count = 0
    cdef double own = 0, whole = 0, longest = 0
    if chosen.shape[0] != rows:
        raise ValueError("each segment has a size")
    for row in range(rows):
        whole += sizes[row]
        if chosen[row]:
            count += 1
            own += sizes[row]
            longest = max(longest, sizes[row])
    found = np.empty(KEPT, dtype=np.float32)
    cdef float[::1] out = found
    out[0] = count
    out[1] = <float>own / <float>max(whole, 1)
    out[2] = <float>own / <float>max(count, 1)
    out[3] = longest
    out[4] = count / <double>max(rows, 1)
    return found


def page_features(Segments segments not None):
    """The counts of a page; those of texts are shares of all texts."""
    cdef int rows = segments.rows, row, tag, node
    cdef double chars = 1, size
    cdef PageColumns page = segments.blocks.page
    found = np.zeros(len(NAMES), dtype=np.float32)
    cdef float[::1] out = found
    for row in range(rows):
        size = segments.row.size[row]
        chars += segments.row.chars[row]
        out[1] += size
        out[2] += segments.row.linked[row]
        out[3] += segments.row.to_site[row]
        out[4] += segments.row.to_page[row]
        tag = page.of.tag[segments.blocks.node_[segments.row.block[row]]]
        if tag < KNOWN and _group[tag]:
            out[4 + _group[tag]] += 1
        out[11] += tag == _H1
        out[12] += segments.row.images[row]
        out[13] += segments.row.inputs[row]
        out[14] += segments.row.totals[row * COUNTED + MONEY] > 0
        if segments.row.marks[row] & IN_TIME or (
            size <= SHORT and segments.row.totals[row * COUNTED + DIGITS] >= 3
        ):
            out[15] += 1
        if size > LONG and 3 * segments.row.linked[row] < segments.row.chars[row]:
            out[16] += 1
            out[17] += segments.row.chars[row]
        out[18] = max(out[18], segments.box.siblings[segments.row.block[row]])
        out[19] += segments.row.marks[row] & IN_FORM != 0
        out[20] += segments.row.marks[row] & IN_TABLE != 0
        out[21] += segments.row.marks[row] & IN_QUOTE != 0
        out[22] += segments.row.marks[row] & IN_TIME != 0
        out[23] += segments.row.totals[row * COUNTED + QUESTIONS] > 0
        out[25] += segments.row.marks[row] & IN_AUTHOR != 0
        out[26] += segments.row.marks[row] & HIDDEN != 0
        out[27] += segments.row.bold[row]
    for node in range(page.size):
        out[24] += page.of.tag[node] == _ARTICLE
    out[0] = rows
    for tag in (2, 3, 4, 17, 27):
        out[tag] /= chars
    for tag in (5, 6, 7, 8, 9, 10, 14, 19, 20, 21, 23, 26):
        out[tag] /= max(rows, 1)
    return found
