"""The author of each post: at the place where what stands looks like names in all of them.

Every place that texts stand at in the posts is a candidate. Names are short, vary from post to
post but come again, lead to an address of their own, are the caption of a portrait, and stand in
the header near the date; subjects, ranks and buttons do not. No class name is asked what it means.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.language.labels import announces_author, without_label
from honbun.thread.fields.piece import common_prefix, pieces, trim

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from honbun.thread.fields.cell import Cell, Place
    from honbun.thread.fields.date import Dated

_LONGEST = 48
"""Characters of a name; longer texts are none."""
_LEAST = 0.15
"""Share of posts that must have a place for it to be the author's."""
_EDGE = 10
"""Short texts from either end of a post among which its author is."""
_RUNNING = 60
"""Visible characters beside a name in its line: it is mentioned in running text, and did not
write it."""
_COMMON = 0.5
"""Share of posts that say the same: a label or a button."""
_NEAR = 12
"""Nodes between the author and the date of a header."""
_SURE = 12.5
"""Worth from which a place is the author's; diaries and boards without names stay below it."""
_MARGIN = 4.0
"""How much less a place may be worth and still tell the authors that the best place lacks."""
_WEIGHTS = {
    # Fitted on 33 formats, and checked on formats that were left out: 94% of authors are right.
    "share": 6.4,
    "variety": 1.7,
    "most": -4.7,
    "constant": -6.0,
    "body": -6.0,
    "running": -6.0,
    "signed": -4.0,
    "digits": -2.0,
    "letters": 3.3,
    "addresses": -6.8,
    "sentences": -3.0,
    "after": 2.6,
    "words": -0.7,
    "length": -1.1,
    "short": -2.3,
    "linked": 1.1,
    "one_to_one": 2.3,
    "captions": 3.0,
    "near": 0.4,
    "whole": 0.8,
    "again": 0.6,
    "elsewhere": 0.9,
    "lower": -2.1,
    "bare": 1.0,
}
_ADDRESS = re.compile(r"@\w|://|^www\.")
_SIGN = re.compile(r"[^\w\s\"'“”‘’(（\[【<＜#@:：-]")
"""How headings begin on pages that have no other sign for them (■, ●, ☆)."""
_STOP = re.compile(r"[.!?。！？…]$")
_PREFIX = re.compile(r"^.*[\s:：)）]")
_SUFFIX = re.compile(r"[\s:：(（<\[].*$|[:：,]$")


@dataclass(frozen=True, slots=True)
class Named:
    """What stands at a place of one post and could be its author."""

    post: int
    name: str
    cell: Cell


def find(
    posts: Sequence[Sequence[Cell]],
    dates: Sequence[Dated | None],
    captions: Sequence[frozenset[str]],
    sizes: Sequence[int],
) -> list[Named | None]:
    """The author of each post, None where it has none.

    `captions` are those of its pictures, and `sizes` how many visible characters a post has.
    """
    places = _candidates(posts, dates)
    seen = Counter(named.name for place in places.values() for named in place)
    context = _Context(len(posts), dates, captions, seen, _free(posts, sizes))
    worth = {place: context.worth(place, named) for place, named in places.items()}
    result: list[Named | None] = [None] * len(posts)
    best = max(worth.values(), default=0.0)
    for place in sorted(worth, key=lambda place: -worth[place]):
        if worth[place] < max(_SURE, best - _MARGIN):
            break
        for named in places[place]:
            if result[named.post] is None:
                result[named.post] = named
    return result


@dataclass(frozen=True, slots=True)
class _Context:
    """What the texts at a place are held against."""

    count: int
    dates: Sequence[Dated | None]
    captions: Sequence[frozenset[str]]
    seen: Counter[str]
    free: Sequence[int]
    """Visible characters of each post that are neither a date nor said by many posts."""

    def worth(self, place: Place, named: Sequence[Named]) -> float:
        measures = self._measures(place, named)
        return sum(weight * measures[name] for name, weight in _WEIGHTS.items())

    def _measures(self, place: Place, named: Sequence[Named]) -> dict[str, float]:
        names = [each.name for each in named]
        cells = [each.cell for each in named]
        times = Counter(names)
        variety = len(times) / len(names)
        return {
            "share": len(names) / self.count,
            "variety": min(1.5 * variety, 1),
            "most": max(max(times.values()) / len(names) - 0.4, 0),
            "constant": float(max(times.values()) >= 0.9 * len(names) and len(names) > 4),
            "body": _share(_size(each.cell) >= 0.9 * self.free[each.post] for each in named),
            "running": _share(cell.beside > _RUNNING for cell in cells),
            "signed": _share(_SIGN.match(cell.text) is not None for cell in cells),
            "digits": _share(sum(map(str.isdigit, name)) > 0.4 * len(name) for name in names),
            "letters": _share(any(map(str.isalpha, name)) for name in names),
            "addresses": _share(_ADDRESS.search(name) is not None for name in names),
            "sentences": _share(_STOP.search(name) is not None for name in names),
            "after": _mean(min(cell.after, 400) / 400 for cell in cells),
            "words": _mean(max(min(len(name.split()), 6) - 2, 0) for name in names),
            "length": _mean(max(len(name) - 15, 0) / 10 for name in names),
            "short": _share(len(name) < 3 for name in names),
            "linked": _share(cell.href is not None for cell in cells),
            "one_to_one": _one_to_one(named),
            "captions": _share(each.name in self.captions[each.post] for each in named),
            "near": _share(self._is_near(each) for each in named),
            "whole": float(cells[0].text == names[0]),
            "again": float(len(times) > 1 and variety < 0.97),
            "elsewhere": _share(self.seen[name] >= 3 for name in names),
            "lower": _share(" " in name and name.split()[-1].islower() for name in names),
            "bare": float(place[0] == "bare"),
        }

    def _is_near(self, named: Named) -> bool:
        date = self.dates[named.post]
        return date is not None and abs(named.cell.at - date.at) <= _NEAR


