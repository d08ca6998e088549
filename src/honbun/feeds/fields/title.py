"""The title of each item.

Usually the text of the title candidate. If these are the same for all items ("Read more"), or only
dates or numbers, another text that differs between items is the title: a heading, or a line with
other markup. Dates, labels and texts that all items share are removed from a title if they have an
element of their own.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from statistics import median
from typing import TYPE_CHECKING

from honbun.feeds.columns import width
from honbun.feeds.fields.date import is_date
from honbun.html.blocks import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.feeds.fields import ItemPosition, Items

_COMMON = 0.5
"""Share of items with the same text from which it does not identify them."""
_COUNT = re.compile(r"\W*\d[\d.,]*\s*[^\W\d]{0,12}\W*")
"""A count or an amount: "15 ratings", "$1,299.99"."""
_MOST_PIECES = 40
_LOOSE = " |｜·•"
"""Separators between a title and what was removed from it."""
_LABEL = 24
"""Maximum length of a category."""
_SHORT = 8
_NEARLY = 0.8
"""Lines of cards whose share of distinct texts is at least this fraction of the best can be
titles."""
_GREATER = 0.4
"""Minimum share of its first link in a heading for the link alone to be the title."""
_LEAST = 4
"""Minimum width of a link in a line for it to be the title."""


@dataclass(frozen=True, slots=True)
class Title:
    """A title and the nodes that it was read from."""

    text: str
    start: int
    stop: int


def titles(items: Items) -> list[Title]:
    """The title of each item."""
    own = _narrow_cards(items, [_candidate_title(items, position) for position in items.positions])
    if 2 * sum(is_date(title.text) for title in own) > len(own):
        own = _from_other_position(items, own, marked=True)
    elif _are_useless(own, items):
        own = _from_other_position(items, own, marked=False)
    return _without_labels(items, own)


def _candidate_title(items: Items, position: ItemPosition) -> Title:
    """The text of a title candidate: of a heading in it, or of the link in it that is the title."""
    sequence, columns = items.columns.sequence, items.columns
    title_node, stop = position.title_node, int(sequence.end[position.title_node])
    for node in range(title_node + 1, stop):
        if (
            sequence.tag[node] in HEADINGS
            and columns.widths[sequence.end[node]] > columns.widths[node]
        ):
            return _title(items, node)
    if title_node < position.link < stop and _is_title_link(items, position, stop):
        return _title(items, position.link)
    return _title(items, title_node)


def _is_title_link(items: Items, position: ItemPosition, stop: int) -> bool:
    """Whether the link in a candidate is the title: the first link of a heading, or any link of a
    line."""
    columns = items.columns
    text_width = columns.widths[columns.sequence.end[position.link]] - columns.widths[position.link]
    if columns.sequence.tag[position.title_node] not in HEADINGS:
        return bool(text_width >= _LEAST)
    if any(columns.targets[node] is not None for node in range(position.title_node, position.link)):
        return False
    whole = columns.widths[stop] - columns.widths[position.title_node]
    return bool(text_width >= _GREATER * whole) or not _has_other_words(
        items, position.title_node, stop
    )


def _has_other_words(items: Items, start: int, stop: int) -> bool:
    """Whether a range has words outside links and dates."""
    columns = items.columns
    return any(
        text
        and columns.link[node] < 0
        and not items.days.dated[node]
        and any(map(str.isalnum, text))
        for node, text in enumerate(columns.sequence.text[start:stop], start)
    )


def _title(items: Items, node: int) -> Title:
    stop = int(items.columns.sequence.end[node])
    return Title(items.read(node, stop), node, stop)


def _are_useless(found: Sequence[Title], items: Items) -> bool:
    """Whether titles do not distinguish items, or are not titles."""
    texts = [title.text for title in found]
    same = Counter(texts)
    repeated = sum(same[text] > 1 for text in texts)
    crowded = sum(len(_links(items, title)) > 2 for title in found)
    numbers = sum(map(_is_number, texts))
    return max(repeated, crowded, numbers) > _COMMON * len(texts)


def _is_number(text: str) -> bool:
    """Whether a text is mainly the number of a record.

    >>> _is_number("Report:2603.05498"), _is_number("Apollo 11")
    (True, False)
    """
    figures = sum(map(str.isdigit, text))
    return figures >= 4 and " " not in text and 2 * figures >= len(text)


def _links(items: Items, title: Title) -> list[int]:
    targets = items.columns.targets
    return [node for node in range(title.start, title.stop) if targets[node] is not None]


def _from_other_position(items: Items, own: Sequence[Title], *, marked: bool) -> list[Title]:
    """Titles from the position that distinguishes items best; unchanged if there is none.

    Days are the titles of a diary, unless something marked as a heading says more.
    """
    columns: dict[tuple[int, ...], dict[int, int]] = defaultdict(dict)
    for number, position in enumerate(items.positions):
        for node in items.pieces(position)[:_MOST_PIECES]:
            columns[items.column(node, position)].setdefault(number, node)
    best: dict[int, int] = {}
    most = 0.0
    for nodes in columns.values():
        score = _score(items, nodes, marked=marked)
        if score > most:
            best, most = nodes, score
    return _replaced(items, own, best)


def _narrow_cards(items: Items, own: Sequence[Title]) -> list[Title]:
    """Titles of cards: the first line of the candidate that distinguishes items."""
    lines = [_lines(items, title) for title in own]
    if 2 * sum(len(each) > 1 for each in lines) <= len(own):
        return list(own)
    columns: dict[tuple[int, ...], dict[int, int]] = defaultdict(dict)
    for number, (title, nodes) in enumerate(zip(own, lines)):
        within = replace(items.positions[number], start=title.start)
        for node in nodes:
            columns[items.column(node, within)].setdefault(number, node)
    end = items.columns.sequence.end
    candidates = [
        (found, texts)
        for found in columns.values()
        if _fits(texts := [items.read(node, int(end[node])) for node in found.values()], len(own))
    ]
    most = max((_differ(texts) for _, texts in candidates), default=0.0)
    for found, texts in candidates:
        if _differ(texts) >= _NEARLY * most:
            return _replaced(items, own, found)
    return list(own)


def _replaced(items: Items, own: Sequence[Title], nodes: dict[int, int]) -> list[Title]:
    """Titles, some of them replaced by the texts of other nodes."""
    return [
        _title(items, nodes[number]) if number in nodes else title
        for number, title in enumerate(own)
    ]


def _lines(items: Items, title: Title) -> list[int]:
    """The elements in a title that start a line and have text of their own."""
    columns = items.columns
    found: list[int] = []
    if title.stop - title.start <= 2:  # an element with one text has no parts
        return found
    for node in items.pieces(replace(items.positions[0], start=title.start, stop=title.stop)):
        box = node
        while box > title.start and columns.is_inline[box]:
            box = int(columns.sequence.parent[box])
        if box > title.start and box not in found:
            found.append(box)
    return found


def _fits(texts: Sequence[str], items: int) -> bool:
    """Whether texts can be the titles of this many items."""
    dated = sum(map(is_date, texts)) / len(texts)
    return len(texts) >= 0.8 * items and dated < _COMMON and median(map(width, texts)) >= _SHORT


def _differ(texts: Sequence[str]) -> float:
    return len(set(texts)) / len(texts)


def _score(items: Items, nodes: dict[int, int], *, marked: bool) -> float:
    """The score of a position as that of titles: most items have it, texts differ, and have the
    length of titles."""
    end, tags = items.columns.sequence.end, items.columns.sequence.tag
    texts = [items.read(node, int(end[node])) for node in nodes.values()]
    cover = len(texts) / len(items)
    differ = _differ(texts)
    text_width = median(map(width, texts))
    crowded = sum(len(_links(items, _title(items, node))) > 2 for node in nodes.values())
    if 2 * crowded > len(texts) or cover < 0.6 or differ < 0.7 or not 6 <= text_width <= 200:
        return 0.0
    dated = sum(map(is_date, texts)) / len(texts)
    headed = sum(bool(items.columns.heading[node] >= 0) for node in nodes.values()) / len(texts)
    bold = sum(tags[node] in ("b", "strong") for node in nodes.values()) / len(texts)
    if marked and (headed + bold < 0.8 or cover < 0.9):
        return 0.0
    return cover * differ * (1 - dated) * (0.5 + headed + 0.3 * bold) * min(text_width / 20, 1)


def _without_labels(items: Items, found: Sequence[Title]) -> list[Title]:
    """Remove parts of titles that are dates or counts, or that most titles share."""
    parts = [_parts(items, title) for title in found]
    common = Counter(text for texts in parts for text in {text for _, text in texts})
    counts = Counter(
        int(items.columns.tag_class[node])
        for texts in parts
        for node, text in texts[1:]
        if _COUNT.fullmatch(text)
    )
    labels = _label_ids(items, parts)
    least = max(2, _COMMON * len(found))

    def is_label(node: int, text: str) -> bool:
        counted = counts[int(items.columns.tag_class[node])] > least and _COUNT.fullmatch(text)
        if items.columns.tag_class[node] in labels and len(text) <= _LABEL:
            return True
        return bool(counted) or is_date(text) or common[text] > least

    return [
        _without(items, title, [node for node, text in texts if is_label(node, text)])
        for title, texts in zip(found, parts)
    ]


def _label_ids(items: Items, parts: Sequence[Sequence[tuple[int, str]]]) -> set[int]:
    """The tag and class ids of title parts that most titles have and that recur: categories."""
    texts: defaultdict[int, list[str]] = defaultdict(list)
    for each in parts:
        for node, text in each:
            texts[int(items.columns.tag_class[node])].append(text)
    many = [
        tag_class
        for tag_class, values in texts.items()
        if len(values) >= max(4, _COMMON * len(parts))
    ]
    return {
        tag_class for tag_class in many if 2 * len(set(texts[tag_class])) <= len(texts[tag_class])
    }


def _parts(items: Items, title: Title) -> list[tuple[int, str]]:
    """The outermost elements inside a title, with their texts."""
    sequence = items.columns.sequence
    found = []
    node = title.start + 1
    while node < title.stop:
        if sequence.run[node] >= 0:
            node += 1
            continue
        stop = int(sequence.end[node])
        text = items.read(node, stop)
        if text and text == title.text:
            node += 1  # it only wraps the rest
            continue
        if text:
            found.append((node, text))
        node = stop
    return found


def _without(items: Items, title: Title, parts: Sequence[int]) -> Title:
    """A title without some parts at its start and end; parts in its middle stay."""
    sequence = items.columns.sequence
    texts = [node for node in range(title.start, title.stop) if sequence.text[node].strip()]
    ends = [int(sequence.end[node]) for node in parts]

    def is_cut(node: int) -> bool:
        return any(start <= node < stop for start, stop in zip(parts, ends))

    while texts and is_cut(texts[0]):
        texts.pop(0)
    while texts and is_cut(texts[-1]):
        texts.pop()
    if not texts:
        return title
    text = sequence.read([(texts[0], texts[-1] + 1)]).strip(_LOOSE)
    return Title(text, title.start, title.stop) if width(text) > 2 else title
