"""`python -m lab.bench ../shared/data/wcxb`: speed, growth and start-up, as Markdown."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import chain
from pathlib import Path

from lab.bench import feed, frame, growth, posts, similar, speed, startup
from lab.bench.pages import demo_collections, single_pages, site_collections

_PACKAGES = "honbun turbohtml numpy xxhash resiliparse trafilatura lxml selectolax".split()
_SITE_PAGES = 40
"""Articles of each site: enough to learn its template, few enough for the slowest peer."""
_GROWTH = [1_000, 10_000, 100_000]
_PAPERS = [1_000, 10_000]
_SIMILAR = [100_000, 300_000, 1_000_000]
_SIMILAR_LARGE = [3_000_000, 5_000_000]
"""A million pages take 3 GB of disk when they are read, and as much again for comparison."""
_BLOCKS = [10_000, 50_000]
"""Blocks of one page."""


def main() -> None:
    """Measure, and print each table as soon as it is complete."""
    arguments = _arguments()
    _say(_environment())
    if not arguments.no_speed:
        _speed(arguments)
        _posts(arguments)
        _feed(arguments)
    if not arguments.no_similar:
        _similar(arguments)
    if not arguments.no_growth:
        _growth(arguments)
    if not arguments.no_browser:
        _say("## The browser: long pages in the frame", frame.report(arguments.blocks))
    _say("## Start-up", startup.report(rounds=10))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m lab.bench", description=__doc__)
    parser.add_argument("folder", type=Path, help="WCXB: a folder with html/*.html.gz")
    parser.add_argument("--pages", type=int, default=400, help="how many of them (400)")
    parser.add_argument("--all", action="store_true", help="all of them, and whole sites")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each speed (5)")
    parser.add_argument("--slow-rounds", type=int, default=2, help="rounds of trafilatura (2)")
    parser.add_argument("--no-speed", action="store_true", help="growth and start-up only")
    parser.add_argument("--growth", type=_sizes, default=_GROWTH, help="1000,10000,100000")
    parser.add_argument("--growth-papers", type=_sizes, default=_PAPERS, help="1000,10000")
    parser.add_argument("--no-growth", action="store_true", help="leave the long part out")
    parser.add_argument("--similar", type=_sizes, default=_SIMILAR, help="100000,300000,1000000")
    parser.add_argument("--large", action="store_true", help="up to 5 million similar pages")
    parser.add_argument("--no-similar", action="store_true", help="leave similar pages out")
    parser.add_argument("--blocks", type=_sizes, default=_BLOCKS, help="10000,50000")
    parser.add_argument("--no-browser", action="store_true", help="leave the browser out")
    parser.add_argument("--quick", action="store_true", help="small sizes, to try it out")
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.pages, arguments.rounds, arguments.slow_rounds = 20, 1, 1
        arguments.growth = arguments.growth_papers = [100, 1_000]
        arguments.similar = [1_000, 10_000]
        arguments.blocks = [1_000]
    if arguments.large:
        arguments.similar = [*arguments.similar, *_SIMILAR_LARGE]
    return arguments


def _posts(arguments: argparse.Namespace) -> None:
    if pages := posts.thread_pages(arguments.folder.parent / "posts"):
        _say("## Posts: real thread pages", posts.report(pages, arguments.rounds))
    if not arguments.quick:
        _say("## Posts: long threads, and pages made to be slow", posts.extremes())


def _feed(arguments: argparse.Namespace) -> None:
    for name in ("lists", "sites"):
        if pages := feed.list_pages(arguments.folder.parent / name):
            _say(f"## Feed: list pages of {name}", feed.report(pages, arguments.rounds))
    if not arguments.quick:
        _say("## Feed: made pages, by their elements", feed.made())
        _say("## Feed: pages made to be slow", feed.extremes())


def _similar(arguments: argparse.Namespace) -> None:
    wanted = 2 if arguments.quick else _SITE_PAGES
    sites = site_collections(arguments.folder.parent / "sites", wanted)
    if pages := list(chain.from_iterable(sites)):
        _say("## Similar: reading pages of sites", similar.reading(pages))
    report, stages = similar.growth(arguments.similar)
    _say("## Similar: generated pages, DuckDB within 2 GiB", report, stages)
    if not arguments.quick:
        _say("## Similar: a sentence on a million pages, a page 10,000 times", similar.crowd())


def _sizes(value: str) -> list[int]:
    return [int(size) for size in value.split(",")]


def _environment() -> str:
    versions = ", ".join(f"{name} {version(name)}" for name in _PACKAGES)
    load = os.getloadavg()[0]
    return (
        f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, Python {platform.python_version()}, "
        f"{os.cpu_count()} CPUs, load {load:.1f}; {versions}"
    )


def _speed(arguments: argparse.Namespace) -> None:
    wanted = None if arguments.all else arguments.pages
    rounds, slow_rounds = arguments.rounds, min(arguments.slow_rounds, arguments.rounds)
    if pages := single_pages(arguments.folder, wanted):
        report = speed.report([pages], rounds, slow_rounds, steps=True)
        _say("## Speed: pages of many sites as one collection", report)
    else:
        _say(f"{arguments.folder} has no html/*.html.gz: measured on the pages of the demo.")
        report = speed.report(demo_collections(), rounds, slow_rounds, steps=True)
        _say("## Speed: the demo's sites", report)
    wanted = None if arguments.all else 2 if arguments.quick else _SITE_PAGES
    if sites := site_collections(arguments.folder.parent / "sites", wanted):
        report = speed.report(sites, rounds, slow_rounds, steps=False)
        _say("## Speed: real sites, each a collection", report)


def _growth(arguments: argparse.Namespace) -> None:
    report = growth.report(arguments.growth, jobs=2)
    _say("## Growth: generated pages, two jobs", report, growth.EXPLAINED)
    report = growth.report(arguments.growth_papers, jobs=1, faithful=True)
    _say("## Growth of the papers' method, one job", report)


def _say(*parts: str) -> None:
    sys.stdout.write("\n\n".join(parts) + "\n\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
