"""The image of each item."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from honbun.html import links

if TYPE_CHECKING:
    from honbun.feeds.fields import ItemPosition, Items

_SMALLEST = 32
"""Maximum declared width of an icon."""


def images(items: Items) -> list[str | None]:
    """The image of each item; None if it has none of its own."""
    found = [_pictures(items, position) for position in items.positions]
    times = Counter(address for addresses in found for address in set(addresses))
    most = max(1, len(items) // 4)
    return [
        next((address for address in addresses if times[address] <= most), None)
        for addresses in found
    ]


def _pictures(items: Items, position: ItemPosition) -> list[str]:
    sequence = items.columns.sequence
    tree = sequence.tree
    found = []
    for at in range(position.start, position.stop):
        if sequence.tag[at] != "img":
            continue
        node = int(sequence.node[at])
        if _is_small(tree.attribute(node, "width") or ""):
            continue
        address = links.image_url(tree, node, items.columns.base)
        if address and address.startswith("http"):
            found.append(address)
    return found


def _is_small(declared: str) -> bool:
    return declared.isdecimal() and len(declared) < 5 and int(declared) <= _SMALLEST
