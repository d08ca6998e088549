"""Versions: which pages are one page whose bytes have changed.

A URL tells it, but not alone: a page that was read from a file of its own has its URL from its
canonical link, and sites put the same one on several pages, such as a list and its second page.
There the file's name has to be the same too. A page without a URL is known by its source, for a
path in a folder is the same in many folders.
"""

from __future__ import annotations

import re
from pathlib import PurePath

_URL = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_RECORD = re.compile(r"[@#:]\d[^/\\]*$")
"""The end of a source that is a part of a file: of an archive, a table, or JSON Lines."""


def is_url(address: str) -> bool:
    """Whether an address is one on the web, and no path.

    >>> is_url("https://a.example/b"), is_url("news/index.html?from=https://a.example/")
    (True, False)
    """
    return _URL.match(address) is not None


def identity(url: str, source: str) -> tuple[str, str]:
    """What the versions of a page have in common, and other pages have not.

    >>> identity("https://a.example/", "old.warc@0"), identity("https://a.example/", "a/1.html")
    (('https://a.example/', ''), ('https://a.example/', '1.html'))
    >>> identity("index.html", "a/index.html"), identity("index.html", "b/index.html")
    (('', 'a/index.html'), ('', 'b/index.html'))
    """
    if not is_url(url):
        return "", source or url
    alone = not is_url(source) and not _RECORD.search(source)
    return url, PurePath(source).name if alone else ""
