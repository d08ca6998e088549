"""The content model is trained on labelled pages and on collections, by domains."""

from __future__ import annotations

import sys
from dataclasses import replace
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
from honbun.page import Page
from honbun.training import content as teaching
from honbun.training.content import (
    FOLDS,
    BoostOptions,
    aligned_example,
    boost,
    cross_validated,
    fold,
    inner_fold,
    read_examples,
    train_lexicon,
    train_model,
)
from tests.content.alone.sheets import seen
from tests.content.site import say, site, title
from tests.evaluation.handmade import write_site
from tests.evaluation.texts import html, row, write_texts
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
        *(replace(typed(3), page=page) for page in (png, blank)),
        typed(2),
    ]
    assert [found and found.domain for found in map(aligned_example, pages)] == [
        "site0.example",
        None,
        None,
        None,
        "site2.example",
    ]


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


def rows(count: int, features: int) -> tuple[Floats, Floats, Floats]:
    """Labels that depend on the first two features, and weights."""
    chance = np.random.default_rng(5)
    table = chance.normal(size=(count, features)).astype(np.float32)
    labels = (table[:, 0] > table[:, 1]).astype(np.float32) * 0.75
    return table, labels, chance.random(count).astype(np.float32) + 0.5


@pytest.mark.parametrize("depth", [3])
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


def test_missing_catboost_is_reported_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "catboost", None)
    with pytest.raises(MissingExtra, match="train"):
        boost(*rows(10, 2), BoostOptions())


def pages(count: int) -> dict[str, str]:
    return {f"{number}.html": str(page.html) for number, page in enumerate(site(count))}


def test_folders_of_both_formats_are_read_in_order(tmp_path: Path) -> None:
    wcxb = write_texts(tmp_path / "wcxb", [row(0), row(1, main_content="")])
    # Wrong truth of a site does not matter: its labels come from the collection.
    sites = write_site(tmp_path / "sites", "harbour", pages(8), {"title": ["h9"], "body": [".no"]})
    messages: list[str] = []
    found = list(read_examples([wcxb, sites], 1, messages.append))
    assert messages == [f"reading {wcxb}", f"reading {sites}"]
    assert [example.domain for example in found] == ["site0.example", *["harbour"] * 8]
    for number, example in enumerate(found[1:]):
        content_texts = [t for t, label in zip(example.seen.sheet.texts, example.labels) if label]
        assert content_texts == [title(number), *(say(number, part) for part in range(3))]


def test_folder_of_another_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TruthError):
        list(read_examples([tmp_path], 1, lambda step: None))


OPTIONS = BoostOptions(trees=30, depth=3, rate=0.3, threads=1)
DOMAINS = [f"site{n}.example" for n in range(12)]


def silent(step: str) -> None:
    pass


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
