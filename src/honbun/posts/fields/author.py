"""The author of each post: at the place where what stands looks like names in all of them.

Every place that texts stand at in the posts is a candidate. Names are short, vary from post to
post but come again, lead to an address of their own, are the caption of a portrait, and stand in
the header near the date; subjects, ranks and buttons do not. No class name is asked what it means.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from honbun.html.columns import expand_ranges, range_starts
from honbun.text import dates as text_dates
from honbun.text.phrases import announces_author, announces_name, without_label

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from honbun.html.columns import Column
    from honbun.posts.fields.cells import Cell, Position
    from honbun.posts.fields.date import PostDate

# Pieces: what the texts of a header are made of.
#
# A header line says several things at once ("#572 - Vortex - Wed Jan 08, 2003", "Ann
# <ann@example>"). Dates and addresses are taken out, and what is left is parted at the marks
# between them.

_ADDRESS_PIECE = re.compile(
    r"[<(\[＜（]?\s*(?:mailto:)?[\w.+-]+\s?@\s?[\w-]+(?:\.[\w-]+)+\s*[>)\]＞）]?"
)
_MARKS = re.compile(
    r"\s[-–—|•·»«/~]+\s|[|•·»«<>＜＞()（）\[\]【】]|：|:(?=\s|$)|,\s|[-–—]+$|^[-–—]+"
)
_EDGE_PIECE = " \t-–—:：,.;|<>()[]（）【】「」『』#*~\"'“”„»«•·"
_PARTS = "\x00"
"""Stands where something was taken out: what was before it and after it are two pieces."""


def header_parts(text: str, *, dated: bool) -> list[str]:
    """The pieces of a header text, in their order.

    >>> header_parts("#572 - Vortex - Wed Jan 08, 2003 9:31 pm", dated=True)
    ['572', 'Vortex']
    >>> header_parts("Ann Lee <ann@lee.example>", dated=False)
    ['Ann Lee']
    """
    return list(_pieces(text, dated))


@lru_cache(maxsize=4096)  # asked for every text by several fields, and most texts come again
def _pieces(text: str, dated: bool) -> tuple[str, ...]:
    if not dated and text.replace(" ", "").isalnum():  # words: no mark and no address
        return tuple(filter(None, [strip_marks(text)]))
    left = _ADDRESS_PIECE.sub(_PARTS, text) if "@" in text else text
    if dated:
        for found in reversed(text_dates.find(left)):
            left = left[: found.start] + _PARTS + left[found.stop :]
    parts = [part for cut in left.split(_PARTS) for part in _MARKS.split(cut)]
    return tuple([bare for part in parts if (bare := strip_marks(part))])


def strip_marks(text: str) -> str:
    """A text without the marks at its edges.

    >>> strip_marks("amanda <")
    'amanda'
    """
    return text.strip(_EDGE_PIECE)


def common_prefix(texts: Iterable[str]) -> str:
    """What all of some texts begin with: the first and the last in order differ soonest.

    >>> common_prefix(["post 1", "post 2", "posted"])
    'post'
    """
    texts = tuple(texts)
    first, last = min(texts), max(texts)
    for position, (one, other) in enumerate(zip(first, last)):
        if one != other:
            return first[:position]
    return first


# Options: all that could be the author of a post, by the places where it stands.
#
# Every short text near either end of a post or near its date counts, as a whole and in its pieces,
# at each of its places.

_LONGEST = 48
"""Characters of a name; longer texts are none."""
_LEAST = 0.15
"""Share of posts that must have a place for it to be the author's."""
_EDGE_OPTION = 10
"""Short texts from either end of a post among which its author is."""
_BETWEEN = " \t:：,;|<>-–—"
"""Marks between a name and what comes next: no name begins or ends with them."""
_PREFIX = re.compile(r"^.*[\s:：)）]")
_SUFFIX = re.compile(r"[\s:：(（<\[].*$|[:：,]$")


@dataclass(frozen=True, slots=True)
class AuthorCandidates:
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


def author_candidates(
    posts: Sequence[Sequence[Cell]], dates: Sequence[PostDate | None]
) -> AuthorCandidates:
    """What could be the author of each post, without what all posts say at its place."""
    told = _Told()
    for number, (post, date) in enumerate(zip(posts, dates)):
        for cell, positions in _edges(post, date):
            told.add(number, cell, positions)
    return _bared(told, _by_place(told, max(_LEAST * len(posts), 1)))


