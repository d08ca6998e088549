"""Leads: which nodes may be titles."""

from __future__ import annotations

import pytest
from hypothesis import given

from honbun.feeds.candidates import LONGEST, LONGEST_CARD, title_candidates
from tests.feeds.soup import LISTS, columns


def read(html: str) -> list[str]:
    of = columns(html)
    return [
        of.sequence.read([(at, int(of.sequence.end[at]))]) for at in title_candidates(of).tolist()
    ]


def test_links_headings_and_short_texts_lead() -> None:
    html = "<h3>A day</h3><p><b>Bold</b><p><a href=/x>A link</a><dl><dt>A term"
    assert read(html) == ["A day", "Bold", "A link", "A term"]


def test_what_stands_in_a_link_or_heading_speaks_through_it() -> None:
    assert read("<h3><b>A</b> day</h3><a href=/x><p>A <i>card</i></p></a>") == ["A day", "A card"]


def test_a_link_in_a_heading_leads_as_well() -> None:
    assert read("<h3><a href=/x>A day</a></h3>") == ["A day", "A day"]


@pytest.mark.parametrize("text", ["Older posts", "次へ", "2", "More", "Weiter »"])
def test_links_that_turn_the_page_do_not_lead(text: str) -> None:
    assert read(f"<a href=/2>{text}</a>") == []


def test_a_heading_may_say_what_else_turns_the_page() -> None:
    assert read("<h3><a href=/2>Next</a></h3>") == ["Next", "Next"]


def test_pictures_hidden_things_and_empty_ones_do_not_lead() -> None:
    assert read("<a href=a.jpg>A picture</a><p hidden>x</p><h2></h2><a href=/x> </a>") == []


def test_running_text_does_not_lead() -> None:
    assert read(f"<p>{'word ' * 60}") == []


@pytest.mark.parametrize(("tag", "most"), [("h2", LONGEST), ("a href=/x", LONGEST_CARD)])
def test_no_lead_is_longer_than_any_title(tag: str, most: int) -> None:
    assert len(read(f"<{tag}>{'x' * most}")) == 1
    assert read(f"<{tag}>{'x' * (most + 1)}") == []


@given(LISTS)
def test_leads_come_in_order_once_and_have_text(html: str) -> None:
    of = columns(html)
    found = title_candidates(of).tolist()
    assert found == sorted(set(found))
    assert all(of.widths[of.sequence.end[at]] > of.widths[at] for at in found)
    assert not of.hidden[found].any()
    assert all(of.sequence.run[at] < 0 for at in found)
