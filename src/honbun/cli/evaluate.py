"""`honbun eval`: measures against truth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.cli import options as shared
from honbun.cli.report import no_steps, tell_step
from honbun.errors import TruthError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honbun.eval.content import ContentReport, ContentScore

app = typer.Typer(no_args_is_help=True, help="Measures against truth.")

_HEADER = ("site", "pages", "P", "R", "F", "perfect", "text P", "text R", "text F")
_THRESHOLDS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.99)


@app.callback()
def evaluate() -> None:
    """Measures against truth."""


@app.command()
def content(
    data: Annotated[Path, typer.Argument(help="A folder of sites with their site.json.")],
    faithful: Annotated[bool, typer.Option("--faithful", help="The papers' method.")] = False,
    threshold: Annotated[float, typer.Option(min=0, max=1, help="Cosine threshold.")] = 0.9,
    lists: Annotated[
        bool, typer.Option("--lists", help="List pages stand in the collection too, unscored.")
    ] = False,
    mixed: Annotated[
        bool, typer.Option("--mixed/--no-mixed", help="Also all sites as one collection.")
    ] = True,
    sweep: Annotated[
        Path | None,
        typer.Option(help="Draw threshold against F and perfect match into this .png and .svg."),
    ] = None,
    jobs: shared.Jobs = 0,
    quiet: shared.Quiet = False,
) -> None:
    """Content by blocks and by text, per site, together and mixed."""
    from honbun.content.model import ContentOptions
    from honbun.eval.content import evaluate as evaluate_content
    from honbun.eval.content import sweep as sweep_thresholds
    from honbun.eval.plot import check_figure, draw_sweep
    from honbun.eval.sites import read_sites
    from honbun.eval.table import table

    if not data.is_dir():
        raise TruthError(f"{data} is no folder: evaluation needs data with truth")
    if sweep:
        check_figure(sweep)
    options = ContentOptions(threshold=threshold, faithful=faithful)
    kinds = ("article", "list") if lists else ("article",)
    sites = list(read_sites(data, kinds))
    on_step = no_steps if quiet else tell_step
    report = evaluate_content(sites, options, jobs=jobs, mixed=mixed, on_step=on_step)
    typer.echo(table(_HEADER, _rows(report)))
    if sweep:
        points = sweep_thresholds(sites, options, _THRESHOLDS, jobs=jobs, on_step=on_step)
        rows = [_row(score, f"{at:.2f}") for at, score in points]
        typer.echo("\n" + table(("threshold", *_HEADER[1:]), rows))
        for path in draw_sweep(points, sweep):
            on_step(f"drew {path}")


def _rows(report: ContentReport) -> Sequence[Sequence[object]]:
    rows = [_row(score, score.name) for score in report.sites]
    rows.append(_row(report.micro, "micro average"))
    rows.append(["mean over sites", report.micro.pages, *report.macro.values()])
    if report.mixed:
        rows.append(_row(report.mixed, "all sites mixed"))
    return rows


def _row(score: ContentScore, name: str) -> list[object]:
    return [
        name,
        score.pages,
        score.blocks.precision,
        score.blocks.recall,
        score.blocks.f,
        score.perfect_rate,
        score.text_precision,
        score.text_recall,
        score.text_f,
    ]
