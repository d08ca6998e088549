"""The cost of honbun as a multiple of resiliparse's main-content extraction on the same pages.

Every piece of work is measured in a process of its own, in which it alternates with the reference,
page by page or collection by collection. A busy machine slows both, so their ratio is stable where
seconds are not. The median of all rounds counts.
"""

from __future__ import annotations

import gc
import multiprocessing
import sys
from collections import deque
from dataclasses import dataclass
from functools import partial
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any

from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.html import HTMLTree

from honbun import HonbunError, Page, extract, extract_page, feed, posts
from honbun.content.pipeline import content_nodes
from honbun.posts.model import PostsOptions
from honbun.similar.model import SimilarOptions
from honbun.similar.reading import Reader
from lab.bench.stages import NAMES, READING, Stopwatch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from multiprocessing.connection import Connection

    Batches = Sequence[Sequence[Page]]
    Seconds = dict[str, float]

_REFERENCE = "reference"
READ = "decode to blocks"
_WARM_UP = 12
"""Pages, or collections, that are read at most before the clock starts."""
PAGE = "`extract_page`"
TEXT = "`extract_page`, text only"
COLLECTION = "`extract`, a collection"


@dataclass(frozen=True, slots=True)
class Work:
    """Something that is done with pages one by one, or with each collection as a whole."""

    name: str
    run: Callable[[Sequence[Page]], object]
    whole: bool = False
    staged: bool = False
    """Whether the stages of `extract_page` are timed as well."""

    def seconds(self, batches: Batches) -> Seconds:
        """CPU seconds of the work, of the reference, and of the stages."""
        if not self.whole:
            batches = [[page] for batch in batches for page in batch]
        texts = [[page.decode().text for page in batch] for batch in batches]
        # The first use of everything is not timed: patterns are compiled when a page needs them.
        for number in range(0, len(batches), 1 + len(batches) // _WARM_UP):
            _reference(texts[number])
            self.run(batches[number])
        stopwatch = Stopwatch()
        if self.staged:
            stopwatch.install()
        spent = dict.fromkeys((_REFERENCE, self.name), 0.0)
        for number, batch in enumerate(batches):
            turns: list[tuple[str, Callable[[Any], object], Any]] = [
                (_REFERENCE, _reference, texts[number]),
                (self.name, self.run, batch),
            ]
            for name, run, pages in turns if number % 2 else reversed(turns):
                begin = process_time()
                run(pages)
                spent[name] += process_time() - begin
        return spent | stopwatch.seconds


def _reference(texts: Sequence[str]) -> None:
    for text in texts:
        extract_plain_text(HTMLTree.parse(text), main_content=True)


def _each(function: Callable[[Page], object]) -> Callable[[Sequence[Page]], None]:
    def run(pages: Sequence[Page]) -> None:
        for page in pages:
            try:
                function(page)
            except HonbunError:  # not a web page: refused at once
                continue

    return run


def _all(function: Callable[[Sequence[Page]], Any]) -> Callable[[Sequence[Page]], None]:
    return lambda pages: deque(function(pages), maxlen=0).clear()


CONTENT = (
    Work("stages", _each(extract_page), staged=True),
    Work(PAGE, _each(extract_page)),
    Work(TEXT, _each(lambda page: extract_page(page).text)),
    Work("`extract_page`, Markdown", _each(lambda page: extract_page(page).markdown)),
    Work(COLLECTION, _all(extract), whole=True),
)
POSTS = (
    Work("`posts`, a page alone", _all(partial(posts, options=PostsOptions(alone=True)))),
    Work("`posts`, pages of a format", _all(posts), whole=True),
)
FEED = (Work("`feed`", _each(feed)),)
SIMILAR = (Work("`similar`, reading", _each(Reader(SimilarOptions(), content_nodes).read)),)


def ratios(works: Sequence[Work], batches: Batches, rounds: int) -> dict[str, float]:
    """The cost of each work and stage, in the order of a page's path."""
    found: dict[str, list[float]] = {}
    for number in range(rounds):
        for work in works:
            print(f"bench: {work.name}, round {number + 1} of {rounds}", file=sys.stderr)
            spent = _apart(work, batches)
            reference = spent.pop(_REFERENCE)
            if work.staged:
                spent = _stages(spent, spent.pop(work.name))
            for name, seconds in spent.items():
                found.setdefault(name, []).append(seconds / reference)
    return {name: median(values) for name, values in found.items()}


def _stages(spent: Seconds, whole: float) -> Seconds:
    """All stages in order, their remainder, and the sum of the first ones."""
    listed = {name: spent.get(name, 0.0) for name in NAMES}
    remainder = whole - sum(listed.values())
    return listed | {"the rest": remainder, READ: sum(listed[name] for name in READING)}


def _apart(work: Work, batches: Batches) -> Seconds:
    """The seconds of a work in a process of its own: no work profits from another's caches."""
    fork = multiprocessing.get_context("fork")
    receiver, sender = fork.Pipe(duplex=False)
    process = fork.Process(target=_send, args=(work, batches, sender))
    process.start()
    sender.close()
    seconds: Seconds = receiver.recv()
    process.join()
    return seconds


def _send(work: Work, batches: Batches, sender: Connection) -> None:
    gc.collect()
    gc.freeze()  # objects of the parent are not garbage of the work
    sender.send(work.seconds(batches))