def _edges(post: Sequence[Cell], date: PostDate | None) -> Iterator[tuple[Cell, list[Position]]]:
    """The texts of a post that stand where an author could, with their places."""
    shown = [cell for cell in post if not cell.declared]
    middle = next((i for i, cell in enumerate(shown) if date and cell.at >= date.at), None)
    for order, cell in enumerate(shown):
        near = middle is not None and abs(order - middle) <= 3
        if _EDGE_OPTION <= order < len(shown) - _EDGE_OPTION and not near:
            continue
        positions = list(cell.positions)
        if order < 3:
            positions.append(("order", order))
        if middle is not None and near:
            positions.append(("date", order - middle))
        yield cell, positions


@dataclass(slots=True)
class _Told:
    """Texts with the places where they stand, and what is told there: the text, and its pieces."""

    positions: dict[Position, int] = field(default_factory=dict)
    cells: list[Cell] = field(default_factory=list)
    post: list[int] = field(default_factory=list)
    """The post of each text."""
    position: list[int] = field(default_factory=list)
    """The places of one text after those of another."""
    place_size: list[int] = field(default_factory=list)
    name: list[str] = field(default_factory=list)
    """The same with what is told."""
    part: list[int] = field(default_factory=list)
    """Which piece of its text it is, 0 for the whole."""
    name_size: list[int] = field(default_factory=list)

    def add(self, post: int, cell: Cell, positions: Sequence[Position]) -> None:
        names, parts = _names(cell.text, cell.dated)
        self.cells.append(cell)
        self.post.append(post)
        numbers = self.positions
        self.position += [numbers.setdefault(position, len(numbers)) for position in positions]
        self.place_size.append(len(positions))
        self.name += names
        self.part += parts
        self.name_size.append(len(names))


@lru_cache(maxsize=4096)  # labels and names come again and again
def _names(text: str, dated: bool) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """What a text tells that could be a name, and which piece of it each is."""
    parts = header_parts(text, dated=dated)
    if parts == [strip_marks(text)]:
        parts = []  # nothing but itself
    names = ["" if dated else text, *parts]
    kept = [part for part, name in enumerate(names) if 0 < len(name) <= _LONGEST]
    return tuple([names[part] for part in kept]), tuple(kept)


class _Rows(NamedTuple):
    """Texts and names, those of one place together."""

    text: Column
    name: Column
    position: Column
    """The place of each group of rows."""
    size: Column


def _by_place(told: _Told, least: float) -> _Rows:
    """What is told at each place that enough posts have, whole texts and each piece apart."""
    post, position = _column(told.post), _column(told.position)
    text = np.repeat(np.arange(len(told.cells)), _column(told.place_size))
    # Most places are those of few posts, and dropped before anything is made of them.
    usual = (np.bincount(position) >= least)[position]
    text, position = text[usual], position[usual]
    counts = _column(told.name_size)
    times = counts[text]
    name = expand_ranges(range_starts(counts)[text], times)
    text, position = np.repeat(text, times), np.repeat(position, times)
    part = _column(told.part)[name]
    code = position * (int(part.max(initial=0)) + 1) + part
    order = np.argsort(code, kind="stable")
    opens = np.diff(code[order], prepend=-1) != 0
    # Of several texts of a post at one place the first counts.
    fresh = opens | (np.diff(post[text[order]], prepend=-1) != 0)
    order, size = order[fresh], np.bincount(np.cumsum(opens)[fresh] - 1)
    begin, size = range_starts(size)[size >= least], size[size >= least]
    by_first = np.argsort(order[begin])
    begin, size = begin[by_first], size[by_first]
    rows = order[expand_ranges(begin, size)]
    return _Rows(text[rows], name[rows], position[order[begin]], size)


