"""`honbun demo`: the main job on bundled pages."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from honbun.api import extract, feed, posts, similar
from honbun.content.model import ContentOptions
from honbun.errors import MissingExtra
from honbun.inputs.read import read
from honbun.similar.model import Relation

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

    from rich.console import Console

    from honbun.content.model import Content
    from honbun.feeds.model import Feed
    from honbun.posts.model import Thread
    from honbun.similar.model import Pair


def demo() -> None:
    """All of it on the bundled pages: what is found, next to what is dropped."""
    from rich.console import Console

    pass

    show(Console())


# The demonstration: two small sites, kept and dropped; two threads; two lists; who copied whom.

_SHORT = 64
"""Characters of a block that are shown."""
_LINES = 14
"""Blocks of a page that are shown."""

NEXT = """\
Try next
  honbun extract FOLDER
      pages of your own, as JSON Lines
  honbun extract FOLDER -f markdown -o out/
      one Markdown file per page
  honbun extract crawl.warc.gz -o crawl.parquet
      a whole crawl into one table
  honbun extract FOLDER --explain -f text
      why each block is content or not
  honbun extract FOLDER --memory sites.db
      keep what was learnt, for tomorrow's pages
  honbun extract PAGE.html --alone -f markdown
      one page, with no other to compare it to
  honbun posts FOLDER
      threads, guestbooks and comments, post by post
  honbun posts URL --new-since seen.db -f rss
      what was written since the last time, as a feed
  honbun feed URL > feed.xml
      a page that lists articles, as a feed; --lists shows what lists it has
  honbun serve
      feeds of such pages for any reader, at http://127.0.0.1:8710/
  honbun similar FOLDER -f html -o pairs.html
      who shares text with whom, sentences side by side
  honbun extract --help
"""


@dataclass(frozen=True, slots=True)
class Site:
    """A bundled site: its folder, and the page to look at closely."""

    folder: str
    name: str
    page: str
    twice: str
    """The article that stands under two addresses."""


SITES = (
    Site("minato", "みなと日報, a local newspaper in Japanese", "harbour-lights", "drum-festival"),
    Site("fernhill", "the journal of a garden, in English", "fern-spores", "water-ram"),
)


def folder_of(site: Site) -> AbstractContextManager[Path]:
    """The site's pages as a folder on disk, wherever the package is installed."""
    return as_file(files("honbun") / "demo" / "sites" / site.folder)


def threads_folder() -> AbstractContextManager[Path]:
    """The thread pages: a forum of today, and a board of bare text between lines."""
    return as_file(files("honbun") / "demo" / "threads")


def lists_folder() -> AbstractContextManager[Path]:
    """The pages that list something: notices of a town in a table, and a change log."""
    return as_file(files("honbun") / "demo" / "lists")


def borrowed_folder() -> AbstractContextManager[Path]:
    """Two pages elsewhere with text of the garden's journal: a letter, and a page of tips."""
    return as_file(files("honbun") / "demo" / "borrowed")


def show(console: Console) -> None:
    """Print what is found on the bundled pages."""
    for site in SITES:
        with folder_of(site) as folder:
            contents = list(extract(read(folder), ContentOptions(explain=True)))
        console.rule(f"[bold]{site.name}")
        console.print(_overview(contents))
        console.print(
            f"{site.twice} stands here under two addresses: neither makes the other look like "
            "boilerplate.\n",
            style="yellow",
        )
        for content in contents:
            if site.page in content.url:
                console.print(_side_by_side(content))
                console.print()
    console.rule("[bold]two threads, post by post")
    with threads_folder() as folder:
        for thread in posts(read(folder)):
            console.print(_thread(thread))
            console.print()
    console.rule("[bold]two pages without a feed, item by item")
    with lists_folder() as folder:
        for page in read(folder):
            console.print(_lists(feed(page)))
            console.print()
    console.rule("[bold]who shares text with the garden, and what it is to them")
    try:
        console.print(_pairs(shared_text()))
    except MissingExtra as error:
        console.print(str(error), style="yellow", markup=False)
    console.print()
    console.print(NEXT, highlight=False)


def shared_text() -> list[Pair]:
    """The pages that share text with the garden's journal; not with its list, which repeats all."""
    with folder_of(SITES[1]) as garden, borrowed_folder() as others:
        found = similar(read(garden, others))
        listed = (Relation.SAME_SITE, Relation.ARCHIVE)
        return [pair for pair in found if pair.relation not in listed]


def _pairs(pairs: list[Pair]) -> Table:
    table = Table("relation", "pages", "a sentence of both", "told by", expand=True)
    for pair in pairs:
        sentence = pair.shared[0]
        table.add_row(
            Text(pair.relation, style="green"),
            Text(f"{pair.a}\n{pair.b}", style="cyan", overflow="fold"),
            Text(f"{_short(sentence.a)}\n{_short(sentence.b)}"),
            Text("; ".join(pair.because)),
        )
    return table


def _thread(thread: Thread) -> Table:
    table = Table("number", "author", "published", "says", title=thread.title, expand=True)
    for post in thread.posts:
        table.add_row(
            Text(post.number or "", style="cyan"),
            Text(post.author or "", style="green"),
            Text(post.published or post.date or ""),
            Text(_short(post.body or post.text)),
        )
    return table


def _lists(lists: Feed) -> Table:
    table = Table("title", "link", "published", title=lists.title, expand=True)
    for item in lists.items:
        table.add_row(
            Text(_short(item.title), style="green"),
            Text(item.link or "", style="cyan"),
            Text(item.published or ""),
        )
    table.caption = ", ".join(
        f"{len(each.items)} items under {each.heading}" for each in lists.lists
    )
    return table


def _overview(contents: list[Content]) -> Table:
    table = Table("page", "title found", box=None, pad_edge=False)
    table.add_column("blocks", justify="right")
    table.add_column("characters", justify="right")
    for content in contents:
        path = content.url.split("/", 3)[-1]
        table.add_row(
            Text(path, style="cyan"),
            Text(_short(content.title or "", 40)),
            str(len(content.blocks)),
            str(len(content.text)),
        )
        if content.reason:
            table.add_row("", Text(content.reason, style="yellow italic"), "", "")
    return table


def _side_by_side(content: Content) -> Table:
    kept = [
        Text.assemble((f"{block.role}  ", "cyan"), (_short(block.text), "green"))
        for block in content.blocks
        if block.text
    ]
    dropped = [
        Text.assemble((f"{judged.why}  ", "cyan"), (_short(judged.text), "dim strike"))
        for judged in content.explanation
        if judged.text and not judged.content
    ]
    table = Table("kept, as what", "dropped, and why", title=content.url, expand=True)
    for line in range(_LINES):
        if line < max(len(kept), len(dropped)):
            table.add_row(_at(kept, line), _at(dropped, line))
    total = len(content.explanation)
    table.caption = (
        f"{len(content.blocks)} blocks kept, {total - len(content.blocks)} dropped; "
        f"the first {_LINES} of each with text are shown"
    )
    return table


def _at(lines: list[Text], number: int) -> Text:
    return lines[number] if number < len(lines) else Text("")


def _short(text: str, length: int = _SHORT) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"
