"""`honbun posts`: the posts of every page of a collection."""

from __future__ import annotations

from collections import Counter, defaultdict
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.cli.options import FormatOf, Inputs, Jobs, OutputPath, Quiet, Resume, with_options
from honbun.cli.progress import counted, running
from honbun.errors import HonbunError
from honbun.inputs.options import ReadOptions
from honbun.options import METHOD
from honbun.outputs import Output
from honbun.posts.model import PostsOptions
from honbun.runner.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.posts.identity import KeyedThread
    from honbun.posts.model import Thread
    from honbun.stores.seen_posts import SeenPosts


@with_options
def posts(
    *,
    inputs: Inputs,
    reading: ReadOptions,
    output: OutputPath = None,
    form: Annotated[str | None, FormatOf("posts", "Feeds are rss, atom and json.")] = None,
    quiet: Quiet = False,
    jobs: Jobs = 0,
    limits: Limits,
    resume: Resume = None,
    options: PostsOptions,
    state: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Remember posts from run to run in this file. A page that is fetched again needs "
            "a new folder for --resume.",
            rich_help_panel=METHOD,
        ),
    ] = None,
    new_only: Annotated[
        bool,
        typer.Option(
            "--new-only",
            help="With --state: write only posts that no earlier run has written.",
            rich_help_panel=METHOD,
        ),
    ] = False,
) -> None:
    """Extract the posts of every page: threads, comments, guestbooks, diaries.

    Pages that share a template are compared; pages of any number of sites may be mixed. A feed
    holds the posts of all pages, newest first.

    With --state, posts are remembered once the output is complete. A post that a page no longer
    shows is remembered for a year.
    """
    from honbun.api import posts as find_posts
    from honbun.api import read
    from honbun.posts.identity import add_keys

    if new_only and state is None:
        raise HonbunError("--new-only needs --state FILE")
    out = Output.of("posts", output, form)
    counts: Counter[str] = Counter()
    with running(jobs, limits, resume, quiet=quiet) as (report, run), ExitStack() as stack:
        pages = report.reading(read(*inputs, options=reading, run=run))
        threads = add_keys(report.writing(find_posts(pages, options, run=run), _remarks))
        seen = None
        if state is not None:
            from honbun.stores.seen_posts import SeenPosts

            seen = stack.enter_context(SeenPosts(state))
        visits: dict[str, list[str]] = defaultdict(list)
        out.write(_selected(threads, seen, visits, counts, new_only=new_only))
        if seen:
            seen.save(visits)
    found = counted(counts["posts"], "post") if counts["posts"] else ""
    report.summary(report.results, found + (f" ({counts['new']:,} new)" if found and seen else ""))
    raise typer.Exit(report.status)


def _remarks(thread: Thread) -> Iterator[str]:
    if not thread.posts:
        yield f"without posts: {thread.reason}" if thread.reason else "without posts"


def _selected(
    threads: Iterable[KeyedThread],
    seen: SeenPosts | None,
    visits: dict[str, list[str]],
    counts: Counter[str],
    *,
    new_only: bool,
) -> Iterator[KeyedThread]:
    """The threads to write, or their new posts; all posts are counted and noted in `visits`."""
    for thread in threads:
        new = thread.without(seen.keys(thread.address)) if seen else thread
        counts["posts"] += len(thread.keys)
        counts["new"] += len(new.keys)
        visits[thread.address] += thread.keys
        yield new if new_only else thread