def _bared(told: _Told, rows: _Rows) -> AuthorCandidates:
    """Options without the words before and after the names of a place that all posts have."""
    numbers = {"": 0}
    spelled = [told.name[number] for number in rows.name.tolist()]
    found: list[int] = []
    for start, stop in zip(range_starts(rows.size).tolist(), np.cumsum(rows.size).tolist()):
        names = spelled[start:stop]
        bare = _bare_of(set(names))
        found += [numbers.setdefault(bare[name], len(numbers)) for name in names]
    name = _column(found)
    kept = name > 0
    size = np.bincount(np.repeat(np.arange(len(rows.size)), rows.size)[kept])
    known = [position[0] == "bare" for position in told.positions]
    bare_places = np.array(known, dtype=bool)[rows.position[: len(size)]]
    text = rows.text[kept]
    return AuthorCandidates(
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
        return strip_marks(without_label(name))
    return name.strip(_BETWEEN) if name == whole else strip_marks(name)


def _column(numbers: list[int]) -> Column:
    return np.array(numbers, dtype=np.int64)


if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from honbun.html.columns import Column
    from honbun.posts.fields.cells import Cell
    from honbun.posts.fields.date import PostDate

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
_ADDRESS_AUTHOR = re.compile(r"@\w|://|^www\.")
_SIGN = re.compile(r"[^\w\s\"'“”‘’(（\[【<＜#@:：-]")
"""How headings begin on pages that have no other sign for them (■, ●, ☆)."""
_STOP = re.compile(r"[.!?。！？…]$")


class Author(NamedTuple):
    """What stands at a place of one post and could be its author."""

    post: int
    name: str
    cell: Cell


def find_authors(
    posts: Sequence[Sequence[Cell]],
    dates: Sequence[PostDate | None],
    captions: Sequence[frozenset[str]],
    sizes: Sequence[int],
) -> list[Author | None]:
    """The author of each post, None where it has none.

    `captions` are those of its pictures, and `sizes` how many visible characters a post has.
    """
    result: list[Author | None] = [None] * len(posts)
    found = author_candidates(posts, dates)
    if not len(found.size):
        return result
    worth = _worth(found, _Context(len(posts), dates, captions, _free(posts, sizes)))
    least = max(_SURE, float(worth.max()) - _MARGIN)
    first = range_starts(found.size)
    for position in np.argsort(-worth, kind="stable").tolist():
        if worth[position] < least:
            break
        for row in range(first[position], first[position] + found.size[position]):
            post = int(found.post[row])
            if result[post] is None:
                result[post] = Author(
                    post, found.names[found.name[row]], found.cells[found.cell[row]]
                )
    return result


@dataclass(frozen=True, slots=True)
class _Context:
    """What the texts at a place are held against."""

    count: int
    dates: Sequence[PostDate | None]
    captions: Sequence[frozenset[str]]
    free: Sequence[int]
    """Visible characters of each post that are neither a date nor said by many posts."""


def _worth(found: AuthorCandidates, context: _Context) -> Number:
    """How likely each place is that of the author."""
    measures = _measures(found, context)
    worth = np.zeros(len(found.size))
    for name, weight in _WEIGHTS.items():
        worth = worth + weight * measures[name]
    return worth


def _measures(found: AuthorCandidates, context: _Context) -> dict[str, Number]:
    size = found.size
    of = np.repeat(np.arange(len(size)), size)

    def mean(values: NDArray[Any]) -> Number:
        """The mean over the rows of each place: of flags, the share that have it."""
        return np.bincount(of, weights=values, minlength=len(size)) / size

    names = np.array([_of_name(name) for name in found.names])[found.name]
    cells = np.array([_of_cell(cell) for cell in found.cells], dtype=np.int64)[found.cell]
    at, visible, line_rest, after, signed, linked, told, dated = cells.T
    at_date = np.array([date.at if date else -_FAR for date in context.dates])[found.post]
    free = np.array(context.free)[found.post]
    distinct, most = _repeated(of, found.name, len(size))
    variety = distinct / size
    first = range_starts(size)
    return {
        "share": size / context.count,
        "variety": np.minimum(1.5 * variety, 1),
        "most": np.maximum(most / size - 0.4, 0),
        "constant": ((most >= 0.9 * size) & (size > 4)).astype(float),
        "body": mean((visible >= 0.9 * free) & (dated == 0)),
        "running": mean(line_rest > _RUNNING),
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
        _ADDRESS_AUTHOR.search(name) is not None,
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
        cell.line_rest,
        cell.after,
        _SIGN.match(cell.text) is not None,
        cell.href is not None,
        announces_name(cell.preceding) or announces_author(cell.text),
        cell.dated,
    )


def _repeated(of: Column, name: Column, count: int) -> tuple[Column, Column]:
    """How many names each place has, and how often the most usual of them."""
    width = int(name.max()) + 1
    pairs, times = np.unique(of * width + name, return_counts=True)
    distinct = np.bincount(pairs // width, minlength=count)
    return distinct, np.maximum.reduceat(times, range_starts(distinct))


def _captioned(found: AuthorCandidates, captions: Sequence[frozenset[str]]) -> NDArray[np.bool_]:
    """Whether each name is what a picture of its post is called."""
    if not any(captions):
        return np.zeros(len(found.post), dtype=bool)
    rows = zip(found.post.tolist(), found.name.tolist())
    return np.array([found.names[name] in captions[post] for post, name in rows], dtype=bool)


def _is_whole(found: AuthorCandidates, first: Column) -> Number:
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


def _one_to_one(found: AuthorCandidates, of: Column) -> Number:
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
