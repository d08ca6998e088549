"""Speed of feed in relation to parsing: on real and generated list pages, and on slow pages."""

from __future__ import annotations

import time
from datetime import date, timedelta
from functools import partial
from statistics import mean
from typing import TYPE_CHECKING, NamedTuple

from honbun.api import feed
from honbun.evaluation.report import table
from honbun.evaluation.truth.lists import read_lists
from honbun.feeds.model import FeedOptions
from honbun.page import Page
from lab.bench.measure import apart, best, memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

_DEFAULT, _PAPER = FeedOptions(), FeedOptions(faithful=True)
_SIZES = (5_000, 50_000)
"""Elements of the generated pages; large real pages have about the first number."""


def list_pages(folder: Path) -> list[Page]:
    """The list pages of a folder in either format; none if it is missing."""
    return [true.page for true in read_lists(folder)] if folder.is_dir() else []


def report(pages: Sequence[Page], rounds: int) -> str:
    """The cost of feed in relation to parsing, in CPU time of one run."""
    parse = _times(pages, rounds, lambda page: page.parse())
    works = (
        ("decode and parse", parse),
        ("feed", _times(pages, rounds, lambda page: feed(page, _DEFAULT))),
        ("feed, the paper's method", _times(pages, 1, lambda page: feed(page, _PAPER))),
    )
    rows = [
        (name, f"{mean(times):.2f}", f"{sum(times) / sum(parse):.1f}", f"{max(times):.0f}")
        for name, times in works
    ]
    return table((f"{len(pages)} pages", "ms a page", "× parse", "slowest, ms"), rows)


def made() -> str:
    """Generated list pages of several layouts and sizes, each in its own process."""
    rows = []
    for name, make in _MAKES.items():
        for size in _SIZES:
            html = _sized(make, size)
            default, paper = apart(_measured, html, _DEFAULT), apart(_measured, html, _PAPER)
            ratio = f"{default.feed / default.parse:.1f}"
            figures = (f"{1000 * default.feed:,.0f}", ratio, f"{default.peak:,.0f}")
            rows.append((name, default.nodes, default.items, *figures, f"{1000 * paper.feed:,.0f}"))
    header = ("page", "elements", "items", "ms", "× parse", "peak MB", "the paper's method, ms")
    return table(header, rows)


def extremes() -> str:
    """Pages that are slow on purpose, each in its own process."""
    cases = {
        "200,000 links side by side": "<a href=/x>x</a>" * 200_000,
        "100,000 links with an address and a class each": "".join(
            f"<a class=c{number} href=/{number}>A headline, number {number}</a>"
            for number in range(100_000)
        ),
        "1,000 items, each in the one before": "".join(
            f"<div class=item><h3><a href=/{number}>{_title(number)}</a></h3>"
            for number in range(1_000)
        ),
        "10,000 items of as many shapes": "".join(map(_odd, range(10_000))),
        "100,000 dates": "2020-01-02 " + "<br>2020-01-02 12:30" * 100_000,
        "100,000 dated lines, each another": "".join(
            f"<p>{_day(number)} {number // 60 % 24:02}:{number % 60:02}, number {number}</p>"
            for number in range(100_000)
        ),
        "50,000 equal items": "<p><a href=/x>The same headline again</a></p>" * 50_000,
        "50,000 items below 400 levels of others": "".join(
            f"<div><a href=/above/{number}>{_title(number)}</a>" for number in range(400)
        )
        + "".join(f"<p><a href=/{number}>{_title(number)}</a></p>" for number in range(50_000)),
        "a title of 5 MB": f"<h2>{'word ' * 1_000_000}</h2><h2>word</h2>",
    }
    rows = []
    for name, html in cases.items():
        run = apart(_measured, html, _DEFAULT)
        figures = (f"{run.feed:.2f}", f"{run.feed / run.parse:.1f}", f"{run.peak:,.0f}")
        rows.append((name, f"{len(html) / 1e6:.1f}", run.nodes, run.items, *figures))
    return table(("page", "MB", "elements", "items", "seconds", "× parse", "peak MB"), rows)


