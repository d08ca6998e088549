"""The gate: whether what a page was cut into are posts at all.

Every page can be cut into pieces that look alike: the sections of an article, the items of a menu.
Posts are dated in one place and by different dates, have different authors, and say something
besides links. How much each counts was fitted on 108 thread pages and 800 articles, and checked on
sites and formats that were left out: 1.5% of articles pass, and no thread page was refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from honbun.thread.model import Post

_START = -18.7
_WEIGHTS = {
    "score": 0.4,
    "two": -0.6,
    "three": -0.5,
    "date_edge": 0.6,
    "date_place": 1.0,
    "dates_placed": 1.5,
    "long": 3.2,
    "cover_unlinked": 1.6,
    "links": -0.5,
    "once": 0.1,
    "alike": 3.9,
    "missed_named": -3.8,
    "authors": 1.6,
    "distinct_dates": 1.7,
}
_LEAST = 0.25
"""What all of it must come to: a little more than even odds."""
_FEW_LONG, _MANY_LINKS = 0.25, 0.4
"""Pieces of which so few say something outside of links, and that are links so far, are a list."""
_GUESTS = 8
"""Entries of a guestbook without dates; fewer could be anything."""
_ADDRESS = re.compile(r"[\w.+-]+\s?@\s?[\w-]+(?:\.[\w-]+)+")
_HEADER = 150
"""Characters within which a guest gives an address."""


def refusal(measures: Mapping[str, float], score: float, posts: Sequence[Post]) -> str | None:
    """Why the pieces of a page are no posts; None where they are."""
    if measures["long"] < _FEW_LONG and measures["links"] > _MANY_LINKS:
        return "what comes again on the page are links, not messages"
    if _odds(measures, score, posts) < _LEAST and not _is_guestbook(measures, posts):
        return "what comes again on the page has too little of posts: dates, authors, messages"
    return None


def _odds(measures: Mapping[str, float], score: float, posts: Sequence[Post]) -> float:
    dates = {post.date for post in posts if post.date}
    known = {
        **measures,
        "score": score,
        "two": float(len(posts) <= 2),
        "three": float(len(posts) <= 3),
        "dates_placed": measures["date_edge"] * measures["date_place"],
        "authors": _share([post.author is not None for post in posts]),
        "distinct_dates": len(dates) / len(posts),
    }
    return _START + sum(weight * known[name] for name, weight in _WEIGHTS.items())


def _is_guestbook(measures: Mapping[str, float], posts: Sequence[Post]) -> bool:
    """Whether many leave their name and address, though no date."""
    authors = {post.author for post in posts if post.author}
    return (
        len(posts) >= _GUESTS
        and measures["cover_unlinked"] >= 0.7
        and len(authors) >= 0.3 * len(posts)
        and _share([post.author is not None for post in posts]) >= 0.9
        and _share([bool(_ADDRESS.search(post.text[:_HEADER])) for post in posts]) >= 0.5
    )


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags)
