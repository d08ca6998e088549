"""All fields of the items of a list."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from honbun.document.excerpts import read_excerpts
from honbun.feeds.columns import width
from honbun.feeds.fields.author import authors
from honbun.feeds.fields.category import categories
from honbun.feeds.fields.date import declared_date, item_dates
from honbun.feeds.fields.image import images
from honbun.feeds.fields.summary import find_summaries, shorten
from honbun.feeds.fields.title import titles
from honbun.feeds.links import parse_target
from honbun.feeds.model import Item
from honbun.html.blocks import HEADINGS
from honbun.metadata.declared import DeclaredItem, declared_items

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.feeds.columns import NodeColumns
    from honbun.feeds.fields.date import PageDates
    from honbun.feeds.fields.title import Title

_NOTHING = DeclaredItem()
_REMEMBERED = 50
"""Number of items with one link that another is compared with."""
_FAR = 300
"""Number of nodes before a list that are searched for its heading."""
_LONGEST_HEADING = 100
_HEADLINE = 24
"""Minimum width of a headline."""


def build_items(items: Items) -> tuple[Item, ...]:
    """The items of a list, without duplicates."""
    found = titles(items)
    lines = [
        items.lines(position.start, title.start) + items.lines(title.stop, position.stop)
        for position, title in zip(items.positions, found)
    ]
    names = authors(items, lines)
    filed = categories(items, found, lines, names)
    days = item_dates(items, found)
    sequence = items.columns.sequence
    documents = read_excerpts(
        sequence,
        find_summaries(lines, found, filed, days),
        url=items.columns.url,
        base=items.columns.base,
    )
    columns = zip(
        items.positions,
        found,
        days,
        documents,
        names,
        images(items),
        filed,
    )
    by_url: dict[str, DeclaredItem] = {}
    for url, declared in declared_items(items.columns.sequence.tree, items.columns.base):
        by_url.setdefault(parse_target(url).key, declared)
    found_items = []
    for position, title, day, document, name, picture, tags in columns:
        link = item_link(items, position, title)
        known = by_url.get(parse_target(link).key, _NOTHING) if link and by_url else _NOTHING
        found_items.append(
            Item(
                title=title.text,
                link=link,
                published=day or (declared_date(known.published) if known.published else None),
                summary=shorten(document.text) or known.summary,
                author=name or known.author,
                image=picture or known.image,
                categories=tags,
                xpath=sequence.tree.xpath(int(sequence.node[position.title_node])),
                document=document,
            )
        )
    return tuple(_without_duplicates(found_items))


def list_heading(items: Items) -> str | None:
    """The heading above the list."""
    sequence = items.columns.sequence
    first = items.positions[0].start
    for node in range(first - 1, max(-1, first - _FAR), -1):
        if sequence.tag[node] in HEADINGS and sequence.end[node] <= first:
            text = items.read(node, int(sequence.end[node]))
            if text and not _is_headline(items, node, text):
                return text if len(text) <= _LONGEST_HEADING else None
    return None


def _is_headline(items: Items, node: int, text: str) -> bool:
    """Whether a heading is the headline of another article: a link with enough text."""
    end = int(items.columns.sequence.end[node])
    linked = items.columns.linked[end] > items.columns.linked[node]
    return bool(linked) and width(text) >= _HEADLINE


def item_link(items: Items, position: ItemPosition, title: Title) -> str | None:
    """The link of an item, else the URL of its anchor on the page."""
    target = items.columns.targets[position.link] if position.link >= 0 else None
    if target is not None:
        title_node, end = position.title_node, items.columns.sequence.end
        of_title = (
            title_node <= position.link < end[title_node]
            or items.columns.link[title_node] == position.link
        )
        # "Comments" leads into an article's page; the item is the page.
        whole = target.on_page or of_title
        return target.address if whole else target.address.partition("#")[0]
    anchor = _anchor(items, position, title)
    return f"{items.columns.url.partition('#')[0]}#{anchor}" if anchor else None


def _anchor(items: Items, position: ItemPosition, title: Title) -> str | None:
    """The id or anchor name at the start of an item."""
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


def _without_duplicates(found: Sequence[Item]) -> list[Item]:
    """Drop items that are the same as an earlier one.

    Items with the same link are the same if one title contains the other, unless their days differ.
    """
    seen: dict[str, deque[tuple[str, str | None]]] = {}
    distinct = []
    for item in found:
        title = "".join(item.title.split())
        others = seen.setdefault(item.link or "", deque(maxlen=_REMEMBERED))
        if item.link and any(_same(title, item.published, *other) for other in others):
            continue
        others.append((title, item.published))
        distinct.append(item)
    return distinct


def _same(title: str, day: str | None, other: str, another: str | None) -> bool:
    if day and another and day[:10] != another[:10]:
        return False
    return title in other or other in title


@dataclass(frozen=True, slots=True)
class ItemPosition:
    """The nodes of one item."""

    title_node: int
    element: int
    """The element that it is, or starts with."""
    start: int
    stop: int
    link: int
    """The node of its link; -1 for none."""


@dataclass(frozen=True, slots=True)
class Line:
    """A visual line of an item."""

    start: int
    stop: int
    text: str


@dataclass(frozen=True)
class Items:
    """The items of a list, in page order, with the page that their fields are read from."""

    columns: NodeColumns
    days: PageDates
    positions: tuple[ItemPosition, ...]

    def __len__(self) -> int:
        return len(self.positions)

    def read(self, start: int, stop: int) -> str:
        """The text of a node range."""
        return self.columns.sequence.read([(start, stop)])

    def pieces(self, position: ItemPosition) -> list[int]:
        """The elements of an item that have text of their own."""
        texts = self.columns.texts
        first, last = np.searchsorted(texts, [position.start, position.stop])
        owners = self.columns.sequence.parent[texts[first:last]]
        return sorted(set(owners[owners >= position.start].tolist()))

    def lines(self, start: int, stop: int) -> list[Line]:
        """The lines of a node range: texts that no block and no line break separates."""
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

    def marked(self, word: str, *attributes: str) -> list[int]:
        """The elements of the page with an attribute that has a word among its values."""
        sequence = self.columns.sequence
        found = {
            node
            for node, _, value in sequence.tree.find_attributes(*attributes)
            if word in value.lower().split()
        }
        if not found:
            return []
        return [at for at in self.columns.elements.tolist() if int(sequence.node[at]) in found]

    def column(self, node: int, position: ItemPosition) -> tuple[int, ...]:
        """The tag and class ids of a node and its ancestors, up to the item."""
        sequence, tag_class = self.columns.sequence, self.columns.tag_class
        tag_path: list[int] = []
        while node >= position.start and len(tag_path) < 8:
            tag_path.append(int(tag_class[node]))
            node = int(sequence.parent[node])
        return tuple(tag_path)
