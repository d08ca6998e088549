"""`honbun eval alone`: pages judged one by one, measured by their text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from zipfile import BadZipFile

import typer

from honbun.cli import options as shared
from honbun.cli.html_report import WORST, ReportFile, Run, Worst
from honbun.cli.progress import no_steps, tell_step
from honbun.errors import HonbunError, TruthError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from honbun.content.alone.model import Model
    from honbun.evaluation.alone import Examiner
    from honbun.evaluation.report.alone import Judged


def alone(
    data: Annotated[
        list[Path], typer.Argument(help="Folders of WCXB or of sites, to teach by and to measure.")
    ],
    model: Annotated[
        Path | None, typer.Option(help="Measure this model; nothing is taught.", dir_okay=False)
    ] = None,
    shipped: Annotated[
        bool, typer.Option("--shipped", help="Measure the model of the package, likewise.")
    ] = False,
    favor: shared.Favored = None,
    report: ReportFile = None,
    worst: Worst = WORST,
    jobs: shared.Jobs = 0,
    quiet: shared.Quiet = False,
) -> None:
    """Text of pages judged alone: mean word F1 by type of page (WCXB), text F by site.

    Cross-validated: eight models are taught, each without an eighth of the domains, and every page
    is judged by the one that does not know its domain. That takes a quarter of an hour.
    """
    from honbun.content.model import ContentOptions
    from honbun.evaluation.alone import Examiner
    from honbun.evaluation.report.alone import alone_report
    from honbun.evaluation.tables import table
    from honbun.training.teach import fold

    for folder in data:
        if not folder.is_dir():
            raise TruthError(f"{folder} is no folder: evaluation needs data with truth")
    run = Run.to(report)
    say = no_steps if quiet else tell_step
    models = {-1: _given(model)} if model or shipped else _taught(data, jobs, say)
    options = ContentOptions(favor=shared.favored(favor))
    examiner = Examiner(models, fold, options)
    measured = []
    for folder in data:
        say(f"measuring {folder}")
        measured.append(_measure(folder, examiner, jobs))
        typer.echo(table(*measured[-1].figures))
        typer.echo()
    if run:
        facts = run.facts(("pages", sum(len(folder.scores) for folder in measured)))
        run.write(alone_report(measured, facts, worst=worst), say)


def _measure(folder: Path, examiner: Examiner, jobs: int) -> Judged:
    """The pages of one folder, of WCXB or of sites."""
    from honbun.evaluation.alone import site_rows, site_scores, typed_rows, typed_scores
    from honbun.evaluation.report.alone import Judged
    from honbun.evaluation.sites import read_sites
    from honbun.evaluation.tables import Figures
    from honbun.evaluation.wcxb import is_wcxb, read_wcxb

    if is_wcxb(folder):
        scores = typed_scores(read_wcxb(folder), examiner, jobs)
        types = ("type", "pages", "word P", "word R", "word F1", "without empty")
        return Judged(folder.name, scores, Figures(types, typed_rows(scores)))
    scores = site_scores(read_sites(folder, ("article",)), examiner, jobs)
    sites = ("site", "pages", "text P", "text R", "text F")
    return Judged(folder.name, scores, Figures(sites, site_rows(scores)))


def _given(path: Path | None) -> Model:
    from honbun.content.alone.model import Model, shipped

    if path is None:
        return shipped()
    try:
        with path.open("rb") as file:
            return Model.load(file)
    except (ValueError, KeyError, EOFError, TypeError, BadZipFile) as error:
        raise HonbunError(f"{path} is no model: {error}") from error


def _taught(data: Sequence[Path], jobs: int, say: Callable[[str], None]) -> dict[int, Model]:
    from honbun.training.boost import BoostOptions
    from honbun.training.data import examples
    from honbun.training.teach import cross_validated

    return dict(cross_validated(list(examples(data, jobs, say)), BoostOptions(), say))
