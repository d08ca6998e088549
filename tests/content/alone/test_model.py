from __future__ import annotations

import io
from importlib import resources

import numpy as np
import pytest
from hypothesis import given

from honbun._core.forest import Forest
from honbun.content.alone.model import Model, shipped, sigmoid
from honbun.content.alone.names import Lexicon, words
from tests.content.alone.models import one_split
from tests.content.alone.sheets import LONG, seen
from tests.content.written import ARTICLES, ENGLISH
from tests.strategies import HTML

(POST,) = words([".post"])
LEXICON = Lexicon({POST: 1.5})


def count(lexicon: Lexicon) -> tuple[int, int]:
    """The number of features of the first and of the second pass."""
    page = seen(ENGLISH.html)
    first = page.first(lexicon)
    scores = np.zeros(len(page.sheet), dtype=np.float32)
    return len(first.names), len(first.names) + len(page.second(scores).names)


def random_forest(seed: int, features: int) -> Forest:
    chance = np.random.default_rng(seed)
    return Forest(
        feature=chance.integers(0, features, (4, 30)).astype(np.int16),
        border=chance.normal(size=(4, 30)).astype(np.float32),
        answer=chance.normal(size=(30, 16)).astype(np.float16).astype(np.float32),
        bias=float(chance.normal()),
    )


def saved(model: Model) -> bytes:
    file = io.BytesIO()
    model.save(file)
    return file.getvalue()


def test_saved_model_gives_equal_scores() -> None:
    first, second = count(LEXICON)
    model = Model(LEXICON, random_forest(1, first), random_forest(2, second))
    again = Model.load(io.BytesIO(saved(model)))
    for article in ARTICLES:
        scores = model.scores(seen(article.html)).tolist()
        assert len(set(scores)) > 1
        assert again.scores(seen(article.html)).tolist() == scores


def test_saving_a_loaded_model_gives_the_same_file() -> None:
    first, second = count(LEXICON)
    once = Model.load(
        io.BytesIO(saved(Model(LEXICON, random_forest(1, first), random_forest(2, second))))
    )
    twice = Model.load(io.BytesIO(saved(once)))
    np.testing.assert_array_equal(once.first.answer, twice.first.answer)
    np.testing.assert_array_equal(once.second.border, twice.second.border)
    assert once.lexicon.weights == twice.lexicon.weights


def test_second_pass_uses_the_scores_of_the_first() -> None:
    _, second = count(LEXICON)
    score = second - len(_second_names()) + _second_names().index("score")
    model = Model(
        LEXICON,
        first=one_split(feature=0, border=float(np.log1p(50))),  # is it longer than that?
        second=one_split(feature=score, border=0.5),  # did the first look say yes?
    )
    page = seen(f"<body><p>short</p><p>{LONG}</p>")
    assert page.first(LEXICON).names[0] == "size"
    assert model.scores(page).tolist() == pytest.approx([0, 1], abs=0.01)


def _second_names() -> tuple[str, ...]:
    return seen("<p>x").second(np.zeros(1, dtype=np.float32)).names


def test_default_model_is_small() -> None:
    weights = resources.files("honbun.content.alone").joinpath("weights.npz")
    assert len(weights.read_bytes()) <= 2_000_000


def test_default_model_uses_existing_features_only() -> None:
    model = shipped()
    first, second = count(model.lexicon)
    assert 0 <= model.first.feature.min() <= model.first.feature.max() < first
    assert 0 <= model.second.feature.min() <= model.second.feature.max() < second
    assert model.second.feature.max() >= first  # it looks at the scores of the first
    for forest in (model.first, model.second):
        depth, trees = forest.feature.shape
        assert forest.border.shape == (depth, trees)
        assert forest.answer.shape == (trees, 1 << depth)
        assert np.isfinite(forest.answer).all()
    assert model.lexicon.weights


def test_default_model_is_loaded_once() -> None:
    assert shipped() is shipped()


@given(HTML)
def test_scores_of_any_html_are_between_0_and_1(html: str) -> None:
    page = seen(html)
    scores = shipped().scores(page)
    assert scores.shape == (len(page.sheet),)
    assert ((scores >= 0) & (scores <= 1)).all()


@given(HTML)
def test_features_of_any_html_are_finite_and_have_unique_names(html: str) -> None:
    page = seen(html, "https://e.org/a-b/c.html?d")
    if len(page.sheet):
        first = page.first(LEXICON)
        second = page.second(np.full(len(page.sheet), 0.5, dtype=np.float32))
        names = (*first.names, *second.names)
        assert len(set(names)) == len(names)
        for look in (first, second):
            assert look.values.dtype == np.float32
            assert look.values.shape == (len(look.names), len(page.sheet))
            assert np.isfinite(look.values).all()


def test_extreme_log_odds_do_not_overflow() -> None:
    odds = np.array([-1e30, -200, 0, 200, 1e30], dtype=np.float32)
    assert sigmoid(odds).tolist() == pytest.approx([0, 0, 0.5, 1, 1])
