"""Extraction on an engine gives the results of one process."""

from __future__ import annotations

import json
from importlib import resources
from typing import TYPE_CHECKING, Any

import pytest

from honbun.api import extract
from honbun.content import collection, on_engine, pipeline
from honbun.content.duplicates import Duplicates
from honbun.content.model import Content, ContentOptions
from honbun.content.on_engine import extract_parts
from honbun.engines.duckdb import DuckDBEngine
from honbun.errors import EngineError, HonbunError
from honbun.inputs.read import read
from honbun.inputs.shards import shards
from honbun.page import Page
from honbun.runner.run import DEFAULT_RUN, Run
from tests.content.site import HOST, page, say, site, text, title
from tests.hostile.pages import LEFT_OPEN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from honbun.engines.base import Engine
    from honbun.errors import Failure

    Pairs = Sequence[tuple[str, str]]

PAIRS = [
    (f"{HOST}/notes/1.html", f"{HOST}/notes/2.html"),
    (f"{HOST}/notes/2.html", f"{HOST}/notes/11.html"),
    ("https://orchard.example/0", "https://orchard.example/1"),
]
"""Declared duplicates, true or not: both must treat them alike."""


def orchard(number: int) -> str:
    """A page of another site, without an address."""
    return (
        f"<title>Orchard - {title(number)}</title><main class=garden><header>The Orchard</header>"
        f"<h2>{title(number)}</h2><p class=leaf>{say(number)}</p><aside>Pick your own</aside>"
    )


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Several sites, near-duplicates, single pages, one template on two sites, bad files."""
    folder = tmp_path_factory.mktemp("inputs")
    copies = [Page(page(3).html, url=f"{HOST}/copy/{number}") for number in range(3)]
    whole = Page(page(99, body=lambda _: text(1) + text(2)).html, url=f"{HOST}/list")
    other = [Page(page(n).html, url=f"https://other.example/{n}") for n in range(20, 24)]
    pages = [*site(14), *copies, whole, *other]
    lines = [json.dumps({"url": p.url, "html": p.html}) for p in pages]
    odd = "<main class=odd><section class=den><ul class=heap><li class=bone>Alone in here."
    lines[7:7] = ["no JSON", json.dumps({"url": "http://odd.example/", "html": odd})]
    (folder / "harbour.jsonl").write_text("\n".join(lines))
    (folder / "loose").mkdir()
    for number in range(5):
        (folder / "loose" / f"{number}.html").write_text(orchard(500 + number))
    (folder / "loose" / "empty.html").write_text("")
    (folder / "loose" / "paper.html").write_bytes(b"%PDF-1.7\n")
    (folder / "loose" / "left-open.html").write_bytes(LEFT_OPEN)
    (folder / "loose" / "notes.txt").write_text("Not a page.")
    demo = resources.files("honbun") / "demo" / "sites"
    return [str(folder / "loose"), str(demo), str(folder)]


def in_process(
    inputs: Sequence[str], options: ContentOptions | None = None, pairs: Pairs = ()
) -> tuple[list[Content], list[Failure]]:
    failures: list[Failure] = []
    pages = read(*inputs, on_failure=failures.append)
    run = Run(on_failure=failures.append)
    return list(extract(pages, options, duplicates=pairs, run=run)), failures


def on(
    engine: Engine,
    inputs: Sequence[str],
    options: ContentOptions | None = None,
    pairs: Pairs = (),
    jobs: int = 1,
) -> tuple[list[Content], list[Failure]]:
    failures: list[Failure] = []
    contents = extract_parts(
        shards(inputs),
        engine,
        options or ContentOptions(),
        Run(jobs, on_failure=failures.append),
        duplicates=Duplicates.from_pairs(pairs),
    )
    return list(contents), failures


@pytest.fixture(scope="module")
def duckdb() -> Iterator[DuckDBEngine]:
    with DuckDBEngine() as engine:
        yield engine


def test_both_engines_give_the_results_of_one_process(engine: Engine, inputs: list[str]) -> None:
    options = ContentOptions(explain=True)
    contents, failures = in_process(inputs, options, PAIRS)
    assert {bool(content.compared) for content in contents} == {False, True}
    assert {failure.step for failure in failures} == {"read", "skip", "extract"}
    assert on(engine, inputs, options, PAIRS) == (contents, failures)


def test_several_tasks_and_processes_give_the_results_of_one(
    duckdb: DuckDBEngine, inputs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_engine, "_TASK_PAGES", 3)
    assert on(duckdb, inputs, jobs=2) == in_process(inputs)


def test_no_pages_have_no_content(duckdb: DuckDBEngine, tmp_path: Path) -> None:
    assert on(duckdb, [str(tmp_path)]) == ([], [])


def test_a_site_that_cannot_be_judged_is_reported(
    duckdb: DuckDBEngine, inputs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    score = collection.score_site

    def broken(pages: Any, numbers: Any, stored: Any) -> Any:
        if pages.facts(numbers[0]).site == "harbour.example":
            raise ValueError("too wild")
        return score(pages, numbers, stored)

    monkeypatch.setattr(pipeline, "score_site", broken)
    contents, failures = in_process(inputs)
    assert any(failure.message == "ValueError: too wild" for failure in failures)
    found, reported = on(duckdb, inputs)
    assert found == contents
    assert sorted(map(str, reported)) == sorted(map(str, failures))


def test_a_folder_that_workers_cannot_reach_is_an_error(
    duckdb: DuckDBEngine, inputs: list[str], tmp_path: Path
) -> None:
    with pytest.raises(EngineError, match="a folder that all machines reach"):
        list(on_engine._Judge(tmp_path / "gone", ContentOptions())((0,)))
    with pytest.raises(EngineError, match="gone: No such file or directory"):
        list(
            extract_parts(
                shards(inputs), duckdb, ContentOptions(), DEFAULT_RUN, folder=tmp_path / "gone"
            )
        )


def test_the_papers_method_has_no_engine(duckdb: DuckDBEngine, inputs: list[str]) -> None:
    with pytest.raises(HonbunError, match="it has no engine"):
        on(duckdb, inputs, ContentOptions(faithful=True))


def test_temporary_files_are_deleted(
    duckdb: DuckDBEngine, inputs: list[str], tmp_path: Path
) -> None:
    contents = extract_parts(shards(inputs), duckdb, ContentOptions(), DEFAULT_RUN, folder=tmp_path)
    assert list(contents)
    assert list(tmp_path.iterdir()) == []
