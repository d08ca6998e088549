"""The categories of each item.

A page marks its tags, or they are links to the same URL from several items.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from honbun.feeds.fields.date import is_date
from honbun.text.phrases import announces_author, announces_count, is_page_turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.feeds.fields import ItemPosition, Items, Line
    from honbun.feeds.fields.title import Title

_LONGEST = 30
"""Maximum length of a category."""
_MOST = 10
_PROSE = 40
"""Width of the text around a link from which it is part of a paragraph."""
_NEARLY = 0.8
_FEW = 0.7
"""Maximum share of distinct labels, and of items with the same label: labels that differ in all
items are no categories, nor are labels that nearly all items share."""
_LABEL = re.compile(r"[^\W\d][^\d.!?。！？…]*$")


def categories(
    items: Items,
    titles: Sequence[Title],
    lines: Sequence[Sequence[Line]],
    authors: Sequence[str | None],
) -> list[tuple[str, ...]]:
    """The distinct categories of each item, in page order."""
    shown = _shown(items, lines)
    marked = set(items.marked("tag", "rel"))
    targets = [
        items.columns.targets[position.link] for position in items.positions if position.link >= 0
    ]
    item_keys = {target.key for target in targets if target}
    # A link to another item is not a category.
    links = [
        [found for found in _links(items, position, title) if found[1] not in item_keys]
        for position, title in zip(items.positions, titles)
    ]
    times = Counter(key for found in links for key in {key for _, key, _ in found})
    labels = Counter(text for found in links for text in {text for _, _, text in found})
    # A text with several targets is a label ("Comments", "Read more"), and so is one that all items
    # have ("Print").
    positions: defaultdict[str, set[str]] = defaultdict(set)
    for found in links:
        for _, key, text in found:
            positions[text].add(key)
    taken = []
    for found, label, author in zip(links, shown, authors):
        names = [label] if label and label != author else []
        names += [
            text
            for node, key, text in found
            if text != author
            and (
                node in marked
                or (times[key] > 1 and len(positions[text]) == 1 and labels[text] < len(items))
            )
        ]
        taken.append(tuple(dict.fromkeys(names))[:_MOST])
    return taken


def _shown(items: Items, lines: Sequence[Sequence[Line]]) -> list[str | None]:
    """A label that nearly all items have at one position, with values that recur: a cell, a
    badge."""
    columns: defaultdict[tuple[int, ...], dict[int, str]] = defaultdict(dict)
    for number, (position, each) in enumerate(zip(items.positions, lines)):
        for line in each:
            if not _LABEL.match(line.text) or announces_author(line.text):
                continue
            if 1 < len(line.text) <= _LONGEST:
                node = int(items.columns.sequence.parent[line.start])
                columns[items.column(node, position)].setdefault(number, line.text)
    for texts in columns.values():
        times = Counter(texts.values())
        few = len(times) <= _FEW * len(texts) and max(times.values()) <= _FEW * len(texts)
        if len(texts) >= _NEARLY * len(items) and few:
            return [texts.get(number) for number in range(len(items))]
    return [None] * len(items)


def _links(items: Items, position: ItemPosition, title: Title) -> list[tuple[int, str, str]]:
    """The other links of an item that may be categories: node, URL key, text."""
    columns = items.columns
    found = []
    for node in range(position.start, position.stop):
        target = columns.targets[node]
        if target is None or target.on_page or title.start <= node < title.stop:
            continue
        if (
            node == position.link
            or target.site != columns.page_target.site
            or _in_prose(items, node)
        ):
            continue
        text = items.read(node, int(columns.sequence.end[node])).strip(" #|｜,、")
        if 1 < len(text) <= _LONGEST and not _is_label_link(text):
            found.append((node, target.key, text))
    return found


def _is_label_link(text: str) -> bool:
    """Whether a link text turns the page, is a count or is a date."""
    return is_page_turn(text) or announces_count(text) or is_date(text)


def _in_prose(items: Items, node: int) -> bool:
    """Whether a link is part of a paragraph."""
    columns = items.columns
    box = int(columns.box[node])
    end = int(columns.sequence.end[box])
    linked = columns.linked[end] - columns.linked[box]
    return bool(columns.widths[end] - columns.widths[box] - linked >= _PROSE)
