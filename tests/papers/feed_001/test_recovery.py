"""Articles that a cluster missed."""

from __future__ import annotations

from tests.papers.feed_001.page import Made

RAIN = "<div><h2>Rain</h2><p>It rained a lot.</p></div>"
SUN = "<div><h2>Sun</h2><p>The sun shone a lot.</p></div>"


def recovered(html: str) -> list[str]:
    """The titles of a cluster of the first two subtrees with those of all the others."""
    page = Made(html)
    candidate = page.candidates.best(page.divs[:2])
    assert candidate
    found = page.recovery.articles(candidate, page.divs)
    assert found == sorted(found)
    return [title for title, _ in page.read(found)]


def test_subtree_with_title_and_body_at_the_same_places_is_an_article() -> None:
    odd = "<div><img><h2>Wind</h2><p>The <b>wind</b> blew.</p><ul><li>a<li>b</ul></div>"
    assert recovered(RAIN + SUN + odd) == ["Rain", "Sun", "Wind"]


def test_subtree_without_a_body_is_none() -> None:
    assert recovered(RAIN + SUN + "<div><h2>Wind</h2></div>") == ["Rain", "Sun"]


def test_other_labels_on_the_way_are_another_structure() -> None:
    odd = "<div><nav><h2>Wind</h2></nav><p>The wind blew all day.</p></div>"
    assert recovered(RAIN + SUN + odd) == ["Rain", "Sun"]
    # Nor does it help to have such a way elsewhere.
    more = "<h2>Tags</h2>"
    assert recovered(RAIN + SUN + odd.replace("</div>", f"{more}</div>")) == ["Rain", "Sun"]


def test_body_that_is_shorter_than_its_title_is_none() -> None:
    assert recovered(RAIN + SUN + "<div><h2>Wind and more</h2><p>More.</p></div>") == [
        "Rain",
        "Sun",
    ]


def test_what_holds_an_article_is_none_itself() -> None:
    outer = "<div><h2>Wind</h2><p>The wind blew a lot.</p>{0}</div>"
    page = Made(outer.format(RAIN + SUN))
    candidate = page.candidates.best(page.divs[1:])
    assert candidate
    assert page.recovery.articles(candidate, page.divs) == list(candidate.articles)
