"""The content model is trained on pages with and without others of their site."""

from __future__ import annotations

import sys
from math import log
from typing import Any

import catboost
import numpy as np
import pytest

from honbun.content.evidence import Pool
from honbun.content.model import ContentOptions
from honbun.content.pipeline import extract_page
from honbun.content.scoring import NAMES, Model
from honbun.errors import MissingExtra, TruthError
from honbun.evaluation.truth.texts import TextPage
from honbun.page import Page
from honbun.training.content import (
    BoostOptions,
    Lesson,
    NameVotes,
    Rows,
    Trained,
    boost,
    prepare,
    train,
)
from honbun.training.examples import Example, text_example
from honbun.training.folds import fold_of
from tests.content.site import say, title
from tests.evaluation.texts import html, text

OPTIONS = BoostOptions(trees=20, depth=3, rate=0.3, threads=1)
SITES = 16


def example(number: int, sites: int = SITES) -> Example:
    site = f"site{number % sites}.example"
    page = Page(html(number), url=f"https://{site}/{number}.html")
    found = text_example(TextPage(page, str(number), site, site, "wcxb", text(number)))
    assert found is not None
    return found


def silent(step: str) -> None:
    pass


@pytest.fixture(scope="module")
def lessons() -> list[Lesson]:
    return prepare(example(number) for number in range(3 * SITES))


@pytest.fixture(scope="module")
def trained(lessons: list[Lesson]) -> Trained:
    return train(lessons, OPTIONS, silent)


def test_a_page_is_shown_alone_with_few_and_with_many_pages() -> None:
    found = prepare(example(number, sites=1) for number in range(12))
    assert {name for one in found for name in one.variants} == {"none", "few", "many"}
    for one in found:
        assert one.variants["none"] is None
        many, few = one.variants["many"], one.variants.get("few")
        assert many is not None
        assert many.pages == 11
        assert few is None or few.pages < 11


def test_pages_are_compared_within_their_site(lessons: list[Lesson]) -> None:
    assert {many.pages for one in lessons if (many := one.variants["many"])} == {2}
    assert all(isinstance(one.pool, Pool) for one in lessons)


def test_the_model_separates_text_from_menu_on_unseen_pages(trained: Trained) -> None:
    page = Page(html(99), url="https://site99.example/99.html")
    content = extract_page(page, ContentOptions(explain=True), trained.model)
    assert content.text.split("\n") == [title(99), *(say(99, part) for part in range(3))]
    scores = {judged.text: judged.score for judged in content.explanation}
    assert min(scores[say(99, part)] for part in range(3)) > 0.7
    assert max(scores[text] for text in ("Home", "About us")) < 0.3


def test_there_is_a_model_for_each_fold_and_all_are_calibrated(trained: Trained) -> None:
    assert len(trained.folds) == 4
    for model in (trained.model, *trained.folds):
        assert model.calibration.tolist() == trained.model.calibration.tolist()
        assert np.all(np.diff(model.calibration) >= 0)


def test_training_can_be_repeated(lessons: list[Lesson], trained: Trained) -> None:
    again = train(lessons, OPTIONS, silent, held_out=False).model

    def answers(model: Model) -> list[Any]:
        return [model.first.answer.tolist(), model.second.answer.tolist()]

    assert answers(again) == answers(trained.model)


def test_too_few_sites_are_reported() -> None:
    with pytest.raises(TruthError, match="too few sites"):
        train(prepare(example(number, sites=1) for number in range(4)), OPTIONS, silent)


def test_models_of_folds_have_not_seen_their_sites(
    lessons: list[Lesson], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[set[str]] = []

    def count(votes: NameVotes, wanted: Any = lambda _: True) -> Any:
        seen.append({site for site in votes._sites if wanted(site)})
        return counted(votes, wanted)

    counted = NameVotes.count
    monkeypatch.setattr(NameVotes, "count", count)
    train(lessons, OPTIONS, silent)
    every = {f"site{number}.example" for number in range(SITES)}
    for part in range(4):
        without = {site for site in every if fold_of(site, 4) != part}
        assert seen.count(without) == 2  # for the scores of the fold, and for its model


# Names


def weights(sites: int, without: str = "") -> list[float]:
    votes = NameVotes(example(number) for number in range(sites))
    return sorted(votes.count().lexicon(without).weights.tolist())


def test_names_of_content_have_positive_weights_and_others_negative() -> None:
    content = log((6 * 1.0 + 0.35 * 4) / (4 * 0.65)) - log(0.35 / 0.65)
    found = weights(6)
    assert found[-1] == pytest.approx(content, abs=1e-4)
    assert found[0] < 0


def test_names_that_few_sites_use_are_left_out() -> None:
    assert weights(4) == []
    assert weights(5)
    assert weights(5, without="site0.example") == []
    assert weights(6, without="site0.example")


# Forests


def rows(count: int, features: int) -> Rows:
    """Labels that depend on the first two features, and weights."""
    chance = np.random.default_rng(5)
    table = chance.normal(size=(count, features)).astype(np.float32)
    labels = (table[:, 0] > table[:, 1]).astype(np.float32) * 0.75
    return Rows(table, labels, chance.random(count).astype(np.float32) + 0.5)


def test_fitted_forest_predicts_what_catboost_does(monkeypatch: pytest.MonkeyPatch) -> None:
    fitted: list[Any] = []

    class Spy(catboost.CatBoost):  # type: ignore[misc]
        def fit(self, *args: Any, **kwargs: Any) -> Any:
            fitted.append(self)
            return super().fit(*args, **kwargs)

    monkeypatch.setattr(catboost, "CatBoost", Spy)
    data = rows(700, 8)
    found = boost(data, BoostOptions(trees=7, depth=3, threads=1)).forest
    (model,) = fitted
    raw = model.predict(data.features, prediction_type="RawFormulaVal")
    assert np.ptp(raw) > 0.1
    np.testing.assert_allclose(found.logits(data.features.T), raw, atol=1e-5)
    assert found.feature.shape == (3, 7)


def test_missing_catboost_is_reported_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "catboost", None)
    with pytest.raises(MissingExtra, match="train"):
        boost(rows(10, 2), BoostOptions())


def test_a_forest_asks_for_features_that_have_names(trained: Trained) -> None:
    for look in (trained.model.first, trained.model.second):
        assert look.feature.max() < len(NAMES)
