"""Inputs that once failed, each reduced to a minimum."""

from __future__ import annotations

from typing import NamedTuple


class Regression(NamedTuple):
    """An input and the failure that it caused."""

    target: str
    data: bytes
    failure: str


REGRESSIONS = (
    Regression(
        "tree",
        b"<b><table><td></b><i></table></i>text" * 508,
        "the parser put elements next to the root when tables reached its depth limit",
    ),
    Regression(
        "posts",
        b"<h2 id=\x01>4Mar<ul> ii><h2 >Februar2><ul><",
        "the id of a post had a control character of an anchor, which a terminal interprets",
    ),
    Regression(
        "addresses",
        b"%\xed\xa0\x80",
        "a lone surrogate next to a percent sign in a path could not be unquoted",
    ),
    Regression(
        "fetched addresses",
        b"xn--",
        "a host that is not an IDNA name raised an error of httpx, not InputError",
    ),
)
