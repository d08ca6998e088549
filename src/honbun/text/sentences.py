"""Paragraphs split into sentences, in any language; the compiled core does it."""

from __future__ import annotations

from honbun._core.sentences import MAX_LENGTH, split

__all__ = ["MAX_LENGTH", "Range", "split"]

Range = tuple[int, int]
