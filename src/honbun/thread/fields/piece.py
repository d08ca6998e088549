"""Pieces: what the texts of a header are made of.

A header line says several things at once ("#572 - Vortex - Wed Jan 08, 2003", "Ann <ann@example>").
Dates and addresses are taken out, and what is left is parted at the marks between them.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from honbun.language import dates

if TYPE_CHECKING:
    from collections.abc import Iterable

_ADDRESS = re.compile(r"[<(\[＜（]?\s*(?:mailto:)?[\w.+-]+\s?@\s?[\w-]+(?:\.[\w-]+)+\s*[>)\]＞）]?")
_MARKS = re.compile(
    r"\s[-–—|•·»«/~]+\s|[|•·»«<>＜＞()（）\[\]【】]|：|:(?=\s|$)|,\s|[-–—]+$|^[-–—]+"
)
_EDGE = " \t-–—:：,.;|<>()[]（）【】「」『』#*~\"'“”„»«•·"
_PARTS = "\x00"
"""Stands where something was taken out: what was before it and after it are two pieces."""


def pieces(text: str, *, dated: bool) -> list[str]:
    """The pieces of a header text, in their order.

    >>> pieces("#572 - Vortex - Wed Jan 08, 2003 9:31 pm", dated=True)
    ['572', 'Vortex']
    >>> pieces("Ann Lee <ann@lee.example>", dated=False)
    ['Ann Lee']
    """
    return list(_pieces(text, dated))


@lru_cache(maxsize=4096)  # asked for every text by several fields, and most texts come again
def _pieces(text: str, dated: bool) -> tuple[str, ...]:
    if not dated and text.replace(" ", "").isalnum():  # words: no mark and no address
        return tuple(filter(None, [trim(text)]))
    left = _ADDRESS.sub(_PARTS, text) if "@" in text else text
    if dated:
        for found in reversed(dates.find(left)):
            left = left[: found.start] + _PARTS + left[found.stop :]
    parts = [part for cut in left.split(_PARTS) for part in _MARKS.split(cut)]
    return tuple([bare for part in parts if (bare := trim(part))])


def trim(text: str) -> str:
    """A text without the marks at its edges.

    >>> trim("amanda <")
    'amanda'
    """
    return text.strip(_EDGE)


def common_prefix(texts: Iterable[str]) -> str:
    """What all of some texts begin with: the first and the last in order differ soonest.

    >>> common_prefix(["post 1", "post 2", "posted"])
    'post'
    """
    texts = tuple(texts)
    first, last = min(texts), max(texts)
    for place, (one, other) in enumerate(zip(first, last)):
        if one != other:
            return first[:place]
    return first
