"""What is around each row: the elements it is inside of, what they hold, and others like it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from honbun.content.alone.sheet import TAGS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.content.alone.sheet import Family, Numbers, Sheet

LEVELS = 6
"""Elements around a row that are looked at, from its own block outwards."""
AROUND = (
    *("nav", "header", "footer", "aside", "main", "article", "form", "table", "ul", "ol"),
    *("section", "figure", "blockquote", "dialog", "li", "details", "dl", "pre", "tr"),
)
_AROUND = np.array([AROUND.index(tag) if tag in AROUND else -1 for tag in (*TAGS, "")], np.int64)
_SHARES = (0.3, 0.5, 0.7, 0.9)
_HELD = (
    *("share", "links", "texts", "mean", "paragraphs", "long"),
    *("headings", "items", "pressed", "place", "siblings"),
)
_AROUND_NAMES = tuple([f"in {tag}" for tag in AROUND])
_LEVEL_NAMES = (
    *(f"{name} of {level}" for name in _HELD for level in range(LEVELS)),
    *("repeated", "repeated at", "place in repeated", "size of repeated"),
)
_TRUNKS = (*(f"trunk {share}" for share in _SHARES), "text")
_TRUNK_NAMES = (
    *(f"{how} {name}" for name in _TRUNKS for how in ("in", "place by")),
    *("share of text", "up from text", "down from text"),
)
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
        """A line for each of `LEVELS` elements of each row: its block, and those around it that
        hold more texts than the one before; wrappers are skipped."""
        return self._sheet.surroundings.levels()

    @cached_property
    def groups(self) -> Numbers:
        """For each row the groups it is in, no two of them of the same number: by its path of tags
        from the root, by that path with the elements' names, by its own tag and names."""
        return self._sheet.surroundings.groups(self._sheet.named[1])

    def features(self) -> Iterator[Family]:
        around = self._sheet.surroundings
        yield _AROUND_NAMES, around.around(_AROUND, len(AROUND))
        yield _LEVEL_NAMES, around.level_features(self.levels)
        yield _TRUNK_NAMES, around.trunk_features()
        yield _GROUP_NAMES, around.group_features(self.groups)
