"""`honbun labels export`: labelled pages for others to read and to measure on."""

from __future__ import annotations

from contextlib import contextmanager
from enum import StrEnum
from gzip import GzipFile
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from honbun.cli.options import LabelsFile
from honbun.cli.report import counted, tell_step
from honbun.errors import InputError, OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from honbun.annotation.labelled import Labelled
    from honbun.io.output import Target

Form = StrEnum("Form", ["site", "jsonl"])
_FORMS = {Form.site: "the site format", Form.jsonl: "JSON Lines"}


def export(
    file: LabelsFile,
    output: Annotated[
        str,
        typer.Option(
            "-o",
            "--output",
            help="Where to: a .jsonl or .jsonl.gz file (- is standard output), a .zip file, or a"
            " new folder.",
            show_default=False,
        ),
    ],
    form: Annotated[
        Form | None,
        typer.Option(
            "--format",
            "-f",
            help="The site format, as `honbun eval` reads it, or JSON Lines.",
            show_default="by the ending of the output",
        ),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            help="Whose labels.",
            metavar="NAME",
            show_default="the adjudicated truth, else the only annotator's",
        ),
    ] = None,
    pages: Annotated[
        bool, typer.Option("--pages", help="JSON Lines with the pages themselves.")
    ] = False,
    all_states: Annotated[
        bool, typer.Option("--all-states", help="Also pages that the annotator is unsure of.")
    ] = False,
) -> None:
    """Write the labelled pages that are done, for others to read and to measure on.

    Of a page that has changed, the latest version that is done is written.
    """
    from honbun.annotation.model import State
    from honbun.annotation.sheet import FINISHED
    from honbun.io.labelled import choose
    from honbun.io.labels import Labels
    from honbun.io.output import Target

    target = Target.of(output)
    lines = _is_lines(target, form)
    if pages and not lines:
        raise OutputError("the site format always has the pages: --pages is for JSON Lines")
    with Labels(file, read_only=True) as labels:
        found = choose(labels, by, FINISHED if all_states else {State.DONE})
    if not found:
        raise InputError(f"no page is done in {file}: there is nothing to export")
    lost = _write_lines(target, found, pages) if lines else _write_sites(target, found)
    tell_step(f"{counted(len(found), 'page')} written")
    if older := sum(page.older for page in found):
        tell_step(f"{counted(older, 'earlier version')} of pages left out")
    if lost:
        tell_step(f"{counted(lost, 'block')} could not be told as labelled")
    raise typer.Exit(1 if lost else 0)


def _is_lines(target: Target, form: Form | None) -> bool:
    """Whether JSON Lines are written, as the format and the name say; they may not contradict."""
    from honbun.io.labelled import is_lines

    path = target.path
    if path is None or target.folder:
        return form is Form.jsonl if form else path is None
    named = Form.jsonl if is_lines(path) else Form.site if _is_zip(path) else None
    if form and named and form is not named:
        raise OutputError(f"{path} is no name for {_FORMS[form]}")
    if not form and not named and path.suffix:
        raise OutputError(
            f"{path} is neither {_FORMS[Form.jsonl]} nor a .zip file by its ending:"
            " say it with --format, or end the name of a folder with /"
        )
    return (form or named) is Form.jsonl


def _is_zip(path: Path) -> bool:
    return path.suffix.lower() == ".zip"


def _write_lines(target: Target, found: list[Labelled], with_page: bool) -> int:
    from honbun.io.labelled import line
    from honbun.io.output import destination

    if target.folder:
        raise OutputError(f"{target.path} is a folder: JSON Lines are one file")
    with destination(target.path) as file, _packing(target.path, file) as lines:
        for one in found:
            lines.write(line(one, with_page=with_page))
    return sum(one.lost for one in found)


@contextmanager
def _packing(path: Path | None, file: BinaryIO) -> Iterator[BinaryIO | GzipFile]:
    """The file, or where its name ends in .gz, what packs into it."""
    if path is None or path.suffix.lower() != ".gz":
        yield file
        return
    # Without a time and a name, so that the same labels give the same bytes.
    with GzipFile("", "wb", fileobj=file, mtime=0) as packing:
        yield packing


def _write_sites(target: Target, found: list[Labelled]) -> int:
    from honbun.eval.archive import site_files, zipped
    from honbun.eval.labelled import stamped
    from honbun.io.output import destination, write_folder

    if target.path is None:
        raise OutputError("the site format is a folder or a .zip file: name it with -o")
    pages = [stamped(one) for one in found]
    if _is_zip(target.path) and not target.folder:
        with destination(target.path) as file:
            file.write(zipped(pages))
    else:
        write_folder(target.path, site_files(pages))
    return sum(page.lost for page in pages)
