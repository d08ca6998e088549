"""Reasons in words: what a feature that decided about a text says of it.

A feature moves a score because its value is higher, or lower, than usual. Each has a phrase for
both; `{others}` of the `{pages}` pages that a page was compared with have the text.
"""

from __future__ import annotations

import re
from functools import cache

_PHRASES: dict[str, tuple[str, str]] = {
    # The text itself.
    "size": ("a long text", "a short text"),
    "link share": ("much of it is links", "little of it is links"),
    "links to this page": ("links to places on this page", "no links to places on this page"),
    "links to the site": ("links to pages of the site", "no links to pages of the site"),
    "bold share": ("bold", "not bold"),
    "button share": ("the label of a control", "not the label of a control"),
    "word length": ("long words", "short words"),
    "sentences": ("several sentences", "no whole sentence, or few"),
    "commas": ("has commas", "few commas, or none"),
    "ending": ("ends as a sentence does", "does not end as a sentence does"),
    "digit share": ("many digits", "few digits"),
    "capital share": ("many capitals", "few capitals"),
    "letter share": ("mostly letters", "few letters"),
    "signs": ("has special signs", "no special signs"),
    "prices": ("has a price", "has no price"),
    "questions": ("has a question", "has no question"),
    "line breaks": ("many line breaks", "few line breaks"),
    "images before": ("directly after a picture", "not directly after a picture"),
    "inputs before": ("directly after a form field", "not directly after a form field"),
    "links": ("many links", "few links, or none"),
    "heading level": ("a heading", "not a heading of this level"),
    "depth": ("deeply nested", "not deeply nested"),
    "copies": ("is on the page several times", "is on the page once"),
    "title words": ("has words of the title", "has few words of the title"),
    "may be a date": ("may be a date", "not a date"),
    "hidden": ("may be hidden", "not hidden"),
    "noscript": ("only for browsers without scripts", "not only for browsers without scripts"),
    "aria-hidden": ("hidden from screen readers", "not hidden from screen readers"),
    "is div": ("in a plain element", "not in a plain element"),
    r"is (.+)": ("in an element for {0}", "not in an element for {0}"),
    r"in ([^ ]+|inline link)": ("inside {0}", "not inside {0}"),
    r"declared: (?:og:)?(.+)": ("the page declares: {0}", "the page does not declare: {0}"),
    # The elements around it.
    r"share of the page of box (\d)": (
        "{0} has much of the page's text",
        "{0} has little of the page's text",
    ),
    r"link share of box (\d)": ("{0} is mostly links", "{0} has few links"),
    r"mean size of box (\d)": ("{0} has long texts", "{0} has short texts"),
    r"running text of box (\d)": ("{0} has running text", "{0} has little running text"),
    r"texts of box (\d)": ("{0} has many texts", "{0} has few texts"),
    r"links to the site of box (\d)": (
        "{0} has many links to the site",
        "{0} has few links to the site",
    ),
    r"dates of box (\d)": ("{0} has many dates", "{0} has few dates"),
    r"siblings of box (\d)": ("{0} is one of many alike", "{0} is not one of many alike"),
    "most siblings": ("inside one of many elements alike", "not inside one of many alike"),
    r"inside (\d+%) trunk": (
        "inside the element with {0} of the page's text",
        "outside of the element with {0} of the page's text",
    ),
    r"position (\d+%) trunk": (
        "late in the element with {0} of the page's text, or after it",
        "early in the element with {0} of the page's text, or before it",
    ),
    "inside reading element": (
        "inside the element with most of the page's running text",
        "outside of the element with most of the page's running text",
    ),
    "position reading element": (
        "late in the running text, or after it",
        "early in the running text, or before it",
    ),
    "share of reading element": (
        "one element has most of the page's text",
        "no element has most of the page's text",
    ),
    "steps up to reading element": ("far from the running text", "near the running text"),
    "steps down from it": (
        "nested deeper than the running text",
        "not nested deeper than the running text",
    ),
    # Its place in the order of the page.
    "position": ("late on the page", "early on the page"),
    "text before": ("much text before it", "little text before it"),
    "since heading": ("far below a heading", "close below a heading"),
    "last heading": ("below a lower heading", "below a main heading, or none"),
    "after title": ("after the title", "before the title, or close after it"),
    "after last long text": ("near the last long text, or after it", "before the last long text"),
    "after first long text": ("after the first long text", "before the first long text"),
    "since long text": ("no long text shortly before it", "a long text shortly before it"),
    "until long text": ("no long text shortly after it", "a long text shortly after it"),
    "long text before": (
        "most of the long text is before it",
        "little of the long text is before it",
    ),
    "main headings before": ("below a main heading", "above the main heading"),
    "title places before": ("after the place of the title", "before the place of the title"),
    "dates before": ("many dates before it", "few dates before it"),
    r"size at (.\d)": ("the text {0} is long", "the text {0} is short, or missing"),
    r"link share at (.\d)": ("the text {0} is links", "the text {0} is not links"),
    r"heading at (.\d)": ("the text {0} is a heading", "the text {0} is not a heading"),
    "deeper than before": (
        "nested deeper than the text before",
        "not nested deeper than the text before",
    ),
    "deeper than after": (
        "nested deeper than the text after",
        "not nested deeper than the text after",
    ),
    r"size within (\d+)": ("much text {0}", "little text {0}"),
    r"link share within (\d+)": ("many links {0}", "few links {0}"),
    r"long text within (\d+)": ("long texts {0}", "few long texts {0}"),
    r"sentences within (\d+)": ("many sentences {0}", "few sentences {0}"),
    r"prices within (\d+)": ("prices {0}", "no prices {0}"),
    r"dates within (\d+)": ("dates {0}", "few dates {0}"),
    # Texts in elements alike.
    r"texts of equal (.+)": ("many texts in elements alike", "few texts in elements alike"),
    r"share of equal (.+)": (
        "elements alike have much of the page's text",
        "elements alike have little of the page's text",
    ),
    r"link share of equal (.+)": (
        "elements alike are mostly links",
        "elements alike have few links",
    ),
    r"mean size of equal (.+)": (
        "elements alike have long texts",
        "elements alike have short texts",
    ),
    # The page.
    "texts of page": ("the page has many texts", "the page has few texts"),
    "size of page": ("the page has much text", "the page has little text"),
    "link share of page": ("the page is mostly links", "the page has few links"),
    "long texts? of page": ("the page has much long text", "the page has little long text"),
    "(?:median size|longest) of page": (
        "the texts of the page are long",
        "the texts of the page are short",
    ),
    "in p of page": ("the page has paragraphs", "the page has few paragraphs"),
    "in li of page": ("the page is mostly lists", "the page has few lists"),
    "repeated of page": (
        "the page is mostly a series of elements alike",
        "the page is not a series of elements alike",
    ),
    "prices of page": ("the page has many prices", "the page has few prices"),
    "hidden of page": ("the page has much hidden text", "the page has little hidden text"),
    "in main of page": ("the page marks its main part", "the page does not mark its main part"),
    "articles of page": ("the page marks articles", "the page marks few articles"),
    "main headings of page": ("the page has main headings", "the page has few main headings"),
    "dates of page": ("the page has many dates", "the page has few dates"),
    "(?:nearest|worst|best) name|names in all": (
        "its class names usually name content",
        "its class names usually name something else",
    ),
    # Other pages of the site.
    "other pages: (?:similar )?pages": (
        "compared with {pages} pages of the site",
        "compared with few pages of the site ({pages})",
    ),
    "other pages: similarity": (
        "the pages of the site are alike",
        "the pages of the site differ",
    ),
    "other pages: (?:pages|share|similar) with text(?: at place)?": (
        "{others} of {pages} pages of the site have this text",
        "{others} of {pages} pages of the site have this text",
    ),
    "other pages: share with pattern": (
        "other pages have this text with other numbers",
        "few other pages have this text, or have it with other numbers",
    ),
    "other pages: share with (?:place|position)": (
        "other pages have a text at this place",
        "few other pages have a text at this place",
    ),
    "other pages: texts at place": (
        "other pages have many texts at this place",
        "other pages have few texts at this place",
    ),
    "other pages: different texts at (?:place|position)": (
        "every page has its own text at this place",
        "other pages share their texts at this place",
    ),
    "other pages: (?:repeated at place|same text at position)": (
        "pages have the same text at this place",
        "pages have different texts at this place",
    ),
    "other pages: size at (?:place|position)": (
        "other pages have long texts at this place",
        "other pages have short texts at this place",
    ),
    "other pages: link share at place": (
        "other pages have links at this place",
        "other pages have few links at this place",
    ),
    r"other pages: repeated in box (\d)": (
        "{0} has mostly text that other pages have too",
        "{0} has mostly text that no other page has",
    ),
    r"other pages: repeated within (\d+)": (
        "other pages have the texts {0} too",
        "no other page has the texts {0}",
    ),
    "other pages: repeated on page": (
        "other pages have most of this page's text",
        "most of this page's text is its own",
    ),
    "other pages: inside .+ of own text": (
        "inside the element with most of the text that no other page has",
        "outside of the element with most of the text that no other page has",
    ),
    "other pages: position in .+ of own text": (
        "late among the text that no other page has, or after it",
        "early among the text that no other page has, or before it",
    ),
    "other pages: votes of pages": (
        "other pages have their own text in this element",
        "other pages have their own text in another element",
    ),
    "other pages: own text before": (
        "most text that no other page has is before it",
        "little text that no other page has is before it",
    ),
    "other pages: own text after": (
        "much text that no other page has is after it",
        "little text that no other page has is after it",
    ),
    "other pages: wording of (?:others|template)": (
        "other pages have the same wording",
        "other pages have other wording",
    ),
    "other pages: title of another page": (
        "the title of another page",
        "not the title of another page",
    ),
}
"""By the name of the feature, as a pattern: the phrase if it is high, and if it is low."""

