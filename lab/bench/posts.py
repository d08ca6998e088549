"""Speed of posts in relation to parsing, on long threads, and on slow pages."""

from __future__ import annotations

import gzip
import time
from typing import TYPE_CHECKING

from honbun import posts
from honbun.evaluation.report import table
from honbun.page import Page
from honbun.posts.model import PostsOptions
from lab.bench.measure import apart, best, memory

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_ALONE = PostsOptions(alone=True)
_LONG = (500, 5_000)
"""Posts of the long threads."""


def thread_pages(folder: Path) -> list[Page]:
    """The pages of a folder of formats; none if it is missing."""
    return [
        Page(gzip.decompress(file.read_bytes()), source=file.name)
        for file in sorted(folder.glob("*/*.html.gz"))
    ]


def report(pages: Sequence[Page], rounds: int) -> str:
    """The cost of posts in relation to parsing, in CPU time of one run."""
    parse = best(rounds, lambda: [page.parse() for page in pages])
    alone = best(rounds, lambda: list(posts(pages, _ALONE)))
    together = best(rounds, lambda: list(posts(pages)))
    rows = [
        (name, f"{1000 * seconds / len(pages):.2f}", f"{seconds / parse:.1f}")
        for name, seconds in (
            ("decode and parse", parse),
            ("posts, each page alone", alone),
            ("posts, all pages together", together),
        )
    ]
    return table((f"{len(pages)} pages", "ms a page", "× parse"), rows)


def extremes() -> str:
    """Long threads and pages that are slow on purpose, each in its own process."""
    cases = {
        **{f"{count:,} posts in boxes": _boxes(count) for count in _LONG},
        **{f"{count:,} posts of bare text between lines": _bare(count) for count in _LONG},
        "200,000 siblings": "<b>x</b>" * 200_000,
        "200,000 siblings with a class each": "".join(
            f"<i class=c{number}>x</i>" for number in range(200_000)
        ),
        "1,000 answers, each in the one before": _nested(1_000),
        "100,000 dates": "2020-01-02 " + "<br>2020-01-02 12:30" * 100_000,
    }
    rows = []
    for name, html in cases.items():
        found, seconds, peak = apart(_measured, html)
        rows.append((name, f"{len(html) / 1e6:.1f}", found, f"{seconds:.2f}", f"{peak:,.0f}"))
    return table(("page", "MB", "posts", "seconds", "peak MB"), rows)


def _measured(html: str) -> tuple[int, float, float]:
    started = time.process_time()
    found = sum(len(thread.posts) for thread in posts([Page(html)]))
    return found, time.process_time() - started, memory() / 2**20


def _boxes(count: int) -> str:
    return "<h1>A long thread</h1>" + "".join(
        f"<div class=post id=p{number}><a class=name href=/u/{number % 97}>guest{number % 97}</a>"
        f"<span class=when>2021-03-{number % 28 + 1:02} 10:{number % 60:02}</span>"
        f"<p class=says>{_say(number)}</p><a class=answer href=?re={number}>Answer</a></div>"
        for number in range(count)
    )


def _bare(count: int) -> str:
    return "<b>A long board</b><hr>" + "".join(
        f"{number}: guest{number % 97} 2021/03/{number % 28 + 1:02} 10:{number % 60:02}<br>"
        f"{_say(number)}<br>{_say(number + 1)}<hr>"
        for number in range(1, count + 1)
    )


def _nested(count: int) -> str:
    return "".join(
        f"<div class=answer><b>guest{number % 97}</b> <i>2021-03-{number % 28 + 1:02}</i>"
        f"<p>{_say(number)}</p>"
        for number in range(count)
    )


def _say(number: int) -> str:
    return f"This is what post {number} says, and it says it at some length, for {number % 7} days."
