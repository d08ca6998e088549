"""Handwritten guestbooks in the format of evaluation, and a method that finds their posts."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import asdict
from typing import TYPE_CHECKING, NamedTuple

from honbun.evaluation.truth.threads import TruePost
from honbun.posts.model import Post, Thread
from tests.builders import document

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from honbun.page import Page

ANN = "Ann | 1998-07-01 | It rained all day and we stayed at home."
BOB = "Bob | 1998-07-02 | Then came the sun, so we went to the sea."
CAT = "Cat | 1998-07-03 | I have seen none of that, where was it?"


class Shown(NamedTuple):
    """A page: the posts that its list shows, and the true posts."""

    shown: Sequence[str]
    true: Sequence[str]


def true_post(fields: str) -> TruePost:
    """A true post from "author | date | body", where "" is a missing field."""
    author, date, body = fields.split(" | ")
    return TruePost(fields, body or None, author or None, date or None)


def post(fields: str, index: int = 0, published: str | None = None) -> Post:
    """A found post in the same notation; with fewer parts it has only a text."""
    parts = [part or None for part in fields.split(" | ")]
    author, date, body = parts if len(parts) == 3 else (None, None, None)
    return Post(index, fields, document(body), author, date, published, None, None, None, ())


def thread(page: Page, fields: Iterable[str]) -> Thread:
    posts = tuple(post(one, index) for index, one in enumerate(fields))
    return Thread(page.url or "", page.source, page.url or "", None, posts, None, "utf-8", 0)


def find(pages: Iterable[Page]) -> list[Thread]:
    """The posts in the lists of pages."""
    return [thread(page, re.findall("<li>([^<]*)", page.decode().text)) for page in pages]


def html(shown: Iterable[str]) -> str:
    return (
        "<title>Guests</title><ul>" + "\n".join(f"<li>{fields}</li>" for fields in shown) + "</ul>"
    )


def write_group(
    data: Path, name: str, pages: Mapping[str, Shown], style: str = "structured"
) -> Path:
    """Write the folder of a format; files are compressed by their extension."""
    folder = data / name
    folder.mkdir(parents=True)
    for file, page in pages.items():
        written = html(page.shown).encode()
        packed = gzip.compress(written) if file.endswith(".gz") else written
        (folder / file).write_bytes(packed)
    group = {"group": name, "style": style, "language": "en"}
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
    (folder / "group.json").write_text(json.dumps({**group, "pages": listed}), encoding="utf-8")
    return data
