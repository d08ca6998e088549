"""`honbun posts`: the posts of every page of a collection."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.cli import options as resuming
from honbun.cli import options as shared
from honbun.cli.progress import CUT, GARBLED, Report
from honbun.errors import one_line
from honbun.outputs import Output, format_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.posts.identity import KeyedThread
    from honbun.posts.model import Thread
    from honbun.stores.seen_posts import SeenPosts

if TYPE_CHECKING:
    Choice = StrEnum
else:
    Choice = StrEnum("Choice", format_names("posts"))


def posts(
    inputs: shared.Inputs,
    output: shared.Output = None,
    form: Annotated[
        Choice | None,
        typer.Option(
            "-f",
            "--format",
            help="How to write; else the ending of -o, else jsonl. Feeds: rss, atom, json.",
        ),
    ] = None,
    new_since: Annotated[
        Path | None,
        typer.Option(
            metavar="STATE",
            help="Only posts that no earlier run with this file has given; made where there is "
            "none. A page that is fetched to look for news needs a new folder for --resume.",
        ),
    ] = None,
    alone: Annotated[
        bool,
        typer.Option("--alone", help="Judge every page by itself, without others of its format."),
    ] = False,
    faithful: Annotated[
        bool, typer.Option("--faithful", help="The paper's method exactly; pages may stay empty.")
    ] = False,
    alpha: Annotated[
        int,
        typer.Option(
            min=1,
            help="With --faithful: pages of a format that the main element is found from.",
        ),
    ] = 4,
    beta: Annotated[
        float,
        typer.Option(
            min=0,
            max=1,
            help="With --faithful: share of pages that must agree on the number of children for "
            "the level to be the frame's.",
        ),
    ] = 0.8,
    jobs: shared.Jobs = 0,
    page_seconds: shared.PageSeconds = 60.0,
    page_memory: shared.PageMemory = "2GiB",
    resume: resuming.Resume = None,
    base_url: shared.BaseUrl = None,
    max_bytes: shared.MaxBytes = 10_000_000,
    allow_private: shared.AllowPrivate = False,
    delay: shared.Delay = 1.0,
    timeout: shared.Timeout = 20.0,
    quiet: shared.Quiet = False,
) -> None:
    """Posts of every page: threads, comments, guestbooks, diaries.

    Pages of one format help each other, and any number of formats may be mixed. As a feed, all
    posts are in one, the newest first. With --new-since, posts count as given once the output is
    complete, and a feed holds only what this run has found; one that a page no longer shows is
    remembered for a year.
    """
    from honbun.api import posts as find_posts
    from honbun.inputs.options import ReadOptions
    from honbun.inputs.read import read
    from honbun.posts.identity import add_keys
    from honbun.posts.model import PostsOptions
    from honbun.runner.run import Run

    out = Output.of("posts", output, form)
    reading = ReadOptions(
        base_url=base_url,
        max_bytes=max_bytes,
        allow_private=allow_private,
        delay=delay,
        timeout=timeout,
    )
    options = PostsOptions(alone=alone, faithful=faithful, alpha=alpha, beta=beta)
    limits = shared.limits(page_seconds, page_memory)
    with (
        Report(quiet=quiet) as report,
        resuming.journal(resume, report) as journal,
        _seen(new_since) as seen,
    ):
        pages = read(*inputs, options=reading, journal=journal, on_failure=report.failed)
        threads = find_posts(
            report.reading(pages),
            options,
            run=Run(jobs, limits, journal, report.failed),
        )
        tally = _Tally(report.writing(threads))
        if seen is None:
            out.write(add_keys(tally))
        else:
            news = _News(add_keys(tally), seen)
            out.write(news)
            seen.save(news.visits)
            tally.new = news.posts
    report.summary(tally.pages, resuming.taken(journal), *tally.remarks())
    raise typer.Exit(report.status)


@contextmanager
def _seen(path: Path | None) -> Iterator[SeenPosts | None]:
    if path is None:
        yield None
        return
    from honbun.stores.seen_posts import SeenPosts

    with SeenPosts(path) as seen:
        yield seen


class _Tally:
    """Passes threads on and counts them and their posts."""

    def __init__(self, threads: Iterable[Thread]) -> None:
        self._threads = threads
        self.pages = 0
        self.posts = 0
        self.new: int | None = None
        """How many posts are new, where that was asked for."""
        self._garbled = 0
        self._cut = 0
        self._empty: Counter[str | None] = Counter()

    def __iter__(self) -> Iterator[Thread]:
        for thread in self._threads:
            self.pages += 1
            self.posts += len(thread.posts)
            self._garbled += bool(thread.replaced)
            self._cut += bool(thread.truncated)
            if not thread.posts:
                self._empty[thread.reason] += 1
            yield thread

    def remarks(self) -> Iterator[tuple[int, str]]:
        """What is to say of the pages: how many, and what."""
        name = "post" if self.posts == 1 else "posts"
        yield self.posts, name if self.new is None else f"{name} ({self.new:,} new)"
        for reason, count in self._empty.most_common():
            yield count, one_line(f"without posts: {reason}" if reason else "without posts")
        yield self._garbled, GARBLED
        yield self._cut, CUT


class _News:
    """Passes on what is new of each page, and keeps note of all that stands there."""

    def __init__(self, pages: Iterable[KeyedThread], seen: SeenPosts) -> None:
        self._pages = pages
        self._seen = seen
        self.posts = 0
        self.visits: dict[str, list[str]] = {}

    def __iter__(self) -> Iterator[KeyedThread]:
        for page in self._pages:
            news = page.without(self._seen.keys(page.address))
            self.visits.setdefault(page.address, []).extend(page.keys)
            self.posts += len(news.keys)
            yield news
