"""The items of a list with all their fields."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from honbun.feeds.columns import width
from honbun.feeds.fields.author import authors
from honbun.feeds.fields.category import categories
from honbun.feeds.fields.date import declared_date, item_dates
from honbun.feeds.fields.declared import DeclaredItem, declared_items
from honbun.feeds.fields.image import images
from honbun.feeds.fields.summary import summaries
from honbun.feeds.fields.title import titles
from honbun.feeds.links import parse_target
from honbun.feeds.model import Item
from honbun.html.blocks import HEADINGS
from honbun.html.xpath import XPaths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.feeds.columns import NodeColumns
    from honbun.feeds.fields.date import PageDates
    from honbun.feeds.fields.title import Title

_NOTHING = DeclaredItem(None, None, None, None)
_REMEMBERED = 50
"""Items of one link that another is compared with."""
_FAR = 300
"""Nodes before a list among which its heading is looked for."""
_LONGEST_HEADING = 100
_HEADLINE = 24
"""Room that a headline takes at least."""


def build_items(items: Items) -> tuple[Item, ...]:
    """The items of a list, each once."""
    found = titles(items)
    lines = [
        items.lines(position.start, title.start) + items.lines(title.stop, position.stop)
        for position, title in zip(items.positions, found)
    ]
    names = authors(items, lines)
    filed = categories(items, found, lines, names)
    days = item_dates(items, found)
    columns = zip(
        items.positions,
        found,
        days,
        summaries(lines, found, filed, days),
        names,
        images(items),
        filed,
    )
    paths = XPaths(items.columns.sequence.tree)
    told = declared_items(items.columns)
    made = []
    for position, title, day, text, name, picture, tags in columns:
        link = item_link(items, position, title)
        known = told.get(parse_target(link).key, _NOTHING) if link and told else _NOTHING
        made.append(
            Item(
                title=title.text,
                link=link,
                published=day or (declared_date(known.published) if known.published else None),
                summary=text or known.summary,
                author=name or known.author,
                image=picture or known.image,
                categories=tags,
                xpath=paths.of(int(items.columns.sequence.node[position.title_node])),
            )
        )
    return tuple(_once(made))


def list_heading(items: Items) -> str | None:
    """What the page writes above the list."""
    sequence = items.columns.sequence
    first = items.positions[0].start
    for node in range(first - 1, max(-1, first - _FAR), -1):
        if sequence.tag[node] in HEADINGS and sequence.end[node] <= first:
            text = items.read(node, int(sequence.end[node]))
            if text and not _is_headline(items, node, text):
                return text if len(text) <= _LONGEST_HEADING else None
    return None


def _is_headline(items: Items, node: int, text: str) -> bool:
    """Whether a heading is that of another article: it leads somewhere, and says something."""
    end = int(items.columns.sequence.end[node])
    linked = items.columns.linked[end] > items.columns.linked[node]
    return bool(linked) and width(text) >= _HEADLINE


def item_link(items: Items, position: ItemPosition, title: Title) -> str | None:
    """Where an item leads: its link, else its own place on the page."""
    target = items.columns.targets[position.link] if position.link >= 0 else None
    if target is not None:
        stands_apart = (
            not position.title_node
            <= position.link
            < items.columns.sequence.end[position.title_node]
        )
        whole = (
            target.on_page
            or not stands_apart
            or items.columns.link[position.title_node] == position.link
        )
        # "Comments" of an article lead into its page; the item is the page.
        return target.address if whole else target.address.partition("#")[0]
    anchor = _anchor(items, position, title)
    return f"{items.columns.url.partition('#')[0]}#{anchor}" if anchor else None


def _anchor(items: Items, position: ItemPosition, title: Title) -> str | None:
    """The id or the name of an anchor at the item's beginning."""
    sequence = items.columns.sequence
    tree = sequence.tree
    nodes = [title.start, position.title_node, position.start]
    node = title.start
    while node > position.start:
        nodes.append(node)
        node = int(sequence.parent[node])
    nodes += range(position.start, min(title.stop, position.start + 200))
    if position.start and sequence.tag[position.start - 1] == "a":
        nodes.append(position.start - 1)
    for at in dict.fromkeys(nodes):
        if sequence.run[at] >= 0:
            continue
        element = int(sequence.node[at])
        name = tree.attribute(element, "id")
        if not name and sequence.tag[at] == "a":
            name = tree.attribute(element, "name")
        if name:
            return name
    return None


def _once(found: Sequence[Item]) -> list[Item]:
    """Items that are the same as an earlier one left out.

    Two that share a link are the same if one's title holds the other's, unless they have days of
    their own.
    """
    seen: dict[str, deque[tuple[str, str | None]]] = {}
    kept = []
    for item in found:
        title = "".join(item.title.split())
        others = seen.setdefault(item.link or "", deque(maxlen=_REMEMBERED))
        if item.link and any(_same(title, item.published, *other) for other in others):
            continue
        others.append((title, item.published))
        kept.append(item)
    return kept


def _same(title: str, day: str | None, other: str, another: str | None) -> bool:
    if day and another and day[:10] != another[:10]:
        return False
    return title in other or other in title


# Roll: the items of one list with the page that they stand on, for fields to be read from.


@dataclass(frozen=True, slots=True)
class ItemPosition:
    """Where one item stands."""

    title_node: int
    element: int
    """The element that it is, or begins with."""
    start: int
    stop: int
    link: int
    """The node of its link, -1 where it has none."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an item, as a reader sees it."""

    start: int
    stop: int
    text: str


@dataclass(frozen=True)
class Items:
    """The items of a list, in the order of the page."""

    columns: NodeColumns
    days: PageDates
    positions: tuple[ItemPosition, ...]

    def __len__(self) -> int:
        return len(self.positions)

    def read(self, start: int, stop: int) -> str:
        """The text of a range as it is read."""
        return self.columns.sequence.read([(start, stop)])

    def pieces(self, position: ItemPosition) -> list[int]:
        """The elements of an item that have text of their own."""
        texts = self.columns.texts
        first, last = np.searchsorted(texts, [position.start, position.stop])
        owners = self.columns.sequence.parent[texts[first:last]]
        return sorted(set(owners[owners >= position.start].tolist()))

    def lines(self, start: int, stop: int) -> list[Line]:
        """The lines of a range: texts that no block and no line break parts."""
        columns, tags = self.columns, self.columns.sequence.tag
        first, last = np.searchsorted(self.columns.texts, [start, stop])
        found: list[tuple[int, int]] = []
        box = -1
        for node in self.columns.texts[first:last].tolist():
            here = int(columns.box[node])
            if found and here == box and "br" not in tags[found[-1][1] : node]:
                found[-1] = (found[-1][0], node + 1)
            else:
                found.append((node, node + 1))
            box = here
        return [Line(*span, text) for span in found if (text := self.read(*span))]

    def column(self, node: int, position: ItemPosition) -> tuple[int, ...]:
        """How a node of an item is made, and those that hold it, up to the item."""
        sequence, tag_class = self.columns.sequence, self.columns.tag_class
        tag_path: list[int] = []
        while node >= position.start and len(tag_path) < 8:
            tag_path.append(int(tag_class[node]))
            node = int(sequence.parent[node])
        return tuple(tag_path)
