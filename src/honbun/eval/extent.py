"""Which found texts are which true ones: matched one to one, in order, by their extent.

Two extents agree when all but a tenth of the longer text is the other one: at one end or at both
something may be missing or too much (the shorter is contained in the longer), or somewhere between
(they begin alike and end alike). So a button or a counter is forgiven. Half a post is not, and nor
is what paper 004 rules out whatever its length: several posts as one, or a part of a post beside
the rest of it. These are told by the neighbours: a text that holds a neighbour of its partner,
which the partner itself does not hold, has swallowed it.

Only texts of nearly the same length are compared, each pair in a time that grows with the length
and not with its square. Of the pairs that agree, the greatest number that can stand together, each
text in one pair and the pairs in order, is the heaviest chain of increasing numbers (as in the
algorithm of Hunt and Szymanski for the longest common subsequence), found in one walk over the
pairs. Of several such choices the one with most texts exactly equal is taken, so that posts which
say nearly the same are not mistaken for each other.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, NamedTuple

from honbun.tree.block import strip_control

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

_UNSEEN = re.compile(r"[\s\u200b\u200c\u200d\u2060\ufeff\u00ad]+")
_WHOLE, _SHARE = 10, 9
"""Of ten parts of the longer text, nine must be the other: in whole numbers, to be exact."""


class _Chain(NamedTuple):
    """A pair, and the pairs before it."""

    found: int
    true: int
    before: _Chain | None


def squash(text: str) -> str:
    """What a reader sees of a text: white space depends on the parser, and is removed.

    >>> squash(" a\\u3000b\\u200b \\x00c ")
    'abc'
    """
    return _UNSEEN.sub("", strip_control(text))


def agree(one: str, other: str) -> bool:
    """Whether two squashed texts have the same extent, within a tenth of the longer.

    >>> agree("ReplyAlongmessage", "Alongmessage"), agree("Alongmessage#1", "Alongmessage#12")
    (False, True)
    """
    short, long = sorted((one, other), key=len)
    if _WHOLE * len(short) < _SHARE * len(long):
        return False
    if short in long:
        return True
    ends = _alike(short, long) + _alike(short[::-1], long[::-1])
    return _WHOLE * ends >= _SHARE * len(long)


def match(found: Sequence[str], true: Sequence[str]) -> list[tuple[int, int]]:
    """The pairs of squashed texts that agree, as numbers, in order."""

    def right(i: int, j: int) -> bool:
        if not agree(found[i], true[j]):
            return False
        return not (_swallows(found[i], true, j) or _swallows(true[j], found, i))

    return _match(found, true, right)


def match_strictly(found: Sequence[str], true: Sequence[str]) -> list[tuple[int, int]]:
    """The pairs of squashed texts that are equal, as numbers, in order."""
    return _match(found, true, lambda i, j: found[i] == true[j])


def _match(
    found: Sequence[str], true: Sequence[str], right: Callable[[int, int], bool]
) -> list[tuple[int, int]]:
    # However many texts of a choice are equal, one pair more outweighs them.
    pair = min(len(found), len(true)) + 1
    ends: list[int] = []
    weights: list[int] = []
    chains: list[_Chain] = []
    # For each last true text, unless an earlier one ends a chain as heavy, the heaviest chain.
    for i, j in _near(found, true):
        if not right(i, j):
            continue
        at = bisect_left(ends, j)
        weight = pair + (found[i] == true[j]) + (weights[at - 1] if at else 0)
        if at < len(ends) and ends[at] == j and weights[at] >= weight:
            continue
        stop = at
        while stop < len(ends) and weights[stop] <= weight:
            stop += 1
        chain = _Chain(i, j, chains[at - 1] if at else None)
        ends[at:stop], weights[at:stop], chains[at:stop] = [j], [weight], [chain]
    return list(_links(chains[-1] if chains else None))[::-1]


def _links(chain: _Chain | None) -> Iterator[tuple[int, int]]:
    while chain is not None:
        yield chain.found, chain.true
        chain = chain.before


def _near(found: Sequence[str], true: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Pairs whose lengths allow them to agree; of one found text the last true ones first."""
    by_length = sorted((len(text), j) for j, text in enumerate(true))
    lengths = [length for length, _ in by_length]
    for i, text in enumerate(found):
        first = bisect_left(lengths, _SHARE * len(text) / _WHOLE)
        stop = bisect_right(lengths, _WHOLE * len(text) / _SHARE)
        for j in sorted((j for _, j in by_length[first:stop]), reverse=True):
            yield i, j


def _alike(one: str, other: str) -> int:
    """How many characters two texts begin with in common, by halving: slices compare fast."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _swallows(text: str, others: Sequence[str], partner: int) -> bool:
    """Whether a text holds a neighbour of its partner that the partner does not hold."""
    beside = (*others[max(partner - 1, 0) : partner], *others[partner + 1 : partner + 2])
    return any(
        neighbour and text.count(neighbour) > others[partner].count(neighbour)
        for neighbour in beside
    )
