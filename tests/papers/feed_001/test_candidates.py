"""Title and body of the subtrees of a cluster."""

from __future__ import annotations

from tests.papers.feed_001.page import DivPage


def test_title_and_body_are_at_corresponding_places() -> None:
    page = DivPage(
        "<div><h2>Rain</h2><p>It rained. A lot.</p></div>"
        "<div><header><h2>Sun</h2></header><p>The sun shone. A lot.</p></div>"
    )
    found = page.candidates.best(page.divs)
    assert found
    assert page.read(found.articles) == [
        ("Rain", "It rained. A lot."),
        ("Sun", "The sun shone. A lot."),
    ]


def test_candidate_that_meets_most_conditions_is_best() -> None:
    item = "<div><p>10 May 2008</p><h2>{0}</h2><p>It was {0} here. And there.</p><p>Tags.</p></div>"
    page = DivPage(item.format("Rain") + item.format("Sun"))
    found = page.candidates.best(page.divs)
    assert found
    assert page.read(found.articles) == [
        ("Rain", "It was Rain here. And there."),
        ("Sun", "It was Sun here. And there."),
    ]


def test_longest_of_equally_good_bodies_is_used() -> None:
    item = "<div><h2>{0}</h2><p>It was {0}.</p><p>It was {0} all day long.</p></div>"
    page = DivPage(item.format("Rain") + item.format("Sun"))
    found = page.candidates.best(page.divs)
    assert found
    assert [body for _, body in page.read(found.articles)] == [
        "It was Rain all day long.",
        "It was Sun all day long.",
    ]


def test_group_missing_in_one_subtree_is_neither_title_nor_body() -> None:
    page = DivPage("<div><h2>Rain</h2><p>It rained.</p></div><div><h2>Sun</h2></div>")
    assert page.candidates.best(page.divs) is None


def test_places_that_mappings_disagree_on_do_not_correspond() -> None:
    # The second <p> of the middle div maps to the last <p> of both others, which do not map to each
    # other.
    page = DivPage(
        "<div><p>a</p><h2>b</h2><p>c</p></div><div><p>d</p><p>e</p></div>"
        "<div><p>f</p><p>g</p><h2>h</h2></div>"
    )
    first, middle, last = page.divs
    places = page.subtrees.places
    second = 3
    there = places(middle, first)[second], places(middle, last)[second]
    assert places(first, last).get(there[0]) != there[1]
    assert page.candidates.best(page.divs) is None
    assert page.candidates.best(page.divs[:2])


def test_subtree_that_contains_another_of_its_cluster_is_not_an_article() -> None:
    item = "<div><h2>{0}</h2><p>It was {0}.</p></div>"
    page = DivPage(f"<div>{item.format('Rain')}</div>" + item.format("Sun"))
    found = page.candidates.best(page.divs)
    assert found
    assert [title for title, _ in page.read(found.articles)] == ["Rain", "Sun"]
