"""The repeated structure of a main element (paper 004, algorithm 3).

The paths of a level's nodes are a row of symbols, and the LZW dictionary of the row has the runs
that may come again. Of each level the run that covers most nodes is taken, and of these runs the
one whose nodes hold most text: that is the pattern.

The paper names what it compares `PatternLength` and does not define it. By nodes a level can be
judged, but not levels be compared: the deepest have most. Of levels that hold as much text the
deepest is taken, since joining (algorithm 5) mends a cut too deep and none too high.
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
"""Steps over a page to try runs by. A page of 5,000 nodes, which is a large one, may try 1,600 runs
of a level: all that it has. A page that is too large for that tries fewer, but never fewer than 16:
those that can cover most."""
_LEAST = 16


class Pattern(NamedTuple):
    """Paths that come one after another in every post, and the level that they stand at."""

    level: Level
    paths: tuple[int, ...]


def pattern(levels: Iterable[Level]) -> Pattern | None:
    """The structure that is repeated; None where nothing is."""
    below = list(levels)
    tries = max(_LEAST, _STEPS // max(1, sum(len(level.nodes) for level in below)))
    best, most = None, 0
    for level in below:
        run = max(_runs(level, tries), key=lambda run: _covered(level, run), default=None)
        if run and _covered(level, run)[0] and (text := _text(level, run)) >= most:
            best, most = Pattern(level, run), text
    return best


def _runs(level: Level, most: int) -> Iterator[tuple[int, ...]]:
    """Runs whose paths are there more than once; those first that can cover most by that."""
    there = Counter(level.paths)
    ranked: list[tuple[int, int, tuple[int, ...]]] = []
    for number, phrase in enumerate(phrases(level.paths)):
        times = min(there[path] // count for path, count in Counter(phrase).items())
        if times > 1:
            ranked.append((-times * len(phrase), number, phrase))
    return (phrase for _, _, phrase in nsmallest(most, ranked))


def _covered(level: Level, run: tuple[int, ...]) -> tuple[int, int]:
    """How many nodes lie in posts cut by a run that repeats, and then how short the run is.

    What covers as much with fewer nodes is the period, and the other several periods.
    """
    posts = cut(level, run)
    return (sum(post[-1] + 1 - post[0] for post in posts) if len(posts) > 1 else 0, -len(run))


def _text(level: Level, run: tuple[int, ...]) -> int:
    return sum(level.text[at] for post in cut(level, run) for at in post)
