"""Pages that are processed a second time, when all pages are known, fail separately too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun import Page, Run, posts
from honbun.papers.similar_003.documents import documents
from honbun.papers.similar_003.standard import StandardOptions
from honbun.posts import pipeline
from honbun.posts.pipeline import resegment
from honbun.runner.limits import Limits
from tests.runner.actions import do

if TYPE_CHECKING:
    import pytest

    from honbun.errors import Failure
    from honbun.posts.model import PostsOptions, Thread

POSTS = "".join(
    f"<div class=post><b>Ann {n}</b> <i>2020-01-0{n} 10:00</i><p>Message number {n}</div>"
    for n in range(1, 7)
)


def test_a_page_that_cannot_be_segmented_again_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def hostile(page: Page, rank: int, options: PostsOptions) -> Thread:
        if page.source == "1":
            do("exit")
        return resegment(page, rank, options)

    monkeypatch.setattr(pipeline, "preferred_rank", lambda _, votes: len(votes.scores) - 1)
    monkeypatch.setattr(pipeline, "resegment", hostile)
    pages = [Page(POSTS, url=f"https://a.example/{n}", source=str(n)) for n in range(3)]
    failures: list[Failure] = []
    found = list(posts(pages, run=Run(limits=Limits(), on_failure=failures.append)))
    assert [thread.source for thread in found] == ["0", "2"]
    assert [(one.source, one.step, one.message) for one in failures] == [
        ("1", "find posts", "its worker process died (exit status 3)")
    ]


class Hostile:
    """An analyser whose native code does what sentences say."""

    scheme = "hostile"

    def annotate(self, text: str) -> str:
        do(text)
        return "survived"


def test_a_document_that_kills_its_analyser_is_reported() -> None:
    pages = [Page(f"<p>{action}", source=action) for action in ("one", "segfault", "two")]
    failures: list[Failure] = []
    options = StandardOptions(analysers=(f"{__name__}:{Hostile.__name__}",))
    found = list(documents(pages, options, run=Run(limits=Limits(), on_failure=failures.append)))
    assert [document.id for document in found] == [1, 3]
    assert all(sentence.annotations for document in found for sentence in document.sentences)
    assert [(one.source, one.step) for one in failures] == [("segfault", "convert")]
