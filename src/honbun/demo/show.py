"""The demonstration: two small sites, and what was found on them next to what was dropped."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from honbun.content.extract import extract
from honbun.content.model import ContentOptions
from honbun.io.inputs import read

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

    from rich.console import Console

    from honbun.content.model import Content

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
