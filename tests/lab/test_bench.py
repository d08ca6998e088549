"""The benchmark of tools: counts, times, failures, rankings and tables."""

from __future__ import annotations

import gzip
import os
import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from honbun import Page
from honbun.content.alone.model import shipped
from honbun.evaluation.metrics import Score, text_score, word_score
from honbun.html.parse import parse
from lab.bench.pages import SITES, copies, pages
from lab.bench.peers import __main__ as command
from lab.bench.peers import data as models
from lab.bench.peers import duplicates
from lab.bench.peers.content import typed_rows
from lab.bench.peers.data import generated
from lab.bench.peers.duplicates import Documents, Tool, measured, taken
from lab.bench.peers.race import Answer, Asked, Case, Judged, Run, race
from lab.bench.peers.tables import Row, ranking, records, write_between
from lab.peers import Peer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lab.bench.peers.data import Pairs


@dataclass(frozen=True, slots=True)
class Reader:
    """Returns the text of a page in one second; the page "end" ends its process."""

    name: str

    def answers(self, cases: Sequence[Case]) -> tuple[list[Answer], float]:
        texts = [case.page.decode().text for case in cases]
        if "end" in texts:
            os._exit(1)
        return [Answer(text) for text in texts], float(len(cases))


def text(html: str) -> str | None:
    """A tool that finds nothing on "sea" and raises on "fire"."""
    if "fire" in html:
        raise RuntimeError
    return None if "sea" in html else html


def case(content: str, group: str = "one") -> Case:
    return Case(Page(content, source=content), content, group, "example.org")


def runs(blocks: Sequence[Sequence[Case]], *names: str) -> dict[str, Run]:
    done = race([Reader(name) for name in names], blocks, word_score, 2, lambda _: None)
    return {run.name: run for run in done}


def test_every_tool_processes_every_page_once_and_warm_up_is_not_timed() -> None:
    blocks = [[case("sun and sea"), case("rain")], [case("wind", "two")]]
    done = runs(blocks, "ours", "theirs")
    assert list(done) == ["ours", "theirs"]
    for run in done.values():
        assert run.seconds == 3
        assert [one.group for one in run.judged] == ["one", "one", "two"]
        assert [one.score.f for one in run.judged] == [1, 1, 1]
        assert not any(one.failed or one.empty for one in run.judged)


def test_crashed_process_fails_on_its_block_and_continues_with_the_next() -> None:
    done = runs([[case("sun")], [case("rain"), case("end")], [case("wind")]], "ours")["ours"]
    assert [one.failed for one in done.judged] == [False, True, True, False]
    assert [one.score for one in done.judged[1:3]] == [Score(0, 1, 0)] * 2
    assert done.seconds == 2


def test_exception_is_a_failure_and_an_empty_result_is_not() -> None:
    pages = [case("sun"), case("fire"), case("sea")]
    answers, seconds = Asked(Peer("shy", text)).answers(pages)
    assert answers == [Answer("sun"), Answer("", failed=True), Answer("")]
    assert seconds > 0


# Fake tools that find pairs on generated pages.

