"""Contestants in turns: what is counted, and what a contestant that fails costs."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.peers.contestants import Asked
from benchmarks.peers.race import Answer, Case, Run, race
from honbun import Page
from honbun.evaluation.metrics import Score, word_score
from honbun.evaluation.peers import Peer

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Reader:
    """Says what a page says, a second a page; the page that says "end" is its process' end."""

    name: str

    def answers(self, cases: Sequence[Case]) -> tuple[list[Answer], float]:
        texts = [case.page.decode().text for case in cases]
        if "end" in texts:
            os._exit(1)
        return [Answer(text) for text in texts], float(len(cases))


def text(html: str) -> str | None:
    """A peer that has nothing to say of the sea, and is afraid of fire."""
    if "fire" in html:
        raise RuntimeError
    return None if "sea" in html else html


def case(said: str, group: str = "one") -> Case:
    return Case(Page(said, source=said), said, group, "example.org")


def runs(blocks: Sequence[Sequence[Case]], *names: str) -> dict[str, Run]:
    done = race([Reader(name) for name in names], blocks, word_score, 2, lambda _: None)
    return {run.name: run for run in done}


def test_every_contestant_has_every_page_once_and_its_own_time_without_the_warm_up() -> None:
    blocks = [[case("sun and sea"), case("rain")], [case("wind", "two")]]
    done = runs(blocks, "ours", "theirs")
    assert list(done) == ["ours", "theirs"]
    for run in done.values():
        assert run.seconds == 3
        assert [one.group for one in run.judged] == ["one", "one", "two"]
        assert [one.score.f for one in run.judged] == [1, 1, 1]
        assert not any(one.failed or one.empty for one in run.judged)


def test_a_process_that_dies_has_failed_on_its_block_and_goes_on_with_the_next() -> None:
    done = runs([[case("sun")], [case("rain"), case("end")], [case("wind")]], "ours")["ours"]
    assert [one.failed for one in done.judged] == [False, True, True, False]
    assert [one.score for one in done.judged[1:3]] == [Score(0, 1, 0)] * 2
    assert done.seconds == 2


def test_a_peer_that_raises_has_failed_and_one_that_finds_nothing_has_not() -> None:
    pages = [case("sun"), case("fire"), case("sea")]
    answers, seconds = Asked(Peer("shy", text)).answers(pages)
    assert answers == [Answer("sun"), Answer("", failed=True), Answer("")]
    assert seconds > 0
