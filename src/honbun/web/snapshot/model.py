"""A page as steps to draw it by, never parsed as HTML again.

HTML that is written out and parsed a second time can become another page: elements move, and text
becomes markup. A snapshot is therefore a list of steps, from which our script creates element by
element. Each step has the number of its element in the page's tree, so that what a person points at
in the browser is known to the program.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Step = int | str | tuple[str, dict[str, str], int]
"""Close this many elements; a run of text; or open an element: its tag, its attributes, and its
number in the tree (-1 for our own, such as a placeholder)."""


@dataclass(frozen=True, slots=True)
class StyleSheet:
    """A style sheet of the page, without anything that loads."""

    css: str
    media: str
    """Its media query; empty for all media."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A page as steps to draw it by."""

    mode: Literal["standards", "quirks"]
    """The layout mode of the page's doctype."""
    sheets: tuple[StyleSheet, ...]
    steps: tuple[Step, ...]
    """Starts with the root element, without the head."""
    runs: tuple[int, ...]
    """The number in the tree of each run of text in the steps."""
