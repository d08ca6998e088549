"""Find: candidates of a page, and which of them are told."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings

from honbun.feeds.choose import (
    Candidates,
    default_weights,
    find_candidates,
    non_overlapping,
    rank_lists,
)
from tests.feeds.soup import LISTS, columns


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


def test_where_nothing_comes_again_there_are_no_candidates() -> None:
    assert found("<h1>Boats</h1>") is None
    assert found("") is None


def test_the_best_group_comes_first_and_a_further_list_after_it() -> None:
    html = f"<ul>{rows('boat', 9)}</ul><ol>{rows('train', 4)}</ol>"
    of = found(html)
    assert of
    first, second, *_ = rank_lists(of)
    assert titles(of, first) == [f"The boat number {n} was seen" for n in range(9)]
    assert titles(of, second) == [f"The train number {n} was seen" for n in range(4)]


def test_the_items_of_a_list_know_their_links() -> None:
    of = found(f"<ul>{rows('boat', 5)}</ul>")
    assert of
    items = of.items_of(rank_lists(of)[0])
    targets = [items.columns.targets[place.link] for place in items.positions]
    assert [target.path for target in targets if target] == [f"/boat/{n}" for n in range(5)]


@given(LISTS)
def test_no_lead_of_a_list_stands_in_an_item_of_a_better_one(html: str) -> None:
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
def test_the_best_score_wins_unless_a_larger_group_is_nearly_as_good(html: str) -> None:
    of = found(html)
    if of is None:
        return
    best, counts = float(of.scores.max()), of.items.spans.counts
    first = rank_lists(of)[0]
    assert of.scores[first] == best or counts[first] > counts[int(np.argmax(of.scores))]
    assert of.scores[first] >= best - 0.1


@given(LISTS)
@settings(max_examples=30)
def test_groups_apart_come_by_their_scores(html: str) -> None:
    of = found(html)
    if of is None:
        return
    numbers = list(non_overlapping(of.items.spans, of.scores, len(of.items.page.columns)))
    scores = of.scores[numbers].tolist()
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == of.scores.max()
