"""Dates and bylines that a page shows."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from honbun.html.blocks import split
from honbun.html.parse import parse
from honbun.metadata import visible
from honbun.metadata.declared import DeclaredMetadata
from honbun.metadata.visible import (
    LONGEST,
    ShownDate,
    ShownName,
    VisibleCandidates,
    visible_candidates,
)
from honbun.text.dates import Order, read


def candidates(html: str, *authors: str) -> VisibleCandidates:
    declared = DeclaredMetadata(author_lists=(authors,) if authors else ())
    return visible_candidates(split(parse(f"<body>{html}")), declared)


def sizes(html: str, *authors: str) -> tuple[int, int]:
    """Characters of a paragraph that state a date, and that name an author."""
    found = candidates(f"<p>{html}</p>", *authors)
    assert found.dated.keys() | found.signed.keys() <= {1}
    return found.dated.get(1, 0), found.signed.get(1, 0)


@pytest.mark.parametrize(
    ("html", "characters"),
    [
        ("3 May 2008", 8),
        ("Posted on 3 May 2008", 16),  # one run: the words belong to the date
        ("<span>3 May 2008</span> <a href=/x>Boats</a>", 8),
        ("<a href=/x>Boats</a> <span>3 May 2008</span> <span>7 comments</span>", 8),
        ("<time>a while ago</time> in Boats", 9),
        ("<time><b>3</b> May</time>", 4),
        ("3 hours ago", 9),
        ("2008年5月3日", 9),
        ("May 2008", 7),
        ("<b>3</b> <i>May</i> <u>2008</u>", 8),
    ],
)
def test_run_with_a_date_is_dated(html: str, characters: int) -> None:
    assert sizes(html) == (characters, 0)


@pytest.mark.parametrize(
    "html",
    [
        *("Boats", "7 comments", "at 9:30", "Version 2.1", ""),
        "We sailed on <b>3</b> <i>May</i> <u>2008</u>",
        "On 1 May 1908 fourteen boats left the old harbour for the islands",
        "3 May 2008 " * (LONGEST // 11 + 1),
    ],
)
def test_text_without_a_date_and_long_text_is_not_dated(html: str) -> None:
    assert sizes(html)[0] == 0


@pytest.mark.parametrize(
    ("html", "characters", "byline"),
    [
        ("By Ada Penrose", 12, "By Ada Penrose"),
        ("by <a href=/ada>Ada Penrose</a>", 12, "by Ada Penrose"),
        ("by <a href=/ada>Ada Penrose</a> in <a href=/x>Boats</a>", 12, "by Ada Penrose"),
        ("By <a>Ada Penrose</a> and <a>Bo Tregear</a>", 24, "By Ada Penrose and Bo Tregear"),
        ("By <a>Ada Penrose</a>, <a>Bo Tregear</a>", 22, "By Ada Penrose , Bo Tregear"),
        ("<a rel=author href=/ada>Ada Penrose</a> in <a>Boats</a>", 10, "Ada Penrose"),
        ("文：山田花子", 6, "文：山田花子"),
    ],
)
def test_author_is_recognised_by_markup_or_a_preceding_word(
    html: str, characters: int, byline: str
) -> None:
    assert sizes(html) == (0, characters)
    assert candidates(f"<p>{html}").names[0].text == byline


@pytest.mark.parametrize(
    "html",
    [
        "<b>Ada Penrose</b>",
        "By and by, so the old song goes, all the ships of that long summer came home to us",
    ],
)
def test_other_names_and_sentences_are_no_bylines(html: str) -> None:
    assert candidates(f"<p>{html}").names == ()


def test_declared_author_is_recognised_by_name() -> None:
    assert sizes("ADA PENROSE, editor", "Ada Penrose") == (0, 17)
    assert sizes("Ada Penrose", "Bo Tregear") == (0, 0)
    assert sizes("When Ada Penrose came to the harbour it was dark", "Ada Penrose") == (0, 0)


def test_label_in_a_block_of_its_own_announces_the_next_block_with_text() -> None:
    found = candidates("<p>Written by</p><div><p>Ada Penrose</p></div><p>Bo Tregear</p>")
    assert ShownName(3, "Ada Penrose", "label") in found.names
    assert all(name.block != 4 for name in found.names)


def test_class_of_authors_and_links_to_authors_are_weaker_signs() -> None:
    found = candidates(
        "<p class=post-author>Ada Penrose</p><p class=authority>Bo</p>"
        "<p><a href=/author/bo>Bo Tregear</a></p><p><a href=/autumn/x>Leaves</a></p>"
    )
    assert found.names == (ShownName(1, "Ada Penrose", "named"), ShownName(3, "Bo Tregear", "link"))
    assert found.signed == {}


def test_line_with_a_date_may_have_a_byline_before_or_after_it() -> None:
    found = candidates("<p>By Ada Penrose, 3 May 2008</p><p>posted on 3 May 2008 by Bo Tregear</p>")
    assert found.names == (
        ShownName(1, "By Ada Penrose,", "label"),
        ShownName(2, "by Bo Tregear", "label"),
    )


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("Published 3 May 2008", [("3 May 2008", "announced")]),
        ("Published in London, 3 May 2008", [("3 May 2008", "published")]),
        ("Updated 4 May 2008", [("4 May 2008", "modified")]),
        ("<b>Updated:</b> <i>4 May 2008</i>", [("4 May 2008", "modified")]),
        ("最終更新日：2008年5月4日", [("2008年5月4日", "modified")]),
        (
            "3 May 2008, updated 4 May 2008",
            [("3 May 2008", "published"), ("4 May 2008", "modified")],
        ),
        ("© Harbour Press, 3 May 2008", [("3 May 2008", "copyright")]),
        ("<time datetime=2008-05-03T09:30>today</time>", [("2008-05-03T09:30", "published")]),
        ("<time>3 May 2008</time>", [("3 May 2008", "published")]),
    ],
)
def test_words_before_a_date_say_what_it_is(html: str, expected: list[tuple[str, str]]) -> None:
    dates = candidates(f"<p>{html}").dates
    assert [date[:3] for date in dates] == [ShownDate(1, text, kind)[:3] for text, kind in expected]


def test_order_of_numeric_dates_follows_from_all_of_them() -> None:
    assert candidates("<p>03/04/2008<p>25/04/2008").order("en") is Order.DMY
    assert candidates("<p>03/04/2008").order("en-US") is Order.MDY


@pytest.mark.parametrize(
    ("label", "kind"),
    [("Created:", "announced"), ("发布日期：", "announced"), ("Updated", "modified")],
)
def test_label_in_the_cell_before_says_which_date_follows(label: str, kind: str) -> None:
    found = candidates(f"<table><tr><th>{label}<td>3 May 2008</table>").dates
    assert [(date.text, date.kind) for date in found] == [("3 May 2008", kind)]
    found = candidates(f"<p>{label} is a word of a sentence.</p><p>3 May 2008").dates
    assert [date.kind for date in found] == ["published"]


def test_day_that_readers_see_is_used_in_place_of_a_moment_in_utc() -> None:
    html = "<p><time datetime=2019-07-31T15:00:00Z>{}</time>"
    shown = ("2019.08.01", "1 August 2019", "31 July 2019", "Wednesday")
    found = [candidates(html.format(text)).dates[0].text for text in shown]
    assert found == [*shown[:2], "2019-07-31T15:00:00Z", "2019-07-31T15:00:00Z"]


def test_line_of_a_long_block_at_the_title_is_searched() -> None:
    text = "The tide was low and the boats lay on the sand. " * 5
    blocks = split(parse(f"<h1>Boats</h1><div>17 January 2012<br><br>{text}<br>8 May 2010</div>"))
    title = next(block for block in range(len(blocks)) if blocks.text(block) == "Boats")
    found = visible_candidates(blocks, DeclaredMetadata(), title)
    assert [date.text for date in found.dates] == ["17 January 2012", "8 May 2010"]
    assert not found.dated
    assert not visible_candidates(blocks, DeclaredMetadata()).dates


def test_candidates_are_packed_and_unpacked() -> None:
    found = candidates("<p>By Ada Penrose</p><p>3 May 2008</p>")
    assert found.dates
    assert found.names
    assert VisibleCandidates.unpack(found.pack()) == found


@given(
    st.lists(
        st.sampled_from(
            "3 May 2008|2008年5月3日|2008-05-03|03/04/2008|12/25/08|9:30|3 hours ago|May 2008|mai|"
            "at|,|Posted|10.12.|Sat|T|Z|2008|(平成20年)|\n |－".split("|")
        ),
        min_size=1,
        max_size=5,
    ).map(" ".join)
)
@example("3  May\n2008")
@example("10 Dec 08 people")
def test_value_of_a_date_is_that_of_its_text_in_any_order_and_language(line: str) -> None:
    for date in candidates(f"<p>{line}").dates:
        for order in (None, *Order):
            for language in (None, "en-US", "de", "ja"):
                assert date.value in (None, read(date.text, order=order, language=language))


def test_value_of_a_date_is_known_unless_something_else_decides() -> None:
    shown = candidates("<p>3 May 2008<p>03/04/2008<p>3 hours ago<p>2008年5月3日").dates
    assert [date.value for date in shown] == ["2008-05-03", None, None, "2008-05-03"]


_LIKE_DATE = (
    r"[12]\d{3}",
    "[年月日년월일]",
    r"\d[./-]\s?\d{1,2}[./-]",
    r"[^\W\d_]{3}[.,]?\s?\d{1,2}(?!\d)",
    r"\d\S{0,2}\s(?:d[ei]l?\s|of\s)?[^\W\d_]{3}",
    r"\d\s?[^\W\d_a-z]",
)


@given(st.text("12309abZé年日_.-/, \ndeofl１", max_size=14))
@example("May, 3")
@example("May 08")
def test_forms_of_dates_equal_the_definition(text: str) -> None:
    expected = any(re.search(form, text) for form in _LIKE_DATE)
    assert bool(visible._LIKE_DATE.search(text)) == expected


MARKUP = st.sampled_from(
    "<p> </p> <b> </b> <time> </time> <a rel=author> </a> By , and 3 May 2008 © Ada 文：".split()
)


@given(st.lists(MARKUP, max_size=20).map(" ".join))
def test_counts_never_exceed_the_block(html: str) -> None:
    blocks = split(parse(f"<body>{html}"))
    found = visible_candidates(blocks, DeclaredMetadata(author_lists=(("Ada",),)))
    for counts in (found.dated, found.signed):
        assert all(0 < count <= blocks.sizes()[block] for block, count in counts.items())
