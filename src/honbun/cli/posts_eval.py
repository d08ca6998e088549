"""`honbun eval posts`: the posts of thread pages, measured by their extent and their fields."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.cli import options as shared
from honbun.cli.html_report import WORST, ReportFile, Run, Worst
from honbun.cli.progress import no_steps, tell_step
from honbun.errors import TruthError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from honbun.errors import Failure
    from honbun.evaluation.posts import Find, GroupScore, PostsScore
    from honbun.evaluation.tables import Figures
    from honbun.evaluation.threads import Group
    from honbun.page import Page
    from honbun.posts.model import PostsOptions, Thread

_STYLES = {"hr": "parted by lines", "structured": "structured"}


def posts(
    data: Annotated[Path, typer.Argument(help="A folder of formats with their group.json.")],
    alone: Annotated[bool, typer.Option("--alone", help="Judge each page by itself.")] = False,
    faithful: Annotated[bool, typer.Option("--faithful", help="The paper's method.")] = False,
    alpha: Annotated[
        int, typer.Option(min=1, help="Of it: pages that the main element is found from.")
    ] = 4,
    beta: Annotated[
        float, typer.Option(min=0, max=1, help="Of it: share of pages that agree on the frame.")
    ] = 0.8,
    mixed: Annotated[
        bool, typer.Option("--mixed", help="All formats as one collection, not one by one.")
    ] = False,
    held_out: Annotated[
        int | None,
        typer.Option(
            min=2, help="Parts of the formats: each is judged by weights learnt from the others."
        ),
    ] = None,
    errors: Annotated[
        bool, typer.Option("--errors", help="List the pages that are not strictly perfect.")
    ] = False,
    parameters: Annotated[
        bool, typer.Option("--parameters", help="Also the paper's method by its parameters.")
    ] = False,
    none: Annotated[
        list[str] | None,
        typer.Option(help="Also pages without posts: where are some found?", metavar="INPUT"),
    ] = None,
    sample: Annotated[
        int, typer.Option(min=1, help="Judge so many of them, at even distances.")
    ] = 200,
    report: ReportFile = None,
    worst: Worst = WORST,
    jobs: shared.Jobs = 0,
    quiet: shared.Quiet = False,
) -> None:
    """Posts by extent, strictly and by page; their bodies, authors and dates, per format."""
    from honbun.evaluation.posts import evaluate
    from honbun.evaluation.report.posts import posts_report
    from honbun.evaluation.tables import table
    from honbun.evaluation.threads import read_groups
    from honbun.inputs.read import read
    from honbun.posts.model import PostsOptions

    if not data.is_dir():
        raise TruthError(f"{data} is no folder: evaluation needs data with truth")
    run = Run.to(report)
    others = read(*none, on_failure=_tell_failure) if none else None
    options = PostsOptions(alone=alone, faithful=faithful, alpha=alpha, beta=beta)
    find = _finder(options, jobs)
    on_step = no_steps if quiet else tell_step
    groups = list(read_groups(data))
    if held_out:
        scores = _held_out(groups, held_out, options, jobs, on_step)
    else:
        scores = evaluate(groups, find, mixed=mixed, on_step=on_step)
    figures = _figures(scores)
    typer.echo(table(*figures))
    if errors:
        _show_errors(scores)
    if others is not None:
        on_step("pages without posts")
        _show_alarms(others, find, sample, listed=errors)
    if parameters:
        _show_parameters(data)
    if run:
        pages = sum(len(group.pages) for group in scores)
        facts = run.facts(("formats", len(scores)), ("pages", pages))
        run.write(posts_report(scores, figures, facts, worst=worst), on_step)


def _held_out(
    groups: Sequence[Group],
    parts: int,
    options: PostsOptions,
    jobs: int,
    on_step: Callable[[str], None],
) -> list[GroupScore]:
    from honbun.evaluation.held_out import evaluate_held_out

    def find(weights: Mapping[str, float]) -> Find:
        return _finder(replace(options, weights=weights), jobs)

    return evaluate_held_out(groups, parts, find, jobs=jobs, on_step=on_step)


def _finder(options: PostsOptions, jobs: int) -> Find:
    from honbun.api import posts
    from honbun.runner.run import Run

    def find(pages: Sequence[Page]) -> Iterable[Thread]:
        return posts(pages, options, run=Run(jobs, on_failure=_tell_failure))

    return find


def _tell_failure(failure: Failure) -> None:
    # Told to the quiet too: a page is judged by what could not be found on it.
    tell_step(str(failure))


def _figures(scores: Sequence[GroupScore]) -> Figures:
    from honbun.evaluation.posts import PostsScore, means, total
    from honbun.evaluation.tables import Figures

    rows = [_row(group.name, group.score, group.score.measures()) for group in scores]
    parts = [
        (name, of_style)
        for style, name in _STYLES.items()
        if (of_style := [group for group in scores if group.style == style])
    ]
    parts.append(("all", list(scores)))
    for name, groups in parts:
        score = total(groups)
        rows.append(_row(f"{name}: posts added up", score, score.measures()))
        rows.append(_row(f"{name}: mean over formats", score, means(groups)))
    return Figures(("format", "pages", "true", "found", *PostsScore().measures()), rows)


def _row(name: str, score: PostsScore, measures: Mapping[str, float | None]) -> list[object]:
    counts = (score.pages, score.extent.true, score.extent.found)
    return [name, *counts, *("-" if value is None else value for value in measures.values())]


def _show_errors(scores: Sequence[GroupScore]) -> None:
    from honbun.evaluation.tables import table

    rows = [
        (
            page.source,
            page.score.extent.true,
            page.score.extent.found,
            page.score.extent.right,
            page.score.strict.right,
            page.wrong,
        )
        for group in scores
        for page in group.pages
        if not page.score.strictly_perfect
    ]
    header = ("page", "true", "found", "right", "strictly", "first wrong")
    if rows:
        typer.echo("\n" + table(header, rows, words={"first wrong"}))


def _show_alarms(pages: Iterable[Page], find: Find, most: int, *, listed: bool) -> None:
    from honbun.evaluation.posts import alarms, sample
    from honbun.evaluation.tables import table

    judged = sample(pages, most)
    found = alarms(judged, find)
    share = len(found) / len(judged) if judged else "-"
    header = ("pages without posts", "with posts found", "share")
    typer.echo("\n" + table(header, [(len(judged), len(found), share)]))
    if listed and found:
        rows = [(thread.url or thread.source, len(thread.posts)) for thread in found]
        typer.echo("\n" + table(("posts found where none are", "posts"), rows))


def _show_parameters(data: Path) -> None:
    from honbun.evaluation.parameters import parameter_tables

    for text in parameter_tables(data):
        typer.echo("\n" + text)
