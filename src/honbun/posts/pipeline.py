"""Pages in, the posts of each out: pages of one format help each other."""

from __future__ import annotations

import pickle
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING

from honbun.errors import Failure, HonbunError, log_failure
from honbun.html.templates import group_pages
from honbun.papers.posts_004 import pipeline as paper
from honbun.posts.choose import choose, place_of
from honbun.posts.model import PostsOptions, Thread
from honbun.posts.pages import sequences, without_repeats
from honbun.posts.reading import Reading, glance, read, reread
from honbun.runner.map import Done
from honbun.runner.pages import each, outcomes, told
from honbun.runner.run import Run
from honbun.runner.spool import Shelf

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

    from honbun.page import Page
    from honbun.posts.pages import Standing
    from honbun.runner.limits import Limits
    from honbun.runner.run import Journal

_ALIKE = 0.5
"""Share of features of two pages of a format that both have. Pages without classes have few, and
resemble each other sooner than pages of one site that say much."""
_STEP = "find posts"
_SAMPLE = 256
"""Pages of a format that choose its cut: more would not choose otherwise."""


def posts(
    pages: Iterable[Page],
    options: PostsOptions | None = None,
    *,
    jobs: int = 1,
    limits: Limits | None = None,
    journal: Journal | None = None,
    on_failure: Callable[[Failure], None] = log_failure,
) -> Iterator[Thread]:
    """The posts of every page, a `Thread` for each, in the order of the pages.

    Pages are grouped by their structure, and the pages of a format are cut in the way that is best
    for all of them. Further pages of a thread follow its first, in their order, and a post that
    several of them have comes with the first of these. Nothing comes out before the last page was
    read, unless each is judged alone. A page that fails is told to `on_failure`.
    """
    options = options or PostsOptions()
    if not isinstance(options, PostsOptions):
        raise HonbunError(f"options are honbun.PostsOptions, not {type(options).__name__}")
    run = Run(jobs, on_failure, limits, journal)
    if options.faithful:
        glances = each(glance, pages, options, run, _STEP)
        return paper.threads(glances, options, _ALIKE)
    readings = each(read, pages, options, run, _STEP)
    if options.alone:
        return (reading.thread for reading in readings)
    return _together(readings, options, run)


def _together(readings: Iterable[Reading], options: PostsOptions, run: Run) -> Iterator[Thread]:
    with Shelf() as shelf:
        signatures: list[bytes] = []
        standings: list[Standing] = []
        same: dict[bytes, bytes] = {}
        for reading in readings:
            shelf.append(pickle.dumps(reading))
            signatures.append(same.setdefault(reading.signature, reading.signature))
            standings.append(reading.standing)
        formats = group_pages(Counter(signatures), alike=_ALIKE).of
        kinds = [formats[signed] for signed in signatures]
        chosen = _chosen(shelf, kinds)
        seen: defaultdict[int, set[Hashable]] = defaultdict(set)
        order = sequences(standings)
        cuts = (_cut(_reading(shelf, n), chosen.get(kinds[n])) for n in chain.from_iterable(order))
        threads = outcomes(_cut_again, cuts, options, run, _STEP)
        for numbers in order:
            cut = told(islice(threads, len(numbers)), run)
            # An address that comes again was fetched again, and has the posts that it had.
            yield from without_repeats(cut, seen[standings[numbers[0]].here])


def _chosen(shelf: Shelf, kinds: list[int]) -> dict[int, int | None]:
    """The name of the cut of each format that has several pages."""
    members: dict[int, list[int]] = defaultdict(list)
    for number, kind in enumerate(kinds):
        members[kind].append(number)
    return {
        kind: choose([_reading(shelf, number).ballot for number in _sample(numbers)])
        for kind, numbers in members.items()
        if len(numbers) > 1
    }


@dataclass(frozen=True, slots=True)
class _Cut:
    """A page that is to be cut by another of its cuts."""

    page: Page
    place: int

    @property
    def source(self) -> str:
        return self.page.source

    @property
    def url(self) -> str | None:
        return self.page.url


def _cut(reading: Reading, name: int | None) -> _Cut | Done[Thread]:
    """A page by the cut of its format; as it was read where that is its own."""
    place = place_of(name, reading.ballot)
    return _Cut(reading.page, place) if place else Done(reading.thread)


def _cut_again(cut: _Cut, options: PostsOptions) -> Thread:
    return reread(cut.page, cut.place, options)


def _reading(shelf: Shelf, number: int) -> Reading:
    reading: Reading = pickle.loads(shelf[number])
    return reading


def _sample(numbers: list[int]) -> list[int]:
    """Pages of a format that choose its cut, from all over the collection."""
    return numbers[:: -(-len(numbers) // _SAMPLE)]
