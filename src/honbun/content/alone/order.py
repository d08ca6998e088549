"""Where each row stands among the others: position, neighbours, windows, headings, the title."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from honbun.content.alone.sheet import SUMMED, TAGS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.content.alone.sheet import Family, Floats, Named, Numbers, Sheet

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
_IN_WINDOWS = [SUMMED.index(name) for name in "size linked long words headings items".split()]
_WINDOW_NAMES = tuple(
    [
        f"{name} within {reach}"
        for reach in _WINDOWS
        for name in ("size", "share", "links", "long", "words", "headings", "items")
    ]
)
_FAR = 60
_NONE = -6.0
"""Stands for the distance to what is not there."""


def features(sheet: Sheet) -> Iterator[Named | Family]:
    yield from _position(sheet)
    yield from _headings(sheet)
    yield from _paragraphs(sheet)
    yield _BESIDE_NAMES, _neighbours(sheet)
    yield _WINDOW_NAMES, _windows(sheet)
    yield from _copies(sheet)


def _position(sheet: Sheet) -> Iterator[Named]:
    rows = np.arange(len(sheet))
    yield "place", rows / len(sheet)
    yield "text before", sheet.sums[:-1, 0] / sheet.total[0]
    yield "rows before", np.log1p(rows)
    yield "rows after", np.log1p(len(sheet) - rows)
    depth = np.zeros(len(sheet) + 2, dtype=np.intp)  # beyond the first and the last there is none
    depth[1:-1] = sheet.depth[sheet.row]
    yield "depth", np.minimum(depth[1:-1], 40)
    deeper = np.clip(depth[1:] - depth[:-1], -9, 9)
    yield "deeper than before", deeper[:-1]
    yield "deeper than after", -deeper[1:]


def _headings(sheet: Sheet) -> Iterator[Named]:
    rows, tag = np.arange(len(sheet)), sheet.tag[sheet.row]
    main = np.flatnonzero(tag == TAGS.index("h1"))
    yield "after main heading", _after(rows, int(main[0]) if len(main) else None)
    yield "main headings", float(min(5, len(main)))
    yield "after title", _after(rows, sheet.title)
    last = np.maximum.accumulate(np.where(sheet.heading[sheet.row], rows, -1))
    yield "since heading", np.where(last >= 0, np.minimum(rows - last, 50), _FAR) / 10
    yield "rank of heading", np.where(last >= 0, tag[np.maximum(last, 0)], 0)


def _after(rows: Numbers, place: int | None) -> Floats | float:
    return _NONE if place is None else np.clip((rows - place) / 10, -5, 20)


def _paragraphs(sheet: Sheet) -> Iterator[Named]:
    rows, long = np.arange(len(sheet)), sheet.long[sheet.row]
    places = np.flatnonzero(long)
    first, last = (places[0], places[-1]) if len(places) else (0, 0)
    yield "after first long", np.clip(rows - first, -100, 100) / 20
    yield "after last long", np.clip(rows - last, -100, 100) / 20
    before = np.maximum.accumulate(np.where(long, rows, -1))
    after = np.minimum.accumulate(np.where(long, rows, len(rows) + _FAR)[::-1])[::-1]
    yield "since long", np.where(before >= 0, np.minimum(rows - before, _FAR), _FAR + 1) / 20
    yield "until long", np.minimum(after - rows, _FAR + 1) / 20
    yield "long before", sheet.sums[1:, 4] / max(1, sheet.sums[-1, 4])


def _neighbours(sheet: Sheet) -> Floats:
    size, tag = sheet.size[sheet.row], sheet.tag[sheet.row]
    told = np.empty((5, len(sheet)), dtype=np.float32)
    told[0] = np.log1p(size)
    told[1] = sheet.linked[sheet.row] / np.maximum(size, 1)
    told[2] = tag == 0
    told[3] = sheet.heading[sheet.row]
    told[4] = tag == TAGS.index("li")
    return beside(told, _BESIDE)


def beside(lines: Floats, steps: Sequence[int]) -> Floats:
    """The values of the rows beside each row, all lines of a step together; -1 where none is."""
    count, rows = lines.shape
    reach = max(steps)
    padded = np.full((count, rows + 2 * reach), -1, dtype=np.float32)
    padded[:, reach : reach + rows] = lines
    return np.concatenate([padded[:, reach + step : reach + step + rows] for step in steps])


def _windows(sheet: Sheet) -> Floats:
    low, high = sheet.windows(_WINDOWS)
    sums = sheet.sums.T[_IN_WINDOWS]
    size, links, long, words, headings, items = sums.take(high, axis=1) - sums.take(low, axis=1)
    least = np.maximum(size, 1)
    rows = 2 * np.array(_WINDOWS)[:, None] + 1
    lines = np.empty((len(_WINDOWS), 7, len(sheet)), dtype=np.float32)
    lines[:, 0] = np.log1p(size)
    lines[:, 1] = size / sheet.total[0]
    lines[:, 2] = links / least
    lines[:, 3] = long / least
    lines[:, 4] = np.log1p(words)
    lines[:, 5] = headings / rows
    lines[:, 6] = items / rows
    return lines.reshape(-1, len(sheet))


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
