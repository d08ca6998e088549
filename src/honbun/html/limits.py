"""Pages that would blow up in the parser, refused before they do.

A parser that follows the standard must build what the markup asks for, and a small page can ask for
very much. These checks count what the markup asks for; real pages stay far below all of them.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from honbun.errors import UnreadablePage

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_ELEMENTS = 500_000
"""A page with more start tags is refused: a million take a gigabyte and seconds, and real pages
have thousands."""

_MAX_ROOTS = 3_000
"""Start tags of body and html after the first only add their attributes, which the parser checks
against all those before: ten thousand take a gigabyte."""
_FORMATTING = rb"b|big|code|em|font|i|s|small|strike|strong|tt|u"
"""The standard's formatting elements; a link ends the one before it and cannot pile up."""
_BEGINNINGS = [a << 8 | b for a, b in (b"bi", b"co", b"em", b"fo", b"sm", b"st", b"tt")]
_TAG = re.compile(rb"<(/?)(%b)(?=[\s/>])([^>]*)" % _FORMATTING, re.IGNORECASE)
_DEEPEST = 512
"""The parser nests no deeper, so no more elements than this are opened again at a time."""
_MAX_REOPENED = 4 * MAX_ELEMENTS
"""Elements that reopening may add, by a bound that no page reaches fully."""


def check(html: bytes) -> None:
    """Raise UnreadablePage for markup that asks for more than a page can need.

    The markup must be in an encoding that writes tags as ASCII does. Every page comes through here,
    so the counting is left to numpy.
    """
    data = np.frombuffer(html, dtype=np.uint8)
    is_tag = data == ord("<")
    if np.count_nonzero(is_tag) <= _MAX_ROOTS:
        return
    tags = np.flatnonzero(is_tag[:-4])
    letter = [data[tags + i] | 0x20 for i in range(1, 5)]  # the bit that makes them lower case
    started = len(tags) - int(np.count_nonzero((letter[0] == ord("/")) | (letter[0] == ord("!"))))
    if started > MAX_ELEMENTS:
        raise UnreadablePage(f"the page has about {started:,} elements; {MAX_ELEMENTS:,} are read")
    roots = sum(
        np.count_nonzero(np.all([a == b for a, b in zip(letter, name)], axis=0))
        for name in (b"body", b"html")
    )
    if roots > _MAX_ROOTS:
        raise UnreadablePage(f"the page has {roots:,} body or html tags; {_MAX_ROOTS:,} are read")
    # To find the tags by number first saves most large pages from being read for them.
    if started * min(_formatting(letter[0], letter[1]), _DEEPEST) > _MAX_REOPENED:
        _check_reopened(html, started)


def _formatting(first: NDArray[np.integer], second: NDArray[np.integer]) -> int:
    """At least as many as there are start tags of formatting, by their first two letters."""
    begins = first.astype(np.uint16) << 8 | second
    short = np.isin(first, list(b"bisu")) & (second < ord("a"))
    return int(np.count_nonzero(short | np.isin(begins, _BEGINNINGS)))


def _check_reopened(html: bytes, started: int) -> None:
    """Formatting that is not closed is opened again in every block that follows."""
    at_a_time = min(_unclosed(html), _DEEPEST)
    if started * at_a_time > _MAX_REOPENED:
        raise UnreadablePage(f"{at_a_time} formatting elements of the page are open at a time")


def _unclosed(html: bytes) -> int:
    """The most formatting elements that are open at a time.

    Of the same tag with the same attributes only three stay open ("Noah's Ark"), so pages that
    forget their `</font>` a thousand times are read all the same.
    """
    opened: dict[bytes, list[bytes]] = {}
    alike: Counter[bytes] = Counter()
    now = most = 0
    for closing, name, attributes in _TAG.findall(html):
        tags = opened.setdefault(name.lower(), [])
        if not closing:
            tag = name.lower() + attributes
            alike[tag] += 1
            tags.append(tag)
            now += alike[tag] <= 3
            most = max(most, now)
        elif tags:
            tag = tags.pop()
            now -= alike[tag] <= 3
            alike[tag] -= 1
    return most
