"""`honbun labels import`: labels that were made elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.cli.options import LabelsFile
from honbun.cli.report import counted, tell_step
from honbun.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.eval.intake import Intake
    from honbun.failure import Failure


def import_(
    file: LabelsFile,
    data: Annotated[
        list[Path],
        typer.Argument(
            help="JSON Lines of labels, other files of labels, or folders of sites (or of one) with"
            " their site.json, also as .zip files.",
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
    by: Annotated[
        str | None,
        typer.Option(
            help="Take only what this annotator says in the data, or truth.",
            metavar="NAME",
            show_default="everybody's",
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

    if name not in (None, TRUTH):
        name = annotator_name(name)
    _check(data, name, by)
    failures: list[Failure] = []
    inputs = read(*pages or (), on_failure=failures.append)
    with Labels(file) as labels:
        intake = Intake(labels, Stock(labels, inputs), name, failures=failures)
        for path in data:
            _take(path, intake, by)
    for failure in failures:
        tell_step(str(failure))
    tell_step(f"{counted(intake.taken, 'label')} on {counted(intake.pages, 'page')} imported")
    raise typer.Exit(1 if failures else 0)


def _check(data: list[Path], name: str | None, by: str | None) -> None:
    """Refuse what would be taken for somebody else's, before anything is taken."""
    found: dict[str, set[str]] = {}
    addresses: dict[str, str] = {}
    for path in data:
        if not path.exists():
            raise InputError(f"{path}: there is no such file or folder")
        if not _is_sites(path):
            for page, address, annotator in _voices(path):
                addresses[page] = address
                found.setdefault(page, set()).add(annotator or "somebody without a name")
        elif name is None:
            raise InputError(f"{path} does not tell whose labels they are: say it with --as")
        elif by is not None:
            raise InputError(f"{path} does not tell whose labels they are: --by cannot choose")
    if by is not None:
        if not any(by in names for names in found.values()):
            raise InputError(f"no labels by {by} are in {', '.join(map(str, data))}")
    elif name is not None:
        for page, names in found.items():
            if len(names) > 1:
                said = f"{' and '.join(sorted(names))} have labelled {addresses[page]}"
                raise InputError(f"{said}: say whose labels become those of {name} with --by")


def _is_sites(path: Path) -> bool:
    from honbun.eval.unpacked import is_archive

    return path.is_dir() or is_archive(path)


def _voices(path: Path) -> Iterator[tuple[str, str, str]]:
    """The digests of pages, their addresses, and each time somebody who has labelled it."""
    from honbun.failure import Failure
    from honbun.io.labelled import is_lines
    from honbun.io.labels import Labels
    from honbun.io.record import read_records

    if is_lines(path):
        for record in read_records(path, path.name):
            if not isinstance(record, Failure):
                address = record.url or record.source
                yield record.digest or address, address, record.annotator
    else:
        with Labels(path, read_only=True) as labels:
            addresses = {kept.digest: kept.url or kept.source for kept in labels.pages()}
            for annotator, page, _ in labels.everything():
                yield page, addresses[page], annotator


def _take(path: Path, intake: Intake, by: str | None) -> None:
    from honbun.eval.sites import read_sites
    from honbun.eval.unpacked import site_folder
    from honbun.failure import Failure
    from honbun.io.labelled import is_lines
    from honbun.io.labels import Labels
    from honbun.io.record import kept_records, read_records

    if _is_sites(path):
        with site_folder(path) as folder:
            for site in read_sites(folder, ("article",)):
                for page in site.pages:
                    intake.site(page)
    elif is_lines(path):
        for line in read_records(path, path.name):
            if isinstance(line, Failure) or by in (None, line.annotator):
                intake.record(line)
    else:
        with Labels(path, read_only=True) as labels:
            for record in kept_records(labels):
                if by in (None, record.annotator):
                    intake.record(record)
