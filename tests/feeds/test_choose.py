"""Choosing lists: ranking, gate and weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings

from honbun.errors import HonbunError
from honbun.feeds.choose import (
    Candidates,
    confidence,
    default_weights,
    find_candidates,
    non_overlapping,
    page_features,
    rank_lists,
)
from honbun.feeds.columns import NodeColumns
from honbun.feeds.links import parse_target
from honbun.feeds.model import BIAS, GATE, PAGE_FEATURES, RANK, FeedOptions, Weights
from honbun.html.nodes import node_sequence
from honbun.html.parse import parse
from honbun.page import Page
from tests.feeds.builders import LISTS, columns

if TYPE_CHECKING:
    from honbun.scoring import SignBounds


def found(html: str, most: int | None = 60) -> Candidates | None:
    return find_candidates(columns(html), None, None, default_weights().rank, most)


def titles(of: Candidates, number: int) -> list[str]:
    items = of.items_of(number)
    end = items.columns.sequence.end
    return [items.read(place.title_node, int(end[place.title_node])) for place in items.positions]


def rows(name: str, count: int) -> str:
    return "".join(
        f"<li>{count - n} May 2010 <a href=/{name}/{n}>The {name} number {n} was seen</a></li>"
        for n in range(count)
    )


def test_page_without_repetition_has_no_candidates() -> None:
    assert found("<h1>Boats</h1>") is None
    assert found("") is None


def test_best_group_comes_first_and_a_further_list_second() -> None:
    html = f"<ul>{rows('boat', 9)}</ul><ol>{rows('train', 4)}</ol>"
    of = found(html)
    assert of
    first, second, *_ = rank_lists(of)
    assert titles(of, first) == [f"The boat number {n} was seen" for n in range(9)]
    assert titles(of, second) == [f"The train number {n} was seen" for n in range(4)]


def test_items_have_their_links() -> None:
    of = found(f"<ul>{rows('boat', 5)}</ul>")
    assert of
    items = of.items_of(rank_lists(of)[0])
    targets = [items.columns.targets[place.link] for place in items.positions]
    assert [target.path for target in targets if target] == [f"/boat/{n}" for n in range(5)]


@given(LISTS)
def test_titles_are_not_inside_items_of_a_better_list(html: str) -> None:
    of = found(html)
    if of is None:
        return
    taken = np.zeros(len(of.items.page.columns), dtype=bool)
    numbers = rank_lists(of)
    assert len(set(numbers)) == len(numbers) > 0
    for number in numbers:
        places = of.items_of(number).positions
        assert not taken[[place.title_node for place in places]].any()
        for place in places:
            taken[place.start : place.stop] = True


@given(LISTS)
def test_best_score_wins_unless_a_larger_group_is_nearly_as_good(html: str) -> None:
    of = found(html)
    if of is None:
        return
    best, counts = float(of.scores.max()), of.items.spans.counts
    first = rank_lists(of)[0]
    assert of.scores[first] == best or counts[first] > counts[int(np.argmax(of.scores))]
    assert of.scores[first] >= best - 0.1


@given(LISTS)
@settings(max_examples=30)
def test_non_overlapping_groups_are_ordered_by_score(html: str) -> None:
    of = found(html)
    if of is None:
        return
    numbers = list(non_overlapping(of.items.spans, of.scores, len(of.items.page.columns)))
    scores = of.scores[numbers].tolist()
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == of.scores.max()


def facts(html: str = "", url: str = "https://a.example/") -> set[str]:
    """The features of a page that are true."""
    told = page_features(Page(html).parse(), parse_target(url))
    assert set(told) == set(PAGE_FEATURES)
    return {name for name, value in told.items() if value}


@pytest.mark.parametrize(
    ("path", "fact"),
    [
        ("", "page_root"),
        ("index.html", "page_root"),
        ("why-boats-float.html", "page_slug"),
        ("2010/03/", "page_number"),
        ("boats/", None),
    ],
)
def test_url_shows_what_a_page_is(path: str, fact: str | None) -> None:
    assert facts(url=f"https://a.example/{path}") == ({fact} if fact else set())


def test_page_declares_that_it_is_an_article() -> None:
    assert "page_article" in facts("<meta property='og:type' content='Article'>")
    assert "page_article" not in facts("<meta property='og:type' content='website'>")


@pytest.mark.parametrize("kind", ["NewsArticle", "BlogPosting", "Recipe", "Product"])
def test_page_declares_its_type(kind: str) -> None:
    data = f'<script type="application/ld+json">{{"@type": "{kind}"}}</script>'
    assert "page_declared" in facts(data)
    assert "page_declared" not in facts(data.replace(kind, "WebSite"))


def test_confidence_is_the_weighted_sum() -> None:
    measures = {"count": 2.0, "dated": 1.0, "aside": 0.5}
    assert confidence(measures, {"bias": -1.0, "count": 1.5, "aside": -4.0}) == pytest.approx(0.0)
    assert confidence(measures, {"dated": 3.0}) == pytest.approx(3.0)


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
def test_no_feature_has_two_sign_bounds(sides: SignBounds) -> None:
    assert sum(map(len, parts(sides))) == len(frozenset().union(*parts(sides)))


def test_every_feature_has_a_sign_bound_in_the_ranking() -> None:
    assert frozenset().union(*parts(RANK)) == measured()


def test_every_feature_has_a_sign_bound_at_the_gate() -> None:
    assert frozenset().union(*parts(GATE)) == {*measured(), *PAGE_FEATURES, "score"}


def test_page_features_are_the_declared_ones() -> None:
    assert set(PAGE_FEATURES) == set(
        page_features(LIST, NodeColumns(node_sequence(LIST), HERE, HERE).page_target)
    )


def within(weight: float, bounds: tuple[float | None, float | None]) -> bool:
    least, most = bounds
    return (least is None or weight >= least) and (most is None or weight <= most)


def test_default_weights_respect_their_sign_bounds() -> None:
    weights = default_weights()
    assert all(within(weight, RANK.bounds(name)) for name, weight in weights.rank.items())
    gate = {name: weight for name, weight in weights.gate.items() if name != BIAS}
    assert all(within(weight, GATE.bounds(name)) for name, weight in gate.items())


@pytest.mark.parametrize(
    ("rank", "gate"), [({"dats": 1.0}, {}), ({}, {"dats": 1.0}), ({"page_slug": 1.0}, {})]
)
def test_weights_of_unknown_features_are_rejected(
    rank: dict[str, float], gate: dict[str, float]
) -> None:
    with pytest.raises(HonbunError, match=r"no measures of a list: (dats|page_slug)"):
        FeedOptions(weights=Weights(rank, gate))
