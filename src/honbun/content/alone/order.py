"""Where each row stands among the others: position, neighbours, windows, headings, the title."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.content.alone.sheet import Family, Named, Sheet

_BESIDE = (-3, -2, -1, 1, 2, 3)
_WINDOWS = (2, 7, 20, 50)
"""Rows to either side."""
_BESIDE_NAMES = tuple(
    [
        f"{name} at {step:+}"
        for step in _BESIDE
        for name in ("size", "links", "is p", "is heading", "is li")
    ]
)
_WINDOW_NAMES = tuple(
    [
        f"{name} within {reach}"
        for reach in _WINDOWS
        for name in ("size", "share", "links", "long", "words", "headings", "items")
    ]
)
_POSITION_NAMES = (
    *("place", "text before", "rows before", "rows after", "depth"),
    *("deeper than before", "deeper than after", "after main heading", "main headings"),
    *("after title", "since heading", "rank of heading", "after first long", "after last long"),
    *("since long", "until long", "long before"),
)


def features(sheet: Sheet) -> Iterator[Named | Family]:
    around, title = sheet.surroundings, sheet.title
    yield _POSITION_NAMES, around.position_features(-1 if title is None else title)
    yield _BESIDE_NAMES, around.neighbour_features()
    yield _WINDOW_NAMES, around.window_features()
    yield from _copies(sheet)


def _copies(sheet: Sheet) -> Iterator[Named]:
    """How often the same is said, and how often it was before."""
    seen: dict[str, int] = {}
    before = []
    for text in sheet.texts:
        count = seen.get(text, 0)
        before.append(count)
        seen[text] = count + 1
    yield "copies", np.minimum([seen[text] for text in sheet.texts], 5)
    yield "copies before", np.minimum(before, 5)
