from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from honbun.content.alone.forest import Forest
from honbun.content.alone.names import Lexicon
from honbun.content.model import ContentOptions
from honbun.content.pipeline import extract_page
from honbun.page import Page
from honbun.training import teach as teaching
from honbun.training.boost import BoostOptions
from honbun.training.teach import FOLDS, cross_validated, fold, inner_fold, teach
from tests.content.alone.sheets import seen
from tests.content.site import say, title
from tests.evaluation.wcxb import html
from tests.training.examples import examples, labelled

if TYPE_CHECKING:
    from collections.abc import Iterable

    from honbun.content.alone.sheet import Floats
    from honbun.training.example import Example

OPTIONS = BoostOptions(trees=30, depth=3, rate=0.3, threads=1)
DOMAINS = [f"site{n}.example" for n in range(12)]


def silent(step: str) -> None:
    pass


def test_all_domains_have_a_part_and_none_is_empty() -> None:
    parts = [fold(f"site{n}.example") for n in range(400)]
    assert set(parts) == set(range(FOLDS))
    assert min(parts.count(part) for part in range(FOLDS)) > 30


def test_a_model_tells_the_text_of_a_page_it_has_not_seen_from_its_menu() -> None:
    model = teach(examples(12), OPTIONS, silent)
    content = extract_page(
        Page(html(99), url="https://site99.example/99.html"), ContentOptions(), model
    )
    assert content.text.split("\n") == [title(99), *(say(99, part) for part in range(3))]
    scores = model.scores(seen(html(99), "https://site99.example/99.html"))
    assert scores[3:7].min() > 0.7
    assert scores[[0, 1, 2, 7]].max() < 0.3


class Spy:
    """Stands for the boosting and the lexicon, and notes the domains that each was shown.

    All labels of an example are one number, which tells its domain.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.boosted: list[set[str]] = []
        self.weighed: list[set[str]] = []
        self.width: list[int] = []
        monkeypatch.setattr(teaching, "boost", self._boost)
        monkeypatch.setattr("honbun.training.lexicon.learn", self._learn)

    def _boost(
        self, features: Floats, labels: Floats, weights: Floats, options: BoostOptions
    ) -> Forest:
        assert len(features) == len(labels) == len(weights)
        self.boosted.append({DOMAINS[round(label * 100)] for label in labels.tolist()})
        self.width.append(features.shape[1])
        empty = np.zeros((1, 1))
        return Forest(empty.astype(np.int16), empty, np.zeros((1, 2)), 0.0)

    def _learn(self, given: Iterable[Example]) -> Lexicon:
        self.weighed.append({example.domain for example in given})
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
"""The domains without each inner part."""


def test_first_scores_and_names_of_a_page_come_from_other_domains(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spy = Spy(monkeypatch)
    teach(known_by_label(), OPTIONS, silent)
    assert spy.boosted == [*INNER, set(DOMAINS), set(DOMAINS)]
    *left_out, everyone = spy.weighed
    assert sorted(map(sorted, left_out)) == sorted(map(sorted, INNER))
    assert everyone == set(DOMAINS)
    assert len(set(spy.width[:-1])) == 1
    assert spy.width[-1] > spy.width[0]  # the second look knows more


def test_no_model_of_a_cross_validation_is_shown_the_domains_of_its_part(
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


def test_of_a_page_with_very_many_rows_some_are_learnt_from(
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
    teach([many, *few], OPTIONS, silent)
    count, weight = shown[-1]
    assert count == 600 + 2 * len(few)
    assert weight == pytest.approx(100 * (1 + len(few)), rel=1e-4)


def test_each_step_is_told() -> None:
    told: list[str] = []
    teach(examples(12), BoostOptions(trees=1, depth=1, threads=1), told.append)
    assert told[-2:] == ["first look, 12 pages", "second look, 12 pages"]
