"""List pages with the true items of their main list.

Two forms are read: a folder with `lists.json`, and a folder of sites whose `site.json` names list
pages among the articles. Titles are compared by digest, so that data can keep its titles secret.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from honbun.errors import TruthError
from honbun.evaluation.truth import find_files, read_page, truth_errors

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from honbun.page import Page

KINDS = {
    "a": "front pages",
    "b": "notices",
    "c": "changelogs",
    "d": "linkless diaries",
    "e": "cards",
    "f": "results, topics",
    "g": "year-headed archives",
    "h": "lines of links",
    "i": "podcasts",
    "j": "div soup, flat",
    "k": "two lists",
    "l": "no list",
}
"""The kinds of `lists.json`. Sites have styles instead: full, excerpt, links."""
_LISTS, _SITE = "lists.json", "site.json"


@dataclass(frozen=True, slots=True)
class TrueItem:
    """One true item."""

    title: str | None
    """None if the data gives only its digest."""
    digest: str
    """The `title_digest` of the title."""
    link: str | None
    published: str | None
    """A day in ISO 8601."""
    body_end: str | None = None
    """The last words of its body on the list page, if the data gives them."""


@dataclass(frozen=True, slots=True)
class ListPage:
    """A page with the items of its main list, in the order of the page."""

    page: Page
    name: str
    kind: str
    """A letter of KINDS, or a style."""
    language: str
    items: tuple[TrueItem, ...]


def title_digest(title: str) -> str:
    """The first 16 hex digits of the SHA-1 of a title without white space.

    >>> title_digest("Two words"), title_digest(" Two words ")
    ('0118e927e35c9063', '0118e927e35c9063')
    """
    squashed = "".join(title.split())
    return hashlib.sha1(squashed.encode(), usedforsecurity=False).hexdigest()[:16]


def read_lists(folder: Path, kinds: Sequence[str] = ()) -> list[ListPage]:
    """The list pages of a folder in either form: all, or only those of some kinds."""
    if has_articles(folder):
        pages = [page for path in find_files(folder, _SITE) for page in _site_lists(path)]
    else:
        pages = list(_lists(folder / _LISTS))
    known = sorted({page.kind for page in pages})
    if unknown := [kind for kind in kinds if kind not in known]:
        raise TruthError(f"no pages of kind {', '.join(unknown)} in {folder}: {', '.join(known)}")
    return [page for page in pages if not kinds or page.kind in kinds]


def has_articles(folder: Path) -> bool:
    """Whether a folder is one of sites, which have articles as well as list pages."""
    return not (folder / _LISTS).is_file()


def read_articles(folder: Path, most: int) -> list[Page]:
    """At most so many article pages of a folder of sites, spread evenly over the sites."""
    found = []
    for path in find_files(folder, _SITE):
        with truth_errors(path):
            pages = _load(path)["pages"]
            found.append((path, [page for page in pages if page["kind"] == "article"]))
    shares = _shares([len(pages) for _, pages in found], most)
    chosen = []
    for (path, pages), share in zip(found, shares):
        with truth_errors(path):
            spread = [pages[at * len(pages) // share] for at in range(share)]
            chosen += [_site_page(path, page) for page in spread]
    return chosen


def _shares(sizes: Sequence[int], most: int) -> list[int]:
    """How many to take of each: the same number, except where there are fewer."""
    shares = [0] * len(sizes)
    left = min(most, sum(sizes))
    while left:
        for place, size in enumerate(sizes):
            if left and shares[place] < size:
                shares[place] += 1
                left -= 1
    return shares


def _lists(path: Path) -> Iterator[ListPage]:
    with truth_errors(path):
        for row in _load(path):
            file = row["file"]
            yield ListPage(
                page=read_page(path.parent / file, row["url"], file, row.get("encoding")),
                name=_stem(file),
                kind=row["kind"].split()[0],
                language=row["language"],
                items=tuple(map(_item, row["items"])),
            )


def _site_lists(path: Path) -> Iterator[ListPage]:
    with truth_errors(path):
        site = _load(path)
        for row in site["pages"]:
            if row["kind"] == "list":
                page = _site_page(path, row)
                items = tuple(map(_item, site["feed"][row["file"]]))
                yield ListPage(page, _stem(page.source), row["style"], site["language"], items)


def _site_page(path: Path, row: dict[str, Any]) -> Page:
    folder, file = path.parent, row["file"]
    source = f"{folder.name}/{file}"
    return read_page(folder / "pages" / file, row["url"], source, row.get("encoding"))


def _item(row: dict[str, Any]) -> TrueItem:
    title = row.get("title")
    digest = row["title_sha1"] if title is None else title_digest(title)
    return TrueItem(title, digest, row["link"], row.get("published"), row.get("body_end"))


def _stem(file: str) -> str:
    return file.removesuffix(".gz").removesuffix(".html")


def _load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
