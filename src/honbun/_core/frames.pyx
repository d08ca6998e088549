"""The frame of a piece: the elements around it that give its text its form.

What a reader gets from the whole of a list or a table (the number of an item, the column of a cell)
is in the frame too, as the rest of the list or the table may not be content.
"""

from honbun._core.names import HEADINGS

PHRASING = HEADINGS | {"p", "pre"}
"""Forms that may hold inline markup only."""
cdef frozenset _PHRASING = PHRASING
cdef dict _PART_OF = {"caption": "table", "tr": "table", "td": "tr", "th": "tr"}
cdef dict _ENDS = {"li": ("li",), "dt": ("dt", "dd"), "dd": ("dt", "dd")}
"""Elements that end what they would be inside of."""

cdef enum:
    MAX_FRAME = 24  # lists and quotations deeper than a reader can follow lose the outermost


cdef class Frames:
    """The frames of the pieces of a page."""

    cdef list forms, frames
    cdef dict info

    def __init__(self, list forms not None, dict info not None):
        self.forms, self.info = forms, info
        self.frames = [None] * len(forms)

    def of(self, Py_ssize_t form):
        """The elements that give a text its form, outermost first."""
        if not 0 <= form < len(self.frames):
            raise IndexError(f"no form {form}")
        frame = self.frames[form]
        if frame is None:
            frame = self.frames[form] = self._frame(form)
        return frame

    cdef tuple _frame(self, Py_ssize_t form):
        cdef tuple found = self.forms[form], element
        cdef list chain = [], sound
        cdef str tag = found[0]
        own = found[2]
        if found[1] < 0 and tag in _PHRASING:
            return (self._form(found),)
        while True:
            # What may hold inline markup only cannot be around another form.
            if not (tag == "div" or tag == "hr" or chain and tag in _PHRASING):
                chain.append(self._form(found))
            if found[1] < 0 or len(chain) == MAX_FRAME:
                break
            found = self.forms[found[1]]
            tag = found[0]
        chain.reverse()
        sound = _sound(chain)
        if sound:
            element = sound[len(sound) - 1]
            if element[1] == own or element[0] in _PHRASING:
                return tuple(sound)
        sound.append(("p", own, 0, ""))
        return tuple(sound)

    cdef tuple _form(self, tuple found):
        return (found[0], found[2], found[3], self.info.get(found[2], "") if self.info else "")


cdef list _sound(list chain):
    """A frame without parts of tables that are in none, and items directly inside items.

    Foreign markup and careless pages have both, and no parser would read them back.
    """
    cdef list sound = []
    cdef str tag, around = ""
    for element in chain:
        tag = (<tuple>element)[0]
        if _PART_OF.get(tag, around) == around and around not in _ENDS.get(tag, ()):
            sound.append(element)
            around = tag
    return sound
