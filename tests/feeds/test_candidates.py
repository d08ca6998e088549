"""Title candidates."""

from __future__ import annotations

import pytest
from hypothesis import given

from honbun.feeds.candidates import LONGEST, LONGEST_CARD, title_candidates
from tests.feeds.builders import LISTS, columns


def read(html: str) -> list[str]:
    of = columns(html)
    return [
        of.sequence.read([(at, int(of.sequence.end[at]))]) for at in title_candidates(of).tolist()
    ]


def test_links_headings_and_short_texts_are_candidates() -> None:
    html = "<h3>A day</h3><p><b>Bold</b><p><a href=/x>A link</a><dl><dt>A term"
    assert read(html) == ["A day", "Bold", "A link", "A term"]


def test_text_inside_a_link_or_heading_is_no_candidate_of_its_own() -> None:
    assert read("<h3><b>A</b> day</h3><a href=/x><p>A <i>card</i></p></a>") == ["A day", "A card"]


def test_link_inside_a_heading_is_a_candidate() -> None:
    assert read("<h3><a href=/x>A day</a></h3>") == ["A day", "A day"]


@pytest.mark.parametrize("text", ["Older posts", "次へ", "2", "More", "Weiter »"])
def test_pager_links_are_no_candidates(text: str) -> None:
    assert read(f"<a href=/2>{text}</a>") == []


def test_heading_may_have_the_words_of_a_pager() -> None:
    assert read("<h3><a href=/2>Next</a></h3>") == ["Next", "Next"]


def test_images_hidden_and_empty_elements_are_no_candidates() -> None:
    assert read("<a href=a.jpg>A picture</a><p hidden>x</p><h2></h2><a href=/x> </a>") == []


def test_running_text_is_no_candidate() -> None:
    assert read(f"<p>{'word ' * 60}") == []


@pytest.mark.parametrize(("tag", "most"), [("h2", LONGEST), ("a href=/x", LONGEST_CARD)])
def test_no_candidate_is_longer_than_a_title(tag: str, most: int) -> None:
    assert len(read(f"<{tag}>{'x' * most}")) == 1
    assert read(f"<{tag}>{'x' * (most + 1)}") == []


@given(LISTS)
def test_candidates_are_ordered_distinct_and_not_empty(html: str) -> None:
    of = columns(html)
    found = title_candidates(of).tolist()
    assert found == sorted(set(found))
    assert all(of.widths[of.sequence.end[at]] > of.widths[at] for at in found)
    assert not of.hidden[found].any()
    assert all(of.sequence.run[at] < 0 for at in found)
