"""Where a link leads: to a place on its own page, to another page of the site, or away."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache
from urllib.parse import unquote, urljoin, urlsplit

_INDEX = re.compile(r"(?:/index\.\w{2,5}|\.(?:html?|php|aspx?|jsp|cgi))$", re.IGNORECASE)
"""What addresses of one page may end in, or not."""
_LONGEST_INDEX = len("/index.xhtml")
_ABSOLUTE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
_PLAIN = re.compile(
    r"https?://([\w.:@-]++)(/[^\0-\x20\x7f?#;]*+)?(?:\?([^\0-\x20\x7f]*+))?\Z", re.A
)
"""Absolute addresses, but for their fragment, that no two parsers read differently."""
_MAX_ADDRESS = 2000
_MAX_REMEMBERED = 300
"""Longer addresses would fill the memory."""


class Lead(IntEnum):
    """What a link leads to."""

    SELF = 0
    SITE = 1
    AWAY = 2


class Compass:
    """Tells where the links of one page lead."""

    def __init__(self, url: str, base: str) -> None:
        self._base = base
        self._host, self._page = _same_page(url)
        self._last = self._page.rpartition("/")[2].partition("?")[0]
        self._relative = Lead.SITE if _same_page(base)[0] == self._host else Lead.AWAY
        self._known: dict[str, Lead] = {}

    def lead(self, href: str) -> Lead:
        """Where a link leads, given its address as the page writes it."""
        address = href.strip()[:_MAX_ADDRESS].partition("#")[0]
        if not address:
            return Lead.SELF
        known = self._known.get(address)
        if known is None:
            known = self._known[address] = self._lead(address)
        return known

    def _lead(self, address: str) -> Lead:
        parts = _parts if len(address) <= _MAX_REMEMBERED else _parts.__wrapped__
        host, rest = parts(address)
        if host is not None:
            if host != self._host:
                return Lead.AWAY
            return Lead.SELF if rest == self._page else Lead.SITE
        # Of relative ones only one that ends as this page's own address can lead to it.
        if rest is not None and rest not in (self._last, "", "."):
            return self._relative
        try:
            target = _same_page(urljoin(self._base, address))
        except ValueError:  # "http://[" and the like
            return Lead.AWAY
        if target == (self._host, self._page):
            return Lead.SELF
        return Lead.SITE if target[0] == self._host else Lead.AWAY


@lru_cache(maxsize=1 << 14)
def _parts(address: str) -> tuple[str | None, str | None]:
    """What decides without resolving an address, which is slow: the host and the rest of most
    absolute ones, the end of the path of a relative one. Pages of a site have many in common.
    """
    if plain := _PLAIN.match(address):
        host, path, query = plain.groups("")
        return _host(host), _spelled(path, query)
    if _ABSOLUTE.match(address):
        return None, None
    return None, _without_index("/" + address.partition("?")[0]).rpartition("/")[2]


def _same_page(url: str) -> tuple[str, str]:
    """The host and the rest of an address, without what spellings of one page differ in.

    >>> _same_page("http://www.example.org/a/index.html")
    ('example.org', '/a')
    """
    try:
        parts = urlsplit(url[:_MAX_ADDRESS])
    except ValueError:
        return "", url[:_MAX_ADDRESS]
    return _host(parts.netloc), _spelled(parts.path, parts.query)


def _host(netloc: str) -> str:
    return netloc.lower().removeprefix("www.")


def _spelled(path: str, query: str) -> str:
    path = _without_index(path)
    return f"{path}?{query}" if query else path


def _without_index(path: str) -> str:
    path = unquote(path).rstrip("/")
    end = path[-_LONGEST_INDEX:]  # a search from the start would try every character
    return path[:-_LONGEST_INDEX] + _INDEX.sub("", end) if "." in end else path
