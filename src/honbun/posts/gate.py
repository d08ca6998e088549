"""The gate: whether what a page was cut into are posts at all.

Every page can be cut into pieces that look alike: the sections of an article, the items of a menu,
the teasers of other articles. Posts are dated in one place and by different dates, have different
authors who come again, and are no headlines that lead elsewhere. How much each counts was fitted on
108 thread pages, also with most of their dates taken away, and on 1,600 pages of other kinds. Left
out with their site or format, 1.5% of articles without a thread pass and 2% of thread pages do not.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

import numpy as np

from honbun.posts.fields.date import has_digit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from honbun.posts.keys import NodeKeys
    from honbun.posts.model import Post

LINKS = "what comes again on the page are links, not messages"
_START = -14.15
_WEIGHTS = {
    "score": 0.33,
    "two": -0.2,
    "three": -0.15,
    "count": 0.4,
    "date_edge": 0.8,
    "date_place": 0.65,
    "dates_placed": 1.25,
    "distinct_dates": 1.8,
    "long": 0.95,
    "cover_unlinked": 0.85,
    "links": -1.15,
    "alike": 2.45,
    "missed_named": -0.45,
    "authors": 1.1,
    "authors_again": 1.3,
    "addresses": 6.4,
    "headlines": -2.4,
}
_LEAST = -0.25
"""What all of it must come to."""
_DATED, _LEAST_UNDATED = 0.3, 1.5
"""Where fewer posts have a date, it must be more: sections of articles have headings that pass for
authors, and few threads are without dates."""
_MANY = 3.5
"""Logarithm of the number of posts from which more prove no more."""
_FEW_LONG, _MANY_LINKS = 0.25, 0.4
"""Pieces of which so few say something outside of links, and that are links so far, are a list."""
_GUESTS = 8
"""Entries of a guestbook without dates; fewer could be anything."""
_ADDRESS = re.compile(r"[\w.+-]+\s?@\s?[\w-]+(?:\.[\w-]+)+")
_HEADLINE = 20
"""Visible characters of a link that make it a headline."""
_LED = 0.15
"""Share of a teaser that is its headline."""
_HEADER = 150
"""Characters within which a guest gives an address."""


def teaser_share(keys: NodeKeys, posts: Sequence[Sequence[tuple[int, int]]]) -> float:
    """The share of posts that are led by a link with much to read: teasers of other pages."""
    linked = np.diff(keys.sequence.linked)
    leading = np.concatenate([[0], np.cumsum(np.where(linked >= _HEADLINE, linked, 0))])
    sizes = keys.sequence.sizes
    led = [
        sum(leading[b] - leading[a] for a, b in spans)
        >= max(_LED * sum(sizes[b] - sizes[a] for a, b in spans), 1)
        for spans in posts
    ]
    return _share(led)


def are_links(measures: Mapping[str, float]) -> bool:
    """Whether the posts of a cut say little but links."""
    return measures["long"] < _FEW_LONG and measures["links"] > _MANY_LINKS


def rejection_reason(
    measures: Mapping[str, float], score: float, posts: Sequence[Post], headlines: float = 0.0
) -> str | None:
    """Why the pieces of a page are no posts; None where they are.

    `measures` and `score` are those of the cut, `headlines` the share of posts that are teasers.
    """
    if are_links(measures):
        return LINKS
    known = {**measures, "score": score, "headlines": headlines}
    dated = _share([post.date is not None for post in posts])
    least = _LEAST if dated >= _DATED else _LEAST_UNDATED
    if _odds(known, posts) < least and not _is_guestbook(measures, posts):
        return "what comes again on the page has too little of posts: dates, authors, messages"
    return None


def _odds(known: Mapping[str, float], posts: Sequence[Post]) -> float:
    count = len(posts)
    dates = {post.date for post in posts if post.date and has_digit(post.date)}
    ago = sum(post.date is not None and not has_digit(post.date) for post in posts)
    names = [post.author for post in posts if post.author]
    told = {
        **known,
        "two": float(count <= 2),
        "three": float(count <= 3),
        "count": min(math.log(count), _MANY),
        "dates_placed": known["date_edge"] * known["date_place"],
        # "yesterday" is another moment on every post
        "distinct_dates": (len(dates) + ago) / count,
        "authors": len(names) / count,
        "authors_again": float(len(names) > 3 and 1 < len(set(names)) < 0.95 * len(names)),
        "addresses": _share([_has_address(post) for post in posts]),
    }
    return _START + sum(weight * told[name] for name, weight in _WEIGHTS.items())


def _has_address(post: Post) -> bool:
    return _ADDRESS.search(post.text[:_HEADER]) is not None


def _is_guestbook(measures: Mapping[str, float], posts: Sequence[Post]) -> bool:
    """Whether many leave their name and address, though no date."""
    authors = {post.author for post in posts if post.author}
    return (
        len(posts) >= _GUESTS
        and measures["cover_unlinked"] >= 0.7
        and len(authors) >= 0.3 * len(posts)
        and _share([post.author is not None for post in posts]) >= 0.9
        and _share([_has_address(post) for post in posts]) >= 0.5
    )


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags)
