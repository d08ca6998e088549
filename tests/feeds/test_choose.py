"""Choosing lists: ranking, gate and weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given

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
from honbun.feeds.links import parse_target
from honbun.feeds.model import BIAS, GATE, PAGE_FEATURES, RANK, FeedOptions, Weights
from honbun.page import Page
from tests.feeds.builders import LISTS, columns, measured_items, tagged

if TYPE_CHECKING:
    from honbun.scoring import SignBounds


def found(html: str, most: int | None = 60) -> Candidates | None:
    return find_candidates(columns(html), None, None, default_weights().rank, most)


def rows(name: str, count: int) -> str:
    return "".join(
        f"<li>{count - n} May 2010 <a href=/{name}/{n}>The {name} number {n} was seen</a></li>"
        for n in range(count)
    )


def test_page_without_repetition_has_no_candidates() -> None:
    assert found("<h1>Boats</h1>") is None
    assert found("") is None


def test_best_group_comes_first_and_a_further_list_second() -> None:
    of = found(f"<ul>{rows('boat', 9)}</ul><ol>{rows('train', 4)}</ol>")
    assert of
    for number, (name, count) in zip(rank_lists(of), [("boat", 9), ("train", 4)]):
        items = of.items_of(number)
        nodes = [place.title_node for place in items.positions]
        targets = [items.columns.targets[place.link] for place in items.positions]
        assert [items.read(at, int(items.columns.sequence.end[at])) for at in nodes] == [
            f"The {name} number {n} was seen" for n in range(count)
        ]
        assert [to.path for to in targets if to] == [f"/{name}/{n}" for n in range(count)]


@pytest.mark.parametrize(("scores", "best"), [([1.0, 0.98], 1), ([1.0, 0.96], 0), ([0.98, 1.0], 1)])
def test_larger_group_wins_if_it_is_nearly_as_good(scores: list[float], best: int) -> None:
    of = columns(f"<ul>{rows('boat', 5)}</ul>")
    items = measured_items(of, [tagged(of, "a")[:4], tagged(of, "a")])
    assert rank_lists(Candidates(items, {}, np.array(scores)))[0] == best


@given(LISTS)
def test_lists_do_not_overlap_and_the_best_comes_first(html: str) -> None:
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
    # A larger group that is nearly as good may win.
    best, counts = float(of.scores.max()), of.items.spans.counts
    assert of.scores[numbers[0]] == best or counts[numbers[0]] > counts[int(np.argmax(of.scores))]
    assert of.scores[numbers[0]] >= best - 0.1
    plain = list(non_overlapping(of.items.spans, of.scores, len(of.items.page.columns)))
    scores = of.scores[plain].tolist()
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == best


OG = "<meta property='og:type' content='{}'>"
LD = '<script type="application/ld+json">{{"@type": "{}"}}</script>'


@pytest.mark.parametrize(
    ("path", "html", "fact"),
    [
        ("", "", "page_root"),
        ("index.html", "", "page_root"),
        ("why-boats-float.html", "", "page_slug"),
        ("2010/03/", "", "page_number"),
        ("boats/", "", None),
        ("boats/", OG.format("Article"), "page_article"),
        ("boats/", OG.format("website"), None),
        *(
            ("boats/", LD.format(name), "page_declared")
            for name in ("NewsArticle", "BlogPosting", "Recipe", "Product")
        ),
        ("boats/", LD.format("WebSite"), None),
        ("boats/", LD.format("Blog"), "page_listed"),
        ("boats/", "<meta property=article:published_time content=2010>", "page_dated"),
    ],
)
def test_url_and_declarations_show_what_a_page_is(path: str, html: str, fact: str | None) -> None:
    found = page_features(Page(html).parse(), parse_target(f"https://a.example/{path}"))
    assert set(found) == set(PAGE_FEATURES)
    assert [name for name, value in found.items() if value] == ([fact] if fact else [])


def test_confidence_is_the_weighted_sum() -> None:
    measures = {"count": 2.0, "dated": 1.0, "aside": 0.5}
    assert confidence(measures, {"bias": -1.0, "count": 1.5, "aside": -4.0}) == pytest.approx(0.0)
    assert confidence(measures, {"dated": 3.0}) == pytest.approx(3.0)


@pytest.mark.parametrize(("sides", "further"), [(RANK, ()), (GATE, (*PAGE_FEATURES, "score"))])
def test_every_feature_has_one_sign_bound(sides: SignBounds, further: tuple[str, ...]) -> None:
    of = found(f"<ul>{rows('boat', 4)}</ul>")
    assert of
    parts = [*sides.positive, *sides.negative, *sides.either, *sides.unused]
    assert sorted(parts) == sorted([*of.features, *further])


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
