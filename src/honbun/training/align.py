"""Which words of a page a reference text consists of.

The reference says what the content is, not where it is: "Contact" may be a heading of the article,
an entry of the menu, or both. So the reference is aligned with the page. Runs of words that both
share are chained as in sequence alignment, and the heaviest chain that moves forward in both says
where each word of the reference comes from. The remaining words may be in another order; every word
of the reference is used once.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from heapq import heapify, heappop, heappush
from itertools import accumulate, chain, pairwise
from typing import TYPE_CHECKING, NamedTuple

from honbun.evaluation.metrics import TOKEN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_SEED = 3
"""Words that must agree to start a run; a shorter block must agree as a whole."""
_MOST = 20
"""Runs followed at a time, and positions tried for one seed: a page that repeats one word has as
many runs as words squared."""
_PIECE = 8
"""Words after which a run over many blocks is split at a block border. It is also split at its
first and last border: a run that continues by chance into the next block must give up only those
words."""
_BREAK = 0.5
"""Cost, in words, of changing from one run to another: less than the shortest block is worth, and
enough for a long run to beat the same words in pieces."""
_FAR = 0.0005
"""Cost of every word of the page that is skipped: of two equal headings, the one next to the
article belongs to it."""


class Run(NamedTuple):
    """Words that page and reference share, one after the other."""

    page: int
    reference: int
    length: int

    def part(self, start: int, stop: int) -> Run:
        return Run(self.page + start, self.reference + start, stop - start)


def aligned(blocks: Sequence[str], reference: str) -> list[float]:
    """For each block, in document order, the share of its words that are in the reference.

    A block without words has 0.

    >>> aligned(["Home", "The Sea", "The sea is high."], "The Sea. The sea is rough.")
    [0.0, 1.0, 0.75]
    """
    words = [_words(block) for block in blocks]
    true = _words(reference)
    # One character per word: seeds become slices of strings, which are fast to compare.
    letters = {word: chr(1 + rank) for rank, word in enumerate(dict.fromkeys(true))}
    page = "".join([letters.get(word, "\0") for word in chain.from_iterable(words)])
    bounds = list(accumulate(map(len, words), initial=0))
    runs = _runs(page, "".join([letters[word] for word in true]), bounds)
    use = _Use(len(page), len(true))
    for run in _attached(_heaviest(runs, bounds, len(true)), len(true)):
        use.take(run)
    _take_rest(runs, bounds, use)
    return [
        use.page.count(1, start, stop) / (stop - start) if start < stop else 0.0
        for start, stop in pairwise(bounds)
    ]


def _words(text: str) -> list[str]:
    words: list[str] = TOKEN.findall(text.lower())
    return words


def _runs(page: str, reference: str, bounds: Sequence[int]) -> list[Run]:
    """The runs in the order in which they start; they continue across blocks."""
    borders = set(bounds)
    runs: list[Run] = []
    seen: dict[int, int] = {}  # end of the last run, by the offset between page and reference
    running: list[int] = []  # ends of the runs that are still open
    for at, seeds in enumerate(_seeds(page, reference, bounds)):
        while running and running[0] <= at:
            heappop(running)
        for place, size in seeds:
            if len(running) == _MOST:
                break
            if seen.get(place - at, 0) <= at:
                stop = at + _common(page, reference, at, place)
                if stop - at < _SEED and stop not in borders:
                    stop = at + size
                seen[place - at] = stop
                heappush(running, stop)
                runs.append(Run(at, place, stop - at))
    return runs


def _common(page: str, reference: str, at: int, place: int) -> int:
    """How many words are the same from these positions on."""
    most = min(len(page) - at, len(reference) - place)
    length = 0
    while length < most and page[at + length] == reference[place + length]:
        length += 1
    return length


def _seeds(page: str, reference: str, bounds: Sequence[int]) -> list[list[tuple[int, int]]]:
    """For each word of the page, where in the reference a run may start, and its minimum length."""
    sizes = {start: stop - start for start, stop in pairwise(bounds) if start < stop}
    seeds: list[list[tuple[int, int]]] = [[] for _ in page]
    for size in range(_SEED, 0, -1):
        theirs = _places(reference, size)
        for seed, ours in _places(page, size).items():
            places = theirs.get(seed, ())
            for rank, at in enumerate(ours if places else ()):
                if size == _SEED or sizes.get(at) == size:
                    some = places[_window(rank, len(ours), len(places))]
                    seeds[at] += [(place, size) for place in some]
    return seeds


def _places(text: str, size: int) -> dict[str, list[int]]:
    places: dict[str, list[int]] = defaultdict(list)
    for at in range(len(text) - size + 1):
        places[text[at : at + size]].append(at)
    return places


def _window(rank: int, ours: int, theirs: int) -> slice:
    """Which of too many positions to try: the tenth "add to cart" is likely the tenth there."""
    start = max(0, min(rank * theirs // ours - _MOST // 2, theirs - _MOST))
    return slice(start, start + _MOST)


def _heaviest(runs: Sequence[Run], bounds: Sequence[int], size: int) -> list[Run]:
    """The heaviest chain of pieces of runs that moves forward in page and reference."""
    pieces = _pieces(runs, bounds)
    order = sorted(range(len(pieces)), key=lambda k: pieces[k][0])
    waiting = sorted(order, key=lambda k: pieces[k][0].page + pieces[k][0].length, reverse=True)
    best = _Best(size)
    weight, previous = [0.0] * len(pieces), [-1] * len(pieces)
    for this in order:
        piece, continues = pieces[this]
        while (done := pieces[waiting[-1]][0]).page + done.length <= piece.page:
            end = _FAR * (done.page + done.length)
            best.add(done.reference + done.length, weight[waiting[-1]] + end, waiting.pop())
        before, last = best.up_to(piece.reference)
        before -= _BREAK + _FAR * piece.page
        if continues and weight[this - 1] >= before:
            before, last = weight[this - 1], this - 1
        if before > 0:
            previous[this] = last
        weight[this] = piece.length + max(before, 0.0)
    chosen = []
    this = max(order, key=weight.__getitem__, default=-1)
    while this >= 0:
        chosen.append(pieces[this][0])
        this = previous[this]
    return chosen[::-1]


def _attached(pieces: Sequence[Run], size: int) -> Iterator[Run]:
    """The pieces of a chain without short ones that touch no other piece in the reference.

    If a sentence of the reference is not on the page, its words are not taken from a menu.
    """
    starts = [*(piece.reference for piece in pieces), size]
    stops = [0, *(piece.reference + piece.length for piece in pieces)]
    for piece, before, after in zip(pieces, stops, starts[1:]):
        touches = piece.reference == before or piece.reference + piece.length == after
        if touches or piece.length >= _SEED:
            yield piece


def _pieces(runs: Sequence[Run], bounds: Sequence[int]) -> list[tuple[Run, bool]]:
    """The runs split at block borders, and whether each piece continues the one before it."""
    return [
        (run.part(start - run.page, stop - run.page), start > run.page)
        for run in runs
        for start, stop in pairwise(_borders(run, bounds))
    ]


def _borders(run: Run, bounds: Sequence[int]) -> list[int]:
    """Where a run is split, including its ends: at the outermost borders, and some in between."""
    stop = run.page + run.length
    borders = bounds[bisect_right(bounds, run.page) : bisect_left(bounds, stop)]
    chosen = [run.page]
    for border in borders:
        size = border - chosen[-1]
        if size >= _PIECE or (size > 0 and border in (borders[0], borders[-1])):
            chosen.append(border)
    return [*chosen, stop]


class _Best:
    """The heaviest chain that ends at or before a position of the reference: a Fenwick tree."""

    def __init__(self, size: int) -> None:
        self.weight = [0.0] * (size + 1)
        self.last = [-1] * (size + 1)

    def add(self, place: int, weight: float, last: int) -> None:
        while place < len(self.weight):
            if weight > self.weight[place]:
                self.weight[place], self.last[place] = weight, last
            place += place & -place

    def up_to(self, place: int) -> tuple[float, int]:
        weight, last = 0.0, -1
        while place:
            if self.weight[place] > weight:
                weight, last = self.weight[place], self.last[place]
            place &= place - 1
        return weight, last


class _Use:
    """Which words of the page and of the reference are used."""

    def __init__(self, page: int, reference: int) -> None:
        self.page = bytearray(page)
        self.reference = bytearray(reference)
        self.place = [-1] * reference
        """The position on the page of each word of the reference."""

    def take(self, run: Run) -> None:
        page, reference, length = run
        self.page[page : page + length] = b"\1" * length
        self.reference[reference : reference + length] = b"\1" * length
        self.place[reference : reference + length] = range(page, page + length)

    def free(self, run: Run) -> Iterator[Run]:
        """The parts of a run of which no word is used."""
        page, reference, length = run
        ours = int.from_bytes(self.page[page : page + length])
        theirs = int.from_bytes(self.reference[reference : reference + length])
        for gap in re.finditer(rb"\0+", (ours | theirs).to_bytes(length)):
            yield run.part(*gap.span())

    def closes(self, run: Run) -> bool:
        """Whether the words around a run are used in the reference.

        Out of order, a short block needs more support than in order.
        """
        ends = (run.reference - 1, run.reference + run.length)
        return all(self.reference[end] for end in ends if 0 <= end < len(self.reference))


def _take_rest(runs: Sequence[Run], bounds: Sequence[int], use: _Use) -> None:
    """Use what remains of the runs, long ones first, then those near their neighbours."""
    near = list(accumulate(use.place, max, initial=0))
    borders = set(bounds)

    def rest(run: Run) -> Iterator[tuple[int, int, Run]]:
        for part in use.free(run):
            if part.length >= _SEED or {part.page, part.page + part.length} <= borders:
                yield -part.length, abs(part.page - near[part.reference]), part

    queue = list(chain.from_iterable(map(rest, runs)))
    heapify(queue)
    while queue:
        run = heappop(queue)[-1]
        if next(use.free(run), None) != run:
            for part in rest(run):
                heappush(queue, part)
        elif run.length >= _SEED or use.closes(run):
            use.take(run)
