"""`honbun eval`: results measured against truth."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from honbun.cli.options import Jobs, with_options
from honbun.cli.progress import counted, message, no_message
from honbun.content.model import ContentOptions
from honbun.errors import HonbunError, OutputError, TruthError
from honbun.feeds.model import FeedOptions
from honbun.options import OUTPUT, option, options_of
from honbun.posts.model import PostsOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from honbun.evaluation.curve import CurvePage
    from honbun.evaluation.judge import Judge
    from honbun.evaluation.metrics import Comparison
    from honbun.evaluation.report import Bars, Lines, Table
    from honbun.feeds.model import Feed
    from honbun.page import Page
    from honbun.posts.model import Thread
    from honbun.runner.run import Run
    from honbun.similar.model import Pair

app = typer.Typer(no_args_is_help=True, help="Measure results against truth.")

Data = Annotated[Path, typer.Argument(help="Folder with truth: see docs/guide/evaluation.md.")]
_MOST_ERRORS = 1_000
"""Errors that a report lists; the file of `--errors` has all of them."""
_ARTICLES = 300
"""Articles of a folder of sites on which `eval feed` counts lists that are not there."""


@dataclass(frozen=True, slots=True)
class Evaluation(Jobs):
    """How an evaluation runs, and the files it writes besides the tables on standard output."""

    errors: Path | None = option(
        None, "Write every error as JSON Lines.", panel=OUTPUT, metavar="FILE"
    )
    plot: Path | None = option(
        None, "Draw the figures (.png, .svg, .pdf).", panel=OUTPUT, metavar="FILE"
    )
    report: Path | None = option(None, "Write an HTML report.", panel=OUTPUT, metavar="FILE")

    def __post_init__(self) -> None:
        """Check the paths before the work begins."""
        endings = {self.plot: (".png", ".svg", ".pdf"), self.report: (".html", ".htm")}
        for path in self._files():
            wanted = endings.get(path)
            if wanted and path.suffix.lower() not in wanted:
                raise OutputError(f"{path} must end in {' or '.join(wanted)}")
            if not path.parent.is_dir():
                raise OutputError(f"no such folder: {path.parent}")

    def _files(self) -> list[Path]:
        return [path for path in (self.errors, self.plot, self.report) if path]

    @property
    def on_step(self) -> Callable[[str], None]:
        """Reports what begins."""
        return no_message if self.quiet else message

    def run(self) -> Run:
        """The worker processes."""
        from honbun.runner.run import Run

        # Failures are reported even if quiet: the page is measured as empty.
        return Run(self.jobs, on_failure=lambda failure: message(str(failure)))

    @property
    def wants_errors(self) -> bool:
        return self.errors is not None or self.report is not None

    def write(
        self,
        task: str,
        tables: dict[str, Table],
        compared: Iterable[Comparison],
        panels: Sequence[Bars | Lines],
    ) -> None:
        """Print the tables, and write the files."""
        from honbun.evaluation.errors import error_kinds
        from honbun.evaluation.report import Table, draw, render_html
        from honbun.outputs.files import open_output
        from honbun.outputs.rows import write_jsonl

        typer.echo("\n\n".join(map(str, tables.values())))
        pages = list(compared)
        rows = [row for page in pages for row in page.error_rows()] if self.wants_errors else []
        if self.errors:
            with open_output(self.errors) as file:
                write_jsonl(rows, file)
        if self.plot:
            draw(panels, self.plot)
        if self.report:
            header = ("error", "count", "pages", "groups", "example")
            tables["Kinds of errors"] = Table(header, error_kinds(pages), {"example"})
            facts = {"measured": task, "pages": len(pages), "errors": len(rows)}
            text = render_html(f"honbun eval {task}", facts, tables, rows[:_MOST_ERRORS])
            with open_output(self.report) as file:
                file.write(text.encode())
        for path in self._files():
            self.on_step(f"wrote {path}")


@dataclass(frozen=True, slots=True)
class MethodOptions:
    """Which method is measured, and how."""

    alone: bool = option(False, "Judge every page alone.")
    faithful: bool = option(False, "Measure the paper's method.")
    model: Path | None = option(
        None,
        "A model of honbun train, or a folder of models by fold: each page is judged by the one "
        "that was trained without its site.",
        metavar="FILE",
    )
    favor: Literal["precision", "recall"] | None = option(
        None, options_of(ContentOptions)["favor"].help
    )
    by: str | None = option(None, "Annotator whose labels are the truth.", metavar="NAME")
    mixed: bool = option(
        True, "With sites: also measure all sites as one collection.", flag="--mixed/--no-mixed"
    )
    roles: str | None = option(
        None,
        "With texts: compare the blocks of these roles, instead of those that the truth contains.",
        metavar="ROLE,ROLE",
    )
    pages_per_site: str | None = option(
        None, "Measure the same pages with so many pages of their site.", metavar="1,2,3,5,10"
    )

    def judge(self, run: Run) -> Callable[[Mapping[str, str]], Judge]:
        """What extracts pages, given the site of each page by its source.

        Options are checked before the truth is read, which takes long.
        """
        from honbun.evaluation.judge import Judge
        from honbun.training.folds import read_models

        if self.faithful and (self.alone or self.model):
            raise HonbunError("--faithful cannot be combined with --alone or --model")
        options = ContentOptions(faithful=self.faithful, favor=self.favor)
        if self.model is None:
            return lambda _: Judge(options, run, self.alone)
        models = read_models(self.model)
        return lambda sites: Judge(
            options, run, self.alone, lambda page: models.of(sites[page.source])
        )


@app.command()
@with_options
def content(
    *,
    data: Annotated[
        Path,
        typer.Argument(
            help="Folder of sites with their site.json, folder of pages with true texts"
            " (truth.jsonl.gz), a file of labels (see honbun annotate), or labels as JSON Lines"
            " with their pages."
        ),
    ],
    method: MethodOptions,
    evaluation: Evaluation,
) -> None:
    """Measure content by blocks and by text, per site or source."""
    from honbun.evaluation.truth.texts import is_text_truth

    if is_text_truth(data):
        _measure_texts(data, method, evaluation)
    else:
        _measure_sites(data, method, evaluation)


def _measure_sites(data: Path, method: MethodOptions, evaluation: Evaluation) -> None:
    from honbun.evaluation import content as measured
    from honbun.evaluation.report import Bars, Table
    from honbun.stores.truth import read_truth
    from honbun.text.urls import registered_domain

    if method.roles:
        raise HonbunError("--roles applies to pages with true texts: see docs/guide/evaluation.md")
    judge = method.judge(evaluation.run())
    sites, lost = read_truth(data, method.by)
    if lost:  # reported even if quiet: these blocks are not measured as they were labelled
        message(f"{counted(lost, 'block')} cannot be measured as labelled")
    domains = {
        page.page.source: registered_domain(page.page.url) or site.name
        for site in sites
        for page in site.pages
    }
    find = judge(domains)
    evaluation.on_step("truth")
    truths = measured.read_truths(sites, evaluation.jobs)
    if method.pages_per_site:
        _measure_curve(measured.curve_pages(sites, truths), find, method, evaluation)
        return
    compared = measured.evaluate(sites, find, truths, on_step=evaluation.on_step)
    together: list[Comparison] = []
    if method.mixed and not method.alone:
        evaluation.on_step("all sites mixed")
        everything = [page for site in sites for page in site.pages]
        together = measured.compare_collection("mixed", everything, find, truths)
    if evaluation.wants_errors:
        compared = measured.describe_errors(compared, sites, truths, evaluation.jobs)
    header = ("site", "pages", *measured.measures(compared))
    table = Table(header, measured.rows(compared, together))
    evaluation.write("content", {"Content": table}, compared, [Bars(table, ("F", "text F"))])


def _measure_texts(data: Path, method: MethodOptions, evaluation: Evaluation) -> None:
    from honbun.evaluation import texts
    from honbun.evaluation.report import Bars
    from honbun.evaluation.truth.texts import read_text_pages

    if method.by is not None:
        raise TruthError(f"{data} is a folder of texts: --by applies to labels")
    roles = texts.parse_roles(method.roles) if method.roles else None
    judge = method.judge(evaluation.run())
    pages = list(read_text_pages(data))
    find = judge({one.page.source: one.site for one in pages})
    if method.pages_per_site:
        _measure_curve(texts.curve_pages(pages, roles), find, method, evaluation)
        return
    evaluation.on_step(f"{counted(len(pages), 'page')} with true text")
    measured = texts.evaluate(pages, find, roles)
    tables = texts.tables(measured)
    panels: list[Bars | Lines] = [Bars(tables["Text"], ("F1", "as printed"))]
    if line := texts.reliability(measured):
        panels.append(line)
    evaluation.write("content", tables, [one.comparison() for one in measured], panels)


def _measure_curve(
    pages: Sequence[CurvePage], find: Judge, method: MethodOptions, evaluation: Evaluation
) -> None:
    from honbun.evaluation.curve import curve, lines, parse_sizes

    sizes = parse_sizes(method.pages_per_site or "")
    table = curve(pages, find, sizes, evaluation.on_step)
    evaluation.write("content", {"Pages of a site": table}, [], [lines(table)])


@app.command()
@with_options
def posts(
    *,
    data: Data,
    options: PostsOptions,
    mixed: Annotated[
        bool, typer.Option("--mixed", help="Measure all formats as one collection.")
    ] = False,
    evaluation: Evaluation,
) -> None:
    """Measure posts by extent, and their bodies, authors and dates, per format."""
    from honbun.api import posts as find_posts
    from honbun.evaluation import posts as measured
    from honbun.evaluation.report import Bars, Table
    from honbun.evaluation.truth.threads import read_groups

    def find(pages: Sequence[Page]) -> Iterable[Thread]:
        return find_posts(pages, options, run=evaluation.run())

    groups = list(read_groups(_folder(data)))
    compared = measured.evaluate(groups, find, mixed=mixed, on_step=evaluation.on_step)
    header = ("format", "pages", "true", "found", *measured.measures(compared))
    tables = {"Posts": Table(header, measured.rows(compared))}
    evaluation.write("posts", tables, compared, [Bars(tables["Posts"], ("F", "strict F"))])


@app.command()
@with_options
def feed(
    *,
    data: Data,
    options: FeedOptions,
    evaluation: Evaluation,
) -> None:
    """Measure the items of lists, their titles and dates, per kind of page."""
    from honbun.api import feed as find_lists
    from honbun.evaluation import feeds as measured
    from honbun.evaluation.report import Bars, Table
    from honbun.evaluation.truth.lists import has_articles, read_articles, read_lists
    from honbun.runner.pages import Step, map_pages

    def find(pages: Iterable[Page]) -> Iterable[Feed]:
        return map_pages(Step(find_lists, options, "find lists"), pages, evaluation.run())

    pages = read_lists(_folder(data))
    evaluation.on_step(f"{len(pages)} pages with truth")
    compared = measured.evaluate(pages, find)
    header = ("kind", "pages", "true", "found", *measured.measures(compared))
    tables = {"Items": Table(header, measured.rows(compared))}
    if without := [page for page in compared if not measured.has_list(page)]:
        empty = sum(page.is_perfect for page in without)
        header = ("pages without a list", "left alone")
        tables["Pages without a list"] = Table(header, [(len(without), empty)])
    if has_articles(data):
        articles = read_articles(data, _ARTICLES)
        evaluation.on_step(f"{len(articles)} articles")
        alarms = len(measured.false_alarms(articles, find))
        header = ("articles", "with a list invented", "share")
        share = alarms / len(articles) if articles else None
        tables["Articles"] = Table(header, [(len(articles), alarms, share)])
    evaluation.write("feed", tables, compared, [Bars(tables["Items"], ("F", "title", "date"))])


@app.command()
@with_options
def similar(
    *,
    data: Data,
    evaluation: Evaluation,
) -> None:
    """Measure known pairs by found, extent and relation, with the paper's method beside ours."""
    from honbun.api import similar as find_pairs
    from honbun.evaluation import similar as measured
    from honbun.evaluation.report import Bars
    from honbun.evaluation.truth.pairs import read_pairs
    from honbun.similar.model import SimilarOptions

    collection = read_pairs(_folder(data))
    evaluation.on_step(f"{len(collection.pages)} pages, {len(collection.pairs)} known pairs")

    def find(options: SimilarOptions) -> list[Pair]:
        return list(find_pairs(collection.pages, options, run=evaluation.run()))

    ours = find(SimilarOptions())
    evaluation.on_step("the paper's method")
    papers = find(SimilarOptions(faithful=True))
    tables, compared = measured.evaluate(collection, ours, papers)
    main = next(iter(tables.values()))
    evaluation.write("similar", tables, compared, [Bars(main, measured.MEASURES)])


def _folder(data: Path) -> Path:
    if not data.is_dir():
        raise TruthError(f"{data} is not a folder")
    return data
