"""`honbun eval`: measures against truth."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.cli import alone, feed_eval, posts_eval, similar_eval
from honbun.cli import options as shared
from honbun.cli.content_figures import (
    curve_figures,
    error_figures,
    score_figures,
    sweep_figures,
)
from honbun.cli.html_report import WORST, ReportFile, Run, Worst
from honbun.cli.progress import counted, no_steps, tell_step
from honbun.errors import TruthError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from honbun.content.model import ContentOptions
    from honbun.evaluation.content import ContentReport, Judge
    from honbun.evaluation.report.content import Curved, Swept
    from honbun.evaluation.sites import Site

app = typer.Typer(no_args_is_help=True, help="Measures against truth.")

app.command("alone")(alone.alone)
app.command("posts")(posts_eval.posts)
app.command("feed")(feed_eval.feed)
app.command("similar")(similar_eval.similar)

_THRESHOLDS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.99)


@app.callback()
def evaluate() -> None:
    """Measures against truth."""


@app.command()
def content(
    data: Annotated[
        Path,
        typer.Argument(
            help="A folder of sites with their site.json, or a .zip file of one; a file of labels"
            " (see honbun annotate), or labels as JSON Lines with their pages."
        ),
    ],
    by: Annotated[
        str | None,
        typer.Option(help="Whose labels are true, where several have labelled.", metavar="NAME"),
    ] = None,
    faithful: Annotated[bool, typer.Option("--faithful", help="The papers' method.")] = False,
    threshold: Annotated[float, typer.Option(min=0, max=1, help="Cosine threshold.")] = 0.9,
    only: Annotated[
        list[str] | None,
        typer.Option(help="A site to measure, by name; again for more.", metavar="SITE"),
    ] = None,
    without: Annotated[
        list[str] | None, typer.Option(help="A site to leave out; again for more.", metavar="SITE")
    ] = None,
    lists: Annotated[
        bool, typer.Option("--lists", help="List pages stand in the collection too, unscored.")
    ] = False,
    plant: Annotated[
        bool, typer.Option("--plant", help="Add near-duplicates of a tenth of the pages, unscored.")
    ] = False,
    mixed: Annotated[
        bool, typer.Option("--mixed/--no-mixed", help="Also all sites as one collection.")
    ] = True,
    beside: Annotated[
        bool,
        typer.Option("--beside", help="Also faithful mode, trafilatura and resiliparse, by text."),
    ] = False,
    errors: Annotated[
        int, typer.Option(min=0, help="Count this many of the commonest kinds of errors.")
    ] = 0,
    curve: Annotated[
        Path | None,
        typer.Option(help="Draw pages per site against F and perfect pages: .png and .svg."),
    ] = None,
    memory: Annotated[
        bool,
        typer.Option("--memory", help="Also learn from half of the pages, judge the other half."),
    ] = False,
    sweep: Annotated[
        Path | None,
        typer.Option(help="Draw threshold against F and perfect match into this .png and .svg."),
    ] = None,
    report: ReportFile = None,
    worst: Worst = WORST,
    quick: Annotated[
        bool, typer.Option("--quick", help="The report without curve and sweep, which take time.")
    ] = False,
    jobs: shared.Jobs = 0,
    quiet: shared.Quiet = False,
) -> None:
    """Content by blocks and by text, per site, together and mixed."""
    from honbun.content.model import ContentOptions
    from honbun.evaluation.content import Judge
    from honbun.evaluation.content import evaluate as evaluate_content
    from honbun.evaluation.plant import planted
    from honbun.evaluation.plot import check_figure
    from honbun.evaluation.report.content import Measured, content_report
    from honbun.evaluation.tables import table

    if memory and faithful:
        raise TruthError("the papers' method has no memory to measure")
    for figure in filter(None, (curve, sweep)):
        check_figure(figure)
    run = Run.to(report)
    options = ContentOptions(threshold=threshold, faithful=faithful)
    sites = _sites(data, by, only or (), without or (), lists=lists)
    on_step = no_steps if quiet else tell_step
    on_step("truth")
    judge = Judge.of(sites, jobs)
    if plant:
        sites = [planted(site) for site in sites]
    explained = replace(options, explain=run is not None)
    found = evaluate_content(sites, explained, judge, mixed=mixed, on_step=on_step)
    scores = score_figures(found)
    typer.echo(table(*scores))
    if beside:
        _show_beside(found, sites, options, judge, on_step)
    wrong = error_figures(found, sites, judge) if errors or run else None
    if wrong and errors:
        typer.echo("\n" + table(wrong.header, wrong.rows[:errors], wrong.words))
    if memory:
        _show_memory(sites, options, judge, on_step)
    whole = run and not quick
    curved = _curve(sites, options, judge, curve, on_step) if curve or whole else None
    swept = _sweep(sites, options, judge, sweep, on_step) if sweep or whole else None
    if run and wrong:
        on_step("the worst pages")
        measured = Measured(found, scores, wrong, curved, swept)
        facts = run.facts(("sites", len(sites)), ("pages", found.micro.pages))
        run.write(content_report(measured, sites, judge, facts, worst=worst), on_step)


def _sites(
    data: Path, by: str | None, only: Sequence[str], without: Sequence[str], *, lists: bool
) -> list[Site]:
    """The sites to measure on: of a folder, or as somebody has labelled them."""
    from honbun.evaluation.labelled import annotated_sites
    from honbun.evaluation.sites import read_sites
    from honbun.evaluation.unpacked import is_archive, site_folder

    if data.is_dir() or is_archive(data):
        if by is not None:
            raise TruthError(f"{data} is a folder of sites: whose labels they are is not told")
        kinds = ("article", "list") if lists else ("article",)
        with site_folder(data) as folder:
            return list(read_sites(folder, kinds, only=only, without=without))
    if not data.exists():
        raise TruthError(f"{data} is no folder and no file: evaluation needs data with truth")
    sites, lost = annotated_sites(data, by, only=only, without=without)
    if lost:
        # Told to the quiet too: these are measured otherwise than they were labelled.
        tell_step(f"{counted(lost, 'block')} cannot be told as labelled")
    return sites


def _show_beside(
    report: ContentReport,
    sites: Sequence[Site],
    options: ContentOptions,
    judge: Judge,
    on_step: Callable[[str], None],
) -> None:
    from honbun.evaluation.metrics import mean
    from honbun.evaluation.peers import PEERS, beside
    from honbun.evaluation.tables import table

    peers = [peer for peer in PEERS if peer.installed()]
    if absent := [peer.name for peer in PEERS if peer not in peers]:
        # Told to the quiet too: columns are missing.
        tell_step(f"not installed (pip install 'honbun[peers]'): {', '.join(absent)}")
    columns = beside(report, sites, options, judge, peers, on_step=on_step)
    rows = [[score.name, *values] for score, *values in zip(report.sites, *columns.values())]
    rows.append(["mean over sites", *map(mean, columns.values())])
    typer.echo("\n" + table(("site", *columns), rows))


def _show_memory(
    sites: Sequence[Site],
    options: ContentOptions,
    judge: Judge,
    on_step: Callable[[str], None],
) -> None:
    from honbun.evaluation.metrics import mean
    from honbun.evaluation.recall import recall
    from honbun.evaluation.tables import table

    found = recall(sites, options, judge, on_step=on_step)
    rows: list[list[object]] = []
    for one in found:
        pages = one.memory.pages
        times = [1000 * one.seconds / pages, 1000 * one.alone / pages, one.seconds / one.alone]
        scores = [one.whole.blocks.f, one.memory.blocks.f]
        scores += [one.whole.perfect_rate, one.memory.perfect_rate, one.alike]
        rows.append([one.memory.name, pages, *scores, *times])
    columns = zip(*[row[2:] for row in rows])
    rows.append(["mean over sites", sum(one.memory.pages for one in found), *map(mean, columns)])
    header = ("site", "pages", "whole F", "memory F", "whole perfect", "memory perfect", "alike")
    typer.echo("\n" + table((*header, "memory ms", "alone ms", "ratio"), rows))


def _curve(
    sites: Sequence[Site],
    options: ContentOptions,
    judge: Judge,
    figure: Path | None,
    on_step: Callable[[str], None],
) -> Curved:
    """Scores by size of the collection; shown and drawn where a figure is asked for."""
    from honbun.evaluation.curve import curve
    from honbun.evaluation.plot import draw_curve
    from honbun.evaluation.report.content import Curved
    from honbun.evaluation.tables import table

    points = curve(sites, options, judge, on_step=on_step)
    figures = curve_figures(points)
    if figure:
        typer.echo("\n" + table(*figures))
        for path in draw_curve(points, figure):
            on_step(f"drew {path}")
    return Curved(points, figures)


def _sweep(
    sites: Sequence[Site],
    options: ContentOptions,
    judge: Judge,
    figure: Path | None,
    on_step: Callable[[str], None],
) -> Swept:
    """Scores of faithful mode by threshold; shown and drawn where a figure is asked for."""
    from honbun.evaluation.plot import draw_sweep
    from honbun.evaluation.report.content import Swept
    from honbun.evaluation.sweep import sweep
    from honbun.evaluation.tables import table

    points = sweep(sites, options, _THRESHOLDS, judge, on_step=on_step)
    figures = sweep_figures(points)
    if figure:
        typer.echo("\n" + table(*figures))
        for path in draw_sweep(points, figure):
            on_step(f"drew {path}")
    return Swept(points, figures)
