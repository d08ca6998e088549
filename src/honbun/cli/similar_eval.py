"""`honbun eval similar`: pairs of pages, measured by what they are known to be to each other."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from honbun.cli import options as shared
from honbun.cli.html_report import WORST, ReportFile, Run, Worst
from honbun.cli.progress import no_steps, tell_step
from honbun.cli.similar_figures import (
    MEASURES,
    by_site,
    class_figures,
    confusion_figures,
    site_figures,
    unlisted_figures,
)
from honbun.errors import OutputError, TruthError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.errors import Failure
    from honbun.evaluation.similar import Comparison
    from honbun.evaluation.similar_truth import TrueCollection
    from honbun.similar.model import Extent, Pair, Relation, SimilarOptions

By = StrEnum("By", ["class", "site"])
Region = StrEnum("Region", ["paper", "content", "page"])
_REGIONS: dict[str, Literal["paper", "content", "page"]] = {
    "paper": "paper",
    "content": "content",
    "page": "page",
}
"""The regions as the options of the room have them."""
_ENDINGS = (".jsonl", ".csv")


def similar(
    data: Annotated[
        Path | None, typer.Argument(help="A folder with pages.jsonl.gz and truth.jsonl.")
    ] = None,
    wcxb: Annotated[
        Path | None, typer.Option("--plant", help="In place of DATA: plant on pages of WCXB.")
    ] = None,
    seed: Annotated[int, typer.Option(help="What is planted, and on which pages.")] = 1,
    pages: Annotated[
        int | None, typer.Option(min=1, help="Pages to plant on at most, drawn by the seed.")
    ] = None,
    by: Annotated[By, typer.Option(help="What the rows of the table are.")] = By["class"],
    region: Annotated[
        Region | None, typer.Option(help="Where on a page evidence may stand.")
    ] = None,
    regions: Annotated[
        bool, typer.Option("--regions", help="Also all regions beside each other.")
    ] = False,
    confusion: Annotated[
        bool, typer.Option("--confusion", help="Also which relations are taken for which.")
    ] = False,
    errors: Annotated[
        bool, typer.Option("--errors", help="List the pairs missed, misjudged and likely false.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Also write a row for each pair: .jsonl or .csv."),
    ] = None,
    report: ReportFile = None,
    worst: Worst = WORST,
    jobs: shared.Jobs = 0,
    quiet: shared.Quiet = False,
) -> None:
    """Known pairs by found, extent and relation, with the paper's method beside ours."""
    from honbun.evaluation import unlisted
    from honbun.evaluation.report.similar import Measured, similar_report
    from honbun.evaluation.similar import by_class, compare
    from honbun.evaluation.tables import table
    from honbun.similar.model import SimilarOptions

    if output and output.suffix not in _ENDINGS:
        raise OutputError(f"rows are written as .jsonl or .csv, not {output.name!r}")
    run = Run.to(report)
    on_step = no_steps if quiet else tell_step
    collection = _collection(data, wcxb, seed, pages)
    on_step(f"{len(collection.pages)} pages, {len(collection.pairs)} known pairs")
    options = SimilarOptions() if region is None else SimilarOptions(region=_REGIONS[region])
    found = {"honbun": _find(collection, options, jobs)}
    on_step("the paper's method")
    found["paper"] = _find(collection, SimilarOptions(faithful=True), jobs)
    ours, others = compare(collection, found["honbun"])
    papers, papers_others = compare(collection, found["paper"])
    if by is By.site:
        groups = by_site(ours, unlisted.planted(collection))
        scores = site_figures(groups, by_site(papers, unlisted.planted(collection)), ours, papers)
    else:
        groups = by_class(ours)
        scores = class_figures(ours, papers)
    typer.echo(table(*scores))
    beside = {
        "honbun": unlisted.sort(others, collection),
        "paper": unlisted.sort(papers_others, collection),
    }
    others_found = unlisted_figures(beside, {name: len(pairs) for name, pairs in found.items()})
    typer.echo("\n" + table(*others_found))
    if regions:
        on_step("all regions")
        _show_regions(collection, options, jobs)
    if confusion:
        typer.echo("\n" + table(*confusion_figures(ours)))
    if errors:
        _show_errors(ours, beside["honbun"].false)
    if output:
        _write_rows(ours, output)
    if run:
        false = beside["honbun"].false
        tables = (scores, others_found, confusion_figures(ours))
        facts = run.facts(("pages", len(collection.pages)), ("known pairs", len(collection.pairs)))
        measured = Measured(ours, papers, groups, false, *tables)
        run.write(similar_report(measured, facts, worst=worst), on_step)


