"""Reasons: why a block is content or not, and why the content of a page is empty."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from honbun.content.measure.plan import Plan


class Reason(StrEnum):
    """Why a block is content or not."""

    # Content:
    REGION = "region"
    TITLE = "title"
    DATE = "date"
    AUTHOR = "author"
    LEAD = "lead"
    PICTURE = "picture"
    UNIQUE = "unique"
    RAREST = "rarest"
    LIKELY = "likely"
    # Not content:
    OUTSIDE = "outside"
    ASIDE = "aside"
    CONTENTS = "contents"
    LINKS = "links"
    CONSTANT = "constant"
    GUTTER = "gutter"
    RUN = "run"
    BEFORE = "before"
    AFTER = "after"
    REPEATED = "repeated"
    UNLIKELY = "unlikely"

    # The hash of StrEnum is computed in Python, for every block of every page.
    __hash__ = str.__hash__

    @property
    def is_content(self) -> bool:
        return self in _CONTENT

    @property
    def sentence(self) -> str:
        """The reason in words."""
        return _SENTENCES[self]


_CONTENT = frozenset(
    {
        *(Reason.REGION, Reason.TITLE, Reason.DATE, Reason.AUTHOR),
        *(Reason.LEAD, Reason.PICTURE, Reason.UNIQUE, Reason.RAREST, Reason.LIKELY),
    }
)
_SENTENCES = {
    Reason.REGION: "inside the element that holds what is this page's own, on the template's pages",
    Reason.TITLE: "the heading that says the title the page declares, or stands where titles stand",
    Reason.DATE: "a date where the template has one, different from page to page",
    Reason.AUTHOR: "names the author, by the page's marks, its declaration or a word such as 'by'",
    Reason.LEAD: "plain text between title and body that other pages do not have there",
    Reason.PICTURE: (
        "a picture or caption between title and body that other pages do not have there"
    ),
    Reason.UNIQUE: "no other page has it",
    Reason.RAREST: "all blocks stand on other pages too, this one on the fewest",
    Reason.LIKELY: "looks like content to the model of pages alone, or stands between what does",
    Reason.OUTSIDE: "outside of the element that holds the content",
    Reason.ASIDE: "inside an element for navigation or input",
    Reason.CONTENTS: "a table of contents: links to places on this page, in a fixed place",
    Reason.LINKS: "links to other pages of the site, in a fixed place",
    Reason.CONSTANT: "an element of the template that says the same, or nearly, on the pages",
    Reason.GUTTER: "line numbers beside code",
    Reason.RUN: "one of several blocks in a row that half of the pages have",
    Reason.BEFORE: "before the title or the first own words, and on many pages or a row of links",
    Reason.AFTER: "after the last own words, and on many pages",
    Reason.REPEATED: "another page has the same block",
    Reason.UNLIKELY: "does not look like content to the model of pages alone",
}

ONLY_PAGE = "no other page of its kind to learn from: judged alone"
NO_TEXT = "the page has no text"
FRAMESET = "the page is a frameset: its text stands on the framed pages"
ALL_REPEATED = "every block stands on other pages too"
RAREST = "nothing of its own was found: the rarest blocks are kept"


def nothing_to_read(plan: Plan, framed: bool) -> str | None:
    """The reason why a page without text has no content; None for other pages."""
    if any(plan.text):
        return None
    return FRAMESET if framed else NO_TEXT


def few_pages(pages: int) -> str:
    return f"only {pages} pages of its kind to learn from"
