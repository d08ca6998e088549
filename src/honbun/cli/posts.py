"""`honbun posts`: the posts of every page of a collection."""

from __future__ import annotations

from collections import Counter, defaultdict
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.cli.options import FormatOf, Inputs, OutputPath, Running, with_options
from honbun.cli.progress import counted, running
from honbun.errors import HonbunError
from honbun.inputs.options import ReadOptions
from honbun.options import option
from honbun.outputs import Output
from honbun.posts.model import PostsOptions
from honbun.runner.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.posts.identity import KeyedThread
    from honbun.posts.model import Thread


@dataclass(frozen=True, slots=True)
class StateOptions:
    """What is remembered from run to run."""

    state: Path | None = option(
        None,
        "Remember posts from run to run in this file. A page that is fetched again needs a new "
        "folder for --resume.",
        metavar="FILE",
    )
    new_only: bool = option(
        False, "With --state: write only posts that no earlier run has written."
    )


@with_options
def posts(
    *,
    inputs: Inputs,
    reading: ReadOptions,
    output: OutputPath = None,
    form: Annotated[str | None, FormatOf("posts", "Feeds are rss, atom and json.")] = None,
    how: Running,
    limits: Limits,
    options: PostsOptions,
    remembering: StateOptions,
) -> None:
    """Extract the posts of every page: threads, comments, guestbooks, diaries.

    Pages that share a template are compared; pages of any number of sites may be mixed. A feed
    holds the posts of all pages, newest first.

    With --state, posts are remembered once the output is complete. A post that a page no longer
    shows is remembered for a year.
    """
    from honbun import api
    from honbun.posts.identity import add_keys
    from honbun.stores.seen_posts import SeenPosts

    if remembering.new_only and remembering.state is None:
        raise HonbunError("--new-only needs --state FILE")
    out = Output.of("posts", output, form)
    out = out if how.csv_escape else out.unescaped()
    counts: Counter[str] = Counter()
    visits: dict[str, list[str]] = defaultdict(list)
    with running(how, limits) as (report, run), ExitStack() as stack:
        pages = report.reading(api.read(*inputs, options=reading, run=run))
        threads = add_keys(report.writing(api.posts(pages, options, run=run), _remark))
        state = remembering.state
        seen = stack.enter_context(SeenPosts(state)) if state else None

        def selected() -> Iterator[KeyedThread]:
            """The threads to write, or their new posts; all posts are counted and noted."""
            for thread in threads:
                new = thread.without(seen.keys(thread.address)) if seen else thread
                counts["posts"] += len(thread.keys)
                counts["new"] += len(new.keys)
                visits[thread.address] += thread.keys
                yield new if remembering.new_only else thread

        out.write(selected())
        if seen:
            seen.save(visits)
    found = counted(counts["posts"], "post") if counts["posts"] else ""
    report.summary(report.results, found + (f" ({counts['new']:,} new)" if found and seen else ""))
    raise typer.Exit(report.status)


def _remark(thread: Thread) -> str | None:
    if thread.posts:
        return None
    return f"without posts: {thread.reason}" if thread.reason else "without posts"
