"""Decisions from scores of a model for which rows of more than thirty characters are content."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from honbun.api import extract
from honbun.content import pipeline
from honbun.content.explain import Reason
from honbun.content.model import Content, ContentOptions, Role
from honbun.page import Page
from tests.content.alone.models import longer_than

if TYPE_CHECKING:
    from honbun.content.alone.cut import Favor
    from honbun.content.alone.model import Model

LONG = "This is a paragraph of more than thirty characters."
MODEL = longer_than(30)
FAVORS: tuple[Favor, ...] = ("precision", "recall")
PICTURE = "<div><img src=a></div>"


def extract_page(
    html: str | Page, model: Model | None = None, options: ContentOptions | None = None
) -> Content:
    page = html if isinstance(html, Page) else Page(html)
    return pipeline.extract_page(page, options or ContentOptions(), model)


def extracted(html: str) -> Content:
    return extract_page(html, MODEL, ContentOptions(explain=True))


def ruled(html: str) -> list[Reason]:
    return [judged.why for judged in extracted(html).explanation]


def test_rows_are_kept_by_their_scores() -> None:
    content = extracted(f"<body><p>Home</p><p>{LONG}</p><p>Foot</p>")
    assert content.text == LONG
    assert [round(judged.score or 0, 2) for judged in content.explanation] == [0, 1, 0]
    assert [judged.why for judged in content.explanation] == [
        *(Reason.UNLIKELY, Reason.LIKELY, Reason.UNLIKELY)
    ]


def test_uncertain_rows_are_kept_when_recall_is_favored() -> None:
    unsure = longer_than(30, no=-0.6)  # shorter rows are content with a chance of 0.35
    html = f"<body><p>Home</p><p>{LONG}</p>"
    found = {
        favor: extract_page(html, options=ContentOptions(favor=favor), model=unsure).text
        for favor in FAVORS
    }
    assert found == {"precision": LONG, "recall": f"Home\n{LONG}"}


def test_best_row_is_kept_if_no_row_is_likely() -> None:
    assert extracted("<body><p>Home</p><p>Foot</p>").text == "Home\nFoot"


def test_heading_with_the_title_is_kept_despite_a_low_score() -> None:
    content = extracted(f"<title>The old boat | Site</title><h1>The old boat</h1><p>{LONG}")
    assert [(block.role, block.text) for block in content.blocks] == [
        (Role.TITLE, "The old boat"),
        (Role.BODY, LONG),
    ]
    assert [judged.why for judged in content.explanation] == [Reason.TITLE, Reason.LIKELY]
    assert content.title == "The old boat"


def test_highest_then_longest_title_heading_is_kept() -> None:
    html = (
        "<title>The old boat</title><h2>The old boat</h2><h1>Old boat</h1><h1>The boat</h1>"
        f"<h1>The old</h1><h3>The old boat</h3><p>{LONG}"
    )
    no = Reason.UNLIKELY
    assert ruled(html) == [no, Reason.TITLE, no, no, no, Reason.LIKELY]


def test_line_that_is_not_a_heading_is_not_the_title() -> None:
    assert ruled(f"<title>The old boat</title><p>The old boat</p><p>{LONG}") == [
        *(Reason.UNLIKELY, Reason.LIKELY)
    ]


@pytest.mark.parametrize(
    ("headings", "title"),
    [
        ("<h1>New boats</h1>", True),
        ("<h1><a href=/>New boats</a></h1>", False),  # the way home
        ("<h1>New boats</h1><h1>More boats</h1>", False),
        ("<h2>New boats</h2>", False),
    ],
)
def test_only_main_heading_is_the_title_if_none_matches(headings: str, title: bool) -> None:
    rules = ruled(f"<title>The old ship</title>{headings}<p>{LONG}")
    assert (Reason.TITLE in rules) is title


@pytest.mark.parametrize(("title", "heading"), [("Ants and bees", "A"), ("Moss - Site", "-")])
def test_heading_that_matches_the_title_by_chance_is_not_the_title(
    title: str, heading: str
) -> None:
    content = extracted(f"<title>{title}</title><p>{LONG}</p><h2>{heading}</h2><p>{LONG}</p>")
    assert content.title == title


def test_a_picture_between_two_kept_texts_is_kept() -> None:
    html = f"<p>{LONG}</p>{PICTURE}<p>{LONG}</p>{PICTURE}<p>Foot</p>{PICTURE}<p>{LONG}</p>{PICTURE}"
    likely, unlikely = Reason.LIKELY, Reason.UNLIKELY
    assert ruled(html) == [likely, likely, likely, unlikely, unlikely, unlikely, likely, unlikely]


def test_code_between_two_kept_texts_is_kept() -> None:
    html = f"<p>{LONG}</p><pre>make</pre><p>{LONG}</p><p>Foot</p><pre>make</pre><p>{LONG}</p>"
    likely, unlikely = Reason.LIKELY, Reason.UNLIKELY
    assert ruled(html) == [likely, likely, likely, unlikely, unlikely, likely]


BOAT = "<title>The old boat</title><h1>The old boat</h1>"
LINES = "".join(f"<p>line {n}</p>" for n in range(40))


@pytest.mark.parametrize(
    "html",
    [
        f"{BOAT}<p>10 May 2024</p><p>{LONG}",
        f"{BOAT}<p>line</p><p>line</p><p>10 May 2024</p><p>{LONG}",
        f"<p>10 May 2024</p>{BOAT}<p>{LONG}",
    ],
    ids=["below", "some lines below", "above"],
)
def test_date_beside_the_title_is_kept_despite_a_low_score(html: str) -> None:
    content = extracted(html)
    assert content.date == "2024-05-10"
    assert {block.text: block.role for block in content.blocks} == {
        "The old boat": Role.TITLE,
        "10 May 2024": Role.DATE,
        LONG: Role.BODY,
    }
    assert Reason.DATE in ruled(html)


@pytest.mark.parametrize(
    "html",
    [
        f"{BOAT}{LINES}<p>10 May 2024</p><p>{LONG}",
        f"{BOAT}<p>{LONG}</p><p>10 May 2024</p>",
        f"<p>10 May 2024</p>{LINES}{BOAT}<p>{LONG}",
        f"<p>10 May 2024</p><p>{LONG}",
    ],
    ids=["far below", "after the text", "far above", "no title"],
)
def test_date_elsewhere_is_not_kept(html: str) -> None:
    content = extracted(html)
    assert content.date is None
    assert "10 May 2024" not in content.text


def test_date_is_found_behind_a_dropped_line() -> None:
    line = "Read aloud by a machine in fourteen minutes, or so it says"
    html = f"{BOAT}<p>{line}</p><p>10 May 2024</p><p>{LONG} {LONG}"
    content = extract_page(html, model=longer_than(60))
    assert content.text.split("\n") == ["The old boat", "10 May 2024", f"{LONG} {LONG}"]


def test_author_beside_the_title_is_kept_despite_a_low_score() -> None:
    html = f"<meta name=author content='Ada Finch'>{BOAT}<p>Ada Finch</p><p>{LONG}"
    assert ruled(html) == [Reason.TITLE, Reason.AUTHOR, Reason.LIKELY]
    assert [block.role for block in extracted(html).blocks] == [
        *(Role.TITLE, Role.AUTHOR, Role.BODY)
    ]


def test_dates_are_read_alike_alone_and_in_a_collection() -> None:
    lines = "".join(f"<p>{n} {LONG}</p>" for n in range(12))
    page = Page(
        f"<html lang=en><title>The old boat</title><h1>The old boat</h1><p>05/10/2024</p>{lines}"
        "<footer><a href=/a>Privacy</a><p><a href=/b>25/10/2024</a></p></footer>"
    )
    (found,) = extract([page])
    assert found.date
    assert extract_page(page).date == found.date
