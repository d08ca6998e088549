"""Features of groups, compared with plain sums."""

from __future__ import annotations

from collections import Counter
from statistics import fmean, median
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.feeds import candidate_items as items
from honbun.feeds.features import all_features
from honbun.feeds.groups import group_titles
from tests.feeds.builders import LISTS, columns, measured_items, tagged, titles_of

if TYPE_CHECKING:
    from honbun.feeds.columns import NodeColumns, Numbers


def measured(html: str, tag: str) -> dict[str, float]:
    """The features of one group: the elements with a tag."""
    of = columns(html)
    found = all_features(measured_items(of, [tagged(of, tag)]))
    return {name: float(column[0]) for name, column in found.items()}


def grouped(html: str, most: int) -> tuple[NodeColumns, list[Numbers]]:
    titles = titles_of(html)
    return titles.columns, group_titles(titles)[:most]


@pytest.mark.parametrize("roomy", [0, items._ROOMY])
@given(html=LISTS, data=st.data())
def test_group_statistics_equal_a_plain_count(roomy: int, html: str, data: st.DataObject) -> None:
    of, groups = grouped(html, 20)
    if not groups:
        return
    found = measured_items(of, groups)
    total = int(found.counts.sum())
    values = data.draw(st.lists(st.integers(-5, 5), min_size=total, max_size=total))
    column = np.array(values, dtype=np.int64)
    of_group = [values[a:b] for a, b in zip(found.spans.first, found.spans.first[1:])]
    assert found.sum(column).tolist() == [sum(each) for each in of_group]
    assert found.mean(column).tolist() == pytest.approx([fmean(each) for each in of_group])
    assert found.median(column).tolist() == [median(each) for each in of_group]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(items, "_ROOMY", roomy)
        assert found.alike(column).tolist() == [each.count(v) for each in of_group for v in each]
    assert found.mode(column).tolist() == pytest.approx(
        [max(Counter(each).values()) / len(each) for each in of_group]
    )
    assert found.distinct(column).tolist() == pytest.approx(
        [len(set(each)) / len(each) for each in of_group]
    )


@given(LISTS)
def test_features_are_numbers_and_do_not_depend_on_other_groups(html: str) -> None:
    of, groups = grouped(html, 8)
    if not groups:
        return
    together = all_features(measured_items(of, groups))
    for name, column in together.items():
        assert column.shape == (len(groups),), name
        assert np.isfinite(column).all(), name
    for number, group in enumerate(groups[:3]):
        for name, column in all_features(measured_items(of, [group])).items():
            assert column[0] == pytest.approx(together[name][number]), name


LINKED = "".join(
    f"<li>{n} March 2010 <a href=/news/{n}>Boat number {n} floats</a></li>" for n in "987"
)


def test_list_of_dated_links_has_the_features_of_a_list() -> None:
    found = measured(f"<ul>{LINKED}</ul>", "a")
    like = {"count": np.log(3), "three": 1, "two": 0, "linked": 1, "site": 1, "dated": 1}
    like |= {"falling": 1, "unordered": 0, "even": 1, "below": 1, "own": 0, "link_same": 0}
    like |= {"same_unit": 1, "same_lead": 1, "aside": 0, "plain": 0, "title_same": 0, "covers": 1}
    assert {name: found[name] for name in like} == pytest.approx(like)


def boats(*days: int) -> str:
    return "".join(f"<li>{n} March 2010 <a href=/{n}>Boat {n}</a></li>" for n in days)


def names(initials: str) -> str:
    return "".join(f"<li><a href=/{name}>{name}ach</a>" for name in initials)


MENU = "<nav><a href=/1>Boats</a> <a href=/1>Boats</a></nav>"
MENU_FEATURES: dict[str, float] = {"two": 1, "aside": 1, "short": 1, "dated": 0}
MENU_FEATURES |= {"title_same": 0.5, "link_same": 0.5, "same_line": 0.5}
ELSEWHERE = "<li>{0}<a href=http://b.example/>Others</a><li>{0}<a href=/x>Own boats</a>"


@pytest.mark.parametrize(
    ("html", "tag", "like"),
    [
        (MENU, "a", MENU_FEATURES),
        (ELSEWHERE.format(""), "a", {"strays": 0.5}),
        (ELSEWHERE.format("1 May 2010 "), "a", {"strays": 0}),
        ("<h2 id=a>Boats</h2>x<h2 id=b>More boats</h2>y", "h2", {"sections": 1}),
        ("<h2>1 May 2010</h2>x<h2>2 May 2010</h2>y", "h2", {"sections": 0}),
        (boats(5, 9, 3, 7), "a", {"unordered": 1 / 3, "falling": 0}),
        # Days that restart in another box are another list.
        (f"<ul>{boats(9, 8, 7)}</ul><ul>{boats(9, 8, 6)}</ul>", "a", {"resets": 1}),
        (f"<ul>{boats(9, 8, 7)}</ul><ul>{boats(6, 5, 4)}</ul>", "a", {"resets": 0}),
        (names("ABCDEF"), "a", {"alphabetical": 1}),
        (names("FEDCBA"), "a", {"alphabetical": 0}),
        (f"<h2>Most read</h2><ul>{names('BA')}</ul>", "a", {"ranked": 1}),
        (f"<h2>Most read</h2><h2>News</h2><ul>{names('BA')}</ul>", "a", {"ranked": 0}),
        (f"<li><b>One</b> {'word ' * 40}<li><b>Two</b>", "b", {"prose_outside": 0}),
    ],
)
def test_features_have_their_values(html: str, tag: str, like: dict[str, float]) -> None:
    found = measured(html, tag)
    assert {name: found[name] for name in like} == pytest.approx(like)


def test_prose_beside_a_list_is_outside() -> None:
    assert measured(f"<ul>{names('AB')}</ul><p>{'word ' * 40}</p>", "a")["prose_outside"] > 0.9
