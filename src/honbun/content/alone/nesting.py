"""What stands around each row: the elements it is inside of, what they hold, and others like it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from honbun.content.alone.sheet import TAGS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from honbun.content.alone.sheet import Family, Floats, Named, Numbers, Sheet

LEVELS = 6
"""Elements around a row that are looked at, from its own block outwards."""
AROUND = (
    *("nav", "header", "footer", "aside", "main", "article", "form", "table", "ul", "ol"),
    *("section", "figure", "blockquote", "dialog", "li", "details", "dl", "pre", "tr"),
)
_AROUND = np.array([AROUND.index(tag) if tag in AROUND else -1 for tag in (*TAGS, "")])
_SHARES = (0.3, 0.5, 0.7, 0.9)
"""Shares of the page's text; of the elements that hold so much, the innermost is a trunk."""
_FAR = 20.0
_HALF = 0.5
"""What a paragraph counts for the element around its parent, where it counts 1 for the parent."""
_FACTORS = np.array(
    [[0x9E3779B97F4A7C15], [0xC2B2AE3D27D4EB4F], [0x165667B19E3779F9]], dtype=np.uint64
)
"""Large odd numbers, so that equal hashes of unequal ways are out of the question."""

_HELD = (
    *("share", "links", "texts", "mean", "paragraphs", "long"),
    *("headings", "items", "pressed", "place", "siblings"),
)
_AROUND_NAMES = tuple([f"in {tag}" for tag in AROUND])
_LEVEL_NAMES = tuple([f"{name} of {level}" for name in _HELD for level in range(LEVELS)])
_TRUNKS = (*(f"trunk {share}" for share in _SHARES), "text")
_TRUNK_NAMES = tuple([f"{how} {name}" for name in _TRUNKS for how in ("in", "place by")])
GROUPS = ("way", "named way", "names")
_GROUP_NAMES = tuple(
    [f"{name} {told}" for name in GROUPS for told in ("count", "share", "links", "mean")]
)


