"""Feed weights are learnt from pages whose lists are known."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honbun.errors import TruthError
from honbun.evaluation.feeds import evaluate
from honbun.feeds.model import BIAS, GATE, RANK, FeedOptions
from honbun.feeds.pipeline import feed
from lab.train import linear
from lab.train.feeds import Example, examples, learn, outcomes
from lab.train.linear import Choice, Loss
from tests.lab.boards import board, lesson

KINDS = "bedl"


@cache
def training_examples() -> tuple[Example, ...]:
    return tuple(examples([lesson(kind, n) for kind in KINDS for n in (1, 2, 3)], jobs=1))


def choice(*groups: tuple[float, dict[str, float]], weight: float = 1.0) -> Choice:
    """A page with some groups: their values and features."""
    rows = [[measures.get(name, 0.0) for name in RANK.names] for _, measures in groups]
    return Choice(np.array(rows), np.array([worth for worth, _ in groups]), weight)


def entry(passes: bool, weight: float = 1.0, **measures: float) -> linear.Entry:
    """The best group of a page at the gate."""
    return linear.Entry(np.array([measures.get(name, 0.0) for name in GATE.names]), passes, weight)


def test_feature_of_good_groups_has_a_weight() -> None:
    weights = linear.learn_ranks(
        [choice((1.0, {"dated": 1.0}), (0.0, {"dated": 0.2, "aside": 0.9}))]
    )
    assert weights["dated"] > 0 > weights["aside"]


def test_page_counts_by_its_weight() -> None:
    one = choice((1.0, {"even": 1.0}), (0.0, {"dated": 1.0}), weight=1.0)
    for weight, greater in ((0.2, "even"), (5.0, "dated")):
        other = choice((0.0, {"even": 1.0}), (1.0, {"dated": 1.0}), weight=weight)
        weights = linear.learn_ranks([one, other])
        assert max(weights, key=lambda name: weights[name]) == greater


MEASURES = st.dictionaries(st.sampled_from(RANK.names), st.floats(0, 3), max_size=5)
CHOICES = st.lists(
    st.lists(st.tuples(st.floats(0, 1), MEASURES), min_size=2, max_size=4).map(
        lambda groups: choice(*groups)
    ),
    min_size=1,
    max_size=3,
)


@settings(max_examples=8)
@given(CHOICES)
def test_weights_have_the_required_sign_for_any_data(
    choices: list[Choice],
) -> None:
    weights = linear.learn_ranks(choices)
    assert weights == linear.learn_ranks(choices)
    for name, weight in weights.items():
        assert name in RANK.either | (RANK.positive if weight > 0 else RANK.negative)


def test_gradient_is_that_of_the_loss() -> None:
    loss = Loss(
        [choice((1.0, {}), (0.2, {})), choice((0.0, {}), (0.7, {}), (0.4, {}), weight=3.0)],
        np.random.default_rng(0).random((5, len(RANK.names))),
        ridge=0.01,
        least=0.05,
    )
    at = np.random.default_rng(1).random(len(RANK.names))
    slope = loss(at)[1]
    for place in range(0, len(at), 7):
        step = np.zeros_like(at)
        step[place] = 1e-5
        assert (loss(at + step)[0] - loss(at - step)[0]) / 2e-5 == pytest.approx(slope[place])


def test_gate_separates_pages_with_and_without_lists() -> None:
    weights = linear.learn_gates(
        [entry(True, dated=0.9), entry(True, dated=0.8), *[entry(False, aside=1.0)] * 2]
    )
    assert weights["dated"] > 0 > weights["aside"]
    assert weights[BIAS] + 0.85 * weights["dated"] > 0


@pytest.mark.parametrize("passes", [True, False])
def test_gate_needs_examples_of_both_classes(passes: bool) -> None:
    with pytest.raises(TruthError, match="with a list and from pages without"):
        linear.learn_gates([entry(passes, dated=1.0)])


def test_learning_needs_pages_with_a_list() -> None:
    with pytest.raises(TruthError, match="nothing can be learnt"):
        learn([each for each in training_examples() if not each.has_list])


def test_list_pages_are_also_used_without_their_markup() -> None:
    whole, souped = examples([lesson("d", 1, weight=0.5)], jobs=1)
    assert (whole.weight, whole.souped, souped.weight, souped.souped) == (0.5, False, 0.4, True)
    article = RANK.names.index("article")
    assert whole.measures[:, article].max() == 1
    assert souped.measures[:, article].max() == 0
    assert whole.worth.max() == souped.worth.max() == 1
    (other,) = examples([lesson("l", 1)], jobs=1)
    assert (other.souped, other.has_list, other.worth.max()) == (False, False, 0)


def test_learnt_weights_find_the_lists_of_other_pages() -> None:
    options = FeedOptions(weights=learn(training_examples()))
    others = [board(kind, number) for kind in KINDS for number in (7, 8)]
    found = evaluate(others, lambda pages: [feed(page, options) for page in pages])
    assert all(page.is_perfect for page in found)


def test_outcomes_are_reported_per_type_of_page() -> None:
    found = outcomes(training_examples(), learn(training_examples()))
    assert list(found) == ["list pages", "list pages, as soup", "pages without a list"]
    lists, _, none = found.values()
    assert (lists.pages, lists.worth, lists.right, lists.passed) == (9, 1.0, 9, 9)
    assert (none.pages, none.worth, none.right, none.passed) == (3, None, None, 0)
