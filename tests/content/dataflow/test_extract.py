"""Content by tables on an engine: what one process gives, whatever the engine."""

from __future__ import annotations

import json
from importlib import resources
from typing import TYPE_CHECKING, Any

import pytest

from honbun.content import collection
from honbun.content.dataflow import judging, lesson
from honbun.content.dataflow.extract import extract_parts
from honbun.content.model import Content, ContentOptions
from honbun.content.pipeline import extract
from honbun.engines.duckdb import DuckDBEngine
from honbun.errors import EngineError, HonbunError
from honbun.inputs.read import read, shards
from honbun.page import Page
from tests.content.site import HOST, page, say, site, text
from tests.content.test_collection import orchard

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from honbun.engines.base import Engine
    from honbun.errors import Failure

    Pairs = Sequence[tuple[str, str]]

PAIRS = [
    (f"{HOST}/notes/1.html", f"{HOST}/notes/2.html"),
    (f"{HOST}/notes/2.html", f"{HOST}/notes/11.html"),
    ("https://orchard.example/0", "https://orchard.example/1"),
]
"""Told, whether or not it is true: what is told must be followed alike."""


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Sites of several makes, their copies, pages of no site, and what is no page."""
    folder = tmp_path_factory.mktemp("inputs")
    copies = [Page(page(3).html, url=f"{HOST}/copy/{number}") for number in range(3)]
    whole = Page(page(99, body=lambda _: text(1) + text(2)).html, url=f"{HOST}/list")
    lines = [json.dumps({"url": p.url, "html": p.html}) for p in [*site(14), *copies, whole]]
    odd = "<main class=odd><section class=den><ul class=heap><li class=bone>Alone in here."
    lines[7:7] = ["no JSON", json.dumps({"url": "http://odd.example/", "html": odd})]
    (folder / "harbour.jsonl").write_text("\n".join(lines))
    (folder / "loose").mkdir()
    for number, one in enumerate(orchard(5)):
        (folder / "loose" / f"{number}.html").write_text(str(one.html))
    (folder / "loose" / "empty.html").write_text("")
    (folder / "loose" / "paper.html").write_bytes(b"%PDF-1.7\n")
    demo = resources.files("honbun") / "demo" / "sites"
    return [str(folder / "loose"), str(demo), str(folder)]


def here(
    inputs: Sequence[str], options: ContentOptions | None = None, identical: Pairs = ()
) -> tuple[list[Content], list[Failure]]:
    """What one process gives."""
    failures: list[Failure] = []
    pages = read(*inputs, on_failure=failures.append)
    return list(extract(pages, options, identical=identical, on_failure=failures.append)), failures


def on(
    engine: Engine,
    inputs: Sequence[str],
    options: ContentOptions | None = None,
    identical: Pairs = (),
    jobs: int = 1,
) -> tuple[list[Content], list[Failure]]:
    """What an engine gives."""
    failures: list[Failure] = []
    contents = extract_parts(
        shards(inputs), engine, options, identical=identical, jobs=jobs, on_failure=failures.append
    )
    return list(contents), failures


@pytest.fixture(scope="module")
def duck() -> Iterator[DuckDBEngine]:
    with DuckDBEngine() as engine:
        yield engine


def test_any_engine_gives_what_one_process_gives(engine: Engine, inputs: list[str]) -> None:
    options = ContentOptions(sample=6, explain=True, markup="html")
    contents, failures = here(inputs, options, PAIRS)
    assert {content.method for content in contents} == {"alone", "collection"}
    assert {failure.step for failure in failures} == {"read", "extract"}
    assert on(engine, inputs, options, PAIRS) == (contents, failures)


@pytest.mark.parametrize("identical", [(), PAIRS])
@pytest.mark.parametrize("sample", [1, 2, 13, 256])
def test_whatever_the_sample(
    duck: DuckDBEngine, inputs: list[str], sample: int, identical: Pairs
) -> None:
    options = ContentOptions(sample=sample, explain=True)
    assert on(duck, inputs, options, identical) == here(inputs, options, identical)


def test_a_page_that_was_learnt_from_is_not_counted_twice(
    duck: DuckDBEngine, tmp_path: Path
) -> None:
    def shelf(number: int) -> str:
        """One more page with the first of them, and it would be the template's."""
        return f"<p class=shelf>{say(300 + max(0, number - 3), words=3)}</p>"

    lines = [json.dumps({"url": p.url, "html": p.html}) for p in site(6, above=shelf)]
    path = tmp_path / "shelves.jsonl"
    path.write_text("\n".join(lines))
    contents, _ = here([str(path)])
    assert say(300, words=3) in contents[0].text
    assert on(duck, [str(path)]) == (contents, [])


def test_several_processes_give_what_one_gives(duck: DuckDBEngine, inputs: list[str]) -> None:
    assert on(duck, inputs, jobs=2) == here(inputs)


def test_no_pages_have_no_content(duck: DuckDBEngine, tmp_path: Path) -> None:
    assert on(duck, [str(tmp_path)]) == ([], [])


def test_a_kind_that_cannot_be_learnt_costs_its_pages(
    duck: DuckDBEngine, inputs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    learn = collection.learn_apart

    def broken(outlines: Any, told: Any, copies: Any) -> object:
        if any(url.startswith(HOST) for url, _ in told):
            raise ValueError("too wild")
        return learn(outlines, told, copies)

    monkeypatch.setattr(collection, "learn_apart", broken)
    monkeypatch.setattr(lesson, "learn_apart", broken)
    contents, failures = here(inputs)
    assert any(failure.message == "ValueError: too wild" for failure in failures)
    found, told = on(duck, inputs)
    assert found == contents
    assert sorted(map(str, told)) == sorted(map(str, failures))


def test_a_page_that_cannot_be_judged_costs_itself(
    duck: DuckDBEngine, inputs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "rule", _raising(collection.rule, f"{HOST}/notes/4.html"))
    contents, _ = here(inputs)
    found, failures = on(duck, inputs)
    assert found == [content for content in contents if content.url != f"{HOST}/notes/4.html"]
    assert str(failures[-1]).endswith("ValueError: too wild")


def _raising(step: Callable[..., object], url: str) -> Callable[..., object]:
    def broken(page: Page, *rest: object) -> object:
        if page.url == url:
            raise ValueError("too wild")
        return step(page, *rest)

    return broken


def test_a_folder_that_workers_do_not_find_is_told(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="name a folder that all machines reach"):
        list(lesson.Learner(tmp_path / "gone")((0,)))
    with pytest.raises(EngineError, match="name a folder that all machines reach"):
        lesson.taught(tmp_path / "gone", 0)


def test_a_folder_that_is_not_there_is_told(
    duck: DuckDBEngine, inputs: list[str], tmp_path: Path
) -> None:
    with pytest.raises(EngineError, match="gone: No such file or directory"):
        list(extract_parts(shards(inputs), duck, folder=tmp_path / "gone"))


def test_the_papers_method_has_no_engine(duck: DuckDBEngine, inputs: list[str]) -> None:
    with pytest.raises(HonbunError, match="it has no engine"):
        on(duck, inputs, ContentOptions(faithful=True))


def test_what_is_learnt_is_gone_in_the_end(
    duck: DuckDBEngine, inputs: list[str], tmp_path: Path
) -> None:
    for content in extract_parts(shards(inputs), duck, folder=tmp_path):
        assert content
    assert list(tmp_path.iterdir()) == []