COUNT = 125
"""The smallest number of pages with copies among them."""


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs tools in this process; extracting the texts takes a second."""

    def apart(
        work: Callable[..., object], *arguments: object, initializer: object = None
    ) -> object:
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


def broken(_: Documents) -> Pairs:
    raise RuntimeError("no such thing")


def test_copies_are_the_generated_pages_with_the_same_text() -> None:
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
    assert ours.figures == {"identical": (true, true)}
    assert theirs.figures == {"identical": (0, true)}
    assert [one.notes["likely false"] for one in (ours, theirs)] == [f"0 of {true}", "1 of 2"]
    assert (ours.text_milliseconds, theirs.text_milliseconds) == (0, 1000 / COUNT)
    assert theirs.whole == theirs.milliseconds + theirs.text_milliseconds


@pytest.mark.usefixtures("in_this_process")
def test_failing_tool_is_reported_and_left_out() -> None:
    tools = [Tool("honbun", "honbun", all_copies, reads_pages=True), Tool("bad", "x", broken)]
    messages: list[str] = []
    (row,) = measured(generated(COUNT), tools, 1, 1, lambda name: name, messages.append)
    assert row.name == "honbun"
    assert messages[-1] == "generated: bad is left out: RuntimeError('no such thing')"


# Figures and ratios of fake tools, and their tables.

HALF, WHOLE, NOTHING = Score(2, 2, 1), Score(2, 2, 2), Score(0, 2, 0)


def run(name: str, seconds: float, *scores: tuple[str, Score]) -> Run:
    judged = [Judged(group, score, score == NOTHING, score == NOTHING) for group, score in scores]
    return Run(name, judged, seconds)


def row(name: str, f: float, milliseconds: float) -> Row:
    notes = {"failed": 2, "empty": 1}
    return Row("wcxb", name, "1.0", 4, {"F": f, "forum": 1 - f}, milliseconds, notes)


def pairs(name: str, found: int, milliseconds: float, text: float = 0.0) -> Row:
    figures = {"partial": (found, 4)}
    return Row("similar", name, "1.0", 9, figures, milliseconds, {"likely false": "1 of 5"}, text)


def test_page_types_have_equal_weight_and_time_is_per_page() -> None:
    fast = run("fast", 0.3, ("article", WHOLE), ("article", NOTHING), ("forum", HALF))
    (figures_row,) = typed_rows([fast], lambda name: f"version of {name}")
    assert figures_row.figures == {"word F1": 0.5, "article": 0.5, "forum": 0.5}
    assert figures_row.milliseconds == pytest.approx(100)
    assert (figures_row.pages, figures_row.notes) == (3, {"failed": 1, "empty": 1})
    assert figures_row.version == "version of fast"


def test_best_tool_is_first_and_best_values_are_bold() -> None:
    rows = [row("quick", 0.5, 2), row("ours", 0.9, 8)]
    assert ranking(rows, "ours").splitlines() == [
        "| tool  |        F |    forum | ms a page | time, ours = 1 | failed | empty |",
        "| ----- | -------: | -------: | --------: | -------------: | -----: | ----: |",
        "| ours  | **.900** |     .100 |       8.0 |            1.0 |      2 |     1 |",
        "| quick |     .500 | **.500** |       2.0 |            .25 |      2 |     1 |",
    ]
    assert [(one["name"], one["ratio"]) for one in records(rows, "ours")] == [
        ("quick", 0.25),
        ("ours", 1.0),
    ]


def test_time_of_pairs_includes_extracting_the_text() -> None:
    rows = [pairs("honbun", 4, 10), pairs("hashes", 1, 3, text=4.5)]
    assert ranking(rows, "honbun").splitlines()[2:] == [
        "| honbun |  4 of 4 |      10.0 |             |              1.0 |       1 of 5 |",
        "| hashes |  1 of 4 |       3.0 |         4.5 |              .75 |       1 of 5 |",
    ]


def test_tables_are_replaced_between_the_markers(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text("Before\n<!-- peers -->\nold\n<!-- /peers -->\nAfter\n")
    for text in ("new", "newer"):
        write_between(path, text)
        assert path.read_text() == f"Before\n<!-- peers -->\n{text}\n<!-- /peers -->\nAfter\n"


# The command that measures peers, without peers and without data.

ROOT = Path(__file__).parents[2]


def test_missing_data_is_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    monkeypatch.setattr(sys, "argv", ["peers", str(data), "--models", str(tmp_path)])
    assert command.main() == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == f"peers: {data} is not there: peers are measured on data with truth\n"


def test_document_has_the_markers_of_the_tables() -> None:
    text = (ROOT / "docs/benchmarks.md").read_text(encoding="utf-8")
    assert text.count("<!-- peers -->") == text.count("<!-- /peers -->") == 1
    assert text.index("<!-- peers -->") < text.index("<!-- /peers -->")


def test_model_is_trained_once_for_the_same_truth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trained: list[int] = []

    def teach(examples: Sequence[object], _options: object, _say: Callable[[str], None]) -> object:
        trained.append(len(examples))
        return shipped()

    monkeypatch.setattr(models, "train_model", teach)
    monkeypatch.setattr(models, "read_examples", lambda *_: [])
    (tmp_path / "truth.jsonl.gz").write_bytes(gzip.compress(b"{}"))
    for _ in range(2):
        assert list(models.held_out(tmp_path, tmp_path / "models", 2, lambda _: None)) == [0, 1]
    assert len(trained) == 2
    assert list(models.held_out(tmp_path, tmp_path / "models", 3, lambda _: None)) == [0, 1, 2]
    assert len(trained) == 3
    (tmp_path / "truth.jsonl.gz").write_bytes(gzip.compress(b"{} "))
    models.held_out(tmp_path, tmp_path / "models", 1, lambda _: None)
    assert len(trained) == 4
