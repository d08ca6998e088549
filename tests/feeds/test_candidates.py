"""Title candidates."""

from __future__ import annotations

import pytest
from hypothesis import given

from honbun.feeds.candidates import LONGEST, LONGEST_CARD, title_candidates
from tests.feeds.builders import LISTS, columns


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        (
            "<h3>A day</h3><p><b>Bold</b><p><a href=/x>A link</a><dl><dt>A term",
            ["A day", "Bold", "A link", "A term"],
        ),
        # Text inside a link or heading is no candidate of its own, but a link in a heading is.
        ("<h3><b>A</b> day</h3><a href=/x><p>A <i>card</i></p></a>", ["A day", "A card"]),
        ("<h3><a href=/x>A day</a></h3>", ["A day", "A day"]),
        # Links of pagers are none, but headings may have their words.
        *((f"<a href=/2>{t}</a>", []) for t in ("Older posts", "次へ", "2", "More", "Weiter »")),
        ("<h3><a href=/2>Next</a></h3>", ["Next", "Next"]),
        ("<a href=a.jpg>A picture</a><p hidden>x</p><h2></h2><a href=/x> </a>", []),
        (f"<p>{'word ' * 60}", []),
        (f"<h2>{'x' * LONGEST}", ["x" * LONGEST]),
        (f"<h2>{'x' * LONGEST}x", []),
        (f"<a href=/x>{'x' * LONGEST_CARD}", ["x" * LONGEST_CARD]),
        (f"<a href=/x>{'x' * LONGEST_CARD}x", []),
    ],
)
def test_links_headings_and_short_texts_are_candidates(html: str, wanted: list[str]) -> None:
    of = columns(html)
    spans = [(at, int(of.sequence.end[at])) for at in title_candidates(of).tolist()]
    assert [of.sequence.read([span]) for span in spans] == wanted


@given(LISTS)
def test_candidates_are_ordered_distinct_and_not_empty(html: str) -> None:
    of = columns(html)
    found = title_candidates(of).tolist()
    assert found == sorted(set(found))
    assert all(of.widths[of.sequence.end[at]] > of.widths[at] for at in found)
    assert not of.hidden[found].any()
    assert all(of.sequence.run[at] < 0 for at in found)
