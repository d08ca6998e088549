"""Refined groups: without what lacks what most have."""

from __future__ import annotations

from hypothesis import given

from honbun.feeds.candidates import TitleCandidates, title_candidates
from honbun.feeds.fields.date import PageDates
from honbun.feeds.groups import group_titles, refine_groups
from honbun.feeds.items import item_spans
from honbun.feeds.links import LinkColumns
from honbun.feeds.measure.items import CandidateItems
from honbun.feeds.measure.page import PageColumns
from tests.feeds.soup import LISTS, columns


def found(html: str) -> tuple[set[tuple[str, ...]], set[tuple[str, ...]]]:
    """The groups of a page, and what is made of them, by what their leads say."""
    of = columns(html)
    titles = TitleCandidates(of, title_candidates(of))
    known = group_titles(titles)
    items = CandidateItems(
        PageColumns(of, titles, LinkColumns(of), PageDates(of, None, None)), item_spans(of, known)
    )
    made = refine_groups(items, range(len(known)), known)
    said = dict(zip(titles.node.tolist(), titles.title))
    before, after = (
        {tuple(said[at] for at in group.tolist()) for group in each} for each in (known, made)
    )
    return before, after


ROWS = "".join(f"<li>{n} May 2010 <a href=/news/{n}>Boat {n} floats</a>" for n in range(1, 5))
BOATS = tuple(f"Boat {n} floats" for n in range(1, 5))


def test_an_item_without_a_date_is_left_out() -> None:
    before, after = found(f"<ul>{ROWS}<li><a href=/news/all>All the boats</a></ul>")
    assert (*BOATS, "All the boats") in before
    assert BOATS in before | after


def test_an_item_that_leads_to_another_site_is_left_out() -> None:
    rows = "".join(f"<li><a href=/n/{n}/x>Boat {n} floats</a>" for n in range(1, 5))
    html = f"<ul>{rows}<li><a href=http://b.example/n/5/x>Buy boats</a></ul>"
    assert BOATS in set.union(*found(html))


def test_where_few_have_something_the_others_stay() -> None:
    html = "<ul>" + "".join(f"<li><a href=/n/{n}>Boat {n}</a>" for n in "123456") + "</ul>"
    html = html.replace("<li>", "<li>1 May 2010 ", 2)
    assert ("Boat 1", "Boat 2") not in set.union(*found(html))


@given(LISTS)
def test_what_is_made_of_groups_is_new_and_of_leads(html: str) -> None:
    of = columns(html)
    titles = TitleCandidates(of, title_candidates(of))
    known = group_titles(titles)
    if not known:
        return
    items = CandidateItems(
        PageColumns(of, titles, LinkColumns(of), PageDates(of, None, None)), item_spans(of, known)
    )
    made = [tuple(group.tolist()) for group in refine_groups(items, range(len(known)), known)]
    assert len(set(made)) == len(made)
    assert not set(made) & {tuple(group.tolist()) for group in known}
    for group in made:
        assert len(group) > 1
        assert list(group) == sorted(set(group))
        assert set(group) <= set(titles.node.tolist())
