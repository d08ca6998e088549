"""Ways: what each node of a page is told to be made alike by.

Numbers over the nodes: those with one number are alike. What "alike" means differs from page to
page, so there are several: the way of tags up from the node, so many steps of it; the class, with
those of its ancestors; the nearest class above.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from honbun.listing.sheet import Numbers, Sheet

_STEPS = (2, 3, 4, 6)
_NUMBER = re.compile(r"\d")


def ways(sheet: Sheet) -> Iterator[Numbers]:
    """All of them, each a number for every node."""
    yield sheet.way
    yield from _upward(sheet.tag, sheet.box, _STEPS)
    make = _makes(sheet)
    yield from _upward(make, sheet.strand.parent, (1, 2, 3))
    yield _named(sheet, make)


def _upward(own: Numbers, above: Numbers, told: Collection[int]) -> Iterator[Numbers]:
    """A number for what each node and so many of its ancestors are, for each number told."""
    key = own
    for steps in range(1, max(told) + 1):
        if steps > 1:
            upper = np.append(key, -1)[above]
            pair = own * (int(upper.max(initial=0)) + 2) + upper + 1
            key = np.unique(pair, return_inverse=True)[1]
        if steps in told:
            yield key


def _makes(sheet: Sheet) -> Numbers:
    """Tag and class, but for names that hold numbers: those are one element's own."""
    numbers: dict[tuple[str, str], int] = {}
    plain: dict[str, str] = {}
    found = []
    for tag, names in zip(sheet.strand.tag, sheet.classes):
        if names not in plain:
            plain[names] = " ".join(name for name in names.split() if not _NUMBER.search(name))
        found.append(numbers.setdefault((tag, plain[names]), len(numbers)))
    return np.array(found, dtype=np.int64)


def _named(sheet: Sheet, make: Numbers) -> Numbers:
    """The way up to the nearest ancestor with a class, and that class."""
    numbers: dict[tuple[int, int], int] = {}
    found = [0] * (len(sheet) + 1)
    found[-1] = -1
    columns = zip(make.tolist(), sheet.classes, sheet.strand.parent.tolist())
    for at, (own, named, parent) in enumerate(columns):
        found[at] = numbers.setdefault((own, -2 if named else found[parent]), len(numbers))
    return np.array(found[:-1], dtype=np.int64)
