"""Plain text as the HTML that feeds carry: nothing but paragraphs and line breaks is markup."""

from __future__ import annotations

import re
from html import escape

from honbun.syndication.characters import clean

_EMPTY_LINES = re.compile(r"\n[ \t]*\n\s*")


def html(text: str) -> str:
    r"""Text as HTML that shows it: an empty line parts paragraphs, any other break is one.

    What looks like a tag in plain text must not become one.

    >>> html("a < b\nc")
    'a &lt; b<br>\nc'
    >>> html("one\n\ntwo")
    '<p>one</p>\n<p>two</p>'
    """
    paragraphs = [part for part in _EMPTY_LINES.split(clean(text).strip("\n")) if part]
    if len(paragraphs) < 2:
        return _lines(clean(text))
    return "\n".join(f"<p>{_lines(part)}</p>" for part in paragraphs)


def _lines(text: str) -> str:
    return escape(text, quote=False).replace("\n", "<br>\n")
