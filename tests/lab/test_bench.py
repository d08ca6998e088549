"""The benchmark of tools that find near-duplicates."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from honbun.evaluation.metrics import text_score
from honbun.html.parse import parse
from lab.bench import duplicates
from lab.bench.duplicates import Documents, Tool, generated, report, taken
from lab.bench.pages import SITES, copies, pages

if TYPE_CHECKING:
    from collections.abc import Callable

    from lab.bench.duplicates import Pairs

COUNT = 125
"""The smallest number of pages with copies among them."""


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs tools in this process; extracting the texts takes a second."""

    def apart(work: Callable[..., object], *arguments: object) -> object:
        if work is taken:
            (pages,) = arguments
            return {page.url: "text" for page in pages}, 1.0  # type: ignore[attr-defined]
        return work(*arguments)

    monkeypatch.setattr(duplicates, "apart", apart)


def all_copies(documents: Documents) -> Pairs:
    return {frozenset(pair) for pair in copies(len(documents.pages))}


def two_others(documents: Documents) -> Pairs:
    """A pair of two sites, and one of the same site."""
    urls = list(documents.texts)
    return {frozenset((urls[0], urls[1])), frozenset((urls[0], urls[SITES]))}


def absent(_: Documents) -> Pairs:
    raise ImportError("no such library")


def rows(*tools: Tool) -> list[list[str]]:
    lines = report(generated(COUNT), tools).splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_copies_are_the_generated_pages_with_the_same_text() -> None:
    texts = {page.url: parse(page.decode().text).text for page in pages(COUNT)}
    listed = list(copies(COUNT))
    assert listed
    assert all(text_score(texts[a], texts[b]).f > 0.9 for a, b in listed)
    others = [(a, b) for (a, _), (_, b) in pairwise(listed)]
    assert all(text_score(texts[a], texts[b]).f < 0.7 for a, b in others)


def test_found_pairs_are_counted_and_those_of_two_sites_are_likely_false() -> None:
    ours, theirs = rows(
        Tool("honbun", "honbun", all_copies, reads_pages=True), Tool("odd", "x", two_others)
    )
    true = len(list(copies(COUNT)))
    assert ours[:3] == ["honbun", f"{true} of {true}", f"0 of {true}"]
    assert theirs[:3] == ["odd", f"0 of {true}", "1 of 2"]
    assert (ours[-1], theirs[-1]) == ("0.0", f"{1000 / COUNT:.1f}")


def test_tool_that_is_not_installed_is_reported_and_left_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    (row,) = rows(Tool("honbun", "honbun", all_copies, reads_pages=True), Tool("bad", "x", absent))
    assert row[0] == "honbun"
    assert capsys.readouterr().err == "bench: bad is left out: no such library\n"
