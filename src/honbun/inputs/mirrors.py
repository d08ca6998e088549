"""Addresses of pages that a tool saved as files.

wget and HTTrack name a folder after each host. HTTrack, SingleFile and browsers write the address
into the page. Neither folders nor HTTrack say whether it was http or https; https is assumed.
"""

from __future__ import annotations

import os
import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING
from urllib.parse import quote

from honbun.inputs.files import printable
from honbun.inputs.unpack import ENDINGS

if TYPE_CHECKING:
    from pathlib import PurePath

    from publicsuffixlist import PublicSuffixList

_HEAD = 1 << 16
_SAVED = re.compile(
    rb"<!--\s*(?:Mirrored from (?P<httrack>\S{1,4000}) by HTTrack|"
    rb"Page saved with SingleFile\s+url:\s*(?P<single>\S{1,4000})|"
    rb"saved from url=\(\d+\)(?P<browser>\S{1,4000}))"
)
_HOST = re.compile(r"(?P<host>[a-z0-9](?:[a-z0-9-]*\.)+[a-z][a-z0-9-]+|localhost)(?::\d{1,5})?")
_NUMBERS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?")
_SAFE = "/~:@!$&'()*+,;=?"
_ESCAPED = re.compile("%25(?=[0-9A-Fa-f]{2})")
_INDEX = re.compile(r"(\A|/)index\.html(?=\?|\Z)")


def written_url(html: bytes) -> str | None:
    """The address that HTTrack, SingleFile or a browser wrote into a page that it saved.

    >>> written_url(b"<html><!-- Mirrored from a.example/b by HTTrack Website Copier/3.x -->")
    'https://a.example/b'
    """
    found = _SAVED.search(html, 0, _HEAD)
    if found is None:
        return None
    url = str(found[found.lastgroup or 0], "utf-8", "replace")
    if found["httrack"] and "://" not in url:
        return f"https://{url}"
    return url if url.startswith(("http://", "https://")) else None


def mirror_url(relative: PurePath, folder: str) -> str | None:
    """The address of a file in a folder that is named after a host, as wget names it.

    >>> from pathlib import PurePosixPath
    >>> mirror_url(PurePosixPath("a.example.org/news/index.html?p=2"), "crawl")
    'https://a.example.org/news/?p=2'
    >>> mirror_url(PurePosixPath("news/a b.php"), "www.example.org")
    'https://www.example.org/news/a%20b.php'
    """
    parts = without_coding(relative).parts
    if len(parts) > 1 and is_host(parts[0]):
        host, parts = parts[0], parts[1:]
    elif is_host(folder):
        host = folder
    else:
        return None
    # wget saves `/` as index.html.
    return f"https://{host}/" + _INDEX.sub(r"\1", _quoted("/".join(parts)))


def _quoted(path: str) -> str:
    """The URL of a path; a question mark begins the query, and escapes of the tool stay."""
    path, mark, query = path.partition("?")
    quoted = quote(os.fsencode(path), safe=_SAFE) + mark + quote(os.fsencode(query), safe=_SAFE)
    return _ESCAPED.sub("%", quoted)


@lru_cache(maxsize=1 << 10)
def is_host(name: str) -> bool:
    """Whether a folder is named after a host, with or without a port.

    >>> is_host("www.example.org"), is_host("localhost:8000"), is_host("v1.2"), is_host("pages")
    (True, True, False, False)
    """
    if _NUMBERS.fullmatch(name) or (name.startswith("localhost:") and _HOST.fullmatch(name)):
        return True
    found = _HOST.fullmatch(name.lower())
    if found is None or found["host"] == "localhost":
        return False
    return _known_suffixes().privatesuffix(found["host"]) is not None


@cache
def _known_suffixes() -> PublicSuffixList:
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList(accept_unknown=False)


def without_coding(relative: PurePath) -> PurePath:
    """A path without the ending of a compressed file."""
    return relative.with_suffix("") if relative.suffix.lower() in ENDINGS else relative


def relative_url(relative: PurePath, base_url: str | None) -> str:
    """The URL of a file: its relative path, joined to `base_url` if there is one.

    >>> from pathlib import Path
    >>> relative_url(Path("news/a b.html.gz"), None)
    'news/a b.html'
    >>> relative_url(Path("news/a b.html.gz"), "https://example.org/site")
    'https://example.org/site/news/a%20b.html'
    """
    plain = without_coding(relative)
    if base_url is None:
        return printable(plain.as_posix())
    # The base URL is that of the folder, with or without a final slash.
    return base_url.rstrip("/") + "/" + _quoted(plain.as_posix())
