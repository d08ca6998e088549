"""Pages are judged together or alone, by the model of their site."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from honbun.content.model import ContentOptions
from honbun.content.scoring import Model, shipped
from honbun.evaluation import judge as judging
from honbun.evaluation.judge import Judge
from honbun.page import Page
from honbun.runner.run import Run
from tests.content.site import site

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pytest

OPTIONS = ContentOptions()


def test_pages_are_judged_together_or_alone() -> None:
    pages = site(4)
    for alone, compared in ((False, 3), (True, 0)):
        found = list(Judge(OPTIONS, Run(1), alone)(pages))
        assert [one.compared for one in found] == [compared] * 4


def test_page_that_fails_is_reported_and_left_out() -> None:
    failures: list[object] = []
    judge = Judge(OPTIONS, Run(1, on_failure=failures.append), alone=True)
    assert list(judge([Page(b"%PDF-1.4", source="a")])) == []
    assert len(failures) == 1


def test_each_page_is_judged_by_its_model(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[tuple[str, Model]] = []

    def extract(
        pages: Iterable[Page], options: ContentOptions, run: Run, model: Model
    ) -> Iterator[object]:
        used.extend((page.source, model) for page in pages)
        return iter(())

    monkeypatch.setattr(judging, "extract", extract)
    ours = shipped()
    models = {"a": ours, "b": replace(ours), "c": ours}
    judge = Judge(OPTIONS, Run(1), model_of=lambda page: models[page.source])
    list(judge(Page("", source=name) for name in models))
    assert used == [("a", models["a"]), ("c", models["a"]), ("b", models["b"])]
