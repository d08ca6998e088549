"""Author candidates: names in the header and footer of posts, grouped by position."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from honbun.html.columns import expand_ranges, range_starts
from honbun.text import dates as text_dates
from honbun.text.phrases import announces_author, without_label

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from honbun.html.columns import Column
    from honbun.posts.fields.cells import Cell, Position
    from honbun.posts.fields.date import PostDate

# A header line has several fields ("#572 - Vortex - Wed Jan 08, 2003", "Ann <ann@example>"). Dates
# and e-mail addresses are removed, and the rest is split at the marks between fields.

_ADDRESS_PIECE = re.compile(
    r"[<(\[＜（]?\s*(?:mailto:)?[\w.+-]+\s?@\s?[\w-]+(?:\.[\w-]+)+\s*[>)\]＞）]?"
)
_MARKS = re.compile(
    r"\s[-–—|•·»«/~]+\s|[|•·»«<>＜＞()（）\[\]【】]|：|:(?=\s|$)|,\s|[-–—]+$|^[-–—]+"
)
_EDGE_PIECE = " \t-–—:：,.;|<>()[]（）【】「」『』#*~\"'“”„»«•·"
_PARTS = "\x00"
"""Replaces what was removed, so that the text before and after it is split."""


def header_parts(text: str, *, dated: bool) -> list[str]:
    """The parts of a header text, in order.

    >>> header_parts("#572 - Vortex - Wed Jan 08, 2003 9:31 pm", dated=True)
    ['572', 'Vortex']
    >>> header_parts("Ann Lee <ann@lee.example>", dated=False)
    ['Ann Lee']
    """
    return list(_pieces(text, dated))


@lru_cache(maxsize=4096)  # called for every text by several fields, and most texts recur
def _pieces(text: str, dated: bool) -> tuple[str, ...]:
    if not dated and text.replace(" ", "").isalnum():  # only words: nothing to split
        return tuple(filter(None, [strip_marks(text)]))
    left = _ADDRESS_PIECE.sub(_PARTS, text) if "@" in text else text
    if dated:
        for found in reversed(text_dates.find(left)):
            left = left[: found.start] + _PARTS + left[found.stop :]
    parts = [part for cut in left.split(_PARTS) for part in _MARKS.split(cut)]
    return tuple([bare for part in parts if (bare := strip_marks(part))])


def strip_marks(text: str) -> str:
    """A text without marks at its ends.

    >>> strip_marks("amanda <")
    'amanda'
    """
    return text.strip(_EDGE_PIECE)


def common_prefix(texts: Iterable[str]) -> str:
    """The longest common prefix: that of the first and the last text in sorted order.

    >>> common_prefix(["post 1", "post 2", "posted"])
    'post'
    """
    texts = tuple(texts)
    first, last = min(texts), max(texts)
    for position, (one, other) in enumerate(zip(first, last)):
        if one != other:
            return first[:position]
    return first


# Author candidates: every short text near either end of a post or near its date, as a whole and in
# its parts, at each of its positions.

_LONGEST = 48
"""Maximum length of a name."""
_LEAST = 0.15
"""Minimum share of posts that have a text at a position."""
_EDGE_OPTION = 10
"""Number of short texts from either end of a post that are candidates."""
_BETWEEN = " \t:：,;|<>-–—"
"""Marks between a name and what follows; no name starts or ends with them."""
_PREFIX = re.compile(r"^.*[\s:：)）]")
_SUFFIX = re.compile(r"[\s:：(（<\[].*$|[:：,]$")


@dataclass(frozen=True, slots=True)
class AuthorCandidates:
    """Candidate names, grouped by position: one row for each post that has a text there."""

    cells: list[Cell]
    """The texts that contain the names."""
    names: list[str]
    """The distinct names."""
    size: Column
    """Number of rows of each position; positions are in page order."""
    bare: NDArray[np.bool_]
    """Whether each position is identified by its nearest box alone."""
    post: Column
    name: Column
    """Index into `names`, for each row."""
    cell: Column
    """Index into `cells`, for each row."""


def author_candidates(
    posts: Sequence[Sequence[Cell]], dates: Sequence[PostDate | None]
) -> AuthorCandidates:
    """Candidate authors of all posts, without what all posts have at a position."""
    texts = _CandidateTexts()
    for number, (post, date) in enumerate(zip(posts, dates)):
        for cell, positions in _edges(post, date):
            texts.add(number, cell, positions)
    return _without_shared_words(texts, _by_position(texts, max(_LEAST * len(posts), 1)))


def _edges(post: Sequence[Cell], date: PostDate | None) -> Iterator[tuple[Cell, list[Position]]]:
    """The texts of a post where its author could be, with their positions."""
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
class _CandidateTexts:
    """Texts with their positions, and the candidate names in each: the whole text and its parts."""

    positions: dict[Position, int] = field(default_factory=dict)
    cells: list[Cell] = field(default_factory=list)
    post: list[int] = field(default_factory=list)
    """The post of each text."""
    position: list[int] = field(default_factory=list)
    """The positions of all texts, one text after another."""
    place_size: list[int] = field(default_factory=list)
    name: list[str] = field(default_factory=list)
    """The candidate names of all texts."""
    part: list[int] = field(default_factory=list)
    """Which part of its text each name is; 0 for the whole."""
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


@lru_cache(maxsize=4096)  # labels and names recur
def _names(text: str, dated: bool) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Candidate names in a text, and which part of it each is."""
    parts = header_parts(text, dated=dated)
    if parts == [strip_marks(text)]:
        parts = []  # the only part is the text itself
    names = ["" if dated else text, *parts]
    kept = [part for part, name in enumerate(names) if 0 < len(name) <= _LONGEST]
    return tuple([names[part] for part in kept]), tuple(kept)


