"""The items of a list with all their fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.listing.fields.date import dates
from honbun.listing.fields.image import images
from honbun.listing.fields.summary import summary
from honbun.listing.fields.title import titles
from honbun.listing.model import Item
from honbun.tree.path import Paths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.listing.fields.roll import Place, Roll
    from honbun.listing.fields.title import Title


def items(roll: Roll) -> tuple[Item, ...]:
    """The items of a list, each once."""
    found = titles(roll)
    days = dates(roll, found)
    pictures = images(roll)
    paths = Paths(roll.sheet.strand.tree)
    strand = roll.sheet.strand
    made = [
        Item(
            title=title.text,
            link=address(roll, place, title),
            published=day,
            summary=summary(roll, place, title),
            author=None,
            image=picture,
            categories=(),
            xpath=paths.of(int(strand.node[place.lead])),
        )
        for place, title, day, picture in zip(roll.places, found, days, pictures)
    ]
    return tuple(_once(made))


def address(roll: Roll, place: Place, title: Title) -> str | None:
    """Where an item leads: its link, else its own place on the page."""
    target = roll.sheet.targets[place.link] if place.link >= 0 else None
    if target is not None:
        stands_apart = not place.lead <= place.link < roll.sheet.strand.end[place.lead]
        whole = target.own or not stands_apart or roll.sheet.link[place.lead] == place.link
        # "Comments" of an article lead into its page; the item is the page.
        return target.address if whole else target.address.partition("#")[0]
    anchor = _anchor(roll, place, title)
    return f"{roll.sheet.url.partition('#')[0]}#{anchor}" if anchor else None


def _anchor(roll: Roll, place: Place, title: Title) -> str | None:
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
    seen: dict[str, list[tuple[str, str | None]]] = {}
    kept = []
    for item in found:
        title = "".join(item.title.split())
        others = seen.setdefault(item.link or "", [])
        if item.link and any(_same(title, item.published, *other) for other in others):
            continue
        others.append((title, item.published))
        kept.append(item)
    return kept


def _same(title: str, day: str | None, other: str, another: str | None) -> bool:
    if day and another and day[:10] != another[:10]:
        return False
    return title in other or other in title
