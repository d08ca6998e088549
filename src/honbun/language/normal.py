"""Unicode normal forms in time that grows with the text, however its marks are piled.

`unicodedata.normalize` brings a run of combining marks into order by insertion: a page of nothing
but marks, a megabyte of them, would take it hours. Brought into order here before, by sorting, they
are left as they stand, and the form that comes out is the same.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal
from unicodedata import combining, normalize

Form = Literal["NFC", "NFD", "NFKC"]
Parts = Literal["NFD", "NFKD"]

_SHORT = 500
"""Characters that are no danger in whatever order: most texts need no look at their marks."""
_MANY = 32
"""More marks in a row than any language writes."""
_LAST = 0x20000
"""Behind the last mark of any script."""


def normal(form: Form, text: str) -> str:
    """The text in a normal form.

    >>> normal("NFC", "か" + chr(0x3099)), normal("NFKC", "ｶﾞ")
    ('が', 'ガ')
    """
    if len(text) > _SHORT and not text.isascii():
        parts: Parts = "NFKD" if form == "NFKC" else "NFD"
        # A run of so many has one of them at every so many characters.
        if not _marks(parts).isdisjoint(text[::_MANY]):
            text = _runs(parts).sub(lambda run: _ordered(parts, run[0]), text)
    return normalize(form, text)


def _ordered(parts: Parts, marks: str) -> str:
    """A run of marks in the order of the standard; those of one class stay as they are."""
    single = (part for mark in marks for part in normalize(parts, mark))
    return "".join(sorted(single, key=combining))


@cache
def _marks(parts: Parts) -> frozenset[str]:
    """The characters that, taken apart, are nothing but marks."""
    return frozenset(
        char for char in map(chr, range(0x300, _LAST)) if combining(normalize(parts, char)[0])
    )


@cache
def _runs(parts: Parts) -> re.Pattern[str]:
    return re.compile(f"[{''.join(_marks(parts))}]{{{_MANY},}}")