class Nesting:
    """The elements around the rows of a sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet

    @cached_property
    def levels(self) -> Numbers:
        """A row of `LEVELS` elements for each row: its block, and those around it that hold more
        texts than the one before; wrappers are skipped."""
        sheet = self._sheet
        texts, parent = sheet.held[:, 2], sheet.parent
        # The outermost of the elements that hold the same texts: each round looks twice as far.
        outermost = np.where((texts[parent] == texts) & (parent > 0), parent, np.arange(len(texts)))
        while not np.array_equal(further := outermost[outermost], outermost):
            outermost = further
        wider = parent[outermost]
        levels = np.empty((LEVELS, len(sheet)), dtype=np.intp)
        levels[0] = sheet.row
        for level in range(1, LEVELS):
            levels[level] = wider[levels[level - 1]]
        return levels.T

    @cached_property
    def groups(self) -> Numbers:
        """For each row the groups it is in, no two of them of the same number: by its way of tags
        from the root, by that way with the elements' names, by its own tag and names."""
        sheet = self._sheet
        tags = sheet.tag + 1
        named = sheet.named[1] * (len(TAGS) + 2) + tags
        own = np.stack([tags, named, named]).astype(np.uint64) * _FACTORS
        hashed, power = own[:2], _FACTORS[:2]
        for above in sheet.above:
            hashed = hashed + hashed[:, above] * power
            power = power * power
        keys = np.concatenate([hashed, own[2:]])[:, sheet.row]
        numbers: dict[int, int] = {}
        found = [numbers.setdefault(key, len(numbers)) for key in keys.ravel().tolist()]
        return np.array(found, dtype=np.intp).reshape(keys.shape)

    def features(self) -> Iterator[Named | Family]:
        yield _AROUND_NAMES, self._around()
        yield from self._levels()
        yield from self._trunks()
        yield _GROUP_NAMES, self._groups()

    def _around(self) -> NDArray[np.bool_]:
        sheet = self._sheet
        kind = _AROUND[sheet.tag]
        blocks = np.flatnonzero(kind >= 0)
        line, shape = len(sheet.tag) + 1, (len(AROUND), len(sheet.tag) + 1)
        begins = kind[blocks] * line
        opened = np.bincount(begins + blocks, minlength=shape[0] * line)
        opened -= np.bincount(begins + sheet.end[blocks], minlength=shape[0] * line)
        inside: NDArray[np.bool_] = np.cumsum(opened.reshape(shape), axis=1)[:, sheet.row] > 0
        return inside

    def _levels(self) -> Iterator[Named | Family]:
        sheet, levels = self._sheet, self.levels.T
        held = sheet.held.T.take(levels, axis=1)
        size, texts = held[0], np.maximum(held[2], 1)
        least = np.maximum(size, 1)
        key = sheet.parent * (len(TAGS) + 1) + sheet.tag
        siblings = np.log1p(np.bincount(key)[key].astype(np.float32))[levels]
        lines = np.empty((len(_HELD), LEVELS, len(sheet)), dtype=np.float32)
        lines[0] = size / sheet.total[0]
        lines[1] = held[1] / least
        lines[2] = np.log1p(texts)
        lines[3] = np.log1p(size / texts)
        lines[4:6] = held[3:5] / least
        lines[6:8] = held[6:8] / texts
        lines[8] = held[8] / least
        lines[9] = levels / len(sheet.tag)
        lines[10] = siblings
        yield _LEVEL_NAMES, lines.reshape(len(_LEVEL_NAMES), len(sheet))
        repeated = np.where(held[2] >= 2, siblings, 0)
        at = repeated.argmax(axis=0)
        yield "repeated", repeated.max(axis=0)
        yield "repeated at", at
        # Within the most repeated element around it, where does a row stand?
        rows = np.arange(len(sheet))
        item = levels[at, rows]
        yield "place in repeated", (rows - sheet.before[item]) / np.maximum(sheet.held[item, 2], 1)
        yield "size of repeated", np.log1p(sheet.held[item, 0])

    def _trunks(self) -> Iterator[Named | Family]:
        sheet = self._sheet
        enough = sheet.held[:, 0] >= (np.array(_SHARES, dtype=np.float32) * sheet.total[0])[:, None]
        trunks = np.argmax(np.where(enough, sheet.depth, -1), axis=1)
        text = self._text()
        yield _TRUNK_NAMES, self._about(np.append(trunks, text))
        yield "share of text", sheet.held[text, 0] / sheet.total[0]
        # How far from it: how many levels up to the element around both, and down again.
        ways = np.flatnonzero(sheet.end[: text + 1] > text)
        both = np.minimum(
            np.searchsorted(ways, sheet.row, side="right"),
            len(ways) - np.searchsorted(sheet.end[ways][::-1], sheet.row, side="right"),
        )
        yield "up from text", np.minimum(sheet.depth[text] + 1 - both, _FAR)
        yield "down from text", np.minimum(sheet.depth[sheet.row] + 1 - both, _FAR)

    def _text(self) -> int:
        """The element whose paragraphs say most."""
        sheet = self._sheet
        long = sheet.amounts[:, 4]
        inner = np.bincount(sheet.parent, long, len(long))
        outer = np.bincount(sheet.parent[sheet.parent], long, len(long))
        return int(np.argmax(inner + _HALF * outer))

    def _about(self, elements: Numbers) -> Floats:
        """For each element two lines: whether each row is in it, and where it stands by it."""
        sheet = self._sheet
        first, last = sheet.before[elements][:, None], sheet.before[sheet.end[elements]][:, None]
        rows = np.arange(len(sheet))
        lines = np.empty((len(elements), 2, len(sheet)), dtype=np.float32)
        lines[:, 0] = (rows >= first) & (rows < last)
        lines[:, 1] = np.clip((rows - first) / np.maximum(last - first, 1), -2, 3)
        return lines.reshape(-1, len(sheet))

    def _groups(self) -> Floats:
        sheet, groups = self._sheet, self.groups
        group, times = groups.ravel(), len(groups)
        count = np.bincount(group)[groups]
        whole = np.bincount(group, np.tile(sheet.size[sheet.row], times))[groups]
        linked = np.bincount(group, np.tile(sheet.linked[sheet.row], times))[groups]
        lines = np.empty((times, len(_GROUP_NAMES) // times, len(sheet)), dtype=np.float32)
        lines[:, 0] = np.log1p(count)
        lines[:, 1] = whole / sheet.total[0]
        lines[:, 2] = linked / whole
        lines[:, 3] = np.log1p(whole / count)
        return lines.reshape(-1, len(sheet))
