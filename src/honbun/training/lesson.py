"""Lessons: pages that teach how lists are found, and what each of them counts.

List pages whose items are known teach which group of a page is its list. For the gate they are what
passes, with pages that WCXB calls lists; what does not are pages without a list, articles of sites,
and pages of WCXB of types that no reader subscribes to.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from honbun.errors import TruthError
from honbun.evaluation.lists import has_articles, read_articles, read_lists
from honbun.evaluation.wcxb import is_wcxb, read_wcxb

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.evaluation.lists import TrueItem
    from honbun.page import Page

ARTICLES = 300
"""Articles of a folder of sites that teach the gate."""
ARTICLE = "article"
_TYPES = frozenset({ARTICLE, "service", "product", "documentation"})
"""The types of WCXB without lists. Its forums are lists of a kind."""
_LISTED = frozenset({"listing", "collection"})
"""The types of WCXB with lists, whose items nobody has told."""
_LIST, _SITE_LIST = 1.0, 0.5
"""What list pages count: those of sites are easy, and several of a site are made alike."""
_UNTOLD = 0.15
"""What pages with a list of unknown items count: some of them have none after all."""
_NO_LIST, _ARTICLE, _TYPED = 4.0, 0.4, 0.25
"""What pages that do not pass count: those that look most like lists are few, articles many."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What a page is known by, so that it can be left out with others of its sort."""

    page: str
    site: str
    kind: str
    language: str
    """Empty where it is not known."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A page with what is known of it."""

    page: Page
    origin: Origin
    group: str
    """The sort of pages that it is told with."""
    items: tuple[TrueItem, ...]
    weight: float
    listed: bool = False
    """Whether the page has a list although its items are not known."""


def lessons(folders: Iterable[Path]) -> Iterator[Lesson]:
    """What some folders teach: of lists, of sites, or of WCXB."""
    for folder in folders:
        if not folder.is_dir():
            raise TruthError(f"{folder} is no folder: there is nothing to learn from")
        if is_wcxb(folder):
            yield from _typed(folder)
        else:
            yield from _listing(folder)


def origin(page: Page, kind: str, language: str) -> Origin:
    """The origin of a page by its address."""
    return Origin(page.source, _host(page), kind, language)


def article_origins(folder: Path, pages: Iterable[Page]) -> list[Origin]:
    """The origins of articles of a folder of sites; lists of their sites know their languages."""
    languages = {_host(true.page): true.language for true in read_lists(folder)}
    return [origin(page, ARTICLE, languages.get(_host(page), "")) for page in pages]


def _listing(folder: Path) -> Iterator[Lesson]:
    of_sites = has_articles(folder)
    for true in read_lists(folder):
        its = origin(true.page, true.kind, true.language)
        if not true.items:
            yield Lesson(true.page, its, "pages without a list", (), _NO_LIST)
        elif of_sites:
            yield Lesson(true.page, its, "list pages of sites", true.items, _SITE_LIST)
        else:
            yield Lesson(true.page, its, "list pages", true.items, _LIST)
    if of_sites:
        articles = read_articles(folder, ARTICLES)
        for page, its in zip(articles, article_origins(folder, articles)):
            yield Lesson(page, its, "articles of sites", (), _ARTICLE)


def _typed(folder: Path) -> Iterator[Lesson]:
    for typed in read_wcxb(folder):
        its = origin(replace(typed.page, source=Path(typed.page.source).name), typed.type, "")
        if typed.type in _TYPES:
            yield Lesson(typed.page, its, "pages of WCXB", (), _TYPED)
        elif typed.type in _LISTED:
            yield Lesson(typed.page, its, "lists of WCXB", (), _UNTOLD, listed=True)


def _host(page: Page) -> str:
    try:
        return (urlsplit(page.url or "").hostname or "").removeprefix("www.")
    except ValueError:  # an address that is none
        return ""