def _free(posts: Sequence[Sequence[Cell]], sizes: Sequence[int]) -> list[int]:
    times = Counter(text for post in posts for text in {cell.text for cell in post})
    many = max(_COMMON * len(posts), 1)
    return [
        size
        - sum(
            _size(cell)
            for cell in post
            if not cell.declared and (cell.dated or times[cell.text] > many)
        )
        for post, size in zip(posts, sizes)
    ]


def _size(cell: Cell) -> int:
    return sum(map(len, cell.text.split()))


def _one_to_one(named: Sequence[Named]) -> float:
    """The share of links that lead elsewhere for every other name, and only for that."""
    linked = [each for each in named if each.cell.href]
    if len(linked) < 0.5 * len(named) or len({each.name for each in linked}) < 2:
        return 0.0
    targets: dict[str, set[str]] = defaultdict(set)
    names: dict[str, set[str]] = defaultdict(set)
    for each in linked:
        targets[each.name].add(each.cell.href or "")
        names[each.cell.href or ""].add(each.name)
    return _share(
        len(targets[each.name]) == 1 and len(names[each.cell.href or ""]) == 1 for each in linked
    )


def _candidates(
    posts: Sequence[Sequence[Cell]], dates: Sequence[Dated | None]
) -> dict[Place, list[Named]]:
    """What stands at each place that could be the author's, without what all posts say there."""
    places: dict[Place, list[Named]] = defaultdict(list)
    for number, (post, date) in enumerate(zip(posts, dates)):
        seen: set[Place] = set()
        for named, where in _options(number, post, date):
            if where not in seen and len(named.name) <= _LONGEST:
                seen.add(where)
                places[where].append(named)
    least = max(_LEAST * len(posts), 1)
    return {
        place: bare
        for place, named in places.items()
        if len(named) >= least and (bare := _bare(named))
    }


def _options(
    number: int, post: Sequence[Cell], date: Dated | None
) -> Iterator[tuple[Named, Place]]:
    """All that could be the author of a post, at all its places."""
    shown = [cell for cell in post if not cell.declared]
    middle = next((i for i, cell in enumerate(shown) if date and cell.at >= date.at), None)
    for order, cell in enumerate(shown):
        near = middle is not None and abs(order - middle) <= 3
        if _EDGE <= order < len(shown) - _EDGE and not near:
            continue
        places = list(cell.places)
        if order < 3:
            places.append(("order", order))
        if middle is not None and near:
            places.append(("date", order - middle))
        whole = Named(number, cell.text, cell)
        parts = [Named(number, part, cell) for part in pieces(cell.text, dated=cell.dated)]
        if [part.name for part in parts] == [trim(cell.text)]:
            parts.clear()  # nothing but itself
        for place in places:
            if not cell.dated:
                yield whole, (*place, "whole")
            for part, named in enumerate(parts):
                yield named, (*place, part)


def _bare(named: Sequence[Named]) -> list[Named]:
    """Names without the words before and after them that are the same in all posts."""
    names = {each.name for each in named}
    prefix = suffix = ""
    if len(names) >= 3:
        if match := _PREFIX.match(common_prefix(names)):
            prefix = match.group()
        if match := _SUFFIX.search(_common_suffix(names)):
            suffix = match.group()
    result = []
    for each in named:
        name = each.name.removeprefix(prefix).removesuffix(suffix)
        name = trim(without_label(name) if announces_author(name) else name)
        if name:
            result.append(Named(each.post, name, each.cell))
    return result


def _common_suffix(names: Iterable[str]) -> str:
    return common_prefix([name[::-1] for name in names])[::-1]


def _share(flags: Iterable[bool]) -> float:
    return _mean(map(float, flags))


def _mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return sum(numbers) / len(numbers)
