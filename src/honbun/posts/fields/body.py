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

from honbun.html.columns import expand_ranges, range_starts, running_sum
from honbun.posts.fields.cells import common_texts

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Sequence

    from numpy.typing import NDArray

    from honbun.posts.fields.cells import Span
    from honbun.posts.keys import NodeKeys

_NEARLY = 0.8
"""Minimum share of the posts' long texts in the body element."""
_MOST = 0.8
"""Minimum share of posts that have the body element."""
_LABEL = 40
"""Maximum length of a line that is a label."""
_FIELD = re.compile(r"[^\W\d_][^:：()]{0,24}[:：]|\([^()]{1,24}\)|\[[^\[\]]{1,24}\]")
"""The start of a form field: `Name:`, `(COMMENTS)`."""


def find_bodies(
    keys: NodeKeys, posts: Sequence[Sequence[Span]], facts: Sequence[Collection[int]]
) -> list[str | None]:
    """The body of each post; `facts` are the nodes with its author, date and number."""
    sequence = keys.sequence
    boxes = _elements(keys, posts, facts)
    found = [sequence.read([box]) if box else None for box in boxes]
    if None in boxes:
        lines = _lines(keys, posts)
        texts = [[sequence.read([line]) for line in each] for each in lines]
        # Short lines that many posts have are labels and buttons.
        common = common_texts([[text for text in each if len(text) <= _LABEL] for each in texts])
        without = [number for number, box in enumerate(boxes) if box is None]
        bodies = [
            _between(lines[number], texts[number], facts[number], common) for number in without
        ]
        messages = [texts[number][first:last] for number, (first, last) in zip(without, bodies)]
        for number, text in zip(without, _messages(messages)):
            found[number] = text
    return [text or None for text in found]


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
    # Of several elements of a post with the same tag and class, the first counts.
    _, first = np.unique(keys.tag_class[at] * len(posts) + post, return_index=True)
    at, post, tag_class = at[first], post[first], keys.tag_class[at[first]]
    count = np.bincount(tag_class)
    held = np.bincount(tag_class, weights=messages[sequence.end[at]] - messages[at])
    size = np.bincount(tag_class, weights=sizes[sequence.end[at]] - sizes[at])
    able = np.flatnonzero((count >= _MOST * len(posts)) & (held >= _NEARLY * total) & (count > 0))
    if not len(able):
        return [None] * len(posts)
    # The smallest element without its quotes wins; of equal ones the largest, which includes the
    # quotes.
    quoted = running_sum(np.where(_in_quotes(keys), np.diff(sizes), 0))
    own = size - np.bincount(tag_class, weights=quoted[sequence.end[at]] - quoted[at])
    opens = np.full(len(count), len(sequence))
    np.minimum.at(opens, tag_class, at)
    best = able[np.lexsort((opens[able], -size[able], own[able]))[0]]
    chosen = dict(zip(post[tag_class == best].tolist(), at[tag_class == best].tolist()))
    return [
        (chosen[number], int(sequence.end[chosen[number]])) if number in chosen else None
        for number in range(len(posts))
    ]


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


def _messages(posts: Sequence[Sequence[str]]) -> list[str]:
    """The longest field of each filled-in form; all lines where there are no fields.

    >>> _messages([["From: Oslo", "Says: Hello.", "Again."], ["From: Bonn", "Says: So long."]])
    ['Hello. Again.', 'So long.']
    """
    labels = common_texts([filter(None, map(_label, lines)) for lines in posts])
    fields = [_fields(lines, labels) for lines in posts]
    sizes: Counter[str] = Counter()
    for by_label in fields:
        sizes.update({label: len(text) for label, text in by_label.items() if label})
    if not sizes:
        return [" ".join(lines) for lines in posts]
    message = sizes.most_common(1)[0][0]
    return [by_label.get(message) or " ".join(lines) for by_label, lines in zip(fields, posts)]


def _fields(lines: Sequence[str], labels: Container[str]) -> dict[str, str]:
    """The text of a post after each label, and before the first one ("")."""
    by_label: dict[str, list[str]] = {"": []}
    now = by_label[""]
    for line in lines:
        label = _label(line)
        if label in labels:
            now = by_label.setdefault(label, [])
            now.append(line[len(label) :].strip())
        else:
            now.append(line)
    return {label: " ".join(filter(None, texts)) for label, texts in by_label.items()}


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


def _lines(keys: NodeKeys, posts: Sequence[Sequence[Span]]) -> list[list[Span]]:
    """The non-empty lines of each post, as node ranges."""
    line, sizes = keys.line, keys.sequence.sizes
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
