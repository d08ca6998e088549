"""Groups: leads that are made alike."""

from __future__ import annotations

from hypothesis import given

from honbun.feeds.candidates import TitleCandidates, title_candidates
from honbun.feeds.groups import group_titles
from tests.feeds.soup import LISTS, columns


def read(html: str) -> set[tuple[str, ...]]:
    """The groups of a page by what their leads say."""
    of = columns(html)
    titles = TitleCandidates(of, title_candidates(of))
    said = dict(zip(titles.node.tolist(), titles.title))
    return {tuple(said[at] for at in group.tolist()) for group in group_titles(titles)}


@given(LISTS)
def test_groups_are_of_two_or_more_leads_in_order_and_none_comes_twice(html: str) -> None:
    of = columns(html)
    known = title_candidates(of)
    found = [tuple(group.tolist()) for group in group_titles(TitleCandidates(of, known))]
    assert len(set(found)) == len(found)
    for group in found:
        assert len(group) > 1
        assert list(group) == sorted(set(group))
        assert set(group) <= set(known.tolist())


def test_what_comes_once_is_in_no_group() -> None:
    assert read("<h1>Boats</h1>") == set()


def test_links_on_one_way_of_tags_are_a_group() -> None:
    html = "<ul><li><a href=/1>One</a><li><a href=/2>Two</a></ul><p><a href=/x/y/z>Three</a>"
    assert ("One", "Two") in read(html)


def test_lists_that_are_made_alike_are_groups_apart_and_together() -> None:
    one = "<ul><li><a href=/1>One</a><li><a href=/2>Two</a></ul>"
    other = "<ul><li><a href=/3>Three</a><li><a href=/4>Four</a></ul>"
    found = read(one + other)
    assert {("One", "Two"), ("Three", "Four"), ("One", "Two", "Three", "Four")} <= found


def test_a_class_tells_leads_apart() -> None:
    html = "<p class=t>One</p><p>x</p><p class=t>Two</p><p>y</p>"
    assert ("One", "Two") in read(html)


def test_numbers_in_classes_do_not_tell_leads_apart() -> None:
    rows = "".join(f"<p class='t post-{n}'>{n} boats</p><p class=u{n}>x</p>" for n in (71, 72))
    assert ("71 boats", "72 boats") in read(rows)


def test_addresses_tell_leads_apart() -> None:
    html = "<p><a href=/a/1>One</a><p><a href=/b>x</a><p><a href=/a/2>Two</a><p><a href=/c>y</a>"
    assert ("One", "Two") in read(html)


def test_of_links_to_one_address_the_one_that_says_most_is_kept() -> None:
    html = "".join(
        f"<div><a href=/{n}>Boat {n} floats</a> <a href=/{n}>Read</a></div>" for n in "12"
    )
    assert ("Boat 1 floats", "Boat 2 floats") in read(html)


def test_where_most_titles_are_days_the_days_are_a_group() -> None:
    html = "<p>2010-03-04<p>Boats float<p>2010-03-05<p>2010-03-06"
    assert ("2010-03-04", "2010-03-05", "2010-03-06") in read(html)
