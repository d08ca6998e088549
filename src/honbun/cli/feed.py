"""`honbun feed`: a feed from a page that lists articles."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.cli.options import (
    MEMORY,
    FormatOf,
    PageInput,
    Quiet,
    Running,
    Target,
    open_memory,
    with_options,
)
from honbun.cli.page import read_page
from honbun.cli.progress import TRUNCATED, UNDECODABLE, Report, counted, message, running
from honbun.errors import HonbunError
from honbun.feeds.model import FeedOptions
from honbun.inputs.options import ReadOptions
from honbun.options import option
from honbun.outputs.feeds import ALL_LISTS
from honbun.runner.limits import Limits
from honbun.text.urls import http_url

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.feeds.model import Feed, Item
    from honbun.page import Page

_FULL_TEXT_ITEMS = 30
"""More than a list shows of a day."""


@dataclass(frozen=True, slots=True)
class ChannelOptions(Quiet):
    """What the feed holds."""

    number: str = option(
        "1",
        "Which list of the page; 1 is the main list, all takes the items of all lists.",
        flag="--list",
        metavar="N|all",
    )
    show_lists: bool = option(False, "Only show the page's lists.")
    state: Path | None = option(
        None,
        "Remember items from run to run: an item keeps its id when it is corrected, and an item "
        "without a date gets the time when it was first seen.",
        metavar="FILE",
    )
    full_text: bool = option(False, "Fetch the pages of the items and add their full text.")
    full_text_items: int | None = option(
        None,
        "With --full-text: number of items, from the first, that get their full text.",
        at_least=1,
        metavar="N",
        show_default=str(_FULL_TEXT_ITEMS),
    )
    memory: Path | None = option(None, MEMORY, metavar="FILE")
    self_url: str | None = option(
        None, "URL at which the feed itself will be served.", metavar="URL"
    )

    def __post_init__(self) -> None:
        """Check what the types do not."""
        if self.number != "all" and not (self.number.isdecimal() and int(self.number)):
            raise HonbunError(f"--list must be a number from 1, or all, not {self.number}")
        if self.self_url is not None and http_url(self.self_url) is None:
            raise HonbunError(f"--self-url must be an http(s) URL, not {self.self_url}")
        if (self.full_text_items or self.memory) and not self.full_text:
            raise HonbunError("--full-text-items and --memory need --full-text")


@with_options
def feed(
    *,
    page: PageInput,
    reading: ReadOptions,
    output: Target,
    form: Annotated[str | None, FormatOf("feed")] = None,
    limits: Limits,
    wanted: ChannelOptions,
    options: FeedOptions,
) -> None:
    """Make a feed from a page that lists articles, headlines, notices or releases.

    The same page gives the same feed, byte for byte. Relative links need a base: give --base-url
    for a file or standard input. Without it, such links are left out.

    Exit status 1 means that a page failed. If the page itself failed or has no list, nothing is
    written and an existing feed is left as it is. If the page of an item failed (--full-text), the
    feed is written without the text of this item.
    """
    from honbun import api
    from honbun.outputs import feeds as outputs
    from honbun.runner.pages import Step, map_pages

    out = output.of("feed", form)
    chosen = ALL_LISTS if wanted.number == "all" else int(wanted.number)
    how = Running(quiet=wanted.quiet, jobs=1)
    with running(how, limits) as (report, run), ExitStack() as stack:
        read = read_page(page, reading, report, run, "a feed is made from one page")
        # A page that exceeds its limits or fails is reported.
        step: Step[Page, FeedOptions, Feed] = Step(api.feed, options, "feed")
        found = next(map_pages(step, [read], run), None) if read else None
        if read is None or found is None:
            raise typer.Exit(report.status)
        _note_feeds(found, report)
        if not found.lists:
            message(f"{found.reason or 'no list found'}: {found.url}")
            raise typer.Exit(1)
        if wanted.show_lists:
            from honbun.outputs.files import open_output

            with open_output(out.target.path) as file:
                file.write(outputs.overview(found).encode())
            raise typer.Exit(0)
        items = outputs.select_items(found, chosen)
        _note_lost_links(found, items, report)
        store = None
        if wanted.state is None:
            entries = outputs.entries(found.url, items)
        else:
            from honbun.stores.feed_state import FeedState

            store = stack.enter_context(FeedState(wanted.state))
            seen = read.fetched_at or datetime.now(UTC)  # a page of an archive: when it was fetched
            known = store.update(found.url, items, seen, chosen - 1)
            entries = outputs.known_entries(items, known)
        if wanted.full_text:
            from honbun.inputs.fetch.fetcher import Fetcher

            report.note("fetching the pages of the items")
            memory = open_memory(wanted.memory, report) if wanted.memory else None
            articles = api.full_text(
                found.url,
                {entry.id: item for entry, item in zip(entries, items)},
                stack.enter_context(Fetcher(reading)).fetch,
                most=wanted.full_text_items or _FULL_TEXT_ITEMS,
                store=store,
                memory=stack.enter_context(memory) if memory else None,
                run=run,
            )
            entries = outputs.add_articles(entries, items, articles)
        out.write([outputs.channel(found, entries, wanted.self_url, chosen)])
    remarks = [counted(len(items), "item")]
    remarks += [UNDECODABLE] if found.replaced else []
    remarks += [f"{TRUNCATED}: {'; '.join(found.truncated)}"] if found.truncated else []
    report.note(", ".join(remarks))
    raise typer.Exit(report.status)


def _note_feeds(found: Feed, report: Report) -> None:
    for link in found.feeds:
        title = f" ({link.title})" if link.title else ""
        report.note(f"this page has its own feed: {link.url}{title}")
    if found.lists and found.next:
        report.note(f"the list continues at {found.next}")


def _note_lost_links(found: Feed, items: Sequence[Item], report: Report) -> None:
    lost = sum(http_url(item.link) is None for item in items)
    if lost and http_url(found.url) is None:
        have = "1 item has" if lost == 1 else f"{lost:,} items have"
        report.note(f"{have} no absolute link: give the page's URL with --base-url")
