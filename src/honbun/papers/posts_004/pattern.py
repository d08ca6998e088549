"""The repeated structure of a main element (algorithm 3).

The paths of a level's nodes are a sequence of symbols, and its LZW dictionary contains the runs
that may repeat. For each level the run that covers most nodes is chosen, and of these runs the one
whose nodes have most text: that is the pattern.

The paper compares a `PatternLength` that it does not define. Counting nodes ranks the runs of one
level, but not different levels: the deepest have most nodes. Of levels with equal text the deepest
is chosen, because joining (algorithm 5) repairs a cut that is too deep, not one that is too high.
"""

from __future__ import annotations

from collections import Counter
from heapq import nsmallest
from typing import TYPE_CHECKING, NamedTuple

from honbun.papers.posts_004.cut import cut
from honbun.papers.posts_004.lzw import phrases

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.papers.posts_004.main_element import Level

_STEPS = 8_000_000
"""Bound on the work per page. A large page of 5,000 nodes may try 1,600 runs of a level: all that
it has. Larger pages try fewer, but at least 16: those that can cover most."""
_LEAST = 16


class Pattern(NamedTuple):
    """The sequence of paths of every post, and its level."""

    level: Level
    paths: tuple[int, ...]


def pattern(levels: Iterable[Level]) -> Pattern | None:
    """The repeated structure; None if nothing repeats."""
    below = list(levels)
    tries = max(_LEAST, _STEPS // max(1, sum(len(level.nodes) for level in below)))
    best, most = None, 0
    for level in below:
        run = max(_runs(level, tries), key=lambda run: _covered(level, run), default=None)
        if run and _covered(level, run)[0] and (text := _text(level, run)) >= most:
            best, most = Pattern(level, run), text
    return best


def _runs(level: Level, most: int) -> Iterator[tuple[int, ...]]:
    """Runs that can occur more than once, those that can cover most nodes first."""
    available = Counter(level.paths)
    ranked: list[tuple[int, int, tuple[int, ...]]] = []
    for number, phrase in enumerate(phrases(level.paths)):
        times = min(available[path] // count for path, count in Counter(phrase).items())
        if times > 1:
            ranked.append((-times * len(phrase), number, phrase))
    return (phrase for _, _, phrase in nsmallest(most, ranked))


def _covered(level: Level, run: tuple[int, ...]) -> tuple[int, int]:
    """The number of nodes in posts cut by a repeating run, then the shortness of the run.

    Of two runs that cover as much, the shorter one is the period and the other several periods.
    """
    posts = cut(level, run)
    return (sum(post[-1] + 1 - post[0] for post in posts) if len(posts) > 1 else 0, -len(run))


def _text(level: Level, run: tuple[int, ...]) -> int:
    return sum(level.text[at] for post in cut(level, run) for at in post)
