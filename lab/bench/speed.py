"""Milliseconds per page: honbun, its steps, and its peers on the same pages.

The machine is shared, so contestants alternate over several rounds, each in another order, and the
median CPU time over the rounds counts. Every turn runs in its own fork, so that nobody profits from
caches of an earlier turn.
"""

from __future__ import annotations

import gc
import multiprocessing
import sys
from collections import deque
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any

import turbohtml

from honbun import HonbunError, Page, extract, extract_page
from honbun.evaluation.report import table
from honbun.html.blocks import split
from honbun.html.parse import parse
from honbun.papers.content_000.vectors import vectorise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from multiprocessing.connection import Connection

    from honbun.html.blocks import Blocks
    from honbun.html.tree import Tree

    Collections = Sequence[Sequence[Page]]

_HEADER = ("what", "ms/page", "from", "to", "rounds", "× resiliparse", "trafilatura / this")
_RESILIPARSE = "resiliparse, main content"
_TRAFILATURA = "trafilatura"
_WARM_UP = 5
"""Warm-up pages of each contestant, so that the first use is not timed."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A tool or step whose speed is measured."""

    name: str
    seconds: Callable[[Collections], float]
    """CPU time for all pages of all collections."""


@dataclass(frozen=True, slots=True)
class Each:
    """Processes pages one by one; the input of `run` is prepared outside of the measured time."""

    prepare: Callable[[Page], Any]
    run: Callable[[Any], object]

    def __call__(self, collections: Collections) -> float:
        spent = 0.0
        for page in _pages(collections):
            prepared = self.prepare(page)
            begin = process_time()
            self.run(prepared)
            spent += process_time() - begin
        return spent


def report(collections: Collections, rounds: int, slow_rounds: int, *, steps: bool) -> str:
    """A table of all contestants, with the steps of honbun or without."""
    ours = [
        Contestant("honbun.extract", _whole),
        Contestant("honbun.extract_page", Each(_same, _alone)),
    ]
    contestants = [*(_steps() if steps else ()), *ours, *_peers()]
    times = _measured(contestants, collections, rounds, slow_rounds)
    pages = sum(map(len, collections))
    size = sum(len(page.html) for page in _pages(collections)) / pages / 1000
    summary = f"{pages:,} pages in {len(collections)} collection(s), {size:,.0f} kB a page."
    return summary + "\n\n" + table(_HEADER, _rows(times, pages))


def _steps() -> list[Contestant]:
    return [
        Contestant("decode", Each(_same, Page.decode)),
        Contestant("parse alone (turbohtml)", Each(_text, turbohtml.parse)),
        Contestant("flat tree, parse included", Each(_text, parse)),
        Contestant("blocks and their texts", Each(Page.parse, _blocks)),
        Contestant("vectors", Each(_split, vectorise)),
    ]


def _peers() -> list[Contestant]:
    from resiliparse.extract.html2text import extract_plain_text
    from selectolax.lexbor import LexborHTMLParser
    from trafilatura import extract as trafilatura

    def main_content(text: str) -> object:
        return extract_plain_text(text, main_content=True)

    return [
        Contestant(_RESILIPARSE, Each(_text, main_content)),
        Contestant(_TRAFILATURA, Each(_text, trafilatura)),
        Contestant("selectolax (lexbor), parse alone", Each(_text, LexborHTMLParser)),
    ]


def _same(page: Page) -> Page:
    return page


def _text(page: Page) -> str:
    return page.decode().text


def _split(page: Page) -> Blocks:
    return split(page.parse())


def _blocks(tree: Tree) -> list[str]:
    return split(tree).texts()


def _alone(page: Page) -> str:
    try:
        return extract_page(page).text
    except HonbunError:  # not a web page: refused at once
        return ""


def _whole(collections: Collections) -> float:
    begin = process_time()
    for collection in collections:
        deque(extract(collection), maxlen=0)
    return process_time() - begin


def _pages(collections: Collections) -> Iterator[Page]:
    return (page for collection in collections for page in collection)


def _measured(
    contestants: Sequence[Contestant], collections: Collections, rounds: int, slow_rounds: int
) -> dict[str, list[float]]:
    for contestant in contestants:
        contestant.seconds([collections[0][:_WARM_UP]])
    times: dict[str, list[float]] = {contestant.name: [] for contestant in contestants}
    for number in range(rounds):
        print(f"speed: round {number + 1} of {rounds}", file=sys.stderr, flush=True)
        turn = number * len(contestants) // rounds
        for contestant in (*contestants[turn:], *contestants[:turn]):
            if contestant.name != _TRAFILATURA or number < slow_rounds:
                times[contestant.name].append(_apart(contestant, collections))
    return times


def _apart(contestant: Contestant, collections: Collections) -> float:
    """The contestant's time, measured in its own process."""
    fork = multiprocessing.get_context("fork")
    receiver, sender = fork.Pipe(duplex=False)
    process = fork.Process(target=_send, args=(contestant, collections, sender))
    process.start()
    sender.close()
    seconds: float = receiver.recv()
    process.join()
    return seconds


def _send(contestant: Contestant, collections: Collections, sender: Connection) -> None:
    gc.collect()
    gc.freeze()  # objects of the parent are not garbage of the contestant
    sender.send(contestant.seconds(collections))


def _rows(times: dict[str, list[float]], pages: int) -> list[list[object]]:
    resiliparse, trafilatura = median(times[_RESILIPARSE]), median(times[_TRAFILATURA])
    return [
        [
            name,
            *(f"{1000 * value / pages:.2f}" for value in (median(all_), min(all_), max(all_))),
            len(all_),
            f"{median(all_) / resiliparse:.2f}",
            f"{trafilatura / median(all_):.1f}",
        ]
        for name, all_ in times.items()
    ]
