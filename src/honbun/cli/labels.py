"""`honbun labels`: what annotators have said, how well they agree, and how it comes in and out."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.cli import labels_export, labels_import
from honbun.cli.options import LabelsFile
from honbun.cli.report import counted, tell_step
from honbun.errors import InputError, MemoryFileError
from honbun.failure import one_line

if TYPE_CHECKING:
    from honbun.eval.agreement import Agreement
    from honbun.eval.judged import Judged

app = typer.Typer(no_args_is_help=True, help="What annotators say of pages.")

app.command("export")(labels_export.export)
app.command("import")(labels_import.import_)

Shape = StrEnum("Shape", ["table", "json", "csv"])


@app.callback()
def labels() -> None:
    """What annotators say of pages: see `honbun annotate`."""


@app.command("list")
def list_(
    file: LabelsFile,
    json: Annotated[bool, typer.Option("--json", help="JSON Lines, one annotator a line.")] = False,
) -> None:
    """Who has labelled, and how many pages are in which state."""
    import orjson

    from honbun.annotation.model import TRUTH, State
    from honbun.eval.table import table
    from honbun.io.labels import Labels

    shown = [state for state in State if state is not State.NEW]
    with Labels(file, read_only=True) as labels:
        found = [(name, labels.standings(name)) for name in (*labels.annotators(), TRUTH)]
    rows = [
        (name, *[list(states.values()).count(state) for state in shown])
        for name, states in found
        if states
    ]
    header = ("annotator", *map(str, shown))
    if not rows:
        # A message, not a result: who reads the output finds nobody in it.
        tell_step(f"nobody has labelled a page in {file}")
    elif json:
        for row in rows:
            typer.echo(orjson.dumps(dict(zip(header, row))).decode())
    else:
        typer.echo(table(header, rows))


@app.command()
def agreement(
    file: LabelsFile,
    shape: Annotated[
        Shape, typer.Option("--format", "-f", help="How the figures are written.")
    ] = Shape.table,
) -> None:
    """Annotators against the adjudicated truth, and against each other.

    Over the pages that both have finished: done or unsure. Precision, recall and F of content
    blocks are added up over pages; a page is perfect with every content block right; kappa is
    Cohen's, over content or not, and over kinds. The last table counts what they differ on.
    """
    import orjson

    from honbun.eval.judged import judged
    from honbun.io.labels import Labels

    with Labels(file, read_only=True) as labels:
        found = judged(labels)
    if shape is Shape.json:
        typer.echo(orjson.dumps(found.data(), option=orjson.OPT_INDENT_2).decode())
    elif shape is Shape.csv:
        typer.echo(found.csv(), nl=False)
    elif found.rows():
        _show(found)
    else:
        tell_step(f"no two have finished the same page in {file}")


def _show(found: Judged) -> None:
    from honbun.annotation.dispute import tally
    from honbun.eval.table import table

    measures = ("pages", "blocks", "P", "R", "F", "perfect", "kappa", "kappa of kinds")
    report = found.report
    if report.annotators:
        rows = [(one.annotator, *_figures(one)) for one in (*report.annotators, report.total)]
        typer.echo(table(("against the truth", *measures), rows) + "\n")
        _show_kinds(report.total)
    if report.pairs:
        rows = [(f"{one.annotator}, {one.against}", *_figures(one)) for one in report.pairs]
        typer.echo(table(("against each other", *measures), rows) + "\n")
    counts = [(str(tag), count) for tag, count in tally(found.disputes).items()]
    typer.echo(table(("differences", "blocks"), counts))


def _figures(one: Agreement) -> tuple[object, ...]:
    score = one.score
    measures = (score.precision, score.recall, score.f, one.perfect_rate)
    return (one.pages, one.blocks, *measures, one.kappa, one.kappa_kinds)


def _show_kinds(total: Agreement) -> None:
    """Which kinds annotators gave, in rows, to blocks of which true kinds, in columns."""
    from honbun.annotation.model import Kind
    from honbun.eval.agreement import NONE
    from honbun.eval.table import table

    said = {name for pair in total.kinds for name in pair}
    names = [str(name) for name in (*Kind, NONE) if name in said]
    rows = [(one, *[total.kinds[one, other] for other in names]) for one in names]
    typer.echo(table(("said, and true", *names), rows) + "\n")


@app.command()
def forget(
    file: LabelsFile,
    by: Annotated[str, typer.Option(help="Whose labels.", metavar="NAME", show_default=False)],
) -> None:
    """Remove all that an annotator has said; the pages stay."""
    from honbun.io.labels import Labels

    if not file.exists():  # opening would make one
        raise MemoryFileError(one_line(f"{file}: there is no such file"))
    with Labels(file) as labels:
        pages = labels.forget(by)
    if not pages:
        raise InputError(f"no labels by {by} are in {file}")
    typer.echo(f"{one_line(by)}: labels of {counted(pages, 'page')} forgotten")
