"""The author of each post.

Posts have similar markup, so authors are at the same position in all of them. Every position of a
text is a candidate. Names are short, vary between posts but recur, link to a URL of their own,
label a portrait, and are in the header near the date; subjects, ranks and buttons are not. The
meaning of class names is not used.
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


if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from honbun.html.columns import Column
    from honbun.posts.fields.cells import Cell
    from honbun.posts.fields.date import PostDate

    Number = NDArray[np.float64]

_RUNNING = 60
"""Visible characters in the rest of a line from which a name in it is only mentioned."""
_COMMON = 0.5
"""Share of posts with the same text from which it is a label or a button."""
_NEAR = 12
"""Maximum number of nodes between author and date."""
_FAR = 1 << 40
"""The date position of a post without a date."""
_SURE = 12.5
"""Minimum score of an author position; diaries and boards without names stay below it."""
_MARGIN = 4.0
"""How much lower the score of further positions may be, which supply authors that the best one
lacks."""
_WEIGHTS = {
    # Fitted on 33 templates. On held-out templates, 94% of authors are correct.
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
"""How headings start on pages without heading elements (■, ●, ☆)."""
_STOP = re.compile(r"[.!?。！？…]$")


class Author(NamedTuple):
    """A candidate author of one post."""

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

    `captions` are the alternative texts of its images, `sizes` its numbers of visible characters.
    """
    result: list[Author | None] = [None] * len(posts)
    found = author_candidates(posts, dates)
    if not len(found.size):
        return result
    scores = _scores(found, _Context(len(posts), dates, captions, _free(posts, sizes)))
    least = max(_SURE, float(scores.max()) - _MARGIN)
    first = range_starts(found.size)
    for position in np.argsort(-scores, kind="stable").tolist():
        if scores[position] < least:
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
    """What the texts at a position are compared with."""

    count: int
    dates: Sequence[PostDate | None]
    captions: Sequence[frozenset[str]]
    free: Sequence[int]
    """Visible characters of each post outside dates and texts that many posts have."""


def _scores(found: AuthorCandidates, context: _Context) -> Number:
    """The score of each position."""
    features = _features(found, context)
    scores = np.zeros(len(found.size))
    for name, weight in _WEIGHTS.items():
        scores = scores + weight * features[name]
    return scores


def _features(found: AuthorCandidates, context: _Context) -> dict[str, Number]:
    size = found.size
    of = np.repeat(np.arange(len(size)), size)

    def mean(values: NDArray[Any]) -> Number:
        """The mean over the rows of each position; of flags, the share."""
        return np.bincount(of, weights=values, minlength=len(size)) / size

    names = np.array([_of_name(name) for name in found.names])[found.name]
    cells = np.array([_of_cell(cell) for cell in found.cells], dtype=np.int64)[found.cell]
    at, visible, line_rest, after, signed, linked, texts, dated = cells.T
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
        "told": mean(texts),
        "one_to_one": _one_to_one(found, of),
        "captions": mean(_captioned(found, context.captions)),
        "near": mean(np.abs(at - at_date) <= _NEAR),
        "whole": _is_whole(found, first),
        "again": ((distinct > 1) & (variety < 0.97)).astype(float),
        "elsewhere": mean(np.bincount(found.name)[found.name] >= 3),
        "bare": found.bare.astype(float),
    }


_OF_NAME = "digits letters addresses sentences words length short lower".split()


@lru_cache(maxsize=4096)  # most names and labels recur, on this page or the next
def _of_name(name: str) -> tuple[float, ...]:
    """Features of a name by itself."""
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
    """Features of the text that contains a name."""
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
    """The number of distinct names at each position, and the count of the most frequent one."""
    width = int(name.max()) + 1
    pairs, times = np.unique(of * width + name, return_counts=True)
    distinct = np.bincount(pairs // width, minlength=count)
    return distinct, np.maximum.reduceat(times, range_starts(distinct))


def _captioned(found: AuthorCandidates, captions: Sequence[frozenset[str]]) -> NDArray[np.bool_]:
    """Whether each name is the alternative text of an image in its post."""
    if not any(captions):
        return np.zeros(len(found.post), dtype=bool)
    rows = zip(found.post.tolist(), found.name.tolist())
    return np.array([found.names[name] in captions[post] for post, name in rows], dtype=bool)


def _is_whole(found: AuthorCandidates, first: Column) -> Number:
    """Whether the first name at each position is its whole text."""
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
    """The share of links whose target is used for one name only, and whose name has one target
    only."""
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
