"""Titles, authors and dates of honbun, trafilatura and htmldate on the same pages."""

from __future__ import annotations

import hashlib
import logging
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.content.model import ContentOptions
from honbun.content.pipeline import extract
from honbun.evaluation.metrics import mean
from honbun.text import dates
from honbun.text.unicode import fold_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from honbun.evaluation.truth.texts import TextPage
    from honbun.runner.run import Run

FIELDS = ("title", "author", "date")
_DAY = len("2008-12-10")
_JOINT = re.compile(r"[,;|]|\s(?:and|with|&)\s")
_BY = re.compile(r"(?:by|par)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool, or the truth, says about a page."""

    title: str = ""
    authors: tuple[str, ...] = ()
    date: str | None = None
    """In ISO 8601."""


@dataclass(frozen=True, slots=True)
class Compared:
    """The answer of a tool on a page, and whether each field that the truth has is right."""

    page: TextPage
    answer: Answer
    right: dict[str, bool]


def half(pages: Iterable[TextPage], *, other: bool = False) -> list[TextPage]:
    """The pages of the registered domains for development, or those of the others."""
    return [one for one in pages if hashlib.md5(one.site.encode()).digest()[0] % 2 == other]


def compare(page: TextPage, answer: Answer) -> Compared:
    """Same title up to case and punctuation, exact set of names, same day."""
    right = {}
    if page.title:
        right["title"] = _bare(answer.title) == _bare(page.title)
    if page.authors:
        right["author"] = _names(answer.authors) == _names(page.authors)
    true = dates.read(page.date, language=page.language or None) if page.date else None
    if true and len(true) >= _DAY:
        right["date"] = (answer.date or "")[:_DAY] == true[:_DAY]
    return Compared(page, answer, right)


def ours(pages: Sequence[TextPage], run: Run) -> list[Compared]:
    """The answers of honbun, which reads the pages as one collection."""
    found = {
        one.source: Answer(one.title or "", one.authors, one.date)
        for one in extract((page.page for page in pages), ContentOptions(), run)
    }
    return [compare(page, found.get(page.page.source, Answer())) for page in pages]


def peers(pages: Iterable[TextPage]) -> list[Compared]:
    """Title and authors of trafilatura, dates of htmldate."""
    return [compare(page, _peer(page)) for page in pages]


def row(name: str, compared: Sequence[Compared]) -> list[object]:
    """The share of pages on which each field is right."""
    return [name, len(compared), *(mean(_values(compared, field)) for field in FIELDS)]


def errors(compared: Iterable[Compared], field: str) -> Iterator[tuple[str, str, str]]:
    """The pages on which a field is wrong, with what is true and what was found."""
    value: Callable[[Answer | TextPage], str] = {
        "title": lambda one: one.title,
        "author": lambda one: "; ".join(one.authors),
        "date": lambda one: one.date or "",
    }[field]
    for one in compared:
        if not one.right.get(field, True):
            yield one.page.id, value(one.page), value(one.answer)


def _values(compared: Iterable[Compared], field: str) -> Iterator[float]:
    return (float(one.right[field]) for one in compared if field in one.right)


def _names(authors: Iterable[str]) -> set[str]:
    """Single names: some sources write all authors of a page in one string, after "By"."""
    parts = (part for one in authors for part in _JOINT.split(_BY.sub("", one.strip())))
    return set(filter(None, map(_bare, parts)))


def _bare(text: str) -> str:
    return "".join(char for char in fold_text(text) if char.isalnum())


def _peer(page: TextPage) -> Answer:
    # Both belong to the extra `peers`; what they cannot read they have not found.
    import htmldate
    import trafilatura

    for name in ("trafilatura", "htmldate"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    html, url = page.page.decode().text, page.page.url
    try:
        found = trafilatura.extract_metadata(html, default_url=url)
    except Exception:
        found = None
    try:
        day = htmldate.find_date(html, original_date=True, url=url)
    except Exception:
        day = None
    authors = (found.author or "").split(";") if found else ()
    return Answer((found.title or "") if found else "", tuple(map(str.strip, authors)), day)
