"""Groups of title candidates."""

from __future__ import annotations

from hypothesis import given

from honbun.feeds.candidates import TitleCandidates, title_candidates
from honbun.feeds.fields.date import PageDates
from honbun.feeds.groups import group_titles, refine_groups
from honbun.feeds.items import item_spans
from honbun.feeds.links import LinkColumns
from honbun.feeds.measure.items import CandidateItems
from honbun.feeds.measure.page import PageColumns
from tests.feeds.builders import LISTS, columns


def read(html: str) -> set[tuple[str, ...]]:
    """The groups of a page as texts."""
    of = columns(html)
    titles = TitleCandidates(of, title_candidates(of))
    said = dict(zip(titles.node.tolist(), titles.title))
    return {tuple(said[at] for at in group.tolist()) for group in group_titles(titles)}


@given(LISTS)
def test_groups_are_ordered_distinct_and_have_two_titles_or_more(html: str) -> None:
    of = columns(html)
    known = title_candidates(of)
    found = [tuple(group.tolist()) for group in group_titles(TitleCandidates(of, known))]
    assert len(set(found)) == len(found)
    for group in found:
        assert len(group) > 1
        assert list(group) == sorted(set(group))
        assert set(group) <= set(known.tolist())


def test_single_candidate_is_in_no_group() -> None:
    assert read("<h1>Boats</h1>") == set()


def test_links_with_the_same_tag_path_are_a_group() -> None:
    html = "<ul><li><a href=/1>One</a><li><a href=/2>Two</a></ul><p><a href=/x/y/z>Three</a>"
    assert ("One", "Two") in read(html)


def test_lists_with_the_same_markup_are_separate_and_joint_groups() -> None:
    one = "<ul><li><a href=/1>One</a><li><a href=/2>Two</a></ul>"
    other = "<ul><li><a href=/3>Three</a><li><a href=/4>Four</a></ul>"
    found = read(one + other)
    assert {("One", "Two"), ("Three", "Four"), ("One", "Two", "Three", "Four")} <= found


def test_class_separates_candidates() -> None:
    html = "<p class=t>One</p><p>x</p><p class=t>Two</p><p>y</p>"
    assert ("One", "Two") in read(html)


def test_digits_in_classes_do_not_separate_candidates() -> None:
    rows = "".join(f"<p class='t post-{n}'>{n} boats</p><p class=u{n}>x</p>" for n in (71, 72))
    assert ("71 boats", "72 boats") in read(rows)


def test_urls_separate_candidates() -> None:
    html = "<p><a href=/a/1>One</a><p><a href=/b>x</a><p><a href=/a/2>Two</a><p><a href=/c>y</a>"
    assert ("One", "Two") in read(html)


def test_longest_link_to_a_url_is_kept() -> None:
    html = "".join(
        f"<div><a href=/{n}>Boat {n} floats</a> <a href=/{n}>Read</a></div>" for n in "12"
    )
    assert ("Boat 1 floats", "Boat 2 floats") in read(html)


def test_days_are_a_group_if_most_titles_are_days() -> None:
    html = "<p>2010-03-04<p>Boats float<p>2010-03-05<p>2010-03-06"
    assert ("2010-03-04", "2010-03-05", "2010-03-06") in read(html)


def found(html: str) -> tuple[set[tuple[str, ...]], set[tuple[str, ...]]]:
    """The groups of a page and the refined ones, as texts."""
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


def test_item_without_a_date_is_dropped() -> None:
    before, after = found(f"<ul>{ROWS}<li><a href=/news/all>All the boats</a></ul>")
    assert (*BOATS, "All the boats") in before
    assert BOATS in before | after


def test_item_that_links_to_another_site_is_dropped() -> None:
    rows = "".join(f"<li><a href=/n/{n}/x>Boat {n} floats</a>" for n in range(1, 5))
    html = f"<ul>{rows}<li><a href=http://b.example/n/5/x>Buy boats</a></ul>"
    assert BOATS in set.union(*found(html))


def test_items_stay_if_few_have_a_property() -> None:
    html = "<ul>" + "".join(f"<li><a href=/n/{n}>Boat {n}</a>" for n in "123456") + "</ul>"
    html = html.replace("<li>", "<li>1 May 2010 ", 2)
    assert ("Boat 1", "Boat 2") not in set.union(*found(html))


@given(LISTS)
def test_refined_groups_are_new_and_consist_of_candidates(html: str) -> None:
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
