"""The author of each post.

Posts have similar markup, so authors are at the same position in all of them. Every position of a
text is a candidate. Names are short, vary between posts but recur, link to a URL of their own,
label a portrait, and are in the header near the date; subjects, ranks and buttons are not. The
meaning of class names is not used.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from honbun.html.columns import range_starts
from honbun.posts.fields.cells import Shown, common_texts
from honbun.posts.fields.names import AuthorCandidates, author_candidates
from honbun.text.phrases import announces_author, announces_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from honbun.html.columns import Column
    from honbun.posts.fields.cells import Cell

    Number = NDArray[np.float64]

_RUNNING = 60
"""Visible characters in the rest of a line from which a name in it is only mentioned."""
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
    "announced": 4.0,
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


def find_authors(
    posts: Sequence[Sequence[Cell]],
    dates: Sequence[Shown | None],
    captions: Sequence[frozenset[str]],
    sizes: Sequence[int],
) -> list[Shown | None]:
    """The author of each post, None where it has none.

    `captions` are the alternative texts of its images, `sizes` its numbers of visible characters.
    """
    result: list[Shown | None] = [None] * len(posts)
    found = author_candidates(posts, dates)
    if not len(found.size):
        return result
    features = _features(found, dates, captions, _free(posts, sizes))
    scores = np.zeros(len(found.size))
    for name, weight in _WEIGHTS.items():
        scores = scores + weight * features[name]
    least = max(_SURE, float(scores.max()) - _MARGIN)
    first = range_starts(found.size)
    for position in np.argsort(-scores, kind="stable").tolist():
        if scores[position] < least:
            break
        for row in range(first[position], first[position] + found.size[position]):
            post = int(found.post[row])
            if result[post] is None:
                result[post] = Shown(found.names[found.name[row]], found.cells[found.cell[row]].at)
    return result


def _features(
    found: AuthorCandidates,
    dates: Sequence[Shown | None],
    captions: Sequence[frozenset[str]],
    free: Sequence[int],
) -> dict[str, Number]:
    """The features of each position; `free` are the visible characters of each post outside dates
    and texts that many posts have."""
    size = found.size
    of = np.repeat(np.arange(len(size)), size)

    def mean(values: NDArray[Any]) -> Number:
        """The mean over the rows of each position; of flags, the share."""
        return np.bincount(of, weights=values, minlength=len(size)) / size

    names = np.array([_of_name(name) for name in found.names])[found.name]
    cells = np.array([_of_cell(cell) for cell in found.cells], dtype=np.int64)[found.cell]
    at, visible, line_rest, after, signed, linked, texts, dated = cells.T
    at_date = np.array([date.at if date else -_FAR for date in dates])[found.post]
    unshared = np.array(free)[found.post]
    distinct, most = _repeated(of, found.name, len(size))
    variety = distinct / size
    first = range_starts(size)
    return {
        "share": size / len(dates),
        "variety": np.minimum(1.5 * variety, 1),
        "most": np.maximum(most / size - 0.4, 0),
        "constant": ((most >= 0.9 * size) & (size > 4)).astype(float),
        "body": mean((visible >= 0.9 * unshared) & (dated == 0)),
        "running": mean(line_rest > _RUNNING),
        "signed": mean(signed),
        **{each: mean(column) for each, column in zip(_OF_NAME, names.T)},
        "after": mean(np.minimum(after, 400) / 400),
        "linked": mean(linked),
        "announced": mean(texts),
        "one_to_one": _one_to_one(found, of),
        "captions": mean(_captioned(found, captions)),
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
    common = common_texts([[cell.text for cell in post] for post in posts])
    return [
        size
        - sum(
            _size(cell)
            for cell in post
            if not cell.declared and (cell.dated or cell.text in common)
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