def _collection(
    data: Path | None, wcxb: Path | None, seed: int, pages: int | None
) -> TrueCollection:
    """The collection of a folder, or one that is planted on the pages of another."""
    from honbun.evaluation.planting.collection import plant
    from honbun.evaluation.similar_truth import read_similar
    from honbun.evaluation.wcxb import read_wcxb

    folder = wcxb or data
    if folder is None or (wcxb and data):
        raise TruthError("evaluation needs data with truth: DATA, or pages to --plant on, not both")
    if not folder.is_dir():
        raise TruthError(f"{folder} is no folder: evaluation needs data with truth")
    return plant(read_wcxb(folder), seed, pages) if wcxb else read_similar(folder)


def _find(collection: TrueCollection, options: SimilarOptions, jobs: int) -> list[Pair]:
    from honbun.api import similar
    from honbun.runner.run import Run

    pages = collection.pages
    return list(similar(pages, options, run=Run(jobs, on_failure=_tell_failure)))


def _tell_failure(failure: Failure) -> None:
    # Told to the quiet too: a page is judged by what could not be found on it.
    tell_step(str(failure))


def _show_regions(collection: TrueCollection, options: SimilarOptions, jobs: int) -> None:
    from honbun.evaluation.similar import SimilarScore, by_class, compare, least, means
    from honbun.evaluation.tables import table
    from honbun.evaluation.unlisted import sort

    rows: dict[str, list[object]] = {}
    for region in Region:
        found = _find(collection, replace(options, region=_REGIONS[region]), jobs)
        compared, others = compare(collection, found)
        measured = {
            name: SimilarScore.of(pairs).measures() for name, pairs in by_class(compared).items()
        }
        measured |= {"mean over relations": means(compared), "least class": least(compared)}
        for name, measures in measured.items():
            rows.setdefault(name, [name]).extend(measures[one] for one in MEASURES)
        false = len(sort(others, collection).false)
        rows.setdefault("likely false", ["likely false"]).extend([false, "", ""])
    header = [f"{region} {name}" for region in Region for name in MEASURES]
    typer.echo("\n" + table(("class", *header), list(rows.values())))


def _show_errors(compared: Sequence[Comparison], false: Sequence[Pair]) -> None:
    from honbun.evaluation.tables import table

    wrong = [pair for pair in compared if not (pair.extent_right and pair.relation_right)]
    rows = [
        (
            _told(pair.true.extent, pair.true.relation),
            _told(pair.found.extent, pair.found.relation) if pair.found else "missed",
            pair.true.a,
            pair.true.b,
        )
        for pair in wrong
    ]
    rows += [("not listed", _told(pair.extent, pair.relation), pair.a, pair.b) for pair in false]
    if rows:
        header = ("true", "found", "a", "b")
        typer.echo("\n" + table(header, rows, words=header))


def _told(extent: Extent, relation: Relation) -> str:
    return f"{relation.value}, {extent.value}"


def _write_rows(compared: Sequence[Comparison], path: Path) -> None:
    from honbun.outputs.files import open_output
    from honbun.outputs.rows import write_csv, write_jsonl

    rows = [pair.row() for pair in compared]
    with open_output(path) as file:
        if path.suffix == ".csv":
            write_csv(rows, list(rows[0]), file)
        else:
            write_jsonl(rows, file)
