from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

ctypedef fused char_t:
    uint8_t
    uint16_t
    uint32_t

# What is counted of a text, in this order.
cdef enum:
    WORDS
    SENTENCES
    LETTERS
    COMMAS
    QUESTIONS
    DIGITS
    CAPITALS
    MONEY
    SIGNS
    COUNTED  # how many these are


cdef struct TextHashes:
    uint64_t text  # of the characters in lower case, without white space
    uint64_t pattern  # ... with every number as 0
    int32_t words  # words that were written
    int32_t ideographs  # ... and how many of them are one character


cdef inline uint64_t mixed(uint64_t value) noexcept nogil:
    """A number whose bits all depend on all bits of another one (splitmix64)."""
    value = (value ^ (value >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    value = (value ^ (value >> 27)) * <uint64_t>0x94D049BB133111EB
    return value ^ (value >> 31)


cdef int measure_text(
    const char_t* text, Py_ssize_t start, Py_ssize_t stop,
    int32_t* totals, TextHashes* hashes, uint64_t* words,
) except -1
