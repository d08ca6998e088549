"""Author candidates: names in the header and footer of posts, grouped by position."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from honbun.text import dates as text_dates
from honbun.text.phrases import announces_author, without_label

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from honbun.html.columns import Column
    from honbun.posts.fields.cells import Cell, Position, Shown

# A header line has several fields ("#572 - Vortex - Wed Jan 08, 2003", "Ann <ann@example>"). Dates
# and e-mail addresses are removed, and the rest is split at the marks between fields.

_ADDRESS = re.compile(r"[<(\[＜（]?\s*(?:mailto:)?[\w.+-]+\s?@\s?[\w-]+(?:\.[\w-]+)+\s*[>)\]＞）]?")
_MARKS = re.compile(
    r"\s[-–—|•·»«/~]+\s|[|•·»«<>＜＞()（）\[\]【】]|：|:(?=\s|$)|,\s|[-–—]+$|^[-–—]+"
)
_EDGE_MARKS = " \t-–—:：,.;|<>()[]（）【】「」『』#*~\"'“”„»«•·"
_GAP = "\x00"
"""Replaces what was removed, so that the text before and after it is split."""


@lru_cache(maxsize=4096)  # called for every text by several fields, and most texts recur
def header_parts(text: str, *, dated: bool) -> tuple[str, ...]:
    """The parts of a header text, in order.

    >>> header_parts("#572 - Vortex - Wed Jan 08, 2003 9:31 pm", dated=True)
    ('572', 'Vortex')
    >>> header_parts("Ann Lee <ann@lee.example>", dated=False)
    ('Ann Lee',)
    """
    if not dated and text.replace(" ", "").isalnum():  # only words: nothing to split
        return tuple(filter(None, [strip_marks(text)]))
    left = _ADDRESS.sub(_GAP, text) if "@" in text else text
    if dated:
        for found in reversed(text_dates.find(left)):
            left = left[: found.start] + _GAP + left[found.stop :]
    parts = [part for cut in left.split(_GAP) for part in _MARKS.split(cut)]
    return tuple([bare for part in parts if (bare := strip_marks(part))])


def strip_marks(text: str) -> str:
    """A text without marks at its ends.

    >>> strip_marks("amanda <")
    'amanda'
    """
    return text.strip(_EDGE_MARKS)


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
_EDGE = 10
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
    posts: Sequence[Sequence[Cell]], dates: Sequence[Shown | None]
) -> AuthorCandidates:
    """Candidate authors of all posts, without what all posts have at a position."""
    # Each part of the texts at a position is a position of its own. Of several texts of a post
    # there, the first counts.
    groups: dict[tuple[Position, int], dict[int, tuple[str, int]]] = {}
    cells: list[Cell] = []
    for number, (post, date) in enumerate(zip(posts, dates)):
        for cell, positions in _edges(post, date):
            names = _names(cell.text, cell.dated)
            for position in positions:
                for part, name in names:
                    rows = groups.setdefault((position, part), {})
                    rows.setdefault(number, (name, len(cells)))
            cells.append(cell)
    least = max(_LEAST * len(posts), 1)
    numbers: dict[str, int] = {}
    table: list[tuple[int, int, int]] = []
    size: list[int] = []
    bare: list[bool] = []
    for (position, _), rows in groups.items():
        if len(rows) < least:
            continue
        stripped = _without_shared({name for name, _ in rows.values()})
        before = len(table)
        for number, (name, cell_number) in rows.items():
            if own := stripped[name]:
                table.append((number, numbers.setdefault(own, len(numbers)), cell_number))
        if len(table) > before:
            size.append(len(table) - before)
            bare.append(position[0] == "bare")
    columns = np.array(table, dtype=np.int64).reshape(-1, 3).T
    return AuthorCandidates(
        cells, list(numbers), np.array(size, dtype=np.int64), np.array(bare, dtype=bool), *columns
    )


def _edges(post: Sequence[Cell], date: Shown | None) -> Iterator[tuple[Cell, list[Position]]]:
    """The texts of a post where its author could be, with their positions."""
    shown = [cell for cell in post if not cell.declared]
    middle = next((i for i, cell in enumerate(shown) if date and cell.at >= date.at), None)
    for order, cell in enumerate(shown):
        near = middle is not None and abs(order - middle) <= 3
        if _EDGE <= order < len(shown) - _EDGE and not near:
            continue
        positions = list(cell.positions)
        if order < 3:
            positions.append(("order", order))
        if middle is not None and near:
            positions.append(("date", order - middle))
        yield cell, positions


@lru_cache(maxsize=4096)  # labels and names recur
def _names(text: str, dated: bool) -> tuple[tuple[int, str], ...]:
    """Candidate names in a text, each with its number: 0 is the whole text, the others its
    parts."""
    parts = header_parts(text, dated=dated)
    if parts == (strip_marks(text),):
        parts = ()  # the only part is the text itself
    names = enumerate(["" if dated else text, *parts])
    return tuple([(part, name) for part, name in names if 0 < len(name) <= _LONGEST])


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