class _Rows(NamedTuple):
    """Texts and names, grouped by position."""

    text: Column
    name: Column
    position: Column
    """The position of each group."""
    size: Column


def _by_position(texts: _CandidateTexts, least: float) -> _Rows:
    """The names at each position that enough posts have; each part is a position of its own."""
    post, position = _column(texts.post), _column(texts.position)
    text = np.repeat(np.arange(len(texts.cells)), _column(texts.place_size))
    # Most positions occur in few posts; they are dropped early.
    usual = (np.bincount(position) >= least)[position]
    text, position = text[usual], position[usual]
    counts = _column(texts.name_size)
    times = counts[text]
    name = expand_ranges(range_starts(counts)[text], times)
    text, position = np.repeat(text, times), np.repeat(position, times)
    part = _column(texts.part)[name]
    code = position * (int(part.max(initial=0)) + 1) + part
    order = np.argsort(code, kind="stable")
    opens = np.diff(code[order], prepend=-1) != 0
    # Of several texts of a post at one position, the first counts.
    fresh = opens | (np.diff(post[text[order]], prepend=-1) != 0)
    order, size = order[fresh], np.bincount(np.cumsum(opens)[fresh] - 1)
    begin, size = range_starts(size)[size >= least], size[size >= least]
    by_first = np.argsort(order[begin])
    begin, size = begin[by_first], size[by_first]
    rows = order[expand_ranges(begin, size)]
    return _Rows(text[rows], name[rows], position[order[begin]], size)


def _without_shared_words(texts: _CandidateTexts, rows: _Rows) -> AuthorCandidates:
    """Remove the words before and after the names that all posts have at a position."""
    numbers = {"": 0}
    spelled = [texts.name[number] for number in rows.name.tolist()]
    found: list[int] = []
    for start, stop in zip(range_starts(rows.size).tolist(), np.cumsum(rows.size).tolist()):
        names = spelled[start:stop]
        bare = _without_shared(set(names))
        found += [numbers.setdefault(bare[name], len(numbers)) for name in names]
    name = _column(found)
    kept = name > 0
    size = np.bincount(np.repeat(np.arange(len(rows.size)), rows.size)[kept])
    known = [position[0] == "bare" for position in texts.positions]
    bare_places = np.array(known, dtype=bool)[rows.position[: len(size)]]
    text = rows.text[kept]
    return AuthorCandidates(
        texts.cells,
        list(numbers),
        size[size > 0],
        bare_places[size > 0],
        _column(texts.post)[text],
        name[kept],
        text,
    )


def _without_shared(names: Collection[str]) -> dict[str, str]:
    """Names without the words before and after them that are the same in all posts."""
    prefix, suffix = _shared(names) if len(names) >= 3 else ("", "")
    return {name: _bare(name, name.removeprefix(prefix).removesuffix(suffix)) for name in names}


def _shared(names: Collection[str]) -> tuple[str, str]:
    """The words that all names start and end with."""
    prefix = _PREFIX.match(common_prefix(names))
    suffix = _SUFFIX.search(common_prefix([name[::-1] for name in names])[::-1])
    return prefix.group() if prefix else "", suffix.group() if suffix else ""


@lru_cache(maxsize=4096)  # texts have several positions, and many recur on the next page
def _bare(whole: str, name: str) -> str:
    """A name without labels; a name that is the whole text keeps its marks ("J. R.",
    "[deleted]")."""
    if announces_author(name):
        return strip_marks(without_label(name))
    return name.strip(_BETWEEN) if name == whole else strip_marks(name)


def _column(numbers: list[int]) -> Column:
    return np.array(numbers, dtype=np.int64)