class _Run(NamedTuple):
    """The cost of one page."""

    nodes: int
    items: int
    parse: float
    feed: float
    peak: float


def _measured(html: str, options: FeedOptions) -> _Run:
    page = Page(html, url="https://made.example/news/")
    feed(Page(_notices(range(20)), url=page.url), options)  # one-time loading is not measured
    started = time.process_time()
    nodes = len(page.parse())
    parsed = time.process_time()
    items = len(feed(page, options).items)
    done = time.process_time()
    return _Run(nodes, items, parsed - started, done - parsed, memory() / 2**20)


def _times(pages: Sequence[Page], rounds: int, work: Callable[[Page], object]) -> list[float]:
    """The best time of each page, in milliseconds."""
    return [1000 * best(rounds, partial(work, page)) for page in pages]


def _sized(make: Callable[[Iterable[int]], str], size: int) -> str:
    """A page of this layout with this many elements, without the menus around its list."""
    sample = 100
    each = len(Page(make(range(sample))).parse()) / sample
    return _MENU + make(range(round(size / each))) + _MENU


def _excerpts(numbers: Iterable[int]) -> str:
    return "".join(
        f"<article class=post><h2><a href=/2021/{number}/>{_title(number)}</a></h2>"
        f"<time datetime={_day(number)}>{_day(number)}</time><p>{_title(number)} {_title(number)} "
        f"<a href=/2021/{number}/#more>Read on</a></p><a href=/tag/{number % 9}>tag</a></article>"
        for number in numbers
    )


def _notices(numbers: Iterable[int]) -> str:
    rows = (
        f"<tr><td>{_day(number)}</td><td><a href=/notice/{number}.html>{_title(number)}</a></td>"
        f"<td>Office {number % 7}</td></tr>"
        for number in numbers
    )
    return f"<table>{''.join(rows)}</table>"


def _lines(numbers: Iterable[int]) -> str:
    return "".join(
        f"{_day(number)} <a href=n{number}.html>{_title(number)}</a><br>\n" for number in numbers
    )


def _diary(numbers: Iterable[int]) -> str:
    return "".join(
        f"<h3>{_day(number)}</h3><p>{_title(number)}, and so we stayed at home.</p>"
        f"<p>{_title(number)}.</p>"
        for number in numbers
    )


def _boxes(numbers: Iterable[int]) -> str:
    return "".join(
        ("" if number % 12 else f"</div><div class=box{number % 5}><h2>Section {number}</h2>")
        + f"<div class=card><a href=/a/{number}><img src=/{number}.jpg>"
        f"<span>{_title(number)}</span></a><p>{_title(number)}</p></div>"
        for number in numbers
    )


def _odd(number: int) -> str:
    """An item whose tags encode its number, so that no two have the same structure."""
    tags = [("b", "i", "em", "u", "s", "p", "q", "h4")[int(digit, 8)] for digit in f"{number:o}"]
    inside = "".join(f"<{tag}>x{number}</{tag}>" for tag in tags)
    return f"<div>{inside}<a href=/{number}>{_title(number)}</a></div>"


def _title(number: int) -> str:
    return f"What was said of the harbour and its {number} boats on day {number % 7}"


def _day(number: int) -> str:
    return (date(2026, 6, 30) - timedelta(days=number)).isoformat()


_MENU = "<ul>" + "".join(f"<li><a href=/m/{n}>Menu {n}</a></li>" for n in range(20)) + "</ul>"
_MAKES: dict[str, Callable[[Iterable[int]], str]] = {
    "excerpts with date and tag": _excerpts,
    "notices in a table": _notices,
    "lines of date and link": _lines,
    "diary without links": _diary,
    "cards in boxes": _boxes,
}
