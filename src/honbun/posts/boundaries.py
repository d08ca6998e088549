"""Boundaries: correct the posts of the chosen segmentation.

Segmentations are found by what opens or separates posts, so they include what is between posts: an
advertisement, a form at the end, the gutter of a table. The opening post may have other markup than
the replies.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from honbun.html.blocks import BLOCK_LEVEL
from honbun.html.nodes import TEXT
from honbun.posts.segmentation import Boundary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.posts.keys import NodeKeys
    from honbun.posts.segmentation import Segmentation

    Span = tuple[int, int]
    Posts = list[list[Span]]

_CORE = 0.7
"""Share of posts that must have a tag and class for it to be part of the core."""
_STRANGE = 0.4
"""Minimum share of the core that a post must have."""
_DATED = 0.8
"""Share of dated posts from which a post without a date must match the others in everything
else."""
_GUTTER = 0.8
"""Share of posts that start with a cell without words from which that cell belongs to the table."""
_OUTWARD = 3
"""Levels above the posts' container at which the opening post is searched for."""
_WORDS = 30
"""Minimum number of visible characters outside links in an opening post."""


def refine_boundaries(keys: NodeKeys, segmentation: Segmentation) -> Posts:
    """The ranges of each post, without what does not belong to it."""
    posts = _without_outliers(keys, segmentation.spans())
    posts = _without_gutters(keys, posts)
    return _with_opening(keys, segmentation, posts)


def _without_outliers(keys: NodeKeys, posts: Posts) -> Posts:
    """Drop posts that differ from most others; keep all if few would be left."""
    if len(posts) < 3:
        return posts
    by_post = [_tag_classes(keys, post) for post in posts]
    times = Counter(tag_class for tag_classes in by_post for tag_class in tag_classes)
    core = {tag_class for tag_class, seen in times.items() if seen >= _CORE * len(posts)}
    dated = [_has_date(keys, post) for post in posts]
    usual = sum(dated) >= _DATED * len(posts)
    usual_posts: Posts = []
    for place, (post, tag_classes, date) in enumerate(zip(posts, by_post, dated)):
        share = len(core & tag_classes) / max(len(core), 1)
        unlike = share < _STRANGE and len(core) >= 3
        at_edge = place in (0, len(posts) - 1)
        undated = usual and not date and (share < _DATED or (at_edge and len(core) < 6))
        if not unlike and not undated:
            usual_posts.append(post)
    return usual_posts if len(usual_posts) > 1 else posts


def _tag_classes(keys: NodeKeys, post: Sequence[Span]) -> set[int]:
    return {tag_class for start, stop in post for tag_class in keys.tag_class[start:stop].tolist()}


def _has_date(keys: NodeKeys, post: Sequence[Span]) -> bool:
    return any(bool(keys.dated[start:stop].any()) for start, stop in post)


def _without_gutters(keys: NodeKeys, posts: Posts) -> Posts:
    """Drop the first cell of each post if it has no words in most of them."""
    gutters = [_gutter(keys, post[0]) for post in posts]
    if sum(gutter is not None for gutter in gutters) < _GUTTER * len(posts):
        return posts
    return [
        post if gutter is None else [(gutter, post[0][1]), *post[1:]]
        for post, gutter in zip(posts, gutters)
    ]


def _gutter(keys: NodeKeys, span: Span) -> int | None:
    """The end of a first cell without letters or digits."""
    sequence = keys.sequence
    start, stop = span
    first = next((at for at in range(start, stop) if sequence.tag[at] is TEXT), None)
    if first is None:
        return None
    cell = int(keys.box[first])
    end = int(sequence.end[cell])
    if sequence.tag[cell] not in ("td", "th") or cell < start or end >= stop:
        return None
    content = "".join(sequence.text[cell:end])
    return None if any(map(str.isalnum, content)) else end


def _with_opening(keys: NodeKeys, segmentation: Segmentation, posts: Posts) -> Posts:
    """Add the opening post where it precedes the posts and is not one of them.

    It has a date and most of the labels that all posts have (names of fields, buttons). It is the
    content of the container before the first post, or precedes the container.
    """
    if (
        segmentation.kind not in (Boundary.ELEMENT, Boundary.SCATTERED, Boundary.OPENED)
        or len(posts) < 2
    ):
        return posts
    labels = _labels(keys, posts)
    parent = keys.sequence.parent
    container, first = segmentation.container, posts[0][0][0]
    for level in range(_OUTWARD):
        while parent[first] > container:
            first = int(parent[first])
        # The farther away, the more labels it must share with the posts.
        if container < 0 or len(labels) < 1 + level:
            break
        start = _opening(keys, container, first)
        if start is not None:
            content = {keys.sequence.text[at].strip() for at in range(start, first)}
            if len(labels & content) >= 0.5 * len(labels):
                return [[(start, _last_text(keys, start, first))], *posts]
        first, container = container, int(parent[container])
    return posts


def _opening(keys: NodeKeys, container: int, first: int) -> int | None:
    """Where a post before the first one would start: after the last rule or form before it."""
    sequence = keys.sequence
    children = [container + 1]
    while (following := int(sequence.end[children[-1]])) < first:
        children.append(following)
    start = None
    for kid in reversed(children):
        if kid >= first:
            continue
        if sequence.tag[kid] in ("hr", "form", "h1", "h2"):
            break
        start = kid
    if start is None:
        return None
    dates = np.flatnonzero(keys.dated[start:first])
    if not len(dates):
        return None
    date = start + int(dates[0])
    box = date
    while sequence.parent[box] > container:
        box = int(sequence.parent[box])
    # A block-level element is the whole post; among bare texts it starts with its header.
    start = box if sequence.tag[box] in BLOCK_LEVEL else max(start, _line_before(keys, date))
    own = (sequence.sizes[first] - sequence.sizes[start]) - (
        sequence.linked[first] - sequence.linked[start]
    )
    return start if own >= _WORDS else None


def _line_before(keys: NodeKeys, at: int) -> int:
    """The start of the last non-empty line before that of a date: it has the subject or the
    name."""
    line, sizes = keys.line, keys.sequence.sizes
    start = int(line[at])
    while start > 0 and sizes[start] == sizes[line[at]]:
        start = int(line[start - 1])
    return start


def _last_text(keys: NodeKeys, start: int, stop: int) -> int:
    texts = np.flatnonzero(np.diff(keys.sequence.sizes[start : stop + 1]))
    return start + int(texts[-1]) + 1


def _labels(keys: NodeKeys, posts: Posts) -> set[str]:
    """Short texts that nearly all posts have."""
    sequence = keys.sequence
    times = Counter(
        text
        for post in posts
        for text in {
            sequence.text[at].strip()
            for start, stop in post
            for at in range(start, stop)
            if 0 < len(sequence.text[at]) <= 24
        }
    )
    return {text for text, seen in times.items() if text and seen >= _CORE * len(posts)}
