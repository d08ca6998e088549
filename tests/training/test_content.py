""""""

from __future__ import annotations

import sys
from math import log
from typing import TYPE_CHECKING, Any

import catboost
import numpy as np
import pytest

from honbun._core.forest import Forest
from honbun.content.alone.names import Lexicon, words
from honbun.content.model import ContentOptions
from honbun.content.pipeline import extract_page
from honbun.errors import MissingExtra, TruthError
from honbun.evaluation.truth.wcxb import TypedPage
from honbun.page import Page
from honbun.training import content as teaching
from honbun.training.content import (
    FOLDS,
    BoostOptions,
    aligned_example,
    boost,
    cross_validated,
    extracted_examples,
    fold,
    forest,
    inner_fold,
    read_examples,
    train_lexicon,
    train_model,
)
from tests.content.alone.sheets import seen
from tests.content.site import say, site, title
from tests.evaluation.handmade import write_site
from tests.evaluation.wcxb import html, row, write_wcxb
from tests.training.examples import examples, labelled, typed

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from honbun.content.alone.sheet import Floats
    from honbun.training.content import Example


def test_rows_of_the_truth_are_content() -> None:
    (example,) = examples(1)
    assert dict(zip(example.seen.sheet.texts, example.labels.tolist())) == {
        "Harbour Notes": 0,
        "Home": 0,
        "About us": 0,
        title(0): 1,
        **{say(0, part): 1 for part in range(3)},
        "© The harbour notes, a paper for all who live by the sea": 0,
    }
    assert example.domain == "site0.example"


def test_unusable_pages_are_none_at_their_position() -> None:
    png, blank = Page(b"\x89PNG\r\n\x1a\n"), Page("<p>")
    pages = [
        typed(0),
        typed(1, true=""),
        *(TypedPage(page, "article", "e.org", "true") for page in (png, blank)),
        typed(2),
    ]
    assert [found and found.domain for found in map(aligned_example, pages)] == [
        "site0.example",
        None,
        None,
        None,
        "site2.example",
    ]


def test_weights_of_a_page_sum_to_one_and_grow_less_than_the_length() -> None:
    example = labelled("<body><p>one<p>" + "many " * 100, [0, 1], "e.org")
    short, long = example.weights.tolist()
    assert short + long == pytest.approx(1)
    assert long / short == pytest.approx((101 / 2) ** 0.7, rel=1e-4)


def test_collection_without_truth_is_used() -> None:
    found = list(extracted_examples(site(8), "harbour.example", jobs=1))
    assert len(found) == 8
    for number, example in enumerate(found):
        content_texts = [t for t, label in zip(example.seen.sheet.texts, example.labels) if label]
        assert content_texts == [title(number), *(say(number, part) for part in range(3))]
        assert set(example.labels.tolist()) == {0, 1}
        assert example.domain == "harbour.example"


def test_page_without_similar_pages_is_not_used() -> None:
    assert list(extracted_examples(site(1), "harbour.example", jobs=1)) == []


def word(text: str) -> int:
    (found,) = words([f".{text}"])
    return found


PAGE = "<body><div class=menu><p>{0} menu</p></div><div class=story><p>{0} text</p></div>"


def weights(pages: int, *, domains: int, markup: str = PAGE) -> dict[int, float]:
    """Weights learnt from pages whose first text is boilerplate and whose second is content."""
    return dict(
        train_lexicon(
            labelled(markup.format(n), [0, 1], f"site{n % domains}.example") for n in range(pages)
        ).weights
    )


def test_names_of_content_have_positive_weights_and_others_negative() -> None:
    found = weights(6, domains=6)
    assert found == {
        word("story"): pytest.approx(log((6 + 2) / 2)),
        word("menu"): pytest.approx(log(2 / (6 + 2))),
    }


def test_names_used_by_few_domains_are_left_out() -> None:
    assert weights(40, domains=4) == {}
    assert set(weights(40, domains=5)) == {word("story"), word("menu")}


def test_name_around_content_and_boilerplate_has_a_small_weight() -> None:
    found = weights(6, domains=6, markup=f"<div class=wrap>{PAGE}</div>")
    assert found[word("wrap")] == pytest.approx(0, abs=1e-6)


def test_page_has_one_vote_per_word() -> None:
    twice = PAGE.replace(
        "<p>{0} text</p>", "<div class=story-story><b class=story>{0} text</b></div>"
    )
    assert weights(6, domains=6, markup=twice)[word("story")] == pytest.approx(log(8 / 2))


def test_small_elements_have_a_fraction_of_a_vote() -> None:
    """Four words of several hundred have less than an eighth of the page's weight."""
    small = PAGE.replace("{0} text", "{0} text " + "and more of it " * 200)
    found = weights(6, domains=6, markup=small)
    assert log(2 / 8) < found[word("menu")] < 0
    assert found[word("story")] == pytest.approx(log(8 / 2), rel=0.01)


