"""URL similarity: whether two addresses look as if they belonged together.

The paper's measure (`faithful/url`), made safe. A host's name is telling together with the suffix
that it was registered under, and a label in front of it only together with it: two blogs under
github.io share nothing, nor do old.a.example and old.b.example, nor hotels of one name in different
countries. Of a path only those parts count that are not there by chance (`language/paths`), and of
them none that stands on many hosts of the collection. A mirror on another host keeps its paths, so
it is found by them.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from honbun.errors import MissingExtra
from honbun.language.address import split_address
from honbun.language.paths import telling_parts

if TYPE_CHECKING:
    from collections.abc import Collection, Container

    from publicsuffixlist import PublicSuffixList

_NAME = re.compile(r"[\w-]+(?:\.[\w-]+)*")
_NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\]")
"""Addresses that have no names in them: IPv4, IPv6."""
_LONGEST = 253
"""Characters of the longest host name (RFC 1035)."""
_SERVER = re.compile(r"www?\d*")
"""Labels that say no more than "a web server"."""


class UrlParts(NamedTuple):
    """What of an address two pages are compared by."""

    site: str
    """The domain that somebody registered, `""` where there is no host."""
    host: tuple[str, ...]
    """The site, and each longer name under it that leads to the host."""
    path: tuple[str, ...]
    """The parts of the path that are not there by chance."""


def parts(url: str) -> UrlParts:
    """The telling parts of an address, whatever it is.

    >>> parts("http://old.blog.a.co.jp:8080/news/2019/boats-and-their-masts.html")
    UrlParts(site='a.co.jp', host=('a.co.jp', 'blog.a.co.jp', 'old.blog.a.co.jp'), \
path=('boats-and-their-masts',))
    >>> parts("pages/17.html")
    UrlParts(site='', host=(), path=())
    """
    address = split_address(url)
    names = _names(address.host)
    return UrlParts(names[0] if names else "", names, telling_parts(address.path, address.query))


def similarity(a: UrlParts, b: UrlParts, common: Container[str] = ()) -> float:
    """How similar two addresses are, from 0 to 1: the mean of Simpson's coefficients.

    Parts of paths that are `common` in the collection do not count.

    >>> a, b = parts("http://a.example/big-red-boats/"), parts("http://b.example/big-red-boats.htm")
    >>> similarity(a, b), similarity(a, b, common={"big-red-boats"})
    (0.5, 0.0)
    """
    own, others = ({part for part in url.path if part not in common} for url in (a, b))
    return (_simpson(set(a.host), set(b.host)) + _simpson(own, others)) / 2


def _simpson(a: Collection[str], b: Collection[str]) -> float:
    return len(set(a) & set(b)) / min(len(a), len(b)) if a and b else 0.0


@lru_cache(maxsize=1 << 14)
def _names(host: str) -> tuple[str, ...]:
    """The site of a host, and the longer names under it, from the shortest on."""
    if len(host) > _LONGEST or not (_NAME.fullmatch(host) or _NUMBER.fullmatch(host)):
        return ()
    # A host that is itself a suffix, or has none ("localhost"), is a site by itself.
    site = host if _NUMBER.fullmatch(host) else _suffixes().privatesuffix(host) or host
    names = [site]
    labels = host[: -len(site) - 1].split(".") if site != host else []
    while labels and _SERVER.fullmatch(labels[0]):
        del labels[0]
    for label in reversed(labels):
        names.append(f"{label}.{names[-1]}")
    return tuple(names)


@cache
def _suffixes() -> PublicSuffixList:
    """The public suffixes, those of private owners (github.io) among them."""
    try:
        from publicsuffixlist import PublicSuffixList
    except ImportError as error:
        raise MissingExtra("telling sites apart", "similar") from error
    return PublicSuffixList()
