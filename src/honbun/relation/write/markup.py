"""Markup: text and addresses of pages, which are hostile, as HTML that only shows them."""

from __future__ import annotations

import re
from html import escape

from honbun.syndication.characters import web_address

LONGEST = 2_000
"""Characters of a sentence that are shown."""
_ADDRESS = 300
"""Characters of an address that are shown."""
_BREAKS = re.compile(r"[\t\n\r]+")
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
"""Controls, among them those that turn the direction of what follows, and half characters."""


def shown(text: str) -> str:
    r"""Text as HTML; characters that one would not see are named.

    >>> shown("a<b\u202e")
    'a&lt;b<span class="unseen">U+202E</span>'
    """
    return _UNSEEN.sub(_named, escape(_BREAKS.sub(" ", text)))


def _named(match: re.Match[str]) -> str:
    return f'<span class="unseen">U+{ord(match[0]):04X}</span>'


def address(url: str) -> str:
    """An address as a link, where it is one that leads into the web."""
    text = shown(url if len(url) <= _ADDRESS else url[:_ADDRESS] + "…")
    target = web_address(url)
    if target is None:
        return f"<bdi>{text}</bdi>"
    link = f'href="{escape(target)}" rel="noopener noreferrer nofollow"'
    return f"<a {link}><bdi>{text}</bdi></a>"


def more(length: int) -> str:
    """What is said in place of what is not shown of a text of this length."""
    left = length - LONGEST
    return f'<span class="more">… and {left:,} more characters</span>' if left > 0 else ""
