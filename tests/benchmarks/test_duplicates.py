"""Tools that find pairs, made up, on generated pages."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from benchmarks.generate import SITES, copies, pages
from benchmarks.peers import duplicates
from benchmarks.peers.duplicates import Documents, Tool, measured, taken
from benchmarks.peers.known import generated
from honbun.evaluation.metrics import text_score
from honbun.html.parse import parse

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.peers.known import Pairs

COUNT = 125
"""The first pages of which some are copies."""


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is sent elsewhere, and it takes a second to take the texts."""

    def apart(work: Callable[..., object], *arguments: object) -> object:
        if work is taken:
            (pages,) = arguments
            return {page.url: "text" for page in pages}, 1.0  # type: ignore[attr-defined]
        return work(*arguments)

    monkeypatch.setattr(duplicates, "_apart", apart)


def all_copies(documents: Documents) -> Pairs:
    return {frozenset(pair) for pair in copies(len(documents.pages))}


def two_others(documents: Documents) -> Pairs:
    """One of two sites, one of the same."""
    urls = list(documents.texts)
    return {frozenset((urls[0], urls[1])), frozenset((urls[0], urls[SITES]))}


def broken(_: Documents) -> Pairs:
    raise RuntimeError("no such thing")


def test_copies_are_the_generated_pages_that_say_the_same() -> None:
    texts = {page.url: parse(page.decode().text).text for page in pages(COUNT)}
    listed = list(copies(COUNT))
    assert listed
    assert all(text_score(texts[a], texts[b]).f > 0.9 for a, b in listed)
    others = [(a, b) for (a, _), (_, b) in pairwise(listed)]
    assert all(text_score(texts[a], texts[b]).f < 0.7 for a, b in others)


@pytest.mark.usefixtures("in_this_process")
def test_found_pairs_are_counted_and_those_of_two_sites_are_likely_false() -> None:
    tools = [Tool("honbun", "honbun", all_copies, reads_pages=True), Tool("odd", "x", two_others)]
    ours, theirs = measured(generated(COUNT), tools, 1, 1, lambda name: name, lambda _: None)
    true = len(list(copies(COUNT)))
    assert (ours.found, ours.pairs, ours.false) == ({"identical": (true, true)}, true, 0)
    assert (theirs.found, theirs.pairs, theirs.false) == ({"identical": (0, true)}, 2, 1)
    assert (ours.text_milliseconds, theirs.text_milliseconds) == (0, 1000 / COUNT)
    assert theirs.whole == theirs.milliseconds + theirs.text_milliseconds


@pytest.mark.usefixtures("in_this_process")
def test_a_tool_that_raises_is_told_and_left_out() -> None:
    tools = [Tool("honbun", "honbun", all_copies, reads_pages=True), Tool("bad", "x", broken)]
    told: list[str] = []
    (row,) = measured(generated(COUNT), tools, 1, 1, lambda name: name, told.append)
    assert row.name == "honbun"
    assert told[-1] == "generated: bad is left out: RuntimeError('no such thing')"
