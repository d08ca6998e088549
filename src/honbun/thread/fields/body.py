"""The body of each post: the message, without header, signature and buttons.

Posts of one page have their message in elements made alike, so the element is taken that holds
nearly all long texts of the posts and as little else as possible. Where posts have none of their
own, the body is what stands between the lines of the header and those of the foot.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import numpy as np

from honbun.thread.strand import TEXT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.thread.cut.keys import Keys
    from honbun.thread.fields.cell import Span

_NEARLY = 0.9
"""Share of the long texts of all posts that the element of the body must hold."""
_MOST = 0.8
"""Share of posts that must have the element."""
_LABEL = 40
"""Characters of a line that can be said by all posts."""
_COMMON = 0.5
"""Share of posts that say the same at their end: buttons."""


def find(
    keys: Keys, posts: Sequence[Sequence[Span]], facts: Sequence[frozenset[int]]
) -> list[str | None]:
    """The body of each post; `facts` are the nodes that tell its author, date and number."""
    boxes = _elements(keys, posts, facts)
    common = _common(keys, posts)
    result: list[str | None] = []
    for spans, told, box in zip(posts, facts, boxes):
        text = keys.strand.read([box]) if box else _between(keys, spans, told, common)
        result.append(text or None)
    return result


def _elements(
    keys: Keys, posts: Sequence[Sequence[Span]], facts: Sequence[frozenset[int]]
) -> list[Span | None]:
    """The element of each post that holds its message, as a range."""
    strand = keys.strand
    sizes = strand.sizes
    lengths = np.where(keys.message, np.diff(sizes), 0)
    messages = np.concatenate([[0], np.cumsum(lengths)])
    total = sum(int(messages[b] - messages[a]) for spans in posts for a, b in spans)
    if not total:
        return [None] * len(posts)
    first: dict[int, dict[int, int]] = defaultdict(dict)
    for number, (spans, told) in enumerate(zip(posts, facts)):
        for start, stop in spans:
            for at in range(start, stop):
                end = int(strand.end[at])
                if strand.tag[at] is TEXT or end > stop or sizes[end] == sizes[at]:
                    continue
                if not any(at < fact < end for fact in told):
                    first[int(keys.make[at])].setdefault(number, at)
    best: dict[int, int] = {}
    least = 0
    for places in first.values():
        if len(places) < _MOST * len(posts):
            continue
        held = sum(int(messages[strand.end[at]] - messages[at]) for at in places.values())
        size = sum(int(sizes[strand.end[at]] - sizes[at]) for at in places.values())
        if held >= _NEARLY * total and (not best or size < least):
            best, least = places, size
    return [
        (best[number], int(strand.end[best[number]])) if number in best else None
        for number in range(len(posts))
    ]


def _common(keys: Keys, posts: Sequence[Sequence[Span]]) -> frozenset[str]:
    """The short lines that many posts say."""
    times = Counter(
        text
        for spans in posts
        for text in {keys.strand.read([line]) for line in _lines(keys, spans)}
        if len(text) <= _LABEL
    )
    return frozenset(text for text, seen in times.items() if seen > max(_COMMON * len(posts), 1))


def _between(
    keys: Keys, spans: Sequence[Span], told: frozenset[int], common: frozenset[str]
) -> str:
    """What stands between the lines of a post's header and those of its foot."""
    strand = keys.strand
    lines = _lines(keys, spans)
    texts = [strand.read([line]) for line in lines]
    stated = [any(start <= fact < stop for fact in told) for start, stop in lines]
    # The longest stretch of lines without a fact: what comes before is the header, after the foot.
    best, size, begin = (0, 0), -1, 0
    for place in range(len(lines) + 1):
        if place == len(lines) or stated[place]:
            length = sum(len(text) for text in texts[begin:place] if text not in common)
            if length > size:
                best, size = (begin, place), length
            begin = place + 1
    first, last = best
    while first < last and texts[first] in common:
        first += 1
    while first < last and texts[last - 1] in common:
        last -= 1
    return strand.read(lines[first:last])


def _lines(keys: Keys, spans: Sequence[Span]) -> list[Span]:
    """The lines of a post that hold text, as ranges."""
    line, sizes = keys.line, keys.strand.sizes
    found: list[Span] = []
    for start, stop in spans:
        begins = np.flatnonzero(np.diff(line[start:stop], prepend=-1)) + start
        ends = np.append(begins[1:], stop)
        found += [(int(a), int(b)) for a, b in zip(begins, ends) if sizes[b] > sizes[a]]
    return found
