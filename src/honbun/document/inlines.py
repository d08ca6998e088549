"""Inline markup as a small tree: emphasis, code, links, formulas, pictures, line breaks.

The compiled core marks inline elements in the text of a piece with control characters
(`_core/flow.pyx`) and reads them back (`_core/inlines.pyx`). Everything else of the page's markup
is gone by then, so no script, style, handler or unknown element can come through.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun._core.inlines import (
    BREAK,
    LineBreak,
    Mark,
    Picture,
    plain,
    plain_text,
    read_inlines,
    shows,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "BREAK",
    "Inline",
    "LineBreak",
    "Mark",
    "Picture",
    "plain",
    "plain_text",
    "read_inlines",
    "shows",
    "without",
]

Inline = str | Mark | Picture | LineBreak


def without(inlines: Sequence[Inline], *, links: bool, images: bool) -> list[Inline]:
    """The inlines without links (their text stays) or images."""
    found: list[Inline] = []
    for inline in inlines:
        if isinstance(inline, Mark):
            inner = without(inline.children, links=links, images=images)
            if links and inline.tag == "a":
                found += inner
            elif inner:
                found.append(Mark(inline.tag, inline.href, inner))
        elif not (images and isinstance(inline, Picture)):
            found.append(inline)
    return found
