"""Handwritten notice boards in the format of evaluation, and a method that finds their items."""

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
ItemTuple = tuple[str, str | None, str | None]
"""Title, link and date of an item."""
ROADS: ItemTuple = ("Roads are mended", f"{HERE}roads", "2021-03-01")
WATER: ItemTuple = ("Water is cut off", f"{HERE}water", "2021-03-02")
FAIR: ItemTuple = ("The fair comes", f"{HERE}fair", None)
MENU: ItemTuple = ("Contact", f"{HERE}contact", None)


def item(fields: ItemTuple) -> Item:
    title, link, published = fields
    return Item(title, link, published, None, None, None, (), "/html/body")


def true_item(fields: ItemTuple) -> TrueItem:
    title, link, published = fields
    return TrueItem(title, title_digest(title), link, published)


def true_page(items: Iterable[ItemTuple], kind: str = "b") -> ListPage:
    page = Page(html(items), url=HERE, source="board.html")
    return ListPage(page, "board", kind, "en", tuple(map(true_item, items)))


def html(items: Iterable[ItemTuple]) -> str:
    lines = (
        f"<li><a href='{link or ''}'>{title}</a> {day or ''}</li>" for title, link, day in items
    )
    return "<title>Board</title><ul>" + "\n".join(lines) + "</ul>"


def find_one(page: Page, options: FeedOptions | None = None) -> Feed:
    """The items in the lists of a page, as `html` writes them; it fails on a drawing."""
    text = page.decode().text
    if "<svg" in text:
        raise ValueError("a drawing")
    matches = re.findall(r"<li><a href='([^']*)'>([^<]*)</a> ([^<]*)</li>", text)
    items = tuple(
        item((title, urljoin(page.url or "", link) if link else None, day or None))
        for link, title, day in matches
    )
    lists = (ItemList(items, None, 1.0),) if items else ()
    named = {"url": page.url or "", "source": page.source, "reason": None}
    unknown = dict.fromkeys(("title", "description", "language", "next", "previous"))
    return Feed(**named, **unknown, feeds=(), lists=lists, encoding="utf-8", replaced=0)  # type: ignore[arg-type]


def find(pages: Iterable[Page]) -> list[Feed]:
    """The lists of pages."""
    return [find_one(page) for page in pages]


def write_page(path: Path, shown: Iterable[ItemTuple]) -> None:
    """Write a page with items, compressed by its extension."""
    path.parent.mkdir(parents=True, exist_ok=True)
    written = html(shown).encode()
    path.write_bytes(gzip.compress(written) if path.suffix == ".gz" else written)


def write_lists(folder: Path, pages: dict[str, dict[str, Any]]) -> Path:
    """Write a folder with `lists.json`: the shown and true items and the kind of each page."""
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
                "items": item_records(page["true"]),
            }
        )
    (folder / "lists.json").write_text(json.dumps(listed), encoding="utf-8")
    return folder


def write_site(folder: Path, name: str, shown: Sequence[ItemTuple], articles: int) -> Path:
    """Write a site with a correct list page, and articles, the third with a list too."""
    site = folder / name
    pages = [{"file": "list.html.gz", "url": HERE, "kind": "list", "style": "links"}]
    write_page(site / "pages" / "list.html.gz", shown)
    for number in range(articles):
        file = f"{number}.html"
        write_page(site / "pages" / file, [ROADS, WATER] if number == 2 else [])
        pages.append({"file": file, "url": f"{HERE}{number}", "kind": "article"})
    site_record = {"site": name, "language": "en", "pages": pages}
    feed = {"list.html.gz": item_records(shown)}
    (site / "site.json").write_text(json.dumps({**site_record, "feed": feed}), encoding="utf-8")
    return folder


def item_records(items: Iterable[ItemTuple]) -> list[dict[str, str | None]]:
    return [{"title": title, "link": link, "published": day} for title, link, day in items]
