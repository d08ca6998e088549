"""Groups of title candidates: complete, bounded, and equal to a plain definition."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from honbun.feeds import groups as grouping
from honbun.feeds.groups import group_titles, refine_groups
from tests.feeds.builders import LISTS, measured_items, titles_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from honbun.feeds.candidates import TitleCandidates
    from honbun.feeds.columns import NodeColumns, Numbers


def texts(titles: TitleCandidates, groups: Sequence[Numbers]) -> set[tuple[str, ...]]:
    """Groups as the texts of their titles."""
    text = dict(zip(titles.node.tolist(), titles.title))
    return {tuple(text[at] for at in group.tolist()) for group in groups}


def lists(groups: Sequence[Numbers]) -> list[list[int]]:
    return [group.tolist() for group in groups]


TWO = "<ul><li><a href=/{0}1>One</a><li><a href=/{0}2>Two</a></ul>"


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        (TWO.format("") + "<p><a href=/x/y/z>Three</a>", [("One", "Two")]),
        (TWO.format("a") + TWO.format("b"), [("One", "Two"), ("One", "Two", "One", "Two")]),
        ("<p class=t>One</p><p>x</p><p class=t>Two</p><p>y</p>", [("One", "Two")]),
        (
            "".join(f"<p class='t post-{n}'>{n} boats</p><p class=u{n}>x</p>" for n in (71, 72)),
            [("71 boats", "72 boats")],
        ),
        (
            "<p><a href=/a/1>One</a><p><a href=/b>x</a><p><a href=/a/2>Two</a><p><a href=/c>y</a>",
            [("One", "Two")],
        ),
        (
            "".join(f"<div><a href=/{n}>Boat {n}</a> <a href=/{n}>See</a></div>" for n in "12"),
            [("Boat 1", "Boat 2")],
        ),
        (
            "<p>2010-03-04<p>Boats float<p>2010-03-05<p>2010-03-06",
            [("2010-03-04", "2010-03-05", "2010-03-06")],
        ),
    ],
    ids=[
        "tag path",
        "separate and joint",
        "class",
        "digits in classes are ignored",
        "URL",
        "the longest link to a URL",
        "days",
    ],
)
def test_titles_that_are_alike_are_a_group(html: str, wanted: list[tuple[str, ...]]) -> None:
    titles = titles_of(html)
    assert set(wanted) <= texts(titles, group_titles(titles))


@pytest.mark.parametrize("html", ["", "<h1>Boats</h1>"])
def test_single_candidate_is_in_no_group(html: str) -> None:
    assert group_titles(titles_of(html)) == []


ROWS = "".join(f"<li>{n} May 2010 <a href=/news/{n}>Boat {n} floats</a>" for n in range(1, 5))
BOATS = tuple(f"Boat {n} floats" for n in range(1, 5))
UNDATED = "".join(f"<li><a href=/n/{n}/x>Boat {n} floats</a>" for n in range(1, 5))


@pytest.mark.parametrize(
    ("html", "dropped"),
    [
        (f"{ROWS}<li><a href=/news/all>All the boats</a>", "All the boats"),
        (f"{UNDATED}<li><a href=http://b.example/n/5/x>Buy boats</a>", "Buy boats"),
    ],
    ids=["without a date", "on another site"],
)
def test_item_that_lacks_what_others_have_is_dropped(html: str, dropped: str) -> None:
    titles = titles_of(f"<ul>{html}</ul>")
    known = group_titles(titles)
    items = measured_items(titles.columns, known)
    assert (*BOATS, dropped) in texts(titles, known)
    assert BOATS in texts(titles, [*known, *refine_groups(items, range(len(known)), known)])


def test_items_stay_if_few_have_a_property() -> None:
    titles = titles_of(f"<ul>{UNDATED}{UNDATED}</ul>".replace("<li>", "<li>1 May 2010 ", 2))
    known = group_titles(titles)
    items = measured_items(titles.columns, known)
    assert BOATS[:2] not in texts(titles, refine_groups(items, range(len(known)), known))


@given(LISTS)
def test_groups_are_distinct_ordered_and_have_two_candidates_or_more(html: str) -> None:
    """So are refined groups, which are new."""
    titles = titles_of(html)
    found = group_titles(titles)
    items = measured_items(titles.columns, found) if found else None
    refined = refine_groups(items, range(len(found)), found) if items else []
    every = [tuple(group) for group in lists([*found, *refined])]
    assert len(set(every)) == len(every)
    for group in every:
        assert len(group) > 1
        assert list(group) == sorted(set(group))
        assert set(group) <= set(titles.node.tolist())


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


@given(LISTS)
def test_groups_are_reduced_to_one_title_per_key(html: str) -> None:
    titles = titles_of(html)
    found = grouping.group_titles(titles)
    plain = [part for each in found for part in plainly_reduced(titles.columns, each.tolist())]
    assert lists(list(grouping.one_per_item(titles.columns, found))) == plain
    with pytest.MonkeyPatch.context() as patch:  # many groups are reduced in several batches
        patch.setattr(grouping, "_AT_ONCE", 5)
        assert lists(list(grouping.one_per_item(titles.columns, found))) == plain


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


def test_groups_are_split_where_the_page_branches() -> None:
    box = "<ul>" + "<li><a href=/x>x</a>" * 2 + "</ul>"
    titles = titles_of(f"<div>{box * 2}</div><div>{box}</div>")
    sizes = {len(found) for found in grouping._parts(titles.columns, [titles.node])}
    assert sizes == {4, 2}
    again = [list(part) for part in grouping._parts(titles.columns, [titles.node, titles.node])]
    assert again == [list(part) for part in grouping._parts(titles.columns, [titles.node])]
