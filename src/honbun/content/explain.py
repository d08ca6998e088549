"""Why a block is content or not: the rule that decided it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from honbun.content.measure.plan import Plan


class Why(StrEnum):
    """The rule that decided about a block."""

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

    # That of an enumeration is computed in Python, for every block of every page.
    __hash__ = str.__hash__

    @property
    def is_content(self) -> bool:
        return self in _CONTENT

    @property
    def sentence(self) -> str:
        """What the rule says."""
        return _SENTENCES[self]


_CONTENT = frozenset(
    {
        *(Why.REGION, Why.TITLE, Why.DATE, Why.AUTHOR),
        *(Why.LEAD, Why.PICTURE, Why.UNIQUE, Why.RAREST, Why.LIKELY),
    }
)
_SENTENCES = {
    Why.REGION: "inside the element that holds what is this page's own, on the template's pages",
    Why.TITLE: "the heading that says the title the page declares, or stands where titles stand",
    Why.DATE: "a date where the template has one, different from page to page",
    Why.AUTHOR: "names the author, by the page's marks, its declaration or a word such as 'by'",
    Why.LEAD: "plain text between title and body that other pages do not have there",
    Why.PICTURE: "a picture or caption between title and body that other pages do not have there",
    Why.UNIQUE: "no other page has it",
    Why.RAREST: "all blocks stand on other pages too, this one on the fewest",
    Why.LIKELY: "looks like content to the model of pages alone, or stands between what does",
    Why.OUTSIDE: "outside of the element that holds the content",
    Why.ASIDE: "inside an element for navigation or input",
    Why.CONTENTS: "a table of contents: links to places on this page, in a fixed place",
    Why.LINKS: "links to other pages of the site, in a fixed place",
    Why.CONSTANT: "an element of the template that says the same, or nearly, on the pages",
    Why.GUTTER: "line numbers beside code",
    Why.RUN: "one of several blocks in a row that half of the pages have",
    Why.BEFORE: "before the title or the first own words, and on many pages or a row of links",
    Why.AFTER: "after the last own words, and on many pages",
    Why.REPEATED: "another page has the same block",
    Why.UNLIKELY: "does not look like content to the model of pages alone",
}

# Reasons: what a result says where it is empty, or was not judged as usual.

ONLY_PAGE = "no other page of its kind to learn from: judged alone"
NO_TEXT = "the page has no text"
FRAMESET = "the page is a frameset: its text stands on the framed pages"
ALL_REPEATED = "every block stands on other pages too"
RAREST = "nothing of its own was found: the rarest blocks are kept"


def nothing_to_read(plan: Plan, framed: bool) -> str | None:
    """Why a page has no content before it is judged at all."""
    if any(plan.text):
        return None
    return FRAMESET if framed else NO_TEXT


def few_pages(pages: int) -> str:
    return f"only {pages} pages of its kind to learn from"
