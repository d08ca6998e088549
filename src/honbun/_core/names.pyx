# cython: language_level=3
"""Names of elements and attributes as numbers.

The names of the HTML Standard have fixed numbers, so the other kernels compare integers and look
up what the standard says of an element in a table of flags.
"""

from libc.string cimport memcmp, memcpy, memset

BLOCK_LEVEL = frozenset(
    # HTML Standard, 15.3 "Non-replaced elements": display block, list-item, table and its parts.
    "address article aside blockquote body caption center col colgroup dd details dialog dir div "
    "dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr "
    "legend li listing main menu nav ol optgroup option p plaintext pre search section summary "
    "table tbody td tfoot th thead tr ul xmp".split()
)
HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
INERT = frozenset("script style template".split())
UNREAD = frozenset("canvas datalist object select svg textarea audio video".split())
MEDIA = frozenset("img video audio object embed".split())
RAW_TEXT = frozenset("script style iframe noembed noframes".split())

_SETS = {
    BLOCK: BLOCK_LEVEL,
    INERT_: INERT,
    UNREAD_: UNREAD,
    MEDIA_: MEDIA,
    RAW: RAW_TEXT,
    # HTML Standard, 13.3 "Serializing HTML fragments": no end tag; text without escapes; a line
    # feed before the text.
    VOID: "area base basefont bgsound br col embed frame hr img input keygen link meta param "
    "source track wbr".split(),
    VERBATIM: "script style xmp iframe noembed noframes plaintext".split(),
    LINE_FEED: "pre textarea listing".split(),
    HEADING: HEADINGS,
}
_OTHERS = (
    "html head title a abbr b bdi bdo big button cite code data del dfn em font i ins kbd label "
    "map mark math meter noscript nobr output picture progress q rp rt ruby s samp slot small span "
    "strike strong sub sup svg template time tt u var acronym applet "
    "desc foreignObject annotation-xml mi mo mn ms mtext mglyph malignmark "
    "class id href src style rel itemprop itemtype itemscope itemid itemref content property name "
    "role hidden aria-hidden aria-label datetime lang xml:lang alt width height type charset "
    "http-equiv colspan rowspan start value cite srcset data-src data-lazy-src data-original "
    "data-lazy data-srcset shadowrootmode encoding target onclick for action method bgcolor"
)


def _vocabulary():
    known = {}
    for names in (*_SETS.values(), _OTHERS.split()):
        for name in sorted(names) if isinstance(names, frozenset) else names:
            known.setdefault(name, len(known))
    return known


NUMBERS = _vocabulary()
NAMES = list(NUMBERS)

cdef int _slots[1024]
cdef char _spelled[512][LONGEST]
cdef int _lengths[512]


cdef inline unsigned int _slot(const char* name, int length) noexcept nogil:
    cdef unsigned int value = 2166136261
    cdef int i
    for i in range(length):
        value = (value ^ <unsigned char>name[i]) * 16777619
    return (value ^ (value >> 15)) & 1023


cdef int known_name(const char* name, int length) noexcept nogil:
    """The number of a name of at most LONGEST characters; -1 for one that is not known."""
    cdef unsigned int slot = _slot(name, length)
    cdef int number = _slots[slot]
    while number >= 0:
        if _lengths[number] == length and memcmp(_spelled[number], name, length) == 0:
            return number
        slot = (slot + 1) & 1023
        number = _slots[slot]
    return -1


def _fill():
    cdef int number
    cdef unsigned int slot
    cdef bytes spelled
    if len(NAMES) > 512 or max(map(len, NAMES)) > LONGEST:
        raise ImportError("too many names for the table, or one too long")
    memset(_slots, 0xFF, sizeof(_slots))
    memset(name_flags, 0, sizeof(name_flags))
    for number, name in enumerate(NAMES):
        spelled = name.encode()
        _lengths[number] = len(spelled)
        memcpy(_spelled[number], <const char*>spelled, len(spelled))
        slot = _slot(spelled, len(spelled))
        while _slots[slot] >= 0:
            slot = (slot + 1) & 1023
        _slots[slot] = number
    for flag, names in _SETS.items():
        for name in names:
            name_flags[NUMBERS[name]] |= flag


_fill()