def test_elements_without_text_have_no_vote() -> None:
    assert word("gap") not in weights(6, domains=6, markup=f"<div class=gap></div>{PAGE}")


def test_nothing_is_learnt_from_nothing() -> None:
    assert train_lexicon([]).weights == {}


def split(feature: int, border: float) -> dict[str, Any]:
    return {"float_feature_index": feature, "border": border, "split_type": "FloatFeature"}


SPLITS: dict[str, Any] = {
    "oblivious_trees": [
        # The first question is the lowest bit of the index of the answer.
        {"splits": [split(0, 0.5), split(2, 1.5)], "leaf_values": [0.0, 1.0, 20.0, 300.0]},
        {"splits": [split(1, -1.0)], "leaf_values": [4000.0, 5000.0]},
        {"splits": None, "leaf_values": [60000.0]},
        {"splits": [], "leaf_values": [700000.0]},
    ],
    "scale_and_bias": [2, [0.25]],
}


@pytest.mark.parametrize(
    ("row", "answers"),
    [
        ([0, -2, 0], [0, 4000]),
        ([1, -2, 0], [1, 4000]),
        ([0, 0, 2], [20, 5000]),
        ([1, 0, 2], [300, 5000]),
        ([0.5, -1, 1.5], [0, 4000]),
    ],
)
def test_forest_sums_the_answers_of_its_trees(row: list[float], answers: list[float]) -> None:
    features = np.array([row], dtype=np.float32).T
    expected = 2 * (sum(answers) + 60_000 + 700_000) + 0.25
    for depth in (2, 3, 6):
        assert forest(SPLITS, depth).logits(features).tolist() == [np.float32(expected)]


def rows(count: int, features: int) -> tuple[Floats, Floats, Floats]:
    """Labels that depend on the first two features, and weights."""
    chance = np.random.default_rng(5)
    table = chance.normal(size=(count, features)).astype(np.float32)
    labels = (table[:, 0] > table[:, 1]).astype(np.float32) * 0.75
    return table, labels, chance.random(count).astype(np.float32) + 0.5


@pytest.mark.parametrize("depth", [2, 5])
def test_fitted_forest_predicts_what_catboost_does(
    depth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    fitted: list[Any] = []

    class Spy(catboost.CatBoost):  # type: ignore[misc]
        def fit(self, *args: Any, **kwargs: Any) -> Any:
            fitted.append(self)
            return super().fit(*args, **kwargs)

    monkeypatch.setattr(catboost, "CatBoost", Spy)
    table, labels, weights = rows(700, 8)
    found = boost(table, labels, weights, BoostOptions(trees=7, depth=depth, threads=1))
    (model,) = fitted
    raw = model.predict(table, prediction_type="RawFormulaVal")
    assert np.ptp(raw) > 0.1
    np.testing.assert_allclose(found.logits(table.T), raw, atol=1e-5)
    assert found.feature.shape == (depth, 7)


def test_predictable_labels_are_learnt_and_fitting_is_deterministic() -> None:
    table, labels, weights = rows(700, 4)
    options = BoostOptions(trees=30, depth=3, rate=0.3, threads=1)
    logits = boost(table, labels, weights, options).logits(table.T)
    assert np.corrcoef(logits, labels)[0, 1] > 0.5
    np.testing.assert_array_equal(logits, boost(table, labels, weights, options).logits(table.T))


def test_seed_changes_the_forest() -> None:
    table, labels, weights = rows(200, 8)
    one, two = (
        boost(table, labels, weights, BoostOptions(trees=3, depth=3, threads=1, seed=seed))
        for seed in (0, 1)
    )
    assert one.logits(table.T).tolist() != two.logits(table.T).tolist()


def test_missing_catboost_is_reported_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "catboost", None)
    with pytest.raises(MissingExtra, match="train"):
        boost(*rows(10, 2), BoostOptions())


def pages(count: int) -> dict[str, str]:
    return {f"{number}.html": str(page.html) for number, page in enumerate(site(count))}


def test_folders_of_both_formats_are_read_in_order(tmp_path: Path) -> None:
    wcxb = write_wcxb(tmp_path / "wcxb", [row(0), row(1, main_content="")])
    # Wrong truth of a site does not matter: its labels come from the collection.
    sites = write_site(tmp_path / "sites", "harbour", pages(8), {"title": ["h9"], "body": [".no"]})
    messages: list[str] = []
    found = list(read_examples([wcxb, sites], 1, messages.append))
    assert messages == [f"reading {wcxb}", f"reading {sites}"]
    assert [example.domain for example in found] == ["site0.example", *["harbour"] * 8]
    for number, example in enumerate(found[1:]):
        content_texts = [t for t, label in zip(example.seen.sheet.texts, example.labels) if label]
        assert content_texts == [title(number), *(say(number, part) for part in range(3))]


def test_number_of_pages_per_site_is_limited(tmp_path: Path) -> None:
    sites = write_site(tmp_path, "harbour", pages(250))
    assert 30 <= len(list(read_examples([sites], 1, lambda step: None))) <= 200


