"""Canonical: the address that an item is known by, however its link is spelled today.

A site adds parameters that count visits, moves to https, or points to the comments below an
article: the item stays the same.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from honbun.language.parameters import telling_parameters, without_session
from honbun.syndication.characters import web_address

_PLACE = re.compile(
    r"(?i)(?:comments?|commentlist|respond|reply|disqus_thread|more(?:-\d+)?|continue|"
    r"top|main|content|main-content|:~:.*)"
)
"""Fragments that name a place in any article, not an article of its own."""
_PORT = re.compile(r":(?:80|443)?$")
_QUOTED = re.compile(r"%[0-9A-Fa-f]{2}")
_UNRESERVED = re.compile(r"[A-Za-z0-9._~-]")


class Address(NamedTuple):
    """The parts of a canonical address."""

    host: str
    path: str
    query: str
    fragment: str

    def __str__(self) -> str:
        query = f"?{self.query}" if self.query else ""
        fragment = f"#{self.fragment}" if self.fragment else ""
        return f"https://{self.host}{self.path}{query}{fragment}"

    @property
    def page(self) -> Address:
        """The same without its fragment."""
        return self._replace(fragment="")

    @property
    def key(self) -> Address:
        """What spellings have in common that lead to one page on all sites but a few."""
        parts = sorted(self.query.split("&"))
        host = self.host.removeprefix("www.")
        return Address(host, self.path.rstrip("/"), "&".join(parts), self.fragment)


def canonical(link: str | None) -> Address | None:
    """The address without what changes from visit to visit; None where it is none of the web.

    >>> str(canonical("http://A.example:80/b?utm_source=x&id=3&fbclid=y#comments"))
    'https://a.example/b?id=3'
    >>> str(canonical("https://a.example/log#v2")), canonical("b.html")
    ('https://a.example/log#v2', None)
    """
    found = web_address(link)
    if found is None:
        return None
    try:
        parts = urlsplit(found)
    except ValueError:  # "http://[" and the like
        return None
    host = _PORT.sub("", parts.netloc.rpartition("@")[2].lower())
    path = without_session(_plain(parts.path)) or "/"
    fragment = "" if _PLACE.fullmatch(parts.fragment) else _telling(parts.fragment)
    return Address(host, path, _telling(parts.query), _plain(fragment))


def _telling(query: str) -> str:
    return "&".join(telling_parameters(query))


def _plain(text: str) -> str:
    """Text in which only what must be quoted is, and always in the same way."""
    return _QUOTED.sub(_unquoted, text)


def _unquoted(quoted: re.Match[str]) -> str:
    char = chr(int(quoted[0][1:], 16))
    return char if _UNRESERVED.fullmatch(char) else quoted[0].upper()
