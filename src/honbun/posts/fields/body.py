"""The body of each post: the message, without header, signature and buttons.

Posts of a page have similar markup: the element is chosen that contains nearly all long texts of
the posts and as little else as possible. Where there is no such element, the body is the lines
between header and footer.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from honbun.document.excerpts import Excerpt
from honbun.html.columns import expand_ranges, range_starts, running_sum
from honbun.posts.fields.cells import common_texts

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Sequence

    from numpy.typing import NDArray

    from honbun.posts.fields.cells import Span
    from honbun.posts.keys import NodeKeys

_NEARLY = 0.8
"""Minimum share of the posts' long texts in the body element."""
_HALF = 0.5
"""The same for an element that all posts have once."""
_MOST = 0.8
"""Minimum share of posts that have the body element."""
_SAME = 0.5
"""Minimum share of posts with nothing else around their body."""
_LABEL = 40
"""Maximum length of a line that is a label."""
_FIELD = re.compile(r"[^\W\d_][^:：()]{0,24}[:：]|\([^()]{1,24}\)|\[[^\[\]]{1,24}\]")
"""The start of a form field: `Name:`, `(COMMENTS)`."""


def find_bodies(
    keys: NodeKeys, posts: Sequence[Sequence[Span]], facts: Sequence[Collection[int]]
) -> list[Excerpt]:
    """Where the body of each post is; `facts` are the nodes with its author, date and number."""
    boxes = _elements(keys, posts, facts)
    found = [Excerpt([box] if box else []) for box in boxes]
    if None in boxes:
        lines = line_spans(keys, posts)
        texts = [[keys.sequence.read([line]) for line in each] for each in lines]
        # Short lines that many posts have are labels and buttons.
        common = common_texts([[text for text in each if len(text) <= _LABEL] for each in texts])
        without = [number for number, box in enumerate(boxes) if box is None]
        bodies = [
            slice(*_between(lines[number], texts[number], facts[number], common))
            for number in without
        ]
        messages = _messages(
            [texts[number][body] for number, body in zip(without, bodies)],
            [lines[number][body] for number, body in zip(without, bodies)],
        )
        for number, message in zip(without, messages):
            found[number] = message
    return found


def _elements(
    keys: NodeKeys, posts: Sequence[Sequence[Span]], facts: Sequence[Collection[int]]
) -> Sequence[Span | None]:
    """The node range of each post's body element."""
    sequence = keys.sequence
    sizes = sequence.sizes
    messages = running_sum(np.where(keys.message, np.diff(sizes), 0))
    start, stop, _ = _spans(posts)
    total = int((messages[stop] - messages[start]).sum())
    if not total:
        return [None] * len(posts)
    at, post = _whole(keys, posts, facts)
    whole = at
    # Of several elements of a post with the same tag and class, the first counts.
    _, first, times = np.unique(
        keys.tag_class[at] * len(posts) + post, return_index=True, return_counts=True
    )
    at, post, tag_class = at[first], post[first], keys.tag_class[at[first]]
    count, once = np.bincount(tag_class), np.bincount(tag_class, weights=times == 1)
    held = np.bincount(tag_class, weights=messages[sequence.end[at]] - messages[at])
    size = np.bincount(tag_class, weights=sizes[sequence.end[at]] - sizes[at])
    able = np.flatnonzero((count >= _MOST * len(posts)) & (held >= _NEARLY * total) & (count > 0))
    if not len(able):
        # Replies inside of posts have long texts, too.
        able = np.flatnonzero((once == len(posts)) & (held >= _HALF * total))
    if not len(able):
        return [None] * len(posts)
    # The smallest element without its quotes wins; of equal ones the largest, which includes the
    # quotes.
    quoted = running_sum(np.where(_in_quotes(keys), np.diff(sizes), 0))
    own = size - np.bincount(tag_class, weights=quoted[sequence.end[at]] - quoted[at])
    opens = np.full(len(count), len(sequence))
    np.minimum.at(opens, tag_class, at)
    best = able[np.lexsort((opens[able], -size[able], own[able]))[0]]
    boxes = _with_quotes(keys, at[tag_class == best], whole)
    chosen = dict(zip(post[tag_class == best].tolist(), boxes.tolist()))
    return [
        (chosen[number], int(sequence.end[chosen[number]])) if number in chosen else None
        for number in range(len(posts))
    ]


