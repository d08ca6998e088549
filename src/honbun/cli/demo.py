"""`honbun demo`: every command on the pages that come with honbun (`honbun/demo`)."""

from __future__ import annotations

from importlib.resources import as_file, files
from itertools import islice, zip_longest
from typing import TYPE_CHECKING

from honbun.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Iterable
    from contextlib import AbstractContextManager
    from pathlib import Path

    from rich.console import Console
    from rich.table import Table

    from honbun.content.model import Content
    from honbun.feeds.model import Feed
    from honbun.posts.model import Thread
    from honbun.similar.model import Pair

SITES = {
    "minato": ("みなと日報, a local newspaper in Japanese", "harbour-lights", "drum-festival"),
    "fernhill": ("the journal of a garden, in English", "fern-spores", "water-ram"),
}
"""Folders of the sites: name, the page to show in detail, the article with two URLs."""
_ROWS = 14
"""Blocks of a page that are shown."""
NEXT = """\
Try next
  honbun extract FOLDER
      your own pages, as JSON Lines
  honbun extract FOLDER -f markdown -o out/
      one Markdown file per page
  honbun extract crawl.warc.gz -o crawl.parquet
      a whole crawl into one table
  honbun extract FOLDER --explain -f text
      why each block was kept or dropped
  honbun extract FOLDER --memory sites.db
      remember templates for tomorrow's pages
  honbun extract PAGE.html --alone -f markdown
      a single page
  honbun posts FOLDER
      threads, guestbooks and comments, post by post
  honbun posts URL --state seen.db --new-only -f rss
      posts since the last run, as a feed
  honbun feed URL > feed.xml
      a page that lists articles, as a feed; --show-lists shows its lists
  honbun serve
      feeds of such pages for any feed reader, at http://127.0.0.1:8710/
  honbun similar FOLDER -f html -o pairs.html
      pages that share text, sentences side by side
  honbun extract --help
"""


def demo() -> None:
    """Run all commands on bundled pages and show what is kept and dropped."""
    from rich.console import Console

    show(Console())


def pages(*path: str) -> AbstractContextManager[Path]:
    """A folder of bundled pages: sites/NAME, threads, lists or borrowed."""
    return as_file(files("honbun").joinpath("demo", *path))


def show(console: Console) -> None:
    """Print the results for all bundled pages."""
    from honbun.api import extract, feed, posts, read
    from honbun.content.model import ContentOptions

    for folder, (name, detailed, twice) in SITES.items():
        with pages("sites", folder) as site:
            contents = list(extract(read(site), ContentOptions(explain=True)))
        console.rule(f"[bold]{name}")
        console.print(_overview(contents))
        note = f"{twice} has two URLs here; the two copies do not count against each other.\n"
        console.print(note, style="yellow")
        for content in contents:
            if detailed in content.url:
                console.print(_decisions(content), "")
    console.rule("[bold]two threads, post by post")
    with pages("threads") as folder_:
        for thread in posts(read(folder_)):
            console.print(_thread(thread), "")
    console.rule("[bold]two pages without a feed, item by item")
    with pages("lists") as folder_:
        for page in read(folder_):
            console.print(_items(feed(page)), "")
    console.rule("[bold]pages that share text with the garden's journal")
    try:
        console.print(pairs_table(shared_text()))
    except MissingExtra as error:
        console.print(str(error), style="yellow", markup=False)
    console.print()
    console.print(NEXT, highlight=False)


def shared_text() -> list[Pair]:
    """Pages that share text with the garden's journal, without its own list of articles."""
    from honbun.api import read, similar

    with pages("sites", "fernhill") as garden, pages("borrowed") as others:
        pairs = similar(read(garden, others))
        return [pair for pair in pairs if pair.relation not in ("same-site", "archive")]


def _table(columns: dict[str, str], rows: Iterable[Iterable[object]], title: str = "") -> Table:
    """A table whose columns have these styles."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title or None, expand=True)
    for name, style in columns.items():
        table.add_column(name, style=style, overflow="fold")
    for row in rows:
        table.add_row(*(Text(str(cell or "")) for cell in row))
    return table


def _overview(contents: list[Content]) -> Table:
    rows = [
        (
            content.url.split("/", 3)[-1],
            _short(content.reason or content.title or "", 40),
            len(content.blocks),
            len(content.text),
        )
        for content in contents
    ]
    return _table({"page": "cyan", "title": "", "blocks": "", "characters": ""}, rows)


def _decisions(content: Content) -> Table:
    kept = [(block.role, _short(block.text)) for block in content.blocks if block.text]
    dropped = [
        (block.why[0] if block.why else "", _short(block.text))
        for block in content.explanation
        if block.text and not block.content
    ]
    rows = (
        (*left, *right)
        for left, right in islice(zip_longest(kept, dropped, fillvalue=("", "")), _ROWS)
    )
    columns = {"role": "cyan", "kept": "green", "reason": "cyan", "dropped": "dim strike"}
    table = _table(columns, rows, content.url)
    total, number = len(content.explanation), len(content.blocks)
    table.caption = f"{number} blocks kept, {total - number} dropped; the first {_ROWS} are shown"
    return table


def _thread(thread: Thread) -> Table:
    rows = [
        (post.number, post.author, post.published or post.date, _short(post.body.text or post.text))
        for post in thread.posts
    ]
    columns = {"number": "cyan", "author": "green", "published": "", "text": ""}
    return _table(columns, rows, thread.title or "")


def _items(feed: Feed) -> Table:
    rows = [(_short(item.title), item.link, item.published) for item in feed.items]
    table = _table({"title": "green", "link": "cyan", "published": ""}, rows, feed.title or "")
    table.caption = ", ".join(f"{len(one.items)} items under {one.heading}" for one in feed.lists)
    return table


def pairs_table(pairs: list[Pair]) -> Table:
    """Pairs with one of their sentences each."""
    rows = [
        (
            pair.relation,
            f"{pair.a}\n{pair.b}",
            f"{_short(pair.shared[0].a)}\n{_short(pair.shared[0].b)}",
            "; ".join(pair.because),
        )
        for pair in pairs
    ]
    return _table({"relation": "green", "pages": "cyan", "sentence": "", "reasons": ""}, rows)


def _short(text: str, length: int = 64) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"
