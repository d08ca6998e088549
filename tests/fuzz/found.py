"""Inputs that broke a promise once, each as small as it could be made."""

from __future__ import annotations

from typing import NamedTuple


class Found(NamedTuple):
    """An input, and what it broke."""

    target: str
    data: bytes
    broke: str


FOUND = (
    Found(
        "tree",
        b"<b><table><td></b><i></table></i>said" * 508,
        "the parser put elements beside the root, where its limit of depth was reached in tables",
    ),
    Found(
        "posts",
        b"<h2 id=\x01>4Mar<ul> ii><h2 >Februar2><ul><",
        "a post was called by an anchor's control character, which a terminal obeys",
    ),
    Found(
        "addresses",
        b"%\xed\xa0\x80",
        "half a character beside a percent sign in a path could not be unquoted",
    ),
    Found(
        "fetched addresses",
        b"xn--",
        "a host that is no IDNA name raised httpx's own error, not InputError",
    ),
)
