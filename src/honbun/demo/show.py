"""The demonstration: two small sites, and what was found on them next to what was dropped."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from honbun.content.extract import extract
from honbun.io.inputs import read
from honbun.tree.block import split
from honbun.tree.path import Paths

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from rich.console import Console

    from honbun.content.model import Content
    from honbun.page import Page

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


def show(console: Console) -> None:
    """Extract the bundled sites and print what was found."""
    for site in SITES:
        with folder_of(site) as folder:
            pages = list(read(folder))
        contents = list(extract(pages))
        console.rule(f"[bold]{site.name}")
        console.print(_overview(contents))
        console.print(
            f"{site.twice} stands here under two addresses, and each has what the other has: what "
            "is left of it is little. That is the method's known weakness.\n",
            style="yellow",
        )
        for page, content in zip(pages, contents):
            if site.page in content.url:
                console.print(_side_by_side(page, content))
                console.print()
    console.print(NEXT, highlight=False)


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


def _side_by_side(page: Page, content: Content) -> Table:
    kept = [Text(_short(block.text), style="green") for block in content.blocks if block.text]
    dropped = [Text(_short(text), style="dim strike") for text in _dropped(page, content)]
    table = Table("kept", "dropped: it stands on other pages too", title=content.url, expand=True)
    for line in range(_LINES):
        if line < max(len(kept), len(dropped)):
            table.add_row(_at(kept, line), _at(dropped, line))
    table.caption = f"{len(kept)} blocks kept, {len(dropped)} dropped"
    return table


def _dropped(page: Page, content: Content) -> Iterator[str]:
    found = {block.xpath for block in content.blocks}
    blocks = split(page.parse())
    paths = Paths(blocks.tree)
    for node, text in zip(blocks.node, blocks.texts()):
        if text and paths.of(node) not in found:
            yield text


def _at(lines: list[Text], number: int) -> Text:
    return lines[number] if number < len(lines) else Text("")


def _short(text: str, length: int = _SHORT) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"
