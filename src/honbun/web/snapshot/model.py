"""Facsimile: a page as it looks, drawn by our own script from data, never parsed as HTML again.

A page that is written out and parsed a second time is another page: elements move, and what was
text becomes markup. So a facsimile is no HTML but a row of steps, from which a script makes element
by element; each carries its number in the page's tree, so that what is pointed at in the browser
is what the program means.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Step = int | str | tuple[str, dict[str, str], int]
"""Close so many elements; a run of text, which are numbered as the tree's; or open an element:
its tag, its attributes, and its number in the tree (-1 for one of ours, such as a placeholder)."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A style sheet of the page, without what it would load."""

    css: str
    media: str
    """The media query that it holds for; empty for all."""


@dataclass(frozen=True, slots=True)
class Facsimile:
    """A page as steps to draw it by."""

    mode: Literal["standards", "quirks"]
    """How a browser lays it out: what the page's doctype asks for."""
    sheets: tuple[Sheet, ...]
    steps: tuple[Step, ...]
    """Begins with the root element; what is in the head is left out."""
    runs: tuple[int, ...]
    """For each run of text among the steps, its number in the tree."""
