"""Categories: what the site files each item under.

A page marks its tags, or they show by what they lead to: the same place from several items.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from honbun.language.labels import announces_count
from honbun.language.turns import turns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.listing.fields.roll import Place, Roll
    from honbun.listing.fields.title import Title

_LONGEST = 30
"""Characters of a category."""
_MOST = 10


def categories(
    roll: Roll, titles: Sequence[Title], authors: Sequence[str | None]
) -> list[tuple[str, ...]]:
    """The categories of each item, each once, in the order of the page."""
    marked = _marked(roll)
    links = [_links(roll, place, title) for place, title in zip(roll.places, titles)]
    times = Counter(key for found in links for key in {key for _, key, _ in found})
    labels = Counter(text for found in links for text in {text for _, _, text in found})
    taken = []
    for found, author in zip(links, authors):
        names = [
            text
            for node, key, text in found
            # What is said of every item is no category but a label: "Comments", "Read more".
            if text != author and (node in marked or (times[key] > 1 and labels[text] < len(roll)))
        ]
        taken.append(tuple(dict.fromkeys(names))[:_MOST])
    return taken


def _marked(roll: Roll) -> set[int]:
    strand, tree = roll.sheet.strand, roll.sheet.strand.tree
    nodes = {node for node, _, value in tree.having("rel") if "tag" in value.lower().split()}
    if not nodes:
        return set()
    return {at for at in roll.sheet.elements.tolist() if int(strand.node[at]) in nodes}


def _links(roll: Roll, place: Place, title: Title) -> list[tuple[int, str, str]]:
    """The links of an item beside its own that may be categories: node, address, text."""
    sheet = roll.sheet
    found = []
    for node in range(place.start, place.stop):
        target = sheet.targets[node]
        if target is None or target.own or title.start <= node < title.stop:
            continue
        if node == place.link or target.site != sheet.page.site:
            continue
        text = roll.read(node, int(sheet.strand.end[node])).lstrip("#").strip()
        if 1 < len(text) <= _LONGEST and not turns(text) and not announces_count(text):
            found.append((node, target.key, text))
    return found
