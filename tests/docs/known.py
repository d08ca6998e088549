"""Pages whose posts, items, pairs and texts are known: what `honbun eval` measures on."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import honbun
from tests.docs import web

if TYPE_CHECKING:
    from collections.abc import Iterable


_COPIED = {
    "a": "https://fernhill-garden.example/2024/05/fern-spores.html",
    "b": "https://leafytips.example/p/8841",
    "extent": "contained",
    "relation": "plagiarism",
    "edited": True,
}


def furnish(folder: Path) -> None:
    """Make a folder for each measure; what honbun finds on the bundled pages is the truth."""
    _threads(folder / "threads")
    _lists(folder / "lists")
    _pairs(folder / "pairs")
    _texts(folder / "texts")


def _threads(folder: Path) -> None:
    for page in honbun.read(web.DEMO / "threads"):
        [thread] = honbun.posts([page])
        name = Path(page.source).name
        group = folder / name.removesuffix(".html")
        posts = [
            {"text": post.text, "body": post.body, "author": post.author, "date": post.date}
            for post in thread.posts
        ]
        told = {
            "file": name,
            "url": thread.url,
            "encoding": "utf-8",
            "main_selector": "body",
            "posts": posts,
        }
        _write(
            group / "group.json",
            {"group": group.name, "language": "en", "style": "structured", "pages": [told]},
        )
        (group / name).write_bytes(_bytes(page))


def _lists(folder: Path) -> None:
    told: list[dict[str, Any]] = []
    for page in honbun.read(web.DEMO / "lists"):
        found = honbun.feed(page)
        items = [
            {"title": item.title, "link": item.link, "published": item.published}
            for item in found.items
        ]
        name = Path(page.source).name
        told.append(
            {
                "file": name,
                "url": found.url,
                "encoding": "utf-8",
                "kind": "N news",
                "language": "ja",
                "note": "",
                "items": items,
            }
        )
        _write(folder / "lists.json", told)
        (folder / name).write_bytes(_bytes(page))


def _pairs(folder: Path) -> None:
    hosts = ("fernhill-garden.example", "leafytips.example")
    rows = [
        {"url": url, "html": html.decode()}
        for url, html in web.pages().items()
        if url.split("/")[2] in hosts
    ]
    _lines(folder / "pages.jsonl.gz", rows)
    _lines(folder / "truth.jsonl", [_COPIED])


def _texts(folder: Path) -> None:
    told = []
    for number, page in enumerate(honbun.read(web.DEMO / "sites" / "fernhill")):
        content = honbun.extract_page(page)
        file = f"html/{number}.html.gz"
        (folder / "html").mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(gzip.compress(_bytes(page)))
        told.append(
            {
                "id": str(number),
                "file": file,
                "url": content.url,
                "type": "article",
                "domain": "fernhill-garden.example",
                "main_content": content.text,
            }
        )
    _lines(folder / "truth.jsonl.gz", told)


def _bytes(page: honbun.Page) -> bytes:
    return page.html if isinstance(page.html, bytes) else page.html.encode()


def _write(path: Path, value: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")


def _lines(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(row) + "\n" for row in rows).encode()
    path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)
