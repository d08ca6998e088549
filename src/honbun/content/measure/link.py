"""Where a link leads: to a place on its own page, to another page of the site, or away."""

from __future__ import annotations

import re
from enum import IntEnum
from urllib.parse import unquote, urljoin, urlsplit

_INDEX = re.compile(r"(?:/index\.\w{2,5}|\.(?:html?|php|aspx?|jsp|cgi))?/*$", re.IGNORECASE)
"""What addresses of one page may end in, or not."""
_ABSOLUTE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
_MAX_ADDRESS = 2000


class Lead(IntEnum):
    """What a link leads to."""

    SELF = 0
    SITE = 1
    AWAY = 2


class Compass:
    """Tells where the links of one page lead."""

    def __init__(self, url: str, base: str) -> None:
        self._base = base
        self._here = _same_page(url)
        self._host = self._here.partition("/")[0]
        self._last = self._here.rpartition("/")[2].partition("?")[0]

    def lead(self, href: str) -> Lead:
        """Where a link leads, given its address as the page writes it."""
        href = href.strip()[:_MAX_ADDRESS]
        if not href or href[0] == "#":
            return Lead.SELF
        if not _ABSOLUTE.match(href):
            # Most links of a page; resolving them is the dear part, and only one that ends as this
            # page's own address can lead to it.
            end = _INDEX.sub("", unquote(href.partition("#")[0].partition("?")[0]))
            if end.rpartition("/")[2] != self._last and end not in ("", ".", "./"):
                return Lead.SITE
        try:
            target = _same_page(urljoin(self._base, href))
        except ValueError:  # "http://[" and the like
            return Lead.AWAY
        if target == self._here:
            return Lead.SELF
        return Lead.SITE if target.partition("/")[0] == self._host else Lead.AWAY


def _same_page(url: str) -> str:
    """An address without what spellings of one page differ in.

    >>> _same_page("http://www.example.org/a/index.html")
    'example.org/a'
    """
    try:
        parts = urlsplit(url[:_MAX_ADDRESS])
    except ValueError:
        return url[:_MAX_ADDRESS]
    host = parts.netloc.lower().removeprefix("www.")
    path = _INDEX.sub("", unquote(parts.path))
    return f"{host}{path}?{parts.query}" if parts.query else host + path
