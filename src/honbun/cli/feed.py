"""`honbun feed`: a feed from a page that lists articles."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.cli.options import (
    FormatOf,
    OutputPath,
    Quiet,
    SiteMemoryFile,
    with_options,
)
from honbun.cli.progress import TRUNCATED, UNDECODABLE, Report, counted, message, running
from honbun.errors import HonbunError, InputError
from honbun.feeds.model import FeedOptions
from honbun.inputs.options import ReadOptions
from honbun.options import METHOD
from honbun.outputs import Output
from honbun.runner.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.feeds.model import Feed, Item
    from honbun.page import Page
    from honbun.runner.run import Run

_FULL_TEXT_ITEMS = 30
"""More than a list shows of a day."""


def _list_number(text: str) -> int:
    from honbun.outputs.feeds import ALL_LISTS

    if text == "all":
        return ALL_LISTS
    if not (text.isdecimal() and int(text)):
        raise HonbunError(f"--list must be a number from 1, or all, not {text}")
    return int(text)


@with_options
def feed(
    *,
    page: Annotated[
        str,
        typer.Argument(
            help="An http(s) URL, an HTML file, - for standard input, or any other input with one "
            "page.",
            show_default=False,
            metavar="PAGE",
        ),
    ],
    reading: ReadOptions,
    output: OutputPath = None,
    form: Annotated[str | None, FormatOf("feed")] = None,
    quiet: Quiet = False,
    limits: Limits,
    number: Annotated[
        str,
        typer.Option(
            "--list",
            metavar="N|all",
            help="Which list of the page; 1 is the main list, all takes the items of all lists.",
            rich_help_panel=METHOD,
        ),
    ] = "1",
    show_lists: Annotated[
        bool,
        typer.Option("--show-lists", help="Only show the page's lists.", rich_help_panel=METHOD),
    ] = False,
    state: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Remember items from run to run: an item keeps its id when it is corrected, and "
            "an item without a date gets the time when it was first seen.",
            rich_help_panel=METHOD,
        ),
    ] = None,
    full_text: Annotated[
        bool,
        typer.Option(
            "--full-text",
            help="Fetch the pages of the items and add their full text.",
            rich_help_panel=METHOD,
        ),
    ] = False,
    full_text_items: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="With --full-text: number of items, from the first, that get their full text.",
            show_default=str(_FULL_TEXT_ITEMS),
            rich_help_panel=METHOD,
        ),
    ] = None,
    memory: SiteMemoryFile = None,
    self_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="URL at which the feed itself will be served.",
            rich_help_panel=METHOD,
        ),
    ] = None,
    options: FeedOptions,
) -> None:
    """Make a feed from a page that lists articles, headlines, notices or releases.

    The same page gives the same feed, byte for byte. Relative links need a base: give --base-url
    for a file or standard input. Without it, such links are left out.

    Exit status 1 means that a page failed. If the page itself failed or has no list, nothing is
    written and an existing feed is left as it is. If the page of an item failed (--full-text), the
    feed is written without the text of this item.
    """
    from honbun.outputs import feeds as outputs
    from honbun.text.urls import http_url

    out = Output.of("feed", output, form)
    chosen = _list_number(number)
    if self_url is not None and http_url(self_url) is None:
        raise HonbunError(f"--self-url must be an http(s) URL, not {self_url}")
    if (full_text_items or memory) and not full_text:
        raise HonbunError("--full-text-items and --memory need --full-text")
    with running(1, limits, None, quiet=quiet) as (report, run), ExitStack() as stack:
        read = _read_page(page, reading, report, run)
        found = _find_lists(read, options, run) if read else None
        if read is None or found is None:
            raise typer.Exit(report.status)
        _note_feeds(found, report)
        if not found.lists:
            message(f"{found.reason or 'no list found'}: {found.url}")
            raise typer.Exit(1)
        if show_lists:
            _write_text(outputs.overview(found), out)
            raise typer.Exit(0)
        items = outputs.select_items(found, chosen)
        _note_lost_links(found, items, report)
        store = None
        if state is None:
            entries = outputs.entries(found.url, items)
        else:
            from honbun.stores.feed_state import FeedState

            store = stack.enter_context(FeedState(state))
            seen = read.fetched_at or datetime.now(UTC)  # a page of an archive: when it was fetched
            known = store.update(found.url, items, seen, chosen - 1)
            entries = outputs.known_entries(items, known)
        if full_text:
            from honbun.api import full_text as find_articles
            from honbun.inputs.fetch.fetcher import Fetcher
            from honbun.stores.site_memory import SiteMemory

            report.note("fetching the pages of the items")
            articles = find_articles(
                found.url,
                {entry.id: item for entry, item in zip(entries, items)},
                stack.enter_context(Fetcher(reading)).fetch,
                most=full_text_items or _FULL_TEXT_ITEMS,
                store=store,
                memory=stack.enter_context(SiteMemory(memory)) if memory else None,
                run=run,
            )
            entries = outputs.add_articles(entries, items, articles)
        out.write([outputs.channel(found, entries, self_url, chosen)])
    remarks = [counted(len(items), "item")]
    remarks += [UNDECODABLE] if found.replaced else []
    remarks += [f"{TRUNCATED}: {'; '.join(found.truncated)}"] if found.truncated else []
    report.note(", ".join(remarks))
    raise typer.Exit(report.status)


def _read_page(source: str, options: ReadOptions, report: Report, run: Run) -> Page | None:
    """The only page of an input; None if it cannot be read, which is reported."""
    from honbun.api import read

    pages = read(source, options=options, run=run)
    first = next(pages, None)
    if first is None and not report.status:
        raise InputError(f"{source}: there is no page in it")
    if first is not None and next(pages, None) is not None:
        raise InputError(f"{source}: a feed is made from one page, but there are more in it")
    return first


def _find_lists(page: Page, options: FeedOptions, run: Run) -> Feed | None:
    """The lists of a page; None if it exceeds its limits or fails, which is reported."""
    from honbun.api import feed as find_lists
    from honbun.runner.pages import Step, map_pages

    return next(map_pages(Step(find_lists, options, "feed"), [page], run), None)


def _note_feeds(found: Feed, report: Report) -> None:
    for link in found.feeds:
        title = f" ({link.title})" if link.title else ""
        report.note(f"this page has its own feed: {link.url}{title}")
    if found.lists and found.next:
        report.note(f"the list continues at {found.next}")


def _note_lost_links(found: Feed, items: Sequence[Item], report: Report) -> None:
    from honbun.text.urls import http_url

    lost = sum(http_url(item.link) is None for item in items)
    if lost and http_url(found.url) is None:
        have = "1 item has" if lost == 1 else f"{lost:,} items have"
        report.note(f"{have} no absolute link: give the page's URL with --base-url")


def _write_text(text: str, out: Output) -> None:
    from honbun.outputs.files import open_output

    with open_output(out.target.path) as file:
        file.write(text.encode())
