"""Articles that a cluster missed."""

from __future__ import annotations

from tests.papers.feed_001.page import DivPage

RAIN = "<div><h2>Rain</h2><p>It rained a lot.</p></div>"
SUN = "<div><h2>Sun</h2><p>The sun shone a lot.</p></div>"


def recovered(html: str) -> list[str]:
    """The titles of a cluster of the first two subtrees with those of all the others."""
    page = DivPage(html)
    candidate = page.candidates.best(page.divs[:2])
    assert candidate
    found = page.recovery.articles(candidate, page.divs)
    assert found == sorted(found)
    return [title for title, _ in page.read(found)]


def test_subtree_with_title_and_body_at_the_same_places_is_an_article() -> None:
    odd = "<div><img><h2>Wind</h2><p>The <b>wind</b> blew.</p><ul><li>a<li>b</ul></div>"
    assert recovered(RAIN + SUN + odd) == ["Rain", "Sun", "Wind"]


def test_subtree_without_a_body_is_not_an_article() -> None:
    assert recovered(RAIN + SUN + "<div><h2>Wind</h2></div>") == ["Rain", "Sun"]


def test_title_at_another_path_is_not_recovered() -> None:
    odd = "<div><nav><h2>Wind</h2></nav><p>The wind blew all day.</p></div>"
    assert recovered(RAIN + SUN + odd) == ["Rain", "Sun"]
    # The same path elsewhere in the subtree makes no difference.
    more = "<h2>Tags</h2>"
    assert recovered(RAIN + SUN + odd.replace("</div>", f"{more}</div>")) == ["Rain", "Sun"]


def test_text_shorter_than_its_title_is_not_a_body() -> None:
    assert recovered(RAIN + SUN + "<div><h2>Wind and more</h2><p>More.</p></div>") == [
        "Rain",
        "Sun",
    ]


def test_subtree_that_contains_an_article_is_not_an_article() -> None:
    outer = "<div><h2>Wind</h2><p>The wind blew a lot.</p>{0}</div>"
    page = DivPage(outer.format(RAIN + SUN))
    candidate = page.candidates.best(page.divs[1:])
    assert candidate
    assert page.recovery.articles(candidate, page.divs) == list(candidate.articles)
