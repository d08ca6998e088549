"""`honbun labels import`: labels that were made elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.cli.options import LabelsFile
from honbun.cli.report import counted, tell_step
from honbun.errors import InputError

if TYPE_CHECKING:
    from honbun.eval.intake import Intake
    from honbun.failure import Failure


def import_(
    file: LabelsFile,
    data: Annotated[
        list[Path],
        typer.Argument(
            help="JSON Lines of labels, other files of labels, or folders of sites (or of one) with"
            " their site.json.",
            metavar="DATA",
            show_default=False,
        ),
    ],
    name: Annotated[
        str | None,
        typer.Option(
            "--as",
            help="Whose labels they become: an annotator's, or truth.",
            metavar="NAME",
            show_default="as the data says; folders do not",
        ),
    ] = None,
    pages: Annotated[
        list[str] | None,
        typer.Option(
            help="Where pages are that came without: files, folders, archives; again for more.",
            metavar="INPUT",
        ),
    ] = None,
) -> None:
    """Take labels that were made elsewhere; they replace what the annotator said of those pages.

    A page is looked for in the data, in FILE and in --pages: by its digest, else by its URL.
    """
    from honbun.annotation.model import TRUTH, annotator_name
    from honbun.eval.intake import Intake, Stock
    from honbun.io.inputs import read
    from honbun.io.labels import Labels

    for path in data:
        if not path.exists():
            raise InputError(f"{path}: there is no such file or folder")
        if path.is_dir() and name is None:
            raise InputError(f"{path} does not tell whose labels they are: say it with --as")
    if name not in (None, TRUTH):
        name = annotator_name(name)
    failures: list[Failure] = []
    inputs = read(*pages or (), on_failure=failures.append)
    with Labels(file) as labels:
        intake = Intake(labels, Stock(labels, inputs), name, failures=failures)
        for path in data:
            _take(path, intake)
    for failure in failures:
        tell_step(str(failure))
    tell_step(f"{counted(intake.taken, 'label')} on {counted(intake.pages, 'page')} imported")
    raise typer.Exit(1 if failures else 0)


def _take(path: Path, intake: Intake) -> None:
    from honbun.eval.sites import read_sites
    from honbun.io.labelled import is_lines, kept_records, read_records
    from honbun.io.labels import Labels

    if path.is_dir():
        for site in read_sites(path, ("article",)):
            for page in site.pages:
                intake.site(page)
    elif not is_lines(path):
        with Labels(path, read_only=True) as labels:
            for record in kept_records(labels):
                intake.record(record)
    else:
        for line in read_records(path, path.name):
            intake.record(line)
