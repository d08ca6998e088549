"""Places: where a block stands in its site's template, so that pages can be laid on each other.

A template names its elements (classes and ids), and some names stand once on every page that has
them. Those are anchors: a block's place is the way to it from the nearest anchor above, in tags and
names. So a place survives what differs between pages around it. Names are opaque strings here, and
which of an element's names counts is decided by how many pages have it: `post` and not `post-1234`
or `category-linux`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

import xxhash

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from honbun.content.measure.outline import Outline

_FEW = 3
"""Pages that must have a name before it counts (all, where there are fewer): an author's own name
for a piece of text may come twice by chance."""
_ONCE = 0.95
"""Of the pages that have an anchor's name, the share that have it once."""
_AS_COMMON = 0.8
"""An anchor's name is taken before a more common one that is no anchor, if it is nearly as common;
rarer ones name a category of pages."""
_MAX_KEY = 200
REGION = "*"
"""Marks the element that holds the content: it is an anchor whatever its name, but apart from those
of other names, which hold the content of pages of another make."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a template's elements."""

    pages: Mapping[str, int]
    """How many pages have each name."""
    anchors: frozenset[str]
    """Those that stand once on a page."""
    _keys: dict[tuple[str, tuple[str, ...]], tuple[str, bool]] = field(default_factory=dict)

    @classmethod
    def learn(cls, outlines: Sequence[Outline]) -> Names:
        pages: Counter[str] = Counter()
        once: Counter[str] = Counter()
        for outline in outlines:
            counts = Counter([name for names in outline.names for name in set(names)])
            pages.update(counts.keys())
            once.update([name for name, count in counts.items() if count == 1])
        least = min(_FEW, len(outlines))
        known = {name: count for name, count in pages.items() if count >= least}
        anchors = frozenset(n for n, count in known.items() if once[n] >= _ONCE * count)
        return cls(known, anchors)

    def key(self, tag: str, names: tuple[str, ...]) -> tuple[str, bool]:
        """What an element is called, and whether that makes it an anchor."""
        if not names:
            return tag, False
        found = self._keys.get((tag, names))
        if found is None:
            found = self._keys[tag, names] = self._key(tag, names)
        return found

    def _key(self, tag: str, names: Iterable[str]) -> tuple[str, bool]:
        known = [(self.pages[name], name) for name in set(names) if name in self.pages]
        if not known:
            return tag, False
        most, best = max(known)
        anchors = [one for one in known if one[1] in self.anchors and one[0] >= _AS_COMMON * most]
        if anchors:
            return tag + max(anchors)[1], True
        return tag + best, False


@dataclass(frozen=True, slots=True)
class Places:
    """Where the blocks of one page stand, as columns.

    Places are hashes of the way to them: as strings, those of deeply nested blocks would fill the
    memory. `way` spells one out.
    """

    key: list[str]
    """The tag, with the name that counts."""
    anchor: list[bool]
    place: list[int]
    spot: list[int]
    """The place with its number among equal ones, below an anchor; 0 elsewhere. In running text
    the number of a paragraph says nothing; in a footer it does."""


def keys(outline: Outline, names: Names) -> tuple[list[str], list[bool]]:
    """What the elements of a page are called, and which are anchors."""
    found = [names.key(tag, own) for tag, own in zip(outline.tag, outline.names)]
    return [key for key, _ in found], [anchor for _, anchor in found]


def places(outline: Outline, key: list[str], anchor: list[bool], region: int) -> Places:
    """The places of a page's blocks, where those inside the region start from it."""
    place: list[int] = []
    spot: list[int] = []
    anchored: list[bool] = []
    seen: Counter[int] = Counter()
    for block, parent in enumerate(outline.parent):
        if block == region:
            place.append(_hash(REGION + key[block]))
            anchored.append(False)
        elif parent < 0 or anchor[block]:
            place.append(_hash(key[block]))
            anchored.append(True)
        else:
            place.append(_hash(key[block], place[parent]))
            anchored.append(anchored[parent])
        if anchored[block]:
            seen[place[block]] += 1
            spot.append(_hash(str(seen[place[block]]), place[block]))
        else:
            spot.append(0)
    return Places(key, anchor, place, spot)


def way(outline: Outline, found: Places, region: int, block: int) -> str:
    """The way to a block, from the nearest anchor."""
    steps = []
    while block != region and outline.parent[block] >= 0 and not found.anchor[block]:
        steps.append(found.key[block])
        block = outline.parent[block]
    steps.append(REGION + found.key[block] if block == region else found.key[block])
    return "/".join(reversed(steps))


def _hash(text: str, seed: int = 0) -> int:
    # Pages of a template have the same places; keys as long as a text would fill the memory.
    return (_short_hash if len(text) <= _MAX_KEY else _short_hash.__wrapped__)(text, seed)


@lru_cache(maxsize=1 << 16)
def _short_hash(text: str, seed: int) -> int:
    return xxhash.xxh3_64_intdigest(text.encode("utf-8", "surrogatepass"), seed)
