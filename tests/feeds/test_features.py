"""Features of groups, compared with plain sums."""

from __future__ import annotations

from collections import Counter
from statistics import fmean, median
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honbun.feeds.candidates import TitleCandidates, title_candidates
from honbun.feeds.fields.date import PageDates
from honbun.feeds.groups import group_titles
from honbun.feeds.items import item_spans
from honbun.feeds.links import LinkColumns
from honbun.feeds.measure.features import all_features
from honbun.feeds.measure.items import CandidateItems
from honbun.feeds.measure.page import PageColumns, running
from honbun.feeds.model import GATE, PAGE_FEATURES, RANK
from tests.feeds.builders import LISTS, columns, nodes

if TYPE_CHECKING:
    from honbun.feeds.columns import NodeColumns, Numbers

URL = "https://a.example/news/"


def items(of: NodeColumns, grouped: list[Numbers]) -> CandidateItems:
    titles = TitleCandidates(of, title_candidates(of))
    return CandidateItems(
        PageColumns(of, titles, LinkColumns(of), PageDates(of, "en", None)), item_spans(of, grouped)
    )


def measured(html: str, tag: str, url: str = URL) -> dict[str, float]:
    """The features of one group: the elements with a tag."""
    of = columns(html, url)
    found = all_features(items(of, [np.array(nodes(of, tag), dtype=np.int64)]))
    return {name: float(column[0]) for name, column in found.items()}


@given(LISTS, st.data())
def test_group_statistics_equal_a_plain_count(html: str, data: st.DataObject) -> None:
    of = columns(html)
    grouped = group_titles(TitleCandidates(of, title_candidates(of)))[:20]
    if not grouped:
        return
    found = items(of, grouped)
    total = int(found.counts.sum())
    values = data.draw(st.lists(st.integers(-5, 5), min_size=total, max_size=total))
    column = np.array(values, dtype=np.int64)
    of_group = [values[a:b] for a, b in zip(found.spans.first, found.spans.first[1:])]
    assert found.sum(column).tolist() == [sum(each) for each in of_group]
    assert found.mean(column).tolist() == pytest.approx([fmean(each) for each in of_group])
    assert found.median(column).tolist() == [median(each) for each in of_group]
    assert found.alike(column).tolist() == [each.count(v) for each in of_group for v in each]
    assert found.mode(column).tolist() == pytest.approx(
        [max(Counter(each).values()) / len(each) for each in of_group]
    )
    assert found.distinct(column).tolist() == pytest.approx(
        [len(set(each)) / len(each) for each in of_group]
    )


@given(LISTS)
def test_every_feature_is_a_number_for_every_group(html: str) -> None:
    of = columns(html)
    grouped = group_titles(TitleCandidates(of, title_candidates(of)))
    if not grouped:
        return
    for name, column in all_features(items(of, grouped)).items():
        assert column.shape == (len(grouped),), name
        assert np.isfinite(column).all(), name


@given(LISTS)
@settings(max_examples=30)
def test_features_do_not_depend_on_other_groups(html: str) -> None:
    of = columns(html)
    grouped = group_titles(TitleCandidates(of, title_candidates(of)))[:8]
    if not grouped:
        return
    together = all_features(items(of, grouped))
    for number, group in enumerate(grouped):
        for name, column in all_features(items(of, [group])).items():
            assert column[0] == pytest.approx(together[name][number]), name


def test_sign_bounds_name_existing_features() -> None:
    known = set(measured("<li><a href=/1>x</a><li><a href=/2>y</a>", "a"))
    assert set(RANK.names) <= known
    assert set(GATE.names) <= known | {*PAGE_FEATURES, "score"}


def test_running_sums_start_at_zero() -> None:
    assert running(np.array([True, False, True])).tolist() == [0, 1, 1, 2]


LINKED = "".join(
    f"<li>{n} March 2010 <a href=/news/{n}>Boat number {n} floats</a></li>" for n in "987"
)


def test_list_of_dated_links_has_the_features_of_a_list() -> None:
    told = measured(f"<ul>{LINKED}</ul>", "a")
    like = {"count": np.log(3), "three": 1, "two": 0, "linked": 1, "site": 1, "dated": 1}
    like |= {"falling": 1, "unordered": 0, "even": 1, "below": 1, "own": 0, "link_same": 0}
    like |= {"same_unit": 1, "same_lead": 1, "aside": 0, "plain": 0, "title_same": 0, "covers": 1}
    assert {name: told[name] for name in like} == pytest.approx(like)


def test_features_against_a_list_are_found() -> None:
    menu = "<nav><a href=/1>Boats</a> <a href=/1>Boats</a></nav>"
    told = measured(menu, "a")
    assert (told["two"], told["aside"], told["short"], told["dated"]) == (1, 1, 1, 0)
    assert (told["title_same"], told["link_same"], told["same_line"]) == (0.5, 0.5, 0.5)


def test_links_elsewhere_without_dates_are_strays() -> None:
    html = "<li><a href=http://b.example/>Boats of others</a><li><a href=/x>Own boats</a>"
    assert measured(html, "a")["strays"] == 0.5
    assert measured(html.replace("<li>", "<li>1 May 2010 "), "a")["strays"] == 0


def test_fragments_without_dates_are_sections() -> None:
    assert measured("<h2 id=a>Boats</h2>x<h2 id=b>More boats</h2>y", "h2")["sections"] == 1
    assert measured("<h2>1 May 2010</h2>x<h2>2 May 2010</h2>y", "h2")["sections"] == 0


def test_unordered_days_are_detected() -> None:
    rows = "".join(f"<li>{n} March 2010 <a href=/{n}>Boat {n}</a></li>" for n in (5, 9, 3, 7))
    told = measured(rows, "a")
    assert told["unordered"] == pytest.approx(1 / 3)
    assert told["falling"] == 0


def test_days_that_restart_in_another_box_are_another_list() -> None:
    def boxes(*days: int) -> float:
        rows = [f"<li>{n} March 2010 <a href=/{n}>Boat {n}</a></li>" for n in days]
        return measured(f"<ul>{''.join(rows[:3])}</ul><ul>{''.join(rows[3:])}</ul>", "a")["resets"]

    assert boxes(9, 8, 7, 9, 8, 6) == 1
    assert boxes(9, 8, 7, 6, 5, 4) == 0


def test_alphabetical_order_shows_an_index() -> None:
    names = ["Abel", "Bach", "Carl", "Dorn", "Erle", "Funk"]
    rows = "".join(f"<li><a href=/{name}>{name}</a>" for name in names)
    assert measured(rows, "a")["alphabetical"] == 1
    mixed = "".join(f"<li><a href=/{name}>{name}</a>" for name in reversed(names))
    assert measured(mixed, "a")["alphabetical"] == 0


def test_heading_announces_a_selection() -> None:
    rows = "<li><a href=/1>Boat one</a><li><a href=/2>Boat two</a>"
    assert measured(f"<h2>Most read</h2><ul>{rows}</ul>", "a")["ranked"] == 1
    assert measured(f"<h2>Most read</h2><h2>News</h2><ul>{rows}</ul>", "a")["ranked"] == 0


def test_prose_beside_a_list_is_outside() -> None:
    html = f"<ul><li><a href=/1>x</a><li><a href=/2>y</a></ul><p>{'word ' * 40}</p>"
    assert measured(html, "a")["prose_outside"] > 0.9
    assert measured(f"<li><b>One</b> {'word ' * 40}<li><b>Two</b>", "b")["prose_outside"] == 0
