"""Pages that would blow up in the parser, refused before they do.

A parser that follows the standard must build what the markup asks for, and a small page can ask for
very much. These checks count what the markup asks for; real pages stay far below all of them.
"""

from __future__ import annotations

import re
from collections import Counter

from honbun.errors import UnreadablePage

MAX_ELEMENTS = 500_000
"""A page with more start tags is refused: a million take a gigabyte and seconds, and real pages
have thousands."""

_MAX_ROOTS = 1_000
"""Start tags of body and html after the first only add their attributes, which the parser checks
against all those before: a few thousand already cost seconds."""
_ROOT = re.compile(r"<(?:body|html)[\s/>]", re.IGNORECASE)
_FORMATTING = "b|big|code|em|font|i|s|small|strike|strong|tt|u"
"""The standard's formatting elements; a link ends the one before it and cannot pile up."""
_OPENED = re.compile(rf"<(?:{_FORMATTING})(?=[\s/>])[^>]*>?", re.IGNORECASE)
_CLOSED = re.compile(rf"</(?:{_FORMATTING})(?=[\s/>])", re.IGNORECASE)
_DEEPEST = 512
"""The parser nests no deeper, so no more elements than this are opened again at a time."""


def check(html: str) -> None:
    """Raise UnreadablePage for markup that asks for more than a page can need."""
    tags = html.count("<")
    if tags <= _MAX_ROOTS:
        return
    started = tags - html.count("</") - html.count("<!")
    if started > MAX_ELEMENTS:
        raise UnreadablePage(f"the page has about {started:,} elements; {MAX_ELEMENTS:,} are read")
    roots = sum(1 for _ in _ROOT.finditer(html))
    if roots > _MAX_ROOTS:
        raise UnreadablePage(f"the page has {roots:,} body or html tags; {_MAX_ROOTS:,} are read")
    if started * _DEEPEST > MAX_ELEMENTS:
        _check_reopened(html, started)


def _check_reopened(html: str, started: int) -> None:
    """Formatting that is never closed is opened again in every block that follows.

    Of the same tag with the same attributes only three stay open ("Noah's Ark"), so pages that
    forget their `</font>` a thousand times are read all the same.
    """
    opened = Counter(_OPENED.findall(html))
    unclosed = opened.total() - sum(1 for _ in _CLOSED.finditer(html))
    at_a_time = min(unclosed, sum(min(3, count) for count in opened.values()), _DEEPEST)
    if at_a_time > 3 and started * at_a_time > 4 * MAX_ELEMENTS:
        raise UnreadablePage(f"{unclosed:,} formatting elements of the page are never closed")
