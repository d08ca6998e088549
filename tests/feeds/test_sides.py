"""The side of every measure, and weights that keep to it."""

from __future__ import annotations

import pytest

from honbun.errors import HonbunError
from honbun.feeds.columns import Sheet
from honbun.feeds.gate import page_facts
from honbun.feeds.model import BIAS, FACTS, GATE, RANK, FeedOptions, Sides, Weights
from honbun.feeds.ranking import candidates
from honbun.feeds.score import shipped
from honbun.html.nodes import node_sequence
from honbun.html.parse import parse

HERE = "https://a.example/"
LIST = parse("".join(f"<h2><a href={n}>Title of number {n}</a></h2><p>Text." for n in range(4)))


def measured() -> set[str]:
    found = candidates(Sheet(node_sequence(LIST), HERE, HERE), None, None, shipped().rank)
    assert found is not None
    return set(found.measures)


def parts(sides: Sides) -> list[frozenset[str]]:
    return [sides.speak_for, sides.speak_against, sides.either, sides.silent]


@pytest.mark.parametrize("sides", [RANK, GATE])
def test_no_measure_is_on_two_sides(sides: Sides) -> None:
    assert sum(map(len, parts(sides))) == len(frozenset().union(*parts(sides)))


def test_every_measure_has_a_side_in_the_ranking() -> None:
    assert frozenset().union(*parts(RANK)) == measured()


def test_every_measure_and_fact_has_a_side_at_the_gate() -> None:
    assert frozenset().union(*parts(GATE)) == {*measured(), *FACTS, "score"}


def test_the_facts_are_those_that_pages_give() -> None:
    assert set(FACTS) == set(page_facts(LIST, Sheet(node_sequence(LIST), HERE, HERE).page))


def within(weight: float, bounds: tuple[float | None, float | None]) -> bool:
    least, most = bounds
    return (least is None or weight >= least) and (most is None or weight <= most)


def test_the_weights_that_come_with_honbun_keep_to_their_sides() -> None:
    weights = shipped()
    assert all(within(weight, RANK.bounds(name)) for name, weight in weights.rank.items())
    gate = {name: weight for name, weight in weights.gate.items() if name != BIAS}
    assert all(within(weight, GATE.bounds(name)) for name, weight in gate.items())


@pytest.mark.parametrize(
    ("rank", "gate"), [({"dats": 1.0}, {}), ({}, {"dats": 1.0}), ({"page_slug": 1.0}, {})]
)
def test_weights_of_no_measure_are_refused(rank: dict[str, float], gate: dict[str, float]) -> None:
    with pytest.raises(HonbunError, match=r"no measures of a list: (dats|page_slug)"):
        FeedOptions(weights=Weights(rank, gate))
