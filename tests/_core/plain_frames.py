"""A plain definition of frames, the elements around a piece that give its text its form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.html.blocks import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.document.model import Form, Frame

PHRASING = HEADINGS | {"p", "pre"}
"""Forms that may hold inline markup only."""
_PART_OF = {"caption": ("table",), "tr": ("table",), "td": ("tr",), "th": ("tr",)}
_ENDS = {"li": ("li",), "dt": ("dt", "dd"), "dd": ("dt", "dd")}
"""Elements that end what they would be inside of."""
_MAX_FRAME = 24
"""Elements of a frame: lists and quotations deeper than a reader can follow lose the outermost."""


class Frames:
    """The frames of the pieces of a page."""

    def __init__(self, forms: Sequence[tuple[str, int, int, int]], info: dict[int, str]) -> None:
        self._forms, self._info = forms, info
        self._frames: dict[int, Frame] = {}

    def of(self, form: int) -> Frame:
        """The elements that give a text its form, outermost first."""
        if form not in self._frames:
            self._frames[form] = self._frame(form)
        return self._frames[form]

    def _frame(self, form: int) -> Frame:
        tag, above, own, number = self._forms[form]
        if above < 0 and tag in PHRASING:
            return ((tag, own, number, self._info.get(own, "")),)
        chain: list[Form] = []
        while True:
            # What may hold inline markup only cannot be around another form.
            if tag not in ("div", "hr") and not (chain and tag in PHRASING):
                chain.append((tag, own_ := self._forms[form][2], number, self._info.get(own_, "")))
            if above < 0 or len(chain) == _MAX_FRAME:
                break
            form = above
            tag, above, _, number = self._forms[form]
        chain = _sound(reversed(chain))
        if not (chain and (chain[-1][1] == own or chain[-1][0] in PHRASING)):
            chain.append(("p", own, 0, ""))
        return tuple(chain)


def _sound(chain: Iterable[Form]) -> list[Form]:
    """A frame without parts of tables that are in none, and items directly inside items.

    Foreign markup and careless pages have both, and no parser would read them back.
    """
    sound: list[Form] = []
    for element in chain:
        tag, around = element[0], sound[-1][0] if sound else ""
        if around in _PART_OF.get(tag, (around,)) and around not in _ENDS.get(tag, ()):
            sound.append(element)
    return sound