def test_site_with_one_page_is_not_used(tmp_path: Path) -> None:
    sites = write_site(tmp_path, "harbour", pages(1))
    assert list(read_examples([sites], 1, lambda step: None)) == []


def test_folder_of_another_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TruthError):
        list(read_examples([tmp_path], 1, lambda step: None))


OPTIONS = BoostOptions(trees=30, depth=3, rate=0.3, threads=1)
DOMAINS = [f"site{n}.example" for n in range(12)]


def silent(step: str) -> None:
    pass


def test_every_domain_is_in_one_fold_and_no_fold_is_empty() -> None:
    parts = [fold(f"site{n}.example") for n in range(400)]
    assert set(parts) == set(range(FOLDS))
    assert min(parts.count(part) for part in range(FOLDS)) > 30


def test_model_separates_text_from_menu_on_unseen_pages() -> None:
    model = train_model(examples(12), OPTIONS, silent)
    content = extract_page(
        Page(html(99), url="https://site99.example/99.html"), ContentOptions(), model
    )
    assert content.text.split("\n") == [title(99), *(say(99, part) for part in range(3))]
    scores = model.scores(seen(html(99), "https://site99.example/99.html"))
    assert scores[3:7].min() > 0.7
    assert scores[[0, 1, 2, 7]].max() < 0.3


class Spy:
    """Replaces boosting and lexicon, and records the domains that each receives.

    All labels of an example are one number, which identifies its domain.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.boosted: list[set[str]] = []
        self.weighed: list[set[str]] = []
        self.width: list[int] = []
        monkeypatch.setattr(teaching, "boost", self._boost)
        monkeypatch.setattr("honbun.training.content.train_lexicon", self._learn)

    def _boost(
        self, features: Floats, labels: Floats, weights: Floats, options: BoostOptions
    ) -> Forest:
        assert len(features) == len(labels) == len(weights)
        self.boosted.append({DOMAINS[round(label * 100)] for label in labels.tolist()})
        self.width.append(features.shape[1])
        empty = np.zeros((1, 1))
        return Forest(empty.astype(np.int16), empty, np.zeros((1, 2)), 0.0)

    def _learn(self, examples: Iterable[Example]) -> Lexicon:
        self.weighed.append({example.domain for example in examples})
        return Lexicon({})


def known_by_label(pages: int = 24) -> list[Example]:
    """Two pages of each domain."""
    return [
        labelled("<body><p>one</p><p>two</p>", [(n % 12) / 100] * 2, DOMAINS[n % 12])
        for n in range(pages)
    ]


def without(part: int, domains: Iterable[str] = DOMAINS) -> set[str]:
    return {domain for domain in domains if fold(domain) != part}


INNER = [
    {domain for domain in DOMAINS if inner_fold(domain) != part}
    for part in sorted(set(map(inner_fold, DOMAINS)))
]
"""All domains without those of each inner fold."""


def test_first_scores_and_name_weights_come_from_other_domains(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spy = Spy(monkeypatch)
    train_model(known_by_label(), OPTIONS, silent)
    assert spy.boosted == [*INNER, set(DOMAINS), set(DOMAINS)]
    *left_out, everyone = spy.weighed
    assert sorted(map(sorted, left_out)) == sorted(map(sorted, INNER))
    assert everyone == set(DOMAINS)
    assert len(set(spy.width[:-1])) == 1
    assert spy.width[-1] > spy.width[0]  # the second pass has more features


def test_cross_validation_holds_out_the_domains_of_each_fold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spy = Spy(monkeypatch)
    parts = []
    for part, _ in cross_validated(known_by_label(), OPTIONS, silent):
        parts.append(part)
        assert set().union(*spy.boosted, *spy.weighed) == without(part)
        spy.boosted.clear()
        spy.weighed.clear()
    assert parts == list(range(FOLDS))


def test_number_of_rows_per_page_is_limited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[tuple[int, float]] = []

    def boost(features: Floats, labels: Floats, weights: Floats, options: BoostOptions) -> Forest:
        shown.append((len(labels), float(weights.sum())))
        empty = np.zeros((1, 1))
        return Forest(empty.astype(np.int16), empty, np.zeros((1, 2)), 0.0)

    monkeypatch.setattr(teaching, "boost", boost)
    many = labelled("<body>" + "<p>x" * 1000, [1] * 1000, DOMAINS[0])
    few = [labelled("<body><p>x<p>y", [1, 0], domain) for domain in DOMAINS[1:]]
    train_model([many, *few], OPTIONS, silent)
    count, weight = shown[-1]
    assert count == 600 + 2 * len(few)
    assert weight == pytest.approx(100 * (1 + len(few)), rel=1e-4)


def test_each_step_is_reported() -> None:
    messages: list[str] = []
    train_model(examples(12), BoostOptions(trees=1, depth=1, threads=1), messages.append)
    assert messages[-2:] == ["first pass, 12 pages", "second pass, 12 pages"]
