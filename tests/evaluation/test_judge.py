"""Pages are judged together or alone, by the model of their site."""

from __future__ import annotations

from honbun.content.model import ContentOptions
from honbun.content.scoring import shipped
from honbun.evaluation.judge import Judge
from honbun.page import Page
from honbun.runner.run import Run
from tests.content.models import PLAIN
from tests.content.site import say, site, texts, title

OPTIONS = ContentOptions()


def test_pages_are_judged_together_or_alone() -> None:
    for alone, others in ((False, 3), (True, 0)):
        found = list(Judge(OPTIONS, Run(1), alone)(site(4)))
        assert [one.compared for one in found] == [others] * 4


def test_page_that_fails_is_reported_and_left_out() -> None:
    failures: list[object] = []
    judge = Judge(OPTIONS, Run(1, on_failure=failures.append), alone=True)
    assert list(judge([Page(b"%PDF-1.4", source="a")])) == []
    assert len(failures) == 1


def test_each_page_is_judged_by_its_model() -> None:
    one, other, third = site(3)
    models = {one.url: shipped(), other.url: PLAIN, third.url: shipped()}
    judge = Judge(OPTIONS, Run(1), model_of=lambda page: models[page.url])
    found = {content.url: content for content in judge([one, other, third])}
    # Pages with different models are not compared.
    assert [found[page.url or ""].compared for page in (one, other, third)] == [1, 0, 1]
    assert Judge(OPTIONS, Run(1), alone=True, model_of=lambda _: PLAIN)([other])


def test_the_papers_method_is_measured() -> None:
    (content, _) = Judge(ContentOptions(faithful=True), Run(1))(site(2))
    assert texts(content) == [title(0), *(say(0, part) for part in range(3))]
