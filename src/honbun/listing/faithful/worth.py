"""The worth of an article set: F = s * ts * c (paper 001, 3.5).

Where no article of any set supports its title, every F is 0 and the paper does not tell which set
is taken. Then what is left of the product decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from honbun.listing.faithful.conditions import COUNT, met

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.listing.faithful.conditions import Words

_SHARED = 0.8
"""Share of a title's words that its body has (the paper)."""


class Worth(NamedTuple):
    """What an article set is worth, and among equals."""

    whole: float
    """s * ts * c"""
    rest: float
    """ts * c"""


NOTHING = Worth(0.0, 0.0)


def worth(articles: Sequence[tuple[Words, Words]]) -> Worth:
    """s: articles whose title is dated or comes again in the body. ts: bytes. c: conditions met."""
    supported = sum(is_supported(title, body) for title, body in articles)
    size = sum(title.size + body.size for title, body in articles)
    rest = size * met(articles)
    return Worth(supported * rest, rest)


def bound(articles: int, size: int) -> float:
    """What no set of so many articles, with so many bytes, is worth more than."""
    return float(articles * size * COUNT)


def is_supported(title: Words, body: Words) -> bool:
    """Whether a title has a date, or the body most of its words."""
    if title.dated > 0:
        return True
    return bool(title.words) and len(title.words & body.words) >= _SHARED * len(title.words)
