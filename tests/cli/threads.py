"""Pages for `honbun posts`, a stub that finds their posts, and readers of what comes out.

How posts are found is not the matter there: a stub takes every `<p>author: message` for one.
"""

from __future__ import annotations

import csv
import io
import json
import re
from types import ModuleType
from typing import TYPE_CHECKING, Any

import feedparser
import pyarrow.parquet as pq

from honbun.errors import Failure, HonbunError
from honbun.posts.model import PostsOptions, Thread
from tests.posts.made import post

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.page import Page
    from honbun.runner.run import Run

BOATS = "<title>Boats</title><p>Ann: Boats float.<p>Bob: Not all, « & co."
BRIDGES = "<title>Bridges</title><p>Cleo: Bridges stand."
BODIES = ["Boats float.", "Not all, « & co.", "Bridges stand."]


class Finder(ModuleType):
    """Stands in for the module that finds posts, and notes how it was called."""

    options: PostsOptions | None = None
    jobs = 1

    def posts(self, pages: Iterable[Page], options: PostsOptions, run: Run) -> Iterator[Thread]:
        self.options, self.jobs = options, run.jobs
        for page in pages:
            html = page.decode().text
            if "unreadable" in html:
                run.on_failure(Failure(page.source, page.url, "extract", "it is a picture"))
            elif "impossible" in html:
                raise HonbunError("this cannot be")
            else:
                yield thread(page, html)


def thread(page: Page, html: str) -> Thread:
    found = re.findall(r"<p>(\w+): ([^<]+)", html)
    posts = tuple(
        post(body.strip(), author=author, index=index, text=f"{author}: {body.strip()}")
        for index, (author, body) in enumerate(found)
    )
    url = page.url or page.fallback_url or page.source
    reason = None if posts else "the page has no text"
    return Thread(url, page.source, url, "Boats", posts, reason, "utf-8", html.count("\ufffd"))


def rows(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


def bodies(data: bytes, form: str = "jsonl") -> list[str]:
    """The messages that a reader of the format finds in it."""
    if form == "csv":
        return [row["body"] for row in csv.DictReader(io.StringIO(data.decode(), newline=""))]
    if form == "parquet":
        return list(pq.read_table(io.BytesIO(data)).column("body").to_pylist())
    if form == "text":
        return [line.strip() for line in data.decode().splitlines() if line.startswith("    ")]
    if form in ("rss", "atom"):
        entries = feedparser.parse(data).entries
        return [entry.summary.replace("&amp;", "&") for entry in entries]
    if form == "json":
        return [item["content_text"] for item in json.loads(data)["items"]]
    return [row["body"] for row in rows(data)]
