"""`python -m lab.bench ../shared/data`: speed as multiples of resiliparse, as Markdown.

`--check` fails if a bound is exceeded. Further parts are measured by name, or all of them.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from honbun.evaluation.report import table
from lab.bench import duplicates, feed, frame, growth, posts, similar, speed, startup
from lab.bench.pages import (
    format_collections,
    generated_collections,
    single_pages,
    site_collections,
)

_PACKAGES = "honbun turbohtml numpy resiliparse".split()
_GROWTH = [1_000, 10_000, 100_000]
_PAPERS = [1_000, 10_000]
_SIMILAR = [100_000, 300_000, 1_000_000]
_PAPER = 100_000
"""Pages of the benchmark of paper 003."""
_BLOCKS = [10_000, 50_000]
"""Blocks of one page in the browser."""
_COPIES = 2_000
"""Generated pages on which near-duplicates are looked for."""
_HEAD_ROOM = 1.25
"""How far a ratio may exceed its bound: rounds on one machine differ by a tenth."""
BOUNDS = {
    (speed.READ, "WCXB"): 0.65,
    (speed.READ, "sites"): 0.65,
    (speed.PAGE, "WCXB"): 1.3,
    (speed.PAGE, "sites"): 2.1,
    (speed.TEXT, "WCXB"): 1.9,
    (speed.TEXT, "sites"): 3.1,
    (speed.COLLECTION, "WCXB"): 1.6,
    (speed.COLLECTION, "sites"): 3.1,
    # Generated pages have more text for their markup; these follow from the bounds of sites.
    (speed.READ, "generated"): 0.65,
    (speed.PAGE, "generated"): 6.0,
    (speed.COLLECTION, "generated"): 5.5,
    (startup.EXTRACT, "seconds"): 0.35,
}
"""The most that a row may cost in a column."""


def main() -> int:
    """Measure, print each table as soon as it is complete, and return the exit status."""
    arguments = _arguments()
    _print(_environment())
    exceeded = _speed(arguments) + _startup(arguments) if "speed" in arguments.parts else []
    for name, part in _PARTS.items():
        if name in arguments.parts:
            part(arguments)
    for line in exceeded if arguments.check else ():
        print(f"bench: {line}", file=sys.stderr)
    return 1 if exceeded and arguments.check else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m lab.bench", description=__doc__)
    parser.add_argument("folder", type=Path, help="a folder with wcxb, sites, posts, lists")
    names = ["speed", *_PARTS, "all"]
    parser.add_argument("parts", nargs="*", default=["speed"], help=", ".join(names))
    parser.add_argument("--check", action="store_true", help="fail if a bound is exceeded")
    parser.add_argument("--pages", type=int, default=150, help="pages of WCXB (150)")
    parser.add_argument("--site-pages", type=int, default=15, help="pages of each site (15)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of each speed (3)")
    parser.add_argument("--sizes", type=_sizes, help="pages of growth and similar: 1000,10000")
    arguments = parser.parse_args()
    if unknown := set(arguments.parts) - set(names):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    if "all" in arguments.parts:
        arguments.parts = names
    return arguments


def _sizes(value: str) -> list[int]:
    return [int(size) for size in value.split(",")]


def _environment() -> str:
    versions = ", ".join(f"{name} {version(name)}" for name in _PACKAGES)
    return (
        f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, Python {platform.python_version()}, "
        f"{os.cpu_count()} CPUs, load {os.getloadavg()[0]:.1f}; {versions}"
    )


def _speed(arguments: argparse.Namespace) -> list[str]:
    data, rounds = arguments.folder, arguments.rounds
    wcxb = single_pages(data / "wcxb", arguments.pages)
    collections = {
        "WCXB": [wcxb[at : at + 50] for at in range(0, len(wcxb), 50)],
        "sites": site_collections(data / "sites", arguments.site_pages),
    }
    if not any(collections.values()):
        print(f"bench: {data} has no pages: measured on generated ones", file=sys.stderr)
        collections = {"generated": generated_collections(arguments.site_pages)}
    content = {
        name: speed.ratios(speed.CONTENT, batches, rounds)
        for name, batches in collections.items()
        if batches
    }
    counts = ", ".join(f"{name} {sum(map(len, collections[name]))}" for name in content)
    _print("## Speed, × resiliparse", f"Pages: {counts}.", _table(content))
    others = {
        "posts": (speed.POSTS, format_collections(data / "posts")),
        "lists": (speed.FEED, [feed.list_pages(data / "lists")]),
        "similar": (speed.SIMILAR, collections.get("sites", [])),
    }
    rows = [
        (work, sum(map(len, batches)), f"{ratio:.2f}")
        for works, batches in others.values()
        if any(batches)
        for work, ratio in speed.ratios(works, batches, rounds).items()
    ]
    if rows:
        _print("## Posts, feeds, similar", table(("what", "pages", "× resiliparse"), rows))
    return [line for name, column in content.items() for line in _exceeded(name, column)]


def _table(columns: dict[str, dict[str, float]]) -> str:
    names = list(next(iter(columns.values())))
    rows = [(name, *(f"{column[name]:.2f}" for column in columns.values())) for name in names]
    return table(("what", *columns), rows)


def _exceeded(name: str, column: dict[str, float]) -> list[str]:
    """Sentences about the values of a column that exceed their bounds with head room."""
    return [
        f"{row} ({name}): {column[row]:.2f} is more than {bound:.2f} and a quarter"
        for (row, group), bound in BOUNDS.items()
        if group == name and column[row] > _HEAD_ROOM * bound
    ]


def _startup(arguments: argparse.Namespace) -> list[str]:
    seconds = startup.seconds(2 * arguments.rounds + 1)
    rows = [(name, f"{value:.2f}") for name, value in seconds.items()]
    _print("## Start-up", table(("command", "CPU seconds"), rows))
    return _exceeded("seconds", seconds)


def _growth(arguments: argparse.Namespace) -> None:
    report = growth.report(arguments.sizes or _GROWTH, jobs=2)
    _print("## Growth: generated pages, two jobs", report, growth.EXPLAINED)
    report = growth.report(arguments.sizes or _PAPERS, jobs=1, faithful=True)
    _print("## Growth of the papers' method, one job", report)


def _posts(arguments: argparse.Namespace) -> None:
    if pages := posts.thread_pages(arguments.folder / "posts"):
        _print("## Posts: real thread pages", posts.report(pages, arguments.rounds))
    _print("## Posts: long threads, and pages made to be slow", posts.extremes())


def _feed(arguments: argparse.Namespace) -> None:
    for name in ("lists", "sites"):
        if pages := feed.list_pages(arguments.folder / name):
            _print(f"## Feed: list pages of {name}", feed.report(pages, arguments.rounds))
    _print("## Feed: made pages, by their elements", feed.made())
    _print("## Feed: pages made to be slow", feed.extremes())


def _similar(arguments: argparse.Namespace) -> None:
    sites = site_collections(arguments.folder / "sites", arguments.site_pages)
    if pages := [page for site in sites for page in site]:
        _print("## Similar: reading pages of sites", similar.reading(pages))
    report, stages = similar.growth(arguments.sizes or _SIMILAR)
    _print("## Similar: generated pages, DuckDB within 2 GiB", report, stages)
    _print("## Similar: the method of paper 003 on HTML pages", similar.paper(_PAPER))
    _print("## Similar: a sentence on a million pages, a page 10,000 times", similar.crowd())


def _duplicates(arguments: argparse.Namespace) -> None:
    if (arguments.folder / "similar").is_dir():
        report = duplicates.report(duplicates.planted(arguments.folder / "similar"))
        _print("## Near-duplicates: known pairs that were found", report)
    report = duplicates.report(duplicates.generated(_COPIES))
    _print(f"## Near-duplicates: {_COPIES:,} generated pages", report)


def _browser(_: argparse.Namespace) -> None:
    _print("## The browser: long pages in the frame", frame.report(_BLOCKS))


_PARTS = {
    "growth": _growth,
    "posts": _posts,
    "feed": _feed,
    "similar": _similar,
    "duplicates": _duplicates,
    "browser": _browser,
}


def _print(*parts: str) -> None:
    sys.stdout.write("\n\n".join(parts) + "\n\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
