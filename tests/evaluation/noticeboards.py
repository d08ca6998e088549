"""Notice boards written by hand, as evaluation reads them, and a method that finds their items."""

from __future__ import annotations

import gzip
import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from honbun.evaluation.truth.lists import ListPage, TrueItem, title_digest
from honbun.feeds.model import Feed, Item, ItemList
from honbun.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from honbun.feeds.model import FeedOptions

HERE = "https://town.example/news/"
Told = tuple[str, str | None, str | None]
"""An item: its title, link and day."""
ROADS: Told = ("Roads are mended", f"{HERE}roads", "2021-03-01")
WATER: Told = ("Water is cut off", f"{HERE}water", "2021-03-02")
FAIR: Told = ("The fair comes", f"{HERE}fair", None)
MENU: Told = ("Contact", f"{HERE}contact", None)


def item(told: Told) -> Item:
    title, link, published = told
    return Item(title, link, published, None, None, None, (), "/html/body")


def true_item(told: Told) -> TrueItem:
    title, link, published = told
    return TrueItem(title, title_digest(title), link, published)


def true_page(told: Iterable[Told], kind: str = "b") -> ListPage:
    page = Page(html(told), url=HERE, source="board.html")
    return ListPage(page, "board", kind, "en", tuple(map(true_item, told)))


def html(told: Iterable[Told]) -> str:
    lines = (
        f"<li><a href='{link or ''}'>{title}</a> {day or ''}</li>" for title, link, day in told
    )
    return "<title>Board</title><ul>" + "\n".join(lines) + "</ul>"


def find_one(page: Page, options: FeedOptions | None = None) -> Feed:
    """What stands in the lists of a page, as `html` writes them; a drawing is too much for it."""
    text = page.decode().text
    if "<svg" in text:
        raise ValueError("a drawing")
    told = re.findall(r"<li><a href='([^']*)'>([^<]*)</a> ([^<]*)</li>", text)
    items = tuple(
        item((title, urljoin(page.url or "", link) if link else None, day or None))
        for link, title, day in told
    )
    lists = (ItemList(items, None, 1.0),) if items else ()
    named = {"url": page.url or "", "source": page.source, "reason": None}
    unknown = dict.fromkeys(("title", "description", "language", "next", "previous"))
    return Feed(**named, **unknown, feeds=(), lists=lists, encoding="utf-8", replaced=0)  # type: ignore[arg-type]


def find(pages: Iterable[Page]) -> list[Feed]:
    """The lists of some pages."""
    return [find_one(page) for page in pages]


def write_page(path: Path, shown: Iterable[Told]) -> None:
    """A page that shows items; compressed if its name says so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    written = html(shown).encode()
    path.write_bytes(gzip.compress(written) if path.suffix == ".gz" else written)


def write_lists(folder: Path, pages: dict[str, dict[str, Any]]) -> Path:
    """A folder with `lists.json`; for each page what it shows, what is true, and its kind."""
    listed = []
    for file, page in pages.items():
        write_page(folder / file, page["shown"])
        listed.append(
            {
                "file": file,
                "url": HERE,
                "kind": page["kind"],
                "language": page.get("language", "en"),
                "note": page.get("note", ""),
                "encoding": "utf-8",
                "items": told_items(page["true"]),
            }
        )
    (folder / "lists.json").write_text(json.dumps(listed), encoding="utf-8")
    return folder


def write_site(folder: Path, name: str, shown: Sequence[Told], articles: int) -> Path:
    """A site with a list page that is as it should be, and articles, the third with a list too."""
    site = folder / name
    pages = [{"file": "list.html.gz", "url": HERE, "kind": "list", "style": "links"}]
    write_page(site / "pages" / "list.html.gz", shown)
    for number in range(articles):
        file = f"{number}.html"
        write_page(site / "pages" / file, [ROADS, WATER] if number == 2 else [])
        pages.append({"file": file, "url": f"{HERE}{number}", "kind": "article"})
    told = {"site": name, "language": "en", "pages": pages}
    feed = {"list.html.gz": told_items(shown)}
    (site / "site.json").write_text(json.dumps({**told, "feed": feed}), encoding="utf-8")
    return folder


def told_items(told: Iterable[Told]) -> list[dict[str, str | None]]:
    return [{"title": title, "link": link, "published": day} for title, link, day in told]
