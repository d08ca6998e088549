"""The gate: decide whether the chosen segmentation consists of posts at all.

Every page can be split into similar pieces: sections of an article, entries of a menu, teasers of
other articles. Posts have dates that differ and appear in one position, authors that differ and
recur, and they are not headlines that link elsewhere. The weights were fitted on 108 thread pages
(also with most of their dates removed) and 1,600 other pages. On held-out sites and templates, 1.5%
of articles without a thread pass and 2% of thread pages are rejected.
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
"""Minimum score of a thread."""
_DATED, _LEAST_UNDATED = 0.3, 1.5
"""Share of dated posts below which a higher minimum applies: headings of article sections pass for
authors, and few threads have no dates."""
_MANY = 3.5
"""Logarithm of the number of posts above which more posts count no more."""
_FEW_LONG, _MANY_LINKS = 0.25, 0.4
"""Pieces with few texts outside links and a large share of links are a list of links."""
_GUESTS = 8
"""Minimum number of entries of a guestbook without dates."""
_ADDRESS = re.compile(r"[\w.+-]+\s?@\s?[\w-]+(?:\.[\w-]+)+")
_HEADLINE = 20
"""Visible characters from which a link is a headline."""
_LED = 0.15
"""Minimum share of the headline in a teaser."""
_HEADER = 150
"""Characters at the start of an entry in which a guest leaves an e-mail address."""


def teaser_share(keys: NodeKeys, posts: Sequence[Sequence[tuple[int, int]]]) -> float:
    """Share of posts that are dominated by a long link: teasers of other pages."""
    linked = np.diff(keys.sequence.linked)
    leading = np.concatenate([[0], np.cumsum(np.where(linked >= _HEADLINE, linked, 0))])
    sizes = keys.sequence.sizes
    led = [
        sum(leading[b] - leading[a] for a, b in spans)
        >= max(_LED * sum(sizes[b] - sizes[a] for a, b in spans), 1)
        for spans in posts
    ]
    return _share(led)


def are_links(features: Mapping[str, float]) -> bool:
    """Whether the posts of a segmentation consist mostly of links."""
    return features["long"] < _FEW_LONG and features["links"] > _MANY_LINKS


def rejection_reason(
    features: Mapping[str, float], score: float, posts: Sequence[Post], teasers: float = 0.0
) -> str | None:
    """Why the pieces of a page are not posts; None where they are.

    `features` and `score` are those of the segmentation, `teasers` is the share of teasers.
    """
    if are_links(features):
        return LINKS
    known = {**features, "score": score, "headlines": teasers}
    dated = _share([post.date is not None for post in posts])
    least = _LEAST if dated >= _DATED else _LEAST_UNDATED
    if _odds(known, posts) < least and not _is_guestbook(features, posts):
        return "what comes again on the page has too little of posts: dates, authors, messages"
    return None


def _odds(known: Mapping[str, float], posts: Sequence[Post]) -> float:
    count = len(posts)
    dates = {post.date for post in posts if post.date and has_digit(post.date)}
    ago = sum(post.date is not None and not has_digit(post.date) for post in posts)
    names = [post.author for post in posts if post.author]
    values = {
        **known,
        "two": float(count <= 2),
        "three": float(count <= 3),
        "count": min(math.log(count), _MANY),
        "dates_placed": known["date_edge"] * known["date_place"],
        # "yesterday" is a different date on every post
        "distinct_dates": (len(dates) + ago) / count,
        "authors": len(names) / count,
        "authors_again": float(len(names) > 3 and 1 < len(set(names)) < 0.95 * len(names)),
        "addresses": _share([_has_address(post) for post in posts]),
    }
    return _START + sum(weight * values[name] for name, weight in _WEIGHTS.items())


def _has_address(post: Post) -> bool:
    return _ADDRESS.search(post.text[:_HEADER]) is not None


def _is_guestbook(features: Mapping[str, float], posts: Sequence[Post]) -> bool:
    """Whether many entries have a name and an e-mail address, though no date."""
    authors = {post.author for post in posts if post.author}
    return (
        len(posts) >= _GUESTS
        and features["cover_unlinked"] >= 0.7
        and len(authors) >= 0.3 * len(posts)
        and _share([post.author is not None for post in posts]) >= 0.9
        and _share([_has_address(post) for post in posts]) >= 0.5
    )


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags)
