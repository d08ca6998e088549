"""A race: contestants alternate on the same pages, each in its own process.

Pages are processed in blocks, and every block begins with another contestant, so that other load on
the machine affects all alike. CPU time counts, without the first use of a library. A page on which
a contestant raises, and a block on which its process dies or hangs, are failures: nothing was found
there, and they are reported.
"""

from __future__ import annotations

import gc
import logging
import warnings
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing import get_context
from threading import Lock
from time import process_time
from typing import TYPE_CHECKING, NamedTuple, Protocol

from honbun import ContentOptions, HonbunError, extract
from honbun.content import pipeline
from honbun.training.content import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from honbun.content.alone.model import Model
    from honbun.evaluation.metrics import Score
    from honbun.page import Page
    from lab.peers import Peer

    Measure = Callable[[str, str], Score]

_WARM_UP = 5
"""Warm-up pages of each contestant."""
_PATIENCE = 900.0
"""The time limit of a contestant for a block, in seconds."""


@dataclass(frozen=True, slots=True)
class Case:
    """A page, its true text, and its group: a page type or a site."""

    page: Page
    true: str
    group: str
    domain: str


class Answer(NamedTuple):
    """The result of a contestant for a page."""

    text: str
    failed: bool = False


class Contestant(Protocol):
    """A tool that finds the text of pages; it can be pickled."""

    @property
    def name(self) -> str: ...

    def answers(self, cases: Sequence[Case]) -> tuple[list[Answer], float]:
        """An answer for each case, and the CPU time for all of them."""
        ...


class Judged(NamedTuple):
    """The score of an answer."""

    group: str
    score: Score
    failed: bool
    empty: bool
    """Nothing was found although the page has text."""


@dataclass(slots=True)
class Run:
    """All results of a contestant."""

    name: str
    judged: list[Judged] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, judged: list[Judged], seconds: float) -> None:
        self.judged += judged
        self.seconds += seconds


def race(
    contestants: Sequence[Contestant],
    blocks: Sequence[Sequence[Case]],
    measure: Measure,
    lanes: int,
    say: Callable[[str], None],
) -> list[Run]:
    """Run every contestant on every block, some of them in parallel."""
    runs = {contestant.name: Run(contestant.name) for contestant in contestants}
    seats = [_Seat(contestant, measure) for contestant in contestants]

    def turn(place: tuple[int, int]) -> tuple[str, tuple[list[Judged], float]]:
        block, seat = place
        if seat == block % len(seats):
            say(f"block {block + 1} of {len(blocks)}")
        return seats[seat].name, seats[seat].turn(blocks[block])

    places = [
        (block, (block + step) % len(seats))
        for block in range(len(blocks))
        for step in range(len(seats))
    ]
    try:
        with ThreadPoolExecutor(lanes) as lane:
            list(lane.map(lambda seat: seat.turn(blocks[0][:_WARM_UP]), seats))
            for name, done in lane.map(turn, places):
                runs[name].add(*done)
    finally:
        for seat in seats:
            seat.leave()
    return list(runs.values())


class _Seat:
    """The process of a contestant."""

    def __init__(self, contestant: Contestant, measure: Measure) -> None:
        self.name = contestant.name
        self._contestant = contestant
        self._measure = measure
        self._lock = Lock()  # parallel lanes may use the same process
        self._sit()

    def _sit(self) -> None:
        # A new interpreter, without imports of other contestants.
        self._pool = ProcessPoolExecutor(1, get_context("spawn"), initializer=hush)

    def turn(self, cases: Sequence[Case]) -> tuple[list[Judged], float]:
        """The scores of a block, and its CPU time."""
        with self._lock:
            try:
                answering = self._pool.submit(_answers, self._contestant, cases)
                answers, seconds = answering.result(_PATIENCE)
            except (BrokenProcessPool, TimeoutError):
                self.leave()
                self._sit()
                answers, seconds = [Answer("", failed=True)] * len(cases), 0.0
        return _judged(cases, answers, self._measure), seconds

    def leave(self) -> None:
        """End the process, which may hang."""
        for process in list((self._pool._processes or {}).values()):
            process.kill()
        self._pool.shutdown()


def _answers(contestant: Contestant, cases: Sequence[Case]) -> tuple[list[Answer], float]:
    gc.collect()
    return contestant.answers(cases)


def hush() -> None:
    """Silence logs and warnings in this process."""
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")


def _judged(cases: Sequence[Case], answers: Sequence[Answer], measure: Measure) -> list[Judged]:
    return [
        Judged(
            case.group,
            measure(answer.text, case.true),
            answer.failed,
            bool(case.true) and not answer.text.strip(),
        )
        for case, answer in zip(cases, answers)
    ]


# The contestants for content: peers, honbun on single pages, and honbun on collections.
#
# Peers get decoded text; decoding is part of honbun's time.

ALONE = "honbun alone"
COLLECTION = "honbun, whole site"


@dataclass(frozen=True, slots=True)
class Asked:
    """A peer, which processes one page at a time."""

    peer: Peer

    @property
    def name(self) -> str:
        return self.peer.name

    def answers(self, cases: Sequence[Case]) -> tuple[list[Answer], float]:
        answers, spent = [], 0.0
        for case in cases:
            html = case.page.decode().text
            begin = process_time()
            answers.append(self._answer(html))
            spent += process_time() - begin
        return answers, spent

    def _answer(self, html: str) -> Answer:
        try:
            return Answer(self.peer.text(html) or "")
        except Exception:
            return Answer("", failed=True)


@dataclass(frozen=True, slots=True)
class Alone:
    """`honbun.extract_page`, with the model of the package or held-out models."""

    models: Mapping[int, Model]
    name: str = ALONE

    def answers(self, cases: Sequence[Case]) -> tuple[list[Answer], float]:
        answers, spent = [], 0.0
        for case in cases:
            model = self.models[fold(case.domain)] if self.models else None
            begin = process_time()
            answers.append(_answer(case.page, model))
            spent += process_time() - begin
        return answers, spent


@dataclass(frozen=True, slots=True)
class Collection:
    """`honbun.extract`: the pages of a block are one collection."""

    name: str = COLLECTION

    def answers(self, cases: Sequence[Case]) -> tuple[list[Answer], float]:
        begin = process_time()
        found = {one.source: one.text for one in extract(case.page for case in cases)}
        spent = process_time() - begin
        sources = [case.page.source for case in cases]
        return [Answer(found.get(one, ""), one not in found) for one in sources], spent


def _answer(page: Page, model: Model | None) -> Answer:
    try:
        return Answer(pipeline.extract_page(page, ContentOptions(), model).text)
    except HonbunError:
        return Answer("", failed=True)
