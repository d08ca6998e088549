"""Addresses: invented ones for planted pages, and those of mirrors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from random import Random

_SYLLABLES = [first + second for first in "bdfghjklmnprstvwz" for second in ("a", "e", "i", "o")]
_SUFFIXES = (
    "com net org co.uk de jp co.jp fr es io blog blogspot.com github.io wordpress.com".split()
)
_PATHS = (
    "/{year}/{month:02}/{name}-{other}/",
    "/?p={number}",
    "/node/{number}",
    "/article.php?id={number}",
    "/blog/{name}-{other}-{number}.html",
    "/{name}/{number}.htm",
    "/posts/{name}_{other}",
)
_SISTERS = ("mirror", "old", "m", "web2", "archive")
_TELLING = re.compile(r"[^/]{12,}/?$")


def site(rng: Random) -> str:
    """The root of a site that nobody has."""
    host = f"{name(rng)}{rng.choice(('', '-'))}{name(rng)}.{rng.choice(_SUFFIXES)}"
    return f"{rng.choice(('http', 'https'))}://{rng.choice(('', 'www.'))}{host}"


def page(rng: Random) -> str:
    """The address of a page on a site of its own."""
    return site(rng) + path(rng)


def path(rng: Random) -> str:
    """The address of a page within its site."""
    return rng.choice(_PATHS).format(
        year=rng.randint(2004, 2025),
        month=rng.randint(1, 12),
        number=rng.randint(100, 99_999),
        name=name(rng),
        other=name(rng),
    )


def month(rng: Random) -> str:
    """The address of a list of articles within its site."""
    shape = rng.choice(
        ("/{year}/{month:02}/", "/?m={year}{month:02}", "/archives/{year}-{month:02}")
    )
    return shape.format(year=rng.randint(2004, 2025), month=rng.randint(1, 12))


def sister(url: str, rng: Random) -> str:
    """The same address on another host of the domain."""
    address = urlsplit(url)
    host = address.netloc.removeprefix("www.")
    return address._replace(netloc=f"{rng.choice(_SISTERS)}.{host}", fragment="").geturl()


def moved(url: str, rng: Random) -> str:
    """The same path on another domain."""
    own, address = urlsplit(site(rng)), urlsplit(url)
    return address._replace(scheme=own.scheme, netloc=own.netloc, fragment="").geturl()


def is_telling(url: str) -> bool:
    """Whether a page would be known by its path on another domain: `/` is everybody's."""
    return bool(_TELLING.search(urlsplit(url).path))


def name(rng: Random) -> str:
    """A word that means nothing."""
    return "".join(rng.choices(_SYLLABLES, k=rng.randint(2, 4)))
