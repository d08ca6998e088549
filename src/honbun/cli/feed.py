"""`honbun feed`: a feed from a page that lists articles."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.cli import options as shared
from honbun.cli.progress import CUT, GARBLED, Report
from honbun.errors import HonbunError, InputError, short_message
from honbun.outputs import Output, format_names
from honbun.outputs.files import open_output

if TYPE_CHECKING:
    from honbun.feeds.model import Feed, FeedOptions, Item
    from honbun.inputs.options import ReadOptions
    from honbun.outputs.syndication import Entry
    from honbun.page import Page
    from honbun.runner.limits import Limits

if TYPE_CHECKING:
    Choice = StrEnum
else:
    Choice = StrEnum("Choice", format_names("feed"))
_MOST_ITEMS = 30
"""Items that get their whole text, unless told otherwise: more than a list shows of a day."""


def feed(
    page: Annotated[
        str,
        typer.Argument(
            help="An http(s) URL, an HTML file, - for standard input, or any other input that "
            "holds one page.",
            show_default=False,
            metavar="PAGE",
        ),
    ],
    output: shared.Output = None,
    form: Annotated[
        Choice | None,
        typer.Option("-f", "--format", help="How to write; else the ending of -o, else rss."),
    ] = None,
    number: Annotated[
        int, typer.Option("--list", metavar="N", min=1, help="Which list; the main one is 1.")
    ] = 1,
    all_: Annotated[bool, typer.Option("--all", help="The items of all lists.")] = False,
    lists: Annotated[
        bool, typer.Option("--lists", help="Only show which lists there are.")
    ] = False,
    state: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Remember items from run to run: each keeps its id whatever is corrected, and "
            "without a date it has the time it was first seen. Made where there is none.",
        ),
    ] = None,
    full_text: Annotated[
        bool,
        typer.Option("--full-text", help="Fetch the items' own pages for their whole texts."),
    ] = False,
    max_items: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="With --full-text: items, from the first, that get one.",
            show_default=str(_MOST_ITEMS),
        ),
    ] = None,
    memory: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="With --full-text: a site memory, to judge single new pages by the ones before.",
        ),
    ] = None,
    self_link: Annotated[
        str | None,
        typer.Option("--self", metavar="URL", help="Where the feed itself will be served."),
    ] = None,
    faithful: Annotated[
        bool, typer.Option("--faithful", help="The paper's method exactly.")
    ] = False,
    base_url: shared.BaseUrl = None,
    max_bytes: shared.MaxBytes = 10_000_000,
    allow_private: shared.AllowPrivate = False,
    delay: shared.Delay = 1.0,
    timeout: shared.Timeout = 20.0,
    page_seconds: shared.PageSeconds = 60.0,
    page_memory: shared.PageMemory = "2GiB",
    quiet: shared.Quiet = False,
) -> None:
    """A feed from one page that lists articles, headlines, notices or releases.

    The same page gives the same feed, byte by byte. Relative links need an address that they are
    relative to: give a file or standard input one with --base-url. Without it a feed is
    without such links, and its own link is the name of the file, or empty.

    Exit status 1 means that a page failed. Where it is the page itself, because it cannot be had or
    has no list, nothing is written: a feed that is there already stays as it is. Where it is the
    page of an item, with --full-text, the feed is written, and that item is without its text.
    """
    from honbun.feeds.model import FeedOptions
    from honbun.inputs.options import ReadOptions
    from honbun.outputs import feeds as write
    from honbun.outputs.feeds import overview

    out = Output.of("feed", output, form)
    _check(number, all_, self_link)
    _check_full_text(full_text, max_items, memory)
    reading = ReadOptions(
        base_url=base_url,
        max_bytes=max_bytes,
        allow_private=allow_private,
        delay=delay,
        timeout=timeout,
    )
    limits = shared.limits(page_seconds, page_memory)
    with Report(quiet=quiet) as report:
        read = _only_page(page, reading, report)
        if read is None:
            raise typer.Exit(report.status)
        found = _lists(read, FeedOptions(faithful=faithful), limits, report)
        if found is None:
            raise typer.Exit(report.status)
        if not quiet:
            _remark(found)
        if not found.lists:
            _say(f"{found.reason or 'no list here'}: {found.url}")
            raise typer.Exit(1)
        if lists:
            with open_output(out.target.path) as file:
                file.write(overview(found).encode())
            raise typer.Exit(0)
        chosen = write.ALL_LISTS if all_ else number
        items = write.select_items(found, chosen)
        if not quiet:
            _remark_lost_links(found, items)
        texts = _Texts(reading, max_items or _MOST_ITEMS, memory, limits) if full_text else None
        if texts and not quiet:
            _say("fetching the pages that the items lead to")
        entries = _entries(found, items, chosen, read.fetched_at, state, texts, report)
        out.write([write.channel(found, entries, self_link, chosen)])
    if not quiet:
        items_ = "1 item" if len(items) == 1 else f"{len(items):,} items"
        garbled = f", {GARBLED}" if found.replaced else ""
        cut = f", {CUT}: {'; '.join(found.truncated)}" if found.truncated else ""
        _say(f"{items_}{garbled}{cut}")
    raise typer.Exit(report.status)


@dataclass(frozen=True, slots=True)
class _Texts:
    """How whole texts are fetched."""

    reading: ReadOptions
    most: int
    memory: Path | None
    limits: Limits | None


def _check(number: int, all_: bool, self_link: str | None) -> None:
    from honbun.text.urls import http_url

    if all_ and number != 1:
        raise HonbunError("--all takes the items of all lists: it does not go with --list")
    if self_link is not None and http_url(self_link) is None:
        raise HonbunError(f"--self takes an http(s) address: {self_link}")


def _check_full_text(full_text: bool, max_items: int | None, memory: Path | None) -> None:
    given = {"--max-items": max_items, "--memory": memory}
    idle = [name for name, value in given.items() if value is not None]
    if idle and not full_text:
        raise HonbunError(f"only with --full-text: {', '.join(idle)}")


def _only_page(given: str, reading: ReadOptions, report: Report) -> Page | None:
    """The page of an input that holds one; None where it could not be read, which is told."""
    from honbun.inputs.read import read

    pages = read(given, options=reading, on_failure=report.failed)
    first = next(pages, None)
    if first is None and not report.status:
        raise InputError(f"{given}: there is no page in it")
    if first is not None and next(pages, None) is not None:
        raise InputError(f"{given}: a feed is made from one page, and there are more in it")
    return first


def _lists(page: Page, options: FeedOptions, limits: Limits | None, report: Report) -> Feed | None:
    """The lists of a page; None where it is given up, which is told."""
    from honbun.api import feed as find_lists
    from honbun.runner.pages import Step, map_pages
    from honbun.runner.run import Run

    run = Run(limits=limits, on_failure=report.failed)
    return next(map_pages(Step(find_lists, options, "feed"), [page], run), None)


def _remark(lists: Feed) -> None:
    for named in lists.feeds:
        title = f" ({named.title})" if named.title else ""
        _say(f"this page has its own feed: {named.url}{title}")
    if lists.lists and lists.next:
        _say(f"the list goes on at {lists.next}")


def _remark_lost_links(lists: Feed, items: tuple[Item, ...]) -> None:
    from honbun.text.urls import http_url

    lost = sum(http_url(item.link) is None for item in items)
    if lost and http_url(lists.url) is None:
        have = "1 item has" if lost == 1 else f"{lost:,} items have"
        _say(f"{have} no full link: relative ones need the page's address, given with --base-url")


def _entries(
    lists: Feed,
    items: tuple[Item, ...],
    number: int,
    when: datetime | None,
    state: Path | None,
    texts: _Texts | None,
    report: Report,
) -> tuple[Entry, ...]:
    """The entries of some items, by what is remembered of the page and with their whole texts."""
    from honbun.outputs import feeds as write

    with ExitStack() as stack:
        shelf = None
        if state is None:
            found = write.entries(lists.url, items)
        else:
            from honbun.stores.feed_state import FeedState

            shelf = stack.enter_context(FeedState(state))
            # A page from an archive was seen when it was fetched.
            seen = when or datetime.now(UTC)
            known = shelf.update(lists.url, items, seen, number - 1)
            found = write.known_entries(items, known)
        if texts is None:
            return found
        from honbun.api import full_text
        from honbun.inputs.fetch.fetcher import Fetcher
        from honbun.runner.run import Run

        memory = None
        if texts.memory is not None:
            from honbun.stores.site_memory import SiteMemory

            memory = stack.enter_context(SiteMemory(texts.memory))
        fetcher = stack.enter_context(Fetcher(texts.reading))
        articles = full_text(
            lists.url,
            {entry.id: item for entry, item in zip(found, items)},
            fetcher.fetch,
            most=texts.most,
            store=shelf,
            memory=memory,
            run=Run(limits=texts.limits, on_failure=report.failed),
        )
        return write.add_articles(found, items, articles)


def _say(message: str) -> None:
    sys.stderr.write(f"honbun: {short_message(message)}\n")
