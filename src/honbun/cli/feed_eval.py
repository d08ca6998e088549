"""`honbun eval feed`: the lists of pages, measured by their items, titles and dates."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.cli import options as shared
from honbun.cli.html_report import WORST, ReportFile, Run, Worst
from honbun.cli.progress import no_steps, tell_step
from honbun.errors import HonbunError, OutputError, TruthError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from honbun.errors import Failure
    from honbun.evaluation.feed_held_out import HeldOut
    from honbun.evaluation.feeds import Comparison
    from honbun.evaluation.lists import ListPage
    from honbun.evaluation.tables import Figures
    from honbun.feeds.model import Feed, FeedOptions
    from honbun.page import Page

By = StrEnum("By", ["kind", "language", "page"])
Sort = StrEnum("Sort", ["kind", "language", "site", "page"])
"""As in `eval/feed_held_out.py`, which is loaded only where it is asked for."""
_ENDINGS = (".jsonl", ".csv")


def feed(
    data: Annotated[
        Path, typer.Argument(help="A folder with lists.json, or of sites with their site.json.")
    ],
    faithful: Annotated[bool, typer.Option("--faithful", help="The paper's method.")] = False,
    soup: Annotated[
        bool,
        typer.Option("--soup", help="Classes, ids and semantic tags turned into div and span."),
    ] = False,
    kind: Annotated[
        list[str] | None,
        typer.Option(help="A kind of pages to measure, by its letter or style; again for more."),
    ] = None,
    by: Annotated[By, typer.Option(help="What the rows of the table are.")] = By["kind"],
    articles: Annotated[
        int,
        typer.Option(min=0, help="Of sites: so many articles, on which no list is to be found."),
    ] = 300,
    weights: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Weights of `train-feed` in the place of honbun's own."),
    ] = None,
    held_out: Annotated[
        Sort | None,
        typer.Option(
            help="Judge each page by weights learnt without its kind, its language, or an eighth "
            "of the sites or pages."
        ),
    ] = None,
    taught_by: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="DATA",
            help="With --held-out: a folder of lists, sites or WCXB that teaches beside this one; "
            "again for more.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Also write a row for each page: .jsonl or .csv."),
    ] = None,
    errors: Annotated[
        bool, typer.Option("--errors", help="List items missed, added, misnamed and misdated.")
    ] = False,
    report: ReportFile = None,
    worst: Worst = WORST,
    jobs: shared.Jobs = 0,
    quiet: shared.Quiet = False,
) -> None:
    """Items of lists by link or title, per page and added up; their titles and dates."""
    from honbun.evaluation import soup as soups
    from honbun.evaluation.lists import has_articles, read_articles, read_lists
    from honbun.evaluation.report.feed import feed_report
    from honbun.evaluation.tables import table
    from honbun.feeds.choose import read_weights
    from honbun.feeds.model import FeedOptions

    if not data.is_dir():
        raise TruthError(f"{data} is no folder: evaluation needs data with truth")
    if output and output.suffix not in _ENDINGS:
        raise OutputError(f"rows are written as .jsonl or .csv, not {output.name!r}")
    if held_out and (faithful or weights):
        raise HonbunError("--held-out learns weights: it goes without --faithful and --weights")
    if taught_by and not held_out:
        raise HonbunError("--taught-by goes with --held-out")
    run = Run.to(report)
    options = FeedOptions(faithful=faithful, weights=read_weights(weights) if weights else None)
    on_step = no_steps if quiet else tell_step
    pages = read_lists(data, kind or ())
    on_step(f"{len(pages)} pages with truth")
    if soup:
        pages = [replace(true, page=soups.soup(true.page)) for true in pages]
    others = _learnt_without(held_out, [data, *(taught_by or ())], jobs, on_step)
    found = _measure(pages, others, options, jobs)
    groups = _grouped(found, by)
    scores = _scores(found, groups, by)
    typer.echo(table(*scores))
    if without := [page for page in found if not page.has_list]:
        alone = sum(page.score.perfect for page in without)
        typer.echo(f"\npages without a list left alone: {alone} of {len(without)}")
    if output:
        _write_rows(found, output)
    if errors:
        _show_errors(found)
    alarms = None
    # Who asks for some kinds of lists asks for nothing else.
    if articles and has_articles(data) and not kind:
        told = read_articles(data, articles)
        on_step(f"{len(told)} articles")
        judged = list(map(soups.soup, told)) if soup else told
        invented = _alarms(judged, data, others, options, jobs)
        alarms = _show_alarms(len(told), invented, listed=errors)
    if run:
        facts = run.facts(("pages", len(found)))
        run.write(feed_report(groups, scores, alarms, facts, worst=worst), on_step)


def _learnt_without(
    sort: Sort | None, folders: Sequence[Path], jobs: int, on_step: Callable[[str], None]
) -> HeldOut | None:
    """Weights that pages of one sort have not taught; None for the weights of the options."""
    if sort is None:
        return None
    from honbun.evaluation import feed_held_out
    from honbun.training.lesson import lessons
    from honbun.training.lists import examples

    on_step(f"measuring all groups of {', '.join(map(str, folders))}")
    taught = examples(lessons(folders), jobs)
    return feed_held_out.HeldOut(taught, feed_held_out.Sort(sort), on_step)


def _measure(
    pages: Sequence[ListPage], others: HeldOut | None, options: FeedOptions, jobs: int
) -> list[Comparison]:
    if others is None:
        from honbun.evaluation.feeds import measure

        return measure(pages, options, jobs, on_failure=_tell_failure)
    from honbun.evaluation.feed_held_out import measure_held_out

    return measure_held_out(pages, others, options, jobs, on_failure=_tell_failure)


def _alarms(
    pages: Sequence[Page], data: Path, others: HeldOut | None, options: FeedOptions, jobs: int
) -> list[Feed]:
    if others is None:
        from honbun.evaluation.feeds import alarms

        return alarms(pages, options, jobs, on_failure=_tell_failure)
    from honbun.evaluation.feed_held_out import alarms_held_out

    return alarms_held_out(pages, data, others, options, jobs, on_failure=_tell_failure)


def _tell_failure(failure: Failure) -> None:
    # Told to the quiet too: a page is judged by what could not be found on it.
    tell_step(str(failure))


def _grouped(pages: Sequence[Comparison], by: By) -> dict[str, list[Comparison]]:
    groups: dict[str, list[Comparison]] = {}
    for page in pages:
        groups.setdefault(_name(page, by), []).append(page)
    return dict(sorted(groups.items()))


def _scores(
    pages: Sequence[Comparison], groups: Mapping[str, Sequence[Comparison]], by: By
) -> Figures:
    from honbun.evaluation.feeds import FeedScore, means, total
    from honbun.evaluation.tables import Figures

    rows = [_row(name, group, means(group)) for name, group in groups.items()]
    listing = [page for page in pages if page.has_list]
    if len(listing) < len(pages):
        rows.append(_row("pages with a list: mean over pages", listing, means(listing)))
    rows.append(_row("all pages: mean over pages", pages, means(pages)))
    rows.append(_row("all pages: items added up", pages, total(pages).measures()))
    return Figures((by.value, "pages", "true", "found", *FeedScore().measures()), rows)


def _row(
    name: str, pages: Sequence[Comparison], measures: Mapping[str, float | None]
) -> list[object]:
    from honbun.evaluation.feeds import total

    items = total(pages).items
    shown = ("-" if value is None else value for value in measures.values())
    return [name, len(pages), items.true, items.found, *shown]


def _name(page: Comparison, by: By) -> str:
    from honbun.evaluation.lists import KINDS

    if by is By.page:
        return page.name
    if by is By.language:
        return page.language
    return f"{page.kind} {KINDS.get(page.kind, '')}".strip()


def _write_rows(pages: Sequence[Comparison], path: Path) -> None:
    from honbun.outputs.files import open_output
    from honbun.outputs.rows import write_csv, write_jsonl

    rows = [page.row() for page in pages]
    with open_output(path) as file:
        if path.suffix == ".csv":
            write_csv(rows, list(rows[0]) if rows else [], file)
        else:
            write_jsonl(rows, file)


def _show_errors(pages: Sequence[Comparison]) -> None:
    from honbun.evaluation.errors import error_lines

    for page in pages:
        if lines := error_lines(page):
            items = page.score.items
            counts = f"{items.true} true, {items.found} found, {items.right} right"
            typer.echo("\n".join(["", f"{page.name} ({page.kind}): {counts}", *lines]))


def _show_alarms(pages: int, found: Sequence[Feed], *, listed: bool) -> Figures:
    from honbun.evaluation.tables import Figures, table

    counted = (pages, len(found), len(found) / pages if pages else "-")
    figures = Figures(("articles", "with a list invented", "share"), [counted])
    typer.echo("\n" + table(*figures))
    if listed and found:
        rows = [(lists.source, len(lists.items), lists.items[0].title[:50]) for lists in found]
        header = ("list found where none is", "items", "first")
        typer.echo("\n" + table(header, rows, words={"first"}))
    return figures
