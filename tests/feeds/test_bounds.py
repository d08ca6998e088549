"""Work is bounded on slow pages, and fast code equals its plain definition."""

from __future__ import annotations

from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.feeds import groups as grouping
from honbun.feeds.candidates import TitleCandidates, title_candidates
from honbun.feeds.columns import NodeColumns
from honbun.feeds.fields.date import PageDates
from honbun.feeds.items import item_spans
from honbun.feeds.links import LinkColumns, link_targets
from honbun.feeds.measure import items as measured
from honbun.feeds.measure.page import PageColumns
from honbun.html.links import safe_url
from honbun.html.nodes import node_sequence
from honbun.html.parse import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

URL = "https://made.example/news/"


def titles_of(html: str) -> TitleCandidates:
    columns = NodeColumns(node_sequence(parse(html)), URL, URL)
    return TitleCandidates(columns, title_candidates(columns))


def link(number: int) -> str:
    return f"<a href=/a/{number}>The headline of number {number}</a>"


def shape(number: int) -> str:
    tags = [("b", "i", "em", "u", "s", "p", "q", "h4")[int(digit, 8)] for digit in f"{number:o}"]
    return "<div>" + "".join(f"<{tag}>x{number}</{tag}>" for tag in tags) + link(number) + "</div>"


HOSTILE = {
    "equal links": "<a href=/x>x</a>" * 3000,
    "a class each": "".join(f"<p class=c{n}>{link(n)}</p>" for n in range(2000)),
    "a name each": "".join(
        f"<p class={chr(97 + n % 26)}{chr(97 + n // 26 % 26)}{chr(97 + n // 676)}>{link(n)}</p>"
        for n in range(2000)
    ),
    "each in the one before": "".join(f"<div>{link(n)}" for n in range(300)),
    "a shape each": "".join(map(shape, range(1000))),
    "dates": "<br>2020-01-02 12:30" * 3000,
    "a long title": f"<h2>{'word ' * 100_000}</h2><h2>word</h2>",
    "a long address": f"<p><a href='/{'a/' * 50_000}'>word</a><p>{link(1)}",
    "a link around all": f"<a href=/1>{'<b>a</b>' * 5000}</a>{link(2)}",
    "nothing": "",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_groups_are_bounded_in_number_and_size(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    most = 2000
    monkeypatch.setattr(grouping, "_MOST_GROUPS", 200)
    monkeypatch.setattr(grouping, "_MOST_ITEMS", most)
    titles = titles_of(HOSTILE[name])
    found = grouping.group_titles(titles)
    steps = 5
    assert len(found) <= 200
    assert sum(map(len, found)) <= steps * (most + len(titles))


def test_bound_keeps_the_first_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    titles = titles_of(HOSTILE["each in the one before"])
    everything = grouping.group_titles(titles)
    monkeypatch.setattr(grouping, "_MOST_GROUPS", 20)
    assert list(map(list, grouping.group_titles(titles))) == list(map(list, everything[:20]))


@st.composite
def pages(draw: st.DrawFn) -> str:
    """Nested boxes with links, headings and texts."""
    parts = st.sampled_from(
        ["<div>", "</div>", "<p>", "<h3>", "</h3>", "<i>", "</i>", "<br>", "words", "1 May 2020"]
        + [f"<a href=/{n}>link {'x' * n}</a>" for n in range(4)]
    )
    return "".join(draw(st.lists(parts, max_size=40)))


@given(pages())
def test_groups_are_reduced_to_one_title_per_key(html: str) -> None:
    titles = titles_of(html)
    found = grouping.group_titles(titles)
    told = [list(part) for part in grouping.one_per_item(titles.columns, found)]
    assert told == [part for each in found for part in plainly_reduced(titles.columns, list(each))]


def plainly_reduced(columns: NodeColumns, title_nodes: list[int]) -> Iterator[list[int]]:
    """The plain definition: one title per URL, or one per ancestor."""
    addresses = [t.key if (t := columns.targets[at]) else at for at in title_nodes]
    kept = [largest(columns, runs) for runs in by_key(addresses, title_nodes)]
    if 1 < len(kept) < len(title_nodes):
        yield sorted(kept)
    above = title_nodes
    for _ in range(6):
        above = [max(int(columns.sequence.parent[at]), 0) for at in above]
        runs = by_key(above, title_nodes)
        if not 1 < len(runs) < len(title_nodes):
            continue
        first = sorted(run[0] for run in runs)
        yield first
        yield sorted(largest(columns, run) for run in runs)
        places = [*map(title_nodes.index, first), len(title_nodes)]
        if all(after - at > 1 for at, after in pairwise(places)):
            yield [title_nodes[at + 1] for at in places[:-1]]


def by_key(keys: list[int] | list[int | str], title_nodes: list[int]) -> list[list[int]]:
    runs: dict[int | str, list[int]] = {}
    for key, at in zip(keys, title_nodes):
        runs.setdefault(key, []).append(at)
    return list(runs.values())


def largest(columns: NodeColumns, run: list[int]) -> int:
    return max(run, key=lambda at: int(columns.text_width[at]))


@given(pages())
def test_groups_are_reduced_together_as_one_by_one(html: str) -> None:
    titles = titles_of(html)
    found = grouping.group_titles(titles)
    alone = [part for each in found for part in grouping.one_per_item(titles.columns, [each])]
    assert list(map(list, grouping.one_per_item(titles.columns, found))) == list(map(list, alone))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grouping, "_AT_ONCE", 5)
        assert list(map(list, grouping.one_per_item(titles.columns, found))) == list(
            map(list, alone)
        )


def test_groups_are_split_where_the_page_branches() -> None:
    box = "<ul>" + "<li><a href=/x>x</a>" * 2 + "</ul>"
    titles = titles_of(f"<div>{box * 2}</div><div>{box}</div>")
    sizes = {len(found) for found in grouping._parts(titles.columns, [titles.node])}
    assert sizes == {4, 2}
    again = [list(part) for part in grouping._parts(titles.columns, [titles.node, titles.node])]
    assert again == [list(part) for part in grouping._parts(titles.columns, [titles.node])]


@given(pages())
def test_nearest_marked_ancestor_equals_a_plain_search(html: str) -> None:
    columns = titles_of(html).columns
    for at in range(len(columns)):
        node = at
        while node >= 0 and columns.sequence.tag[node] != "h3":
            node = int(columns.sequence.parent[node])
        assert columns.heading[at] == node


@given(st.text("ab1-_./ ", min_size=1, max_size=6))
def test_relative_link_in_the_same_folder_is_resolved_correctly(href: str) -> None:
    for base in (URL, "https://made.example", "", "https://made.example/a/../b//c?d/e"):
        row = node_sequence(parse(f"<a href='{href}'>x</a>"))
        target = link_targets(row, base, base)[-2]
        assert (target.address if target else None) == safe_url(base, href)


def measured_items() -> measured.CandidateItems:
    html = "".join(f"<p class={'ab'[n % 2]}>{link(n % 7)}</p>" for n in range(30))
    titles = titles_of(html)
    page = PageColumns(
        titles.columns, titles, LinkColumns(titles.columns), PageDates(titles.columns, None, None)
    )
    return measured.CandidateItems(page, item_spans(titles.columns, grouping.group_titles(titles)))


def test_median_equals_that_of_each_group() -> None:
    items = measured_items()
    column = items.spans.title_node * 37 % 11 / 3
    parts = np.split(column, items.spans.first[1:-1])
    assert items.median(column).tolist() == pytest.approx([median(part.tolist()) for part in parts])


@pytest.mark.parametrize("roomy", [0, 1000])
def test_equal_values_are_counted_within_their_group(
    roomy: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measured, "_ROOMY", roomy)
    items = measured_items()
    column = items.spans.title_node % 5 - 2
    pairs = list(zip(items.spans.group.tolist(), column.tolist()))
    assert items.alike(column).tolist() == [pairs.count(pair) for pair in pairs]
