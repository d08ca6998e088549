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


def build_items(roll: Items) -> tuple[Item, ...]:
    """The items of a list, each once."""
    found = titles(roll)
    lines = [
        roll.lines(place.start, title.start) + roll.lines(title.stop, place.stop)
        for place, title in zip(roll.places, found)
    ]
    names = authors(roll, lines)
    filed = categories(roll, found, lines, names)
    days = item_dates(roll, found)
    columns = zip(
        roll.places,
        found,
        days,
        summaries(lines, found, filed, days),
        names,
        images(roll),
        filed,
    )
    paths = XPaths(roll.sheet.strand.tree)
    told = declared_items(roll.sheet)
    made = []
    for place, title, day, text, name, picture, tags in columns:
        link = item_link(roll, place, title)
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
                xpath=paths.of(int(roll.sheet.strand.node[place.lead])),
            )
        )
    return tuple(_once(made))


def list_heading(roll: Items) -> str | None:
    """What the page writes above the list."""
    strand = roll.sheet.strand
    first = roll.places[0].start
    for node in range(first - 1, max(-1, first - _FAR), -1):
        if strand.tag[node] in HEADINGS and strand.end[node] <= first:
            text = roll.read(node, int(strand.end[node]))
            if text and not _is_headline(roll, node, text):
                return text if len(text) <= _LONGEST_HEADING else None
    return None


def _is_headline(roll: Items, node: int, text: str) -> bool:
    """Whether a heading is that of another article: it leads somewhere, and says something."""
    end = int(roll.sheet.strand.end[node])
    linked = roll.sheet.linked[end] > roll.sheet.linked[node]
    return bool(linked) and width(text) >= _HEADLINE


def item_link(roll: Items, place: ItemPosition, title: Title) -> str | None:
    """Where an item leads: its link, else its own place on the page."""
    target = roll.sheet.targets[place.link] if place.link >= 0 else None
    if target is not None:
        stands_apart = not place.lead <= place.link < roll.sheet.strand.end[place.lead]
        whole = target.own or not stands_apart or roll.sheet.link[place.lead] == place.link
        # "Comments" of an article lead into its page; the item is the page.
        return target.address if whole else target.address.partition("#")[0]
    anchor = _anchor(roll, place, title)
    return f"{roll.sheet.url.partition('#')[0]}#{anchor}" if anchor else None


def _anchor(roll: Items, place: ItemPosition, title: Title) -> str | None:
    """The id or the name of an anchor at the item's beginning."""
    strand = roll.sheet.strand
    tree = strand.tree
    nodes = [title.start, place.lead, place.start]
    node = title.start
    while node > place.start:
        nodes.append(node)
        node = int(strand.parent[node])
    nodes += range(place.start, min(title.stop, place.start + 200))
    if place.start and strand.tag[place.start - 1] == "a":
        nodes.append(place.start - 1)
    for at in dict.fromkeys(nodes):
        if strand.run[at] >= 0:
            continue
        element = int(strand.node[at])
        name = tree.attribute(element, "id")
        if not name and strand.tag[at] == "a":
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

    lead: int
    unit: int
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

    sheet: NodeColumns
    days: PageDates
    places: tuple[ItemPosition, ...]

    def __len__(self) -> int:
        return len(self.places)

    def read(self, start: int, stop: int) -> str:
        """The text of a range as it is read."""
        return self.sheet.strand.read([(start, stop)])

    def pieces(self, place: ItemPosition) -> list[int]:
        """The elements of an item that have text of their own."""
        texts = self.sheet.texts
        first, last = np.searchsorted(texts, [place.start, place.stop])
        owners = self.sheet.strand.parent[texts[first:last]]
        return sorted(set(owners[owners >= place.start].tolist()))

    def lines(self, start: int, stop: int) -> list[Line]:
        """The lines of a range: texts that no block and no line break parts."""
        sheet, tags = self.sheet, self.sheet.strand.tag
        first, last = np.searchsorted(self.sheet.texts, [start, stop])
        found: list[tuple[int, int]] = []
        box = -1
        for node in self.sheet.texts[first:last].tolist():
            here = int(sheet.box[node])
            if found and here == box and "br" not in tags[found[-1][1] : node]:
                found[-1] = (found[-1][0], node + 1)
            else:
                found.append((node, node + 1))
            box = here
        return [Line(*span, text) for span in found if (text := self.read(*span))]

    def column(self, node: int, place: ItemPosition) -> tuple[int, ...]:
        """How a node of an item is made, and those that hold it, up to the item."""
        strand, make = self.sheet.strand, self.sheet.make
        way: list[int] = []
        while node >= place.start and len(way) < 8:
            way.append(int(make[node]))
            node = int(strand.parent[node])
        return tuple(way)
