"""Sentence: the smallest piece of a page that says something by itself."""

from __future__ import annotations

from typing import NamedTuple


class Sentence(NamedTuple):
    """One sentence of a page, in the order in which it is read."""

    text: str
    """As it would be quoted: entities decoded, characters normalised, white space collapsed."""
    start: int
    """Where its first character stands in the text of the page's tree, and ..."""
    stop: int
    """... one past its last."""
    node: int
    """The block-level element that it stands in."""
    japanese: bool