def _with_quotes(
    keys: NodeKeys, boxes: NDArray[np.int64], whole: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The elements around those of the bodies that hold nothing else in most posts.

    What they hold in the others belongs to the message: quotations in elements of their own.
    """
    sequence, sizes = keys.sequence, keys.sequence.sizes
    while True:
        around = sequence.parent[boxes]
        if not np.isin(around, whole).all() or len(np.unique(around)) < len(boxes):
            return boxes
        same = (
            sizes[sequence.end[around]] - sizes[around] == sizes[sequence.end[boxes]] - sizes[boxes]
        )
        if same.mean() < _SAME:
            return boxes
        boxes = around


def _in_quotes(keys: NodeKeys) -> NDArray[np.bool_]:
    """Whether each node is in a quotation."""
    inside = np.zeros(len(keys.sequence), dtype=bool)
    for at, tag in enumerate(keys.sequence.tag):
        if tag == "blockquote":
            inside[at : keys.sequence.end[at]] = True
    return inside


def _whole(
    keys: NodeKeys, posts: Sequence[Sequence[Span]], facts: Sequence[Collection[int]]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The elements that are entirely in a post, have text and contain no fact; and the post of
    each."""
    sequence = keys.sequence
    start, stop, post = _spans(posts)
    size = stop - start
    at, post, stop = expand_ranges(start, size), np.repeat(post, size), np.repeat(stop, size)
    end = sequence.end[at]
    by_label = np.zeros(len(sequence), dtype=np.int64)
    by_label[[fact for each in facts for fact in each]] = 1
    stated = running_sum(by_label)
    whole = (sequence.run[at] < 0) & (end <= stop) & (sequence.sizes[end] > sequence.sizes[at])
    whole &= stated[end] == stated[at + 1]
    return at[whole], post[whole]


def _messages(posts: Sequence[Sequence[str]], spans: Sequence[Sequence[Span]]) -> list[Excerpt]:
    """The longest field of each filled-in form; all lines where there are no fields.

    >>> texts = [["From: Oslo", "Says: Hello.", "Again."], ["From: Bonn", "Says: So long."]]
    >>> _messages(texts, [[(0, 1), (1, 2), (2, 3)], [(7, 8), (8, 9)]])
    [Excerpt(spans=[(1, 2), (2, 3)], skipped=5), Excerpt(spans=[(8, 9)], skipped=5)]
    """
    labels = common_texts([filter(None, map(_label, lines)) for lines in posts])
    fields = [_fields(lines, labels) for lines in posts]
    sizes: Counter[str] = Counter()
    for lines, by_label in zip(posts, fields):
        for label, places in by_label.items():
            if label:
                sizes[label] += sum(len(lines[place]) for place in places) - len(label)
    message = sizes.most_common(1)[0][0] if sizes else ""
    found = []
    for lines, nodes, by_label in zip(posts, spans, fields):
        places = by_label.get(message, [])
        skipped = sum(not letter.isspace() for letter in message)
        if not message or not any(lines[place] != message for place in places):
            places, skipped = list(range(len(lines))), 0
        found.append(Excerpt([nodes[place] for place in places], skipped))
    return found


def _fields(lines: Sequence[str], labels: Container[str]) -> dict[str, list[int]]:
    """The lines of a post from each label on, and before the first one ("")."""
    by_label: dict[str, list[int]] = {"": []}
    now = by_label[""]
    for place, line in enumerate(lines):
        label = _label(line)
        if label in labels:
            now = by_label.setdefault(label, [])
        now.append(place)
    return by_label


def _label(line: str) -> str:
    """The label that a line starts with; empty if none."""
    match = _FIELD.match(line)
    return match.group() if match else ""


def _between(
    lines: Sequence[Span], texts: Sequence[str], facts: Collection[int], common: set[str]
) -> tuple[int, int]:
    """The lines of a post between header and footer."""
    stated = [any(start <= fact < stop for fact in facts) for start, stop in lines]
    # The longest run of lines without a fact: before it is the header, after it the footer.
    best, size, begin = (0, 0), -1, 0
    for position in range(len(lines) + 1):
        if position == len(lines) or stated[position]:
            length = sum(len(text) for text in texts[begin:position] if text not in common)
            if length > size:
                best, size = (begin, position), length
            begin = position + 1
    first, last = best
    while first < last and texts[first] in common:
        first += 1
    while first < last and texts[last - 1] in common:
        last -= 1
    return first, last


def line_spans(keys: NodeKeys, posts: Sequence[Sequence[Span]]) -> list[list[Span]]:
    """The non-empty lines of each post, as node ranges."""
    line, sizes = keys.line, keys.sequence.sizes
    if not any(posts):
        return [[] for _ in posts]
    start, stop, post = _spans(posts)
    size = stop - start
    nodes = expand_ranges(start, size)
    opens = line[nodes] != line[nodes - 1]
    opens[range_starts(size)] = True
    begin, of = nodes[opens], np.repeat(np.arange(len(size)), size)[opens]
    end = np.append(begin[1:], 0)
    end[np.append(of[1:] != of[:-1], True)] = stop
    full = sizes[end] > sizes[begin]
    found: list[list[Span]] = [[] for _ in posts]
    columns = (begin[full], end[full], post[of[full]])
    for first, last, number in zip(*(column.tolist() for column in columns)):
        found[number].append((first, last))
    return found


def _spans(posts: Sequence[Sequence[Span]]) -> NDArray[np.int64]:
    """Start, stop and post of every range."""
    return np.array([(*span, number) for number, spans in enumerate(posts) for span in spans]).T
