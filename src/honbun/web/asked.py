"""What a client asks for: a page, one of its lists, a format."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.exceptions import HTTPException

from honbun.errors import FetchError

if TYPE_CHECKING:
    from starlette.datastructures import QueryParams

_LONGEST = 2000
"""Characters of an address; what browsers and sites have long agreed on."""
_NUMBER = re.compile(r"[1-9][0-9]{0,3}")


@dataclass(frozen=True, slots=True)
class Format:
    """A format of feeds."""

    name: str
    """What people call it."""
    media_type: str


FORMATS = {
    "rss": Format("RSS", "application/rss+xml"),
    "atom": Format("Atom", "application/atom+xml"),
    "json": Format("JSON Feed", "application/feed+json"),
}


def page(text: str) -> str:
    """The address of a page as it is fetched and remembered; a status of 400 for no address."""
    from honbun.io.network import web_url

    if not text:
        raise HTTPException(400, "which page? say it with url=")
    if len(text) > _LONGEST:
        raise HTTPException(400, f"the address of the page has more than {_LONGEST:,} characters")
    try:
        return str(web_url(text))
    except FetchError as error:
        raise HTTPException(400, str(error)) from error


def number(query: QueryParams) -> int:
    """Which of the lists; the main one is 1."""
    text = query.get("list", "1")
    if not _NUMBER.fullmatch(text):
        raise HTTPException(400, "list= is the number of a list on the page: 1, 2, ...")
    return int(text)


def form(query: QueryParams) -> str:
    """The format that a feed is wanted in."""
    name = query.get("format", "rss")
    if name not in FORMATS:
        raise HTTPException(400, f"format= is one of {', '.join(FORMATS)}")
    return name


def feed_address(base: str, page: str, form: str, number: int) -> str:
    """Where a feed is to be had from this server, which stands at `base`.

    >>> feed_address("http://localhost:8710/", "https://a.example/?b=c&d", "atom", 2)
    'http://localhost:8710/feed?url=https%3A%2F%2Fa.example%2F%3Fb%3Dc%26d&format=atom&list=2'
    """
    asked = {"url": page, "format": form} | ({"list": str(number)} if number > 1 else {})
    return f"{base}feed?{urlencode(asked)}"
