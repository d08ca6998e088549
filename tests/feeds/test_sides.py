"""The side of every measure, and weights that keep to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.errors import HonbunError
from honbun.feeds.choose import default_weights, find_candidates, page_features
from honbun.feeds.columns import NodeColumns
from honbun.feeds.model import BIAS, GATE, PAGE_FEATURES, RANK, FeedOptions, Weights
from honbun.html.nodes import node_sequence
from honbun.html.parse import parse

if TYPE_CHECKING:
    from honbun.scoring import SignBounds

HERE = "https://a.example/"
LIST = parse("".join(f"<h2><a href={n}>Title of number {n}</a></h2><p>Text." for n in range(4)))


def measured() -> set[str]:
    found = find_candidates(
        NodeColumns(node_sequence(LIST), HERE, HERE), None, None, default_weights().rank
    )
    assert found is not None
    return set(found.features)


def parts(sides: SignBounds) -> list[frozenset[str]]:
    return [sides.positive, sides.negative, sides.either, sides.unused]


@pytest.mark.parametrize("sides", [RANK, GATE])
def test_no_measure_is_on_two_sides(sides: SignBounds) -> None:
    assert sum(map(len, parts(sides))) == len(frozenset().union(*parts(sides)))


def test_every_measure_has_a_side_in_the_ranking() -> None:
    assert frozenset().union(*parts(RANK)) == measured()


def test_every_measure_and_fact_has_a_side_at_the_gate() -> None:
    assert frozenset().union(*parts(GATE)) == {*measured(), *PAGE_FEATURES, "score"}


def test_the_facts_are_those_that_pages_give() -> None:
    assert set(PAGE_FEATURES) == set(
        page_features(LIST, NodeColumns(node_sequence(LIST), HERE, HERE).page_target)
    )


def within(weight: float, bounds: tuple[float | None, float | None]) -> bool:
    least, most = bounds
    return (least is None or weight >= least) and (most is None or weight <= most)


def test_the_weights_that_come_with_honbun_keep_to_their_sides() -> None:
    weights = default_weights()
    assert all(within(weight, RANK.bounds(name)) for name, weight in weights.rank.items())
    gate = {name: weight for name, weight in weights.gate.items() if name != BIAS}
    assert all(within(weight, GATE.bounds(name)) for name, weight in gate.items())


@pytest.mark.parametrize(
    ("rank", "gate"), [({"dats": 1.0}, {}), ({}, {"dats": 1.0}), ({"page_slug": 1.0}, {})]
)
def test_weights_of_no_measure_are_refused(rank: dict[str, float], gate: dict[str, float]) -> None:
    with pytest.raises(HonbunError, match=r"no measures of a list: (dats|page_slug)"):
        FeedOptions(weights=Weights(rank, gate))
