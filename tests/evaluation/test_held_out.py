"""Posts measured by weights that other formats have taught."""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.api import posts
from honbun.evaluation.held_out import evaluate_held_out
from honbun.posts.model import PostsOptions
from honbun.training.cuts import examples, learn
from tests.posts.pages.truth import group

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from honbun.evaluation.posts import Find
    from honbun.page import Page
    from honbun.posts.model import Thread

GROUPS = [group("rows", 1, 2), group("cards", 1), group("ruled", 1), group("blog", 1)]


def finder(weights: Mapping[str, float]) -> Find:
    def find(pages: Sequence[Page]) -> Iterator[Thread]:
        return posts(pages, PostsOptions(weights=weights))

    return find


def test_every_format_is_measured_once_and_by_its_name() -> None:
    scores = evaluate_held_out(GROUPS, 2, finder)
    assert [score.name for score in scores] == ["blog", "cards", "rows", "ruled"]
    assert [len(score.pages) for score in scores] == [1, 1, 2, 1]
    assert sum(score.score.perfect for score in scores) >= 4


def test_no_format_is_measured_by_what_it_taught() -> None:
    given: list[tuple[Mapping[str, float], set[str]]] = []

    def noting(weights: Mapping[str, float]) -> Find:
        def find(pages: Sequence[Page]) -> Iterator[Thread]:
            given.append((weights, {page.source.split("/")[0] for page in pages}))
            return iter(())

        return find

    evaluate_held_out(GROUPS, 2, noting)
    assert [names for _, names in given] == [{"rows"}, {"ruled"}, {"cards"}, {"blog"}]
    for weights, names in given:
        part = {"rows", "ruled"} if names <= {"rows", "ruled"} else {"cards", "blog"}
        others = [each for each in GROUPS if each.name not in part]
        assert weights == learn(examples(others, jobs=1))


def test_steps_are_told() -> None:
    told: list[str] = []
    evaluate_held_out(GROUPS[:2], 2, finder, on_step=told.append)
    assert told == ["measuring all cuts", "rows", "cards"]
