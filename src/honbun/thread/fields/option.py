"""Options: all that could be the author of a post, by the places where it stands.

Every short text near either end of a post or near its date counts, as a whole and in its pieces,
at each of its places.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from honbun.language.labels import announces_author, without_label
from honbun.thread.cut.rows import begins, stretched
from honbun.thread.fields.piece import common_prefix, pieces, trim

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from numpy.typing import NDArray

    from honbun.thread.cut.rows import Column
    from honbun.thread.fields.cell import Cell, Place
    from honbun.thread.fields.date import Dated

_LONGEST = 48
"""Characters of a name; longer texts are none."""
_LEAST = 0.15
"""Share of posts that must have a place for it to be the author's."""
_EDGE = 10
"""Short texts from either end of a post among which its author is."""
_BETWEEN = " \t:：,;|<>-–—"
"""Marks between a name and what comes next: no name begins or ends with them."""
_PREFIX = re.compile(r"^.*[\s:：)）]")
_SUFFIX = re.compile(r"[\s:：(（<\[].*$|[:：,]$")


@dataclass(frozen=True, slots=True)
class Options:
    """What stands at each place that could be the author's, the rows of one place together."""

    cells: list[Cell]
    """The texts that names were found in."""
    names: list[str]
    """The names, each once."""
    size: Column
    """How many rows each place has, one for a post; places in the order of the page."""
    bare: NDArray[np.bool_]
    """Of each place, whether it is known by the nearest box alone."""
    post: Column
    name: Column
    """Of each row its number in `names`."""
    cell: Column
    """Of each row its number in `cells`."""


def options(posts: Sequence[Sequence[Cell]], dates: Sequence[Dated | None]) -> Options:
    """What could be the author of each post, without what all posts say at its place."""
    told = _Told()
    for number, (post, date) in enumerate(zip(posts, dates)):
        for cell, places in _edges(post, date):
            told.add(number, cell, places)
    return _bared(told, _by_place(told, max(_LEAST * len(posts), 1)))


def _edges(post: Sequence[Cell], date: Dated | None) -> Iterator[tuple[Cell, list[Place]]]:
    """The texts of a post that stand where an author could, with their places."""
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
        yield cell, places


@dataclass(slots=True)
class _Told:
    """Texts with the places where they stand, and what is told there: the text, and its pieces."""

    places: dict[Place, int] = field(default_factory=dict)
    cells: list[Cell] = field(default_factory=list)
    post: list[int] = field(default_factory=list)
    """The post of each text."""
    place: list[int] = field(default_factory=list)
    """The places of one text after those of another."""
    place_size: list[int] = field(default_factory=list)
    name: list[str] = field(default_factory=list)
    """The same with what is told."""
    part: list[int] = field(default_factory=list)
    """Which piece of its text it is, 0 for the whole."""
    name_size: list[int] = field(default_factory=list)

    def add(self, post: int, cell: Cell, places: Sequence[Place]) -> None:
        names, parts = _names(cell.text, cell.dated)
        self.cells.append(cell)
        self.post.append(post)
        numbers = self.places
        self.place += [numbers.setdefault(place, len(numbers)) for place in places]
        self.place_size.append(len(places))
        self.name += names
        self.part += parts
        self.name_size.append(len(names))


@lru_cache(maxsize=4096)  # labels and names come again and again
def _names(text: str, dated: bool) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """What a text tells that could be a name, and which piece of it each is."""
    parts = pieces(text, dated=dated)
    if parts == [trim(text)]:
        parts = []  # nothing but itself
    names = ["" if dated else text, *parts]
    kept = [part for part, name in enumerate(names) if 0 < len(name) <= _LONGEST]
    return tuple([names[part] for part in kept]), tuple(kept)


class _Rows(NamedTuple):
    """Texts and names, those of one place together."""

    text: Column
    name: Column
    place: Column
    """The place of each group of rows."""
    size: Column


def _by_place(told: _Told, least: float) -> _Rows:
    """What is told at each place that enough posts have, whole texts and each piece apart."""
    post, place = _column(told.post), _column(told.place)
    text = np.repeat(np.arange(len(told.cells)), _column(told.place_size))
    # Most places are those of few posts, and dropped before anything is made of them.
    usual = (np.bincount(place) >= least)[place]
    text, place = text[usual], place[usual]
    counts = _column(told.name_size)
    times = counts[text]
    name = stretched(begins(counts)[text], times)
    text, place = np.repeat(text, times), np.repeat(place, times)
    part = _column(told.part)[name]
    code = place * (int(part.max(initial=0)) + 1) + part
    order = np.argsort(code, kind="stable")
    opens = np.diff(code[order], prepend=-1) != 0
    # Of several texts of a post at one place the first counts.
    fresh = opens | (np.diff(post[text[order]], prepend=-1) != 0)
    order, size = order[fresh], np.bincount(np.cumsum(opens)[fresh] - 1)
    begin, size = begins(size)[size >= least], size[size >= least]
    by_first = np.argsort(order[begin])
    begin, size = begin[by_first], size[by_first]
    rows = order[stretched(begin, size)]
    return _Rows(text[rows], name[rows], place[order[begin]], size)


def _bared(told: _Told, rows: _Rows) -> Options:
    """Options without the words before and after the names of a place that all posts have."""
    numbers = {"": 0}
    spelled = [told.name[number] for number in rows.name.tolist()]
    found: list[int] = []
    for start, stop in zip(begins(rows.size).tolist(), np.cumsum(rows.size).tolist()):
        names = spelled[start:stop]
        bare = _bare_of(set(names))
        found += [numbers.setdefault(bare[name], len(numbers)) for name in names]
    name = _column(found)
    kept = name > 0
    size = np.bincount(np.repeat(np.arange(len(rows.size)), rows.size)[kept])
    known = [place[0] == "bare" for place in told.places]
    bare_places = np.array(known, dtype=bool)[rows.place[: len(size)]]
    text = rows.text[kept]
    return Options(
        told.cells,
        list(numbers),
        size[size > 0],
        bare_places[size > 0],
        _column(told.post)[text],
        name[kept],
        text,
    )


def _bare_of(names: Collection[str]) -> dict[str, str]:
    """Names without the words before and after them that are the same in all posts."""
    prefix, suffix = _shared(names) if len(names) >= 3 else ("", "")
    return {name: _bare(name, name.removeprefix(prefix).removesuffix(suffix)) for name in names}


def _shared(names: Collection[str]) -> tuple[str, str]:
    """The words that all names begin and end with."""
    prefix = _PREFIX.match(common_prefix(names))
    suffix = _SUFFIX.search(common_prefix([name[::-1] for name in names])[::-1])
    return prefix.group() if prefix else "", suffix.group() if suffix else ""


@lru_cache(maxsize=4096)  # a text stands at several places, and many come again on the next page
def _bare(whole: str, name: str) -> str:
    """A name without labels; one that stands alone keeps its own marks ("J. R.", "[deleted]")."""
    if announces_author(name):
        return trim(without_label(name))
    return name.strip(_BETWEEN) if name == whole else trim(name)


def _column(numbers: list[int]) -> Column:
    return np.array(numbers, dtype=np.int64)