_PARTS = {
    "p": "paragraphs",
    "li": "list items",
    "td": "table cells",
    "pre": "code",
    "figcaption": "captions",
    "definition": "definitions and table headings",
    "control": "controls",
    "nav": "navigation",
    "header": "a header",
    "footer": "a footer",
    "aside": "an aside",
    "main": "the main part",
    "article": "an article",
    "form": "a form",
    "table": "a table",
    "list": "a list",
    "figure": "a figure",
    "quote": "a quotation",
    "button": "a button",
    "time": "an element for times",
    "author": "an element for authors",
    "inline link": "a link",
    "span": "a span",
}
_BOXES = ("the element around it", "the next element around it")
_STEPS = {"-2": "two before it", "-1": "before it", "+1": "after it", "+2": "two after it"}


@cache
def find_phrases(feature: str) -> tuple[str, str] | None:
    """The phrases of a feature, if it is high and if it is low."""
    for pattern, (high, low) in _PHRASES.items():
        if found := re.fullmatch(pattern, feature):
            part = _part(feature, found[1]) if found.groups() else ""
            return high.replace("{0}", part), low.replace("{0}", part)
    return None


def _part(feature: str, text: str) -> str:
    """What a part of a feature's name says, in words."""
    if "box" in feature:
        return _BOXES[int(text)] if int(text) < len(_BOXES) else "a larger element around it"
    if "within" in feature:
        return "right around it" if int(text) <= 3 else "around it"
    if feature == "in pre":
        return "preformatted text"
    return _STEPS.get(text) or _PARTS.get(text) or text


def reason(feature: str, *, high: bool, others: int, pages: int) -> str:
    """A feature that decided, in words.

    >>> reason("link share", high=True, others=0, pages=0)
    'much of it is links'
    >>> reason("other pages: share with text", high=True, others=12, pages=14)
    '12 of 14 pages of the site have this text'
    """
    found = find_phrases(feature)
    if found is None:
        return feature
    return found[not high].format(others=others, pages=pages)
