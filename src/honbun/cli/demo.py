"""`honbun demo`: the main commands on pages that come with honbun (`honbun/demo`)."""

from __future__ import annotations

from importlib.resources import as_file, files
from typing import TYPE_CHECKING

from honbun.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Iterable
    from contextlib import AbstractContextManager
    from pathlib import Path

    from rich.console import Console
    from rich.table import Table

    from honbun.content.model import BlockDecision, Content
    from honbun.feeds.model import Feed
    from honbun.posts.model import Thread
    from honbun.similar.model import Pair

NOTE = "power-for-a-winter"
"""The page that is shown in detail: one of eight, with a table and code."""
NEXT = """\
Try next
  honbun https://example.org/          one page as Markdown, from the web
  honbun page.html                     ... or from a file
  honbun extract FOLDER -f md -o out/  a crawl, one Markdown file per page
  honbun extract FOLDER -o crawl.csv   ... or in one table
  honbun posts FOLDER                  threads and comments, post by post
  honbun feed URL > feed.xml           a feed of a page that lists articles
  honbun similar FOLDER                pages that share text
  honbun --help                        all commands
"""


def demo() -> None:
    """Show what honbun does, on pages that come with it."""
    from rich.console import Console

    show(Console())


def pages(*path: str) -> AbstractContextManager[Path]:
    """A folder of bundled pages: notes, sites/NAME, threads, lists or borrowed."""
    return as_file(files("honbun").joinpath("demo", *path))


def show(console: Console) -> None:
    """Print the results for bundled pages."""
    from honbun.api import feed, posts, read

    console.rule("[bold]a page, alone and compared with seven others of its site")
    alone, compared = note()
    console.print(_decisions(alone, compared))
    console.rule("[bold]... and as Markdown: honbun extract FOLDER -f md")
    console.print(compared.markdown, markup=False, highlight=False)
    console.rule("[bold]posts of two threads: honbun posts FOLDER")
    with pages("threads") as folder:
        for thread in posts(read(folder)):
            console.print(_thread(thread), "")
    console.rule("[bold]items of pages that have no feed: honbun feed PAGE")
    with pages("lists") as folder:
        for page in read(folder):
            console.print(_items(feed(page)), "")
    console.rule("[bold]pages that share text: honbun similar FOLDER")
    try:
        console.print(pairs_table(shared_text()))
    except MissingExtra as error:
        console.print(str(error), style="yellow", markup=False)
    console.print()
    console.print(NEXT, highlight=False)


def note() -> tuple[Content, Content]:
    """The page that is shown in detail: judged alone, and among the pages of its site."""
    from honbun.api import extract, read
    from honbun.content.model import ContentOptions

    options = ContentOptions(explain=True)
    with pages("notes") as folder:
        found = [list(extract(read(folder), options, alone=alone)) for alone in (True, False)]
    alone, compared = (
        next(content for content in contents if NOTE in content.url) for contents in found
    )
    return alone, compared


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


def _decisions(alone: Content, compared: Content) -> Table:
    """What is kept of a page, block by block, with and without the other pages."""
    first = {block.xpath: block for block in alone.explanation}
    rows = [
        (
            _short(block.text, 90),
            _mark(first[block.xpath]),
            _mark(block),
            f"on {block.others} of {compared.compared} other pages" if block.others else "",
        )
        for block in compared.explanation
        if block.text
    ]
    table = _table({"text of the page": "", "alone": "", "compared": "", "": "dim"}, rows)
    table.caption = (
        "+ kept, - dropped. Alone, a page shows what a one-page extractor can see "
        "(honbun extract --alone); a text that other pages repeat is known only from them."
    )
    return table


def _mark(block: BlockDecision) -> str:
    return "+" if block.content else "-"


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
