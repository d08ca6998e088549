"""Guestbooks written by hand, as evaluation reads them, and a method that finds their posts."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import asdict
from typing import TYPE_CHECKING, NamedTuple

from honbun.evaluation.truth.threads import TruePost
from honbun.posts.model import Post, Thread

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from honbun.page import Page

ANN = "Ann | 1998-07-01 | It rained all day and we stayed at home."
BOB = "Bob | 1998-07-02 | Then came the sun, so we went to the sea."
CAT = "Cat | 1998-07-03 | I have seen none of that, where was it?"


class Shown(NamedTuple):
    """A page: what its list shows, and the posts that are true of it."""

    shown: Sequence[str]
    true: Sequence[str]


def true_post(told: str) -> TruePost:
    """A post from "author | date | body", where "" is none."""
    author, date, body = told.split(" | ")
    return TruePost(told, body or None, author or None, date or None)


def post(told: str, index: int = 0, published: str | None = None) -> Post:
    """The same as found; with fewer parts, nothing but a text."""
    parts = [part or None for part in told.split(" | ")]
    author, date, body = parts if len(parts) == 3 else (None, None, None)
    return Post(index, told, body, author, date, published, None, None, None, ())


def thread(page: Page, told: Iterable[str]) -> Thread:
    posts = tuple(post(one, index) for index, one in enumerate(told))
    return Thread(page.url or "", page.source, page.url or "", None, posts, None, "utf-8", 0)


def find(pages: Iterable[Page]) -> list[Thread]:
    """What stands in the lists of pages."""
    return [thread(page, re.findall("<li>([^<]*)", page.decode().text)) for page in pages]


def html(shown: Iterable[str]) -> str:
    return "<title>Guests</title><ul>" + "\n".join(f"<li>{told}</li>" for told in shown) + "</ul>"


def write_group(
    data: Path, name: str, pages: Mapping[str, Shown], style: str = "structured"
) -> Path:
    """A format's folder inside of the data's; files are compressed if their names say so."""
    folder = data / name
    folder.mkdir(parents=True)
    for file, page in pages.items():
        written = html(page.shown).encode()
        packed = gzip.compress(written) if file.endswith(".gz") else written
        (folder / file).write_bytes(packed)
    told = {"group": name, "style": style, "language": "en"}
    listed = [
        {
            "file": file,
            "url": None,
            "encoding": "utf-8",
            "main_selector": "ul",
            "posts": [asdict(true_post(one)) for one in page.true],
        }
        for file, page in pages.items()
    ]
    (folder / "group.json").write_text(json.dumps({**told, "pages": listed}), encoding="utf-8")
    return data
