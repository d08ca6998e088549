cdef class Mark:
    cdef public str tag
    cdef public str href
    cdef public list children


cdef class Picture:
    cdef readonly str src
    cdef readonly str alt


cdef class LineBreak:
    pass
