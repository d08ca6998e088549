# What the standard says of an element, one bit each.
cdef enum:
    BLOCK = 1
    INERT_ = 2
    UNREAD_ = 4
    MEDIA_ = 8
    RAW = 16
    VOID = 32
    VERBATIM = 64
    LINE_FEED = 128
    HEADING = 256

cdef enum:
    LONGEST = 24  # characters of the longest known name
    KNOWN = 512  # numbers from here on belong to names of one page only

cdef int name_flags[512]
cdef int known_name(const char* name, int length) noexcept nogil
