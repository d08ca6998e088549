"""The author of each post: at the place where what stands looks like names in all of them.

Every place that texts stand at in the posts is a candidate. Names are short, vary from post to
post but come again, lead to an address of their own, are the caption of a portrait, and stand in
the header near the date; subjects, ranks and buttons do not. No class name is asked what it means.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from honbun.language.labels import announces_author, announces_name
from honbun.thread.cut.rows import begins
from honbun.thread.fields.option import options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from honbun.thread.cut.rows import Column
    from honbun.thread.fields.cell import Cell
    from honbun.thread.fields.date import Dated
    from honbun.thread.fields.option import Options

    Number = NDArray[np.float64]

_RUNNING = 60
"""Visible characters beside a name in its line: it is mentioned in running text, and did not
write it."""
_COMMON = 0.5
"""Share of posts that say the same: a label or a button."""
_NEAR = 12
"""Nodes between the author and the date of a header."""
_FAR = 1 << 40
"""Where the date of a post stands that has none."""
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
    "told": 4.0,
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


class Named(NamedTuple):
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
    result: list[Named | None] = [None] * len(posts)
    found = options(posts, dates)
    if not len(found.size):
        return result
    worth = _worth(found, _Context(len(posts), dates, captions, _free(posts, sizes)))
    least = max(_SURE, float(worth.max()) - _MARGIN)
    first = begins(found.size)
    for place in np.argsort(-worth, kind="stable").tolist():
        if worth[place] < least:
            break
        for row in range(first[place], first[place] + found.size[place]):
            post = int(found.post[row])
            if result[post] is None:
                result[post] = Named(
                    post, found.names[found.name[row]], found.cells[found.cell[row]]
                )
    return result


@dataclass(frozen=True, slots=True)
class _Context:
    """What the texts at a place are held against."""

    count: int
    dates: Sequence[Dated | None]
    captions: Sequence[frozenset[str]]
    free: Sequence[int]
    """Visible characters of each post that are neither a date nor said by many posts."""


def _worth(found: Options, context: _Context) -> Number:
    """How likely each place is that of the author."""
    measures = _measures(found, context)
    worth = np.zeros(len(found.size))
    for name, weight in _WEIGHTS.items():
        worth = worth + weight * measures[name]
    return worth


def _measures(found: Options, context: _Context) -> dict[str, Number]:
    size = found.size
    of = np.repeat(np.arange(len(size)), size)

    def mean(values: NDArray[Any]) -> Number:
        """The mean over the rows of each place: of flags, the share that have it."""
        return np.bincount(of, weights=values, minlength=len(size)) / size

    names = np.array([_of_name(name) for name in found.names])[found.name]
    cells = np.array([_of_cell(cell) for cell in found.cells], dtype=np.int64)[found.cell]
    at, visible, beside, after, signed, linked, told, dated = cells.T
    at_date = np.array([date.at if date else -_FAR for date in context.dates])[found.post]
    free = np.array(context.free)[found.post]
    distinct, most = _repeated(of, found.name, len(size))
    variety = distinct / size
    first = begins(size)
    return {
        "share": size / context.count,
        "variety": np.minimum(1.5 * variety, 1),
        "most": np.maximum(most / size - 0.4, 0),
        "constant": ((most >= 0.9 * size) & (size > 4)).astype(float),
        "body": mean((visible >= 0.9 * free) & (dated == 0)),
        "running": mean(beside > _RUNNING),
        "signed": mean(signed),
        **{each: mean(column) for each, column in zip(_OF_NAME, names.T)},
        "after": mean(np.minimum(after, 400) / 400),
        "linked": mean(linked),
        "told": mean(told),
        "one_to_one": _one_to_one(found, of),
        "captions": mean(_captioned(found, context.captions)),
        "near": mean(np.abs(at - at_date) <= _NEAR),
        "whole": _is_whole(found, first),
        "again": ((distinct > 1) & (variety < 0.97)).astype(float),
        "elsewhere": mean(np.bincount(found.name)[found.name] >= 3),
        "bare": found.bare.astype(float),
    }


_OF_NAME = "digits letters addresses sentences words length short lower".split()


@lru_cache(maxsize=4096)  # most names and labels come again, on the page or on the next
def _of_name(name: str) -> tuple[float, ...]:
    """What a name tells by itself."""
    words = name.split()
    return (
        sum(map(str.isdigit, name)) > 0.4 * len(name),
        any(map(str.isalpha, name)),
        _ADDRESS.search(name) is not None,
        _STOP.search(name) is not None,
        max(min(len(words), 6) - 2, 0),
        max(len(name) - 15, 0) / 10,
        len(name) < (3 if name.isascii() else 2),
        " " in name and words[-1].islower(),
    )


def _of_cell(cell: Cell) -> tuple[int, ...]:
    """What the text that a name stands in tells by itself."""
    return (
        cell.at,
        _size(cell),
        cell.beside,
        cell.after,
        _SIGN.match(cell.text) is not None,
        cell.href is not None,
        announces_name(cell.lead) or announces_author(cell.text),
        cell.dated,
    )


def _repeated(of: Column, name: Column, count: int) -> tuple[Column, Column]:
    """How many names each place has, and how often the most usual of them."""
    width = int(name.max()) + 1
    pairs, times = np.unique(of * width + name, return_counts=True)
    distinct = np.bincount(pairs // width, minlength=count)
    return distinct, np.maximum.reduceat(times, begins(distinct))


def _captioned(found: Options, captions: Sequence[frozenset[str]]) -> NDArray[np.bool_]:
    """Whether each name is what a picture of its post is called."""
    if not any(captions):
        return np.zeros(len(found.post), dtype=bool)
    rows = zip(found.post.tolist(), found.name.tolist())
    return np.array([found.names[name] in captions[post] for post, name in rows], dtype=bool)


def _is_whole(found: Options, first: Column) -> Number:
    """Whether the first name of each place is all that its text says."""
    rows = zip(found.name[first].tolist(), found.cell[first].tolist())
    return np.array([float(found.names[name] == found.cells[cell].text) for name, cell in rows])


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


def _one_to_one(found: Options, of: Column) -> Number:
    """The share of links that lead elsewhere for every other name, and only for that."""
    count = len(found.size)
    numbers: dict[str | None, int] = {None: 0, "": 0}
    hrefs = np.array([numbers.setdefault(cell.href, len(numbers)) for cell in found.cells])
    target = hrefs[found.cell]
    linked = target > 0
    of, name, target = of[linked], found.name[linked], target[linked]
    links = np.bincount(of, minlength=count)
    width = max(int(name.max(initial=0)), len(numbers)) + 1
    names, of_name = np.unique(of * width + name, return_inverse=True)
    targets, of_target = np.unique(of * width + target, return_inverse=True)
    pairs = np.unique(of_name * len(targets) + of_target)
    single = np.bincount(pairs // max(len(targets), 1), minlength=len(names))[of_name] == 1
    single &= np.bincount(pairs % max(len(targets), 1), minlength=len(targets))[of_target] == 1
    share = np.bincount(of[single], minlength=count) / np.maximum(links, 1)
    several = np.bincount(names // width, minlength=count) >= 2
    return np.where((links >= 0.5 * found.size) & several, share, 0.0)
