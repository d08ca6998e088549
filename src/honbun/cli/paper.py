"""`honbun paper`: the tables and figures of the five papers, on data that the user has."""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from honbun.cli.options import with_options
from honbun.cli.progress import message
from honbun.errors import HonbunError, OutputError
from honbun.options import OUTPUT
from honbun.reproduction import PAPERS, find, reproductions
from honbun.reproduction.model import PaperOptions

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from honbun.reproduction.model import PaperTable, Plot, Result

_DRAWN = (".png", ".svg", ".pdf")


@with_options
def paper(
    *,
    paper: Annotated[
        str | None, typer.Argument(help="The paper: 000 to 004.", metavar="[PAPER]")
    ] = None,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            help="The table or figure, such as table 1, and its input.",
            metavar="[TABLE|FIGURE] [INPUT]...",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help="Write to this file. Figures need one: .png, .svg or .pdf for a plot, .html for a "
            "page.",
            rich_help_panel=OUTPUT,
            show_default="standard output",
        ),
    ] = None,
    form: Annotated[
        Literal["table", "markdown", "csv", "json"],
        typer.Option("-f", "--format", help="Format of tables.", rich_help_panel=OUTPUT),
    ] = "table",
    options: PaperOptions,
) -> None:
    """Compute a table or draw a figure of one of the papers that honbun began with.

    Without a table or figure, lists what can be reproduced and the input that each one needs.
    """
    if paper is not None and paper not in PAPERS:
        raise HonbunError(f"no paper {paper}, but {', '.join(PAPERS)}")
    if paper is None or not words:
        _write_text("\n\n".join(map(_listing, [paper] if paper else PAPERS)) + "\n", output)
        return
    chosen, inputs = find(paper, words)
    result = chosen.function(inputs, options)
    _write(result, output, form, f"paper {paper} {chosen.name}")
    if output and not options.quiet:
        message(f"wrote {output}")


def _listing(paper: str) -> str:
    """What can be reproduced of a paper, one line each."""
    found = reproductions(paper)
    width = max(len(one.name) for one in found)
    lines = [f"{paper}  {PAPERS[paper].title}"]
    for one in found:
        lines.append(f"  {one.name.ljust(width)}  {one.shows}")
        lines.append(f"  {' ' * width}  input: {one.needs or 'none'}")
    return "\n".join(lines)


def _write(result: Result, output: Path | None, form: str, title: str) -> None:
    from honbun.reproduction.model import Document, Plot

    if isinstance(result, Document):
        if output is None or output.suffix.lower() not in (".html", ".htm"):
            raise OutputError(f"{title} is a page: name a .html file with -o")
        _write_text(result.html, output)
    elif isinstance(result, Plot):
        _write_plot(result, output, form)
    elif output is None and form == "table" and sys.stdout.isatty():
        _print(result)
    else:
        _write_text(_text(result, form), output)


def _write_plot(plot: Plot, output: Path | None, form: str) -> None:
    """Draw a figure into a file; without one, its points are printed as a table."""
    from honbun.evaluation.report import draw

    if output is None:
        _write_text(_text(plot.tables, form), None)
    elif output.suffix.lower() in _DRAWN:
        draw(plot.panels, output)
    else:
        raise OutputError(f"{output} must end in {' or '.join(_DRAWN)}")


def _text(tables: Sequence[PaperTable], form: str) -> str:
    import orjson

    if form == "json":
        data = [table.data() for table in tables]
        return orjson.dumps(data, option=orjson.OPT_INDENT_2).decode() + "\n"
    if form == "csv":
        return "\n".join(map(_csv, tables))
    return "\n\n".join(map(str, tables)) + "\n"


def _csv(table: PaperTable) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([table.header, *table.cells()])
    return text.getvalue()


def _print(tables: Iterable[PaperTable]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    for table in tables:
        shown = Table(title=table.caption)
        for number, name in enumerate(table.header):
            left = number == 0 or name in table.words
            shown.add_column(name, justify="left" if left else "right", overflow="fold")
        for row in table.cells():
            shown.add_row(*map(Text, row))
        console.print(shown)


def _write_text(text: str, output: Path | None) -> None:
    from honbun.outputs.files import open_output

    with open_output(output) as file:
        file.write(text.encode())
