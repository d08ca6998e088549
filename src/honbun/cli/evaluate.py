"""`honbun eval`: measures against truth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.cli import alone, feed_eval, posts_eval, similar_eval
from honbun.cli import options as shared
from honbun.cli.report import no_steps, tell_step
from honbun.errors import TruthError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from honbun.content.model import ContentOptions
    from honbun.eval.content import ContentReport, ContentScore, Judge
    from honbun.eval.sites import Site

app = typer.Typer(no_args_is_help=True, help="Measures against truth.")

app.command("alone")(alone.alone)
app.command("posts")(posts_eval.posts)
app.command("feed")(feed_eval.feed)
app.command("similar")(similar_eval.similar)

_MEASURES = ("P", "R", "F", "perfect", "text P", "text R", "text F")
_THRESHOLDS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.99)


@app.callback()
def evaluate() -> None:
    """Measures against truth."""


@app.command()
def content(
    data: Annotated[Path, typer.Argument(help="A folder of sites with their site.json.")],
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
    jobs: shared.Jobs = 0,
    quiet: shared.Quiet = False,
) -> None:
    """Content by blocks and by text, per site, together and mixed."""
    from honbun.content.model import ContentOptions
    from honbun.eval.content import Judge
    from honbun.eval.content import evaluate as evaluate_content
    from honbun.eval.plant import planted
    from honbun.eval.plot import check_figure
    from honbun.eval.sites import read_sites
    from honbun.eval.table import table

    if not data.is_dir():
        raise TruthError(f"{data} is no folder: evaluation needs data with truth")
    if memory and faithful:
        raise TruthError("the papers' method has no memory to measure")
    for figure in filter(None, (curve, sweep)):
        check_figure(figure)
    options = ContentOptions(threshold=threshold, faithful=faithful)
    kinds = ("article", "list") if lists else ("article",)
    sites = list(read_sites(data, kinds, only=only or (), without=without or ()))
    on_step = no_steps if quiet else tell_step
    on_step("truth")
    judge = Judge.of(sites, jobs)
    if plant:
        sites = [planted(site) for site in sites]
    report = evaluate_content(sites, options, judge, mixed=mixed, on_step=on_step)
    typer.echo(table(("site", "pages", *_MEASURES), _rows(report)))
    if beside:
        _show_beside(report, sites, options, judge, on_step)
    if errors:
        _show_errors(report, sites, judge, errors)
    if memory:
        _show_memory(sites, options, judge, on_step)
    if curve:
        _show_curve(sites, options, judge, curve, on_step)
    if sweep:
        _show_sweep(sites, options, judge, sweep, on_step)


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


def _show_beside(
    report: ContentReport,
    sites: Sequence[Site],
    options: ContentOptions,
    judge: Judge,
    on_step: Callable[[str], None],
) -> None:
    from honbun.eval.metrics import mean
    from honbun.eval.peers import PEERS, beside
    from honbun.eval.table import table

    peers = [peer for peer in PEERS if peer.installed()]
    for peer in PEERS:
        if peer not in peers:
            # Told to the quiet too: a column is missing.
            tell_step(f"{peer.name} is left out: it is not installed (pip install 'honbun[bench]')")
    columns = beside(report, sites, options, judge, peers, on_step=on_step)
    rows = [[score.name, *values] for score, *values in zip(report.sites, *columns.values())]
    rows.append(["mean over sites", *map(mean, columns.values())])
    typer.echo("\n" + table(("site", *columns), rows))


def _show_errors(report: ContentReport, sites: Sequence[Site], judge: Judge, most: int) -> None:
    from honbun.eval.errors import error_kinds
    from honbun.eval.table import table

    kinds = error_kinds(sites, report.pages, judge)[:most]
    rows = [(kind.name, kind.blocks, kind.pages, kind.sites, kind.example) for kind in kinds]
    header = ("error", "blocks", "pages", "sites", "example")
    typer.echo("\n" + table(header, rows, words={"example"}))


def _show_memory(
    sites: Sequence[Site],
    options: ContentOptions,
    judge: Judge,
    on_step: Callable[[str], None],
) -> None:
    from honbun.eval.metrics import mean
    from honbun.eval.recall import recall
    from honbun.eval.table import table

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


def _show_curve(
    sites: Sequence[Site],
    options: ContentOptions,
    judge: Judge,
    figure: Path,
    on_step: Callable[[str], None],
) -> None:
    from honbun.eval.curve import curve
    from honbun.eval.plot import draw_curve
    from honbun.eval.table import table

    points = curve(sites, options, judge, on_step=on_step)
    rows = [[point.size, point.judged, *point.means.values()] for point in points]
    typer.echo("\n" + table(("pages per site", "judged", *_MEASURES), rows))
    for path in draw_curve(points, figure):
        on_step(f"drew {path}")


def _show_sweep(
    sites: Sequence[Site],
    options: ContentOptions,
    judge: Judge,
    figure: Path,
    on_step: Callable[[str], None],
) -> None:
    from honbun.eval.plot import draw_sweep
    from honbun.eval.sweep import sweep
    from honbun.eval.table import table

    points = sweep(sites, options, _THRESHOLDS, judge, on_step=on_step)
    rows = [_row(score, f"{at:.2f}") for at, score in points]
    typer.echo("\n" + table(("threshold", "pages", *_MEASURES), rows))
    for path in draw_sweep(points, figure):
        on_step(f"drew {path}")
