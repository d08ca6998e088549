"""List pages with truth: what a feed of each of them should have.

Two forms are read, both told in docs/evaluation.md: a folder with `lists.json`, and a folder of
sites, whose `site.json` names list pages among the articles. Titles are compared by a digest, so
that data whose answers are to stay unread can give the digests alone.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from honbun.errors import TruthError
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

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
"""The kinds of `lists.json` in words. Sites have styles instead: full, excerpt, links."""
_LISTS, _SITE = "lists.json", "site.json"


@dataclass(frozen=True, slots=True)
class TrueItem:
    """One item as a person has read it."""

    title: str | None
    """None where the data gives no more than its digest."""
    digest: str
    """Of the title, as `title_digest` makes it."""
    link: str | None
    published: str | None
    """A day in ISO 8601."""


@dataclass(frozen=True, slots=True)
class ListPage:
    """A page with the items of its main list, in the order of the page."""

    page: Page
    name: str
    kind: str
    """A letter of KINDS, or a style."""
    language: str
    note: str
    """Which list is meant."""
    items: tuple[TrueItem, ...]


def title_digest(title: str) -> str:
    """The first 16 hex digits of the SHA-1 of a title without its white space.

    >>> title_digest("Two words"), title_digest(" Two words ")
    ('0118e927e35c9063', '0118e927e35c9063')
    """
    squashed = "".join(title.split())
    return hashlib.sha1(squashed.encode(), usedforsecurity=False).hexdigest()[:16]


def read_lists(folder: Path, kinds: Sequence[str] = ()) -> list[ListPage]:
    """The list pages of a folder, in either form: all, or only those of some kinds."""
    if (folder / _LISTS).is_file():
        pages = list(_of_lists(folder / _LISTS))
    else:
        pages = [page for path in _site_files(folder) for page in _of_site(path)]
    known = sorted({page.kind for page in pages})
    if unknown := [kind for kind in kinds if kind not in known]:
        raise TruthError(f"no pages of kind {', '.join(unknown)} in {folder}: {', '.join(known)}")
    return [page for page in pages if not kinds or page.kind in kinds]


def read_articles(folder: Path, most: int) -> list[Page]:
    """So many article pages of a folder of sites, as evenly as may be from all over them."""
    found = []
    for path in _site_files(folder):
        with _told(path):
            told = _read(path)["pages"]
            found.append((path, [page for page in told if page["kind"] == "article"]))
    shares = _shares([len(pages) for _, pages in found], most)
    chosen = []
    for (path, pages), share in zip(found, shares):
        with _told(path):
            spread = [pages[at * len(pages) // share] for at in range(share)]
            chosen += [_site_page(path, page) for page in spread]
    return chosen


def has_articles(folder: Path) -> bool:
    """Whether a folder is one of sites, which have articles beside their list pages."""
    return not (folder / _LISTS).is_file()


def _shares(sizes: Sequence[int], most: int) -> list[int]:
    """How many to take of each, all alike but for those that have too few."""
    shares = [0] * len(sizes)
    left = min(most, sum(sizes))
    while left:
        for place, size in enumerate(sizes):
            if left and shares[place] < size:
                shares[place] += 1
                left -= 1
    return shares


def _of_lists(path: Path) -> Iterator[ListPage]:
    with _told(path):
        for told in _read(path):
            yield ListPage(
                page=_page(path.parent / told["file"], told["file"], told),
                name=told["file"].removesuffix(".gz").removesuffix(".html"),
                kind=told["kind"].split()[0],
                language=told["language"],
                note=told.get("note") or "",
                items=tuple(map(_item, told["items"])),
            )


def _of_site(path: Path) -> Iterator[ListPage]:
    with _told(path):
        site = _read(path)
        for told in site["pages"]:
            if told["kind"] != "list":
                continue
            page = _site_page(path, told)
            yield ListPage(
                page=page,
                name=page.source.removesuffix(".gz").removesuffix(".html"),
                kind=told["style"],
                language=site["language"],
                note="",
                items=tuple(map(_item, site["feed"][told["file"]])),
            )


def _site_files(folder: Path) -> list[Path]:
    found = sorted(folder.glob(f"*/{_SITE}"))
    if not found and (folder / _SITE).is_file():
        found = [folder / _SITE]
    if not found:
        raise TruthError(f"no {_LISTS} in {folder}, and no {_SITE} there or in the folders inside")
    return found


def _site_page(path: Path, told: dict[str, Any]) -> Page:
    folder = path.parent
    return _page(folder / "pages" / told["file"], f"{folder.name}/{told['file']}", told)


def _page(path: Path, source: str, told: dict[str, Any]) -> Page:
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
        html = file.read()
    encoding = told.get("encoding") or "utf-8"
    return Page(html, url=told["url"], source=source, content_type=f"text/html; charset={encoding}")


def _item(told: dict[str, Any]) -> TrueItem:
    title = told.get("title")
    return TrueItem(
        title=title,
        digest=told["title_sha1"] if title is None else title_digest(title),
        link=told["link"],
        published=told.get("published"),
    )


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """What is wrong with the data is told with its file."""
    try:
        yield
    except (
        *(ValueError, KeyError, TypeError, AttributeError, IndexError),
        *(OSError, EOFError, zlib.error),
    ) as error:
        raise TruthError(f"{path}: {error!r}") from error
