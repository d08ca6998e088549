"""`honbun eval feed`: the lists of pages, measured by their items, titles and dates."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.cli import options as shared
from honbun.cli.report import no_steps, tell_step
from honbun.errors import OutputError, TruthError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from honbun.eval.feed import Comparison
    from honbun.failure import Failure
    from honbun.listing.model import Lists

By = StrEnum("By", ["kind", "language", "page"])
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
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Also write a row for each page: .jsonl or .csv."),
    ] = None,
    errors: Annotated[
        bool, typer.Option("--errors", help="List items missed, added, misnamed and misdated.")
    ] = False,
    jobs: shared.Jobs = 0,
    quiet: shared.Quiet = False,
) -> None:
    """Items of lists by link or title, per page and added up; their titles and dates."""
    from honbun.eval import soup as soups
    from honbun.eval.feed import alarms, measure
    from honbun.eval.lists import has_articles, read_articles, read_lists
    from honbun.listing.model import FeedOptions

    if not data.is_dir():
        raise TruthError(f"{data} is no folder: evaluation needs data with truth")
    if output and output.suffix not in _ENDINGS:
        raise OutputError(f"rows are written as .jsonl or .csv, not {output.name!r}")
    options = FeedOptions(faithful=faithful)
    on_step = no_steps if quiet else tell_step
    pages = read_lists(data, kind or ())
    on_step(f"{len(pages)} pages with truth")
    if soup:
        pages = [replace(true, page=soups.soup(true.page)) for true in pages]
    found = measure(pages, options, jobs, on_failure=_tell_failure)
    _show_scores(found, by)
    if output:
        _write_rows(found, output)
    if errors:
        _show_errors(found)
    # Who asks for some kinds of lists asks for nothing else.
    if articles and has_articles(data) and not kind:
        others = read_articles(data, articles)
        on_step(f"{len(others)} articles")
        judged = map(soups.soup, others) if soup else others
        invented = alarms(judged, options, jobs, on_failure=_tell_failure)
        _show_alarms(len(others), invented, listed=errors)


def _tell_failure(failure: Failure) -> None:
    # Told to the quiet too: a page is judged by what could not be found on it.
    tell_step(str(failure))


def _show_scores(pages: Sequence[Comparison], by: By) -> None:
    from honbun.eval.feed import FeedScore, means, total
    from honbun.eval.table import table

    groups: dict[str, list[Comparison]] = {}
    for page in pages:
        groups.setdefault(_name(page, by), []).append(page)
    rows = [_row(name, group, means(group)) for name, group in sorted(groups.items())]
    listing = [page for page in pages if page.has_list]
    if len(listing) < len(pages):
        rows.append(_row("pages with a list: mean over pages", listing, means(listing)))
    rows.append(_row("all pages: mean over pages", pages, means(pages)))
    rows.append(_row("all pages: items added up", pages, total(pages).measures()))
    typer.echo(table((by, "pages", "true", "found", *FeedScore().measures()), rows))
    if without := [page for page in pages if not page.has_list]:
        alone = sum(page.score.perfect for page in without)
        typer.echo(f"\npages without a list left alone: {alone} of {len(without)}")


def _row(
    name: str, pages: Sequence[Comparison], measures: Mapping[str, float | None]
) -> list[object]:
    from honbun.eval.feed import total

    items = total(pages).items
    shown = ("-" if value is None else value for value in measures.values())
    return [name, len(pages), items.true, items.found, *shown]


def _name(page: Comparison, by: By) -> str:
    from honbun.eval.lists import KINDS

    if by is By.page:
        return page.name
    if by is By.language:
        return page.language
    return f"{page.kind} {KINDS.get(page.kind, '')}".strip()


def _write_rows(pages: Sequence[Comparison], path: Path) -> None:
    from honbun.io.output import destination
    from honbun.io.rows import write_csv, write_jsonl

    rows = [page.row() for page in pages]
    with destination(path) as file:
        if path.suffix == ".csv":
            write_csv(rows, list(rows[0]) if rows else [], file)
        else:
            write_jsonl(rows, file)


def _show_errors(pages: Sequence[Comparison]) -> None:
    from honbun.eval.feed_errors import error_lines

    for page in pages:
        if lines := error_lines(page):
            items = page.score.items
            counts = f"{items.true} true, {items.found} found, {items.right} right"
            typer.echo("\n".join(["", f"{page.name} ({page.kind}): {counts}", *lines]))


def _show_alarms(pages: int, found: Sequence[Lists], *, listed: bool) -> None:
    from honbun.eval.table import table

    header = ("articles", "with a list invented", "share")
    typer.echo("\n" + table(header, [(pages, len(found), len(found) / pages if pages else "-")]))
    if listed and found:
        rows = [(lists.source, len(lists.items), lists.items[0].title[:50]) for lists in found]
        header = ("list found where none is", "items", "first")
        typer.echo("\n" + table(header, rows, words={"first"}))
