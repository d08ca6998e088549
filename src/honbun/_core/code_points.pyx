"""Classes of characters, for kernels that read text one character at a time."""


def _fill():
    cdef int c
    for c in range(256):
        low_classes[c] = SPACE if is_space(c) else CONTROL if is_control(c) else WORD


_fill()
