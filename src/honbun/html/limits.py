"""Refuse markup that would exhaust the parser.

A parser that follows the standard builds all elements that the markup implies, and a small page can
imply a huge tree. These checks estimate its size; real pages stay far below all limits.
"""

from __future__ import annotations

import re
from collections import Counter

from honbun._core.tags import count_tags
from honbun.errors import UnreadablePage

MAX_ELEMENTS = 500_000
"""Start tags of the largest page that is read: a million take a gigabyte and seconds. Real pages
have thousands."""

_MAX_ROOTS = 3_000
"""Further body and html tags only add attributes, but the parser compares these with all earlier
ones: ten thousand take a gigabyte."""
_FORMATTING = rb"b|big|code|em|font|i|s|small|strike|strong|tt|u"
"""The standard's formatting elements but links: a link closes the one before it."""
_TAG = re.compile(rb"<(/?)(%b)(?=[\s/>])([^>]*)" % _FORMATTING, re.IGNORECASE)
_MAX_OPEN = 512
"""The parser nests no deeper, so it reopens no more elements at a time."""
_MAX_REOPENED = 4 * MAX_ELEMENTS
"""Elements that reopening may add, by an upper bound."""


def check(html: bytes) -> None:
    """Raise UnreadablePage for markup that implies more elements than any page needs.

    The markup must be in an encoding that writes tags in ASCII.
    """
    started, roots, formatting = count_tags(html)
    if started > MAX_ELEMENTS:
        raise UnreadablePage(f"the page has about {started:,} elements; {MAX_ELEMENTS:,} are read")
    if roots > _MAX_ROOTS:
        raise UnreadablePage(f"the page has {roots:,} body or html tags; {_MAX_ROOTS:,} are read")
    # An estimate first: it saves most large pages the search for tags.
    if started * min(formatting, _MAX_OPEN) > _MAX_REOPENED:
        _check_reopened(html, started)


def _check_reopened(html: bytes, started: int) -> None:
    """Formatting elements that are not closed are reopened in every following block."""
    at_a_time = min(_unclosed(html), _MAX_OPEN)
    if started * at_a_time > _MAX_REOPENED:
        raise UnreadablePage(f"{at_a_time} formatting elements of the page are open at a time")


def _unclosed(html: bytes) -> int:
    """The most formatting elements that are open at a time.

    Only three with the same tag and attributes stay open (the standard's "Noah's Ark clause"), so
    pages that forget `</font>` a thousand times are read.
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
