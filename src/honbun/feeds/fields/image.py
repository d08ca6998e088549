"""Pictures: the one that each item shows of itself."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from honbun.html import links

if TYPE_CHECKING:
    from honbun.feeds.fields import ItemPosition, Items

_SMALLEST = 32
"""A picture that is declared to be no wider is an icon."""


def images(roll: Items) -> list[str | None]:
    """The picture of each item; None where it has none of its own."""
    found = [_pictures(roll, place) for place in roll.places]
    times = Counter(address for addresses in found for address in set(addresses))
    most = max(1, len(roll) // 4)
    return [
        next((address for address in addresses if times[address] <= most), None)
        for addresses in found
    ]


def _pictures(roll: Items, place: ItemPosition) -> list[str]:
    strand = roll.sheet.strand
    tree = strand.tree
    found = []
    for at in range(place.start, place.stop):
        if strand.tag[at] != "img":
            continue
        node = int(strand.node[at])
        if _is_small(tree.attribute(node, "width") or ""):
            continue
        address = links.image_url(tree, node, roll.sheet.base)
        if address and address.startswith("http"):
            found.append(address)
    return found


def _is_small(declared: str) -> bool:
    return declared.isdecimal() and len(declared) < 5 and int(declared) <= _SMALLEST
