"""`honbun labels`: what annotators say of pages, how well they agree, export and import."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from honbun.cli.options import LabelsFile, with_options
from honbun.cli.progress import counted, message
from honbun.errors import Failure, InputError, MemoryFileError, OutputError, one_line
from honbun.options import OUTPUT, option

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.annotation.model import LabelledPage
    from honbun.annotation.records import Record
    from honbun.outputs.files import OutputTarget

app = typer.Typer(no_args_is_help=True, help="Labels of annotators: see `honbun annotate`.")


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What is exported."""

    form: Literal["site", "jsonl", "label-studio", "doccano"] | None = option(
        None,
        "The site format, as `honbun eval` reads it, JSON Lines, or a project of Label Studio or"
        " doccano.",
        flag="--format",
        short="-f",
        panel=OUTPUT,
        show_default="by the ending of the output",
    )
    by: str | None = option(
        None,
        "Annotator whose labels are exported.",
        metavar="NAME",
        show_default="the adjudicated truth, else the only annotator",
    )
    pages: bool = option(False, "JSON Lines with the pages themselves.")
    all_states: bool = option(False, "Also pages that the annotator is unsure of.")


@app.command()
@with_options
def export(
    *,
    file: LabelsFile,
    output: Annotated[
        str,
        typer.Option(
            "-o",
            "--output",
            help="A .jsonl or .jsonl.gz file (- is standard output), or a new folder.",
            show_default=False,
            rich_help_panel=OUTPUT,
        ),
    ],
    options: ExportOptions,
) -> None:
    """Export the labelled pages that are done.

    Of a page that has changed, the latest version that is done is exported.
    """
    from honbun.annotation.model import FINISHED
    from honbun.annotation.records import DONE, choose
    from honbun.outputs.files import OutputTarget
    from honbun.stores.labels import Labels

    target = OutputTarget.of(output)
    exchanged = options.form in ("label-studio", "doccano")
    lines = not exchanged and _is_lines(target, options.form)
    if options.pages and not lines:
        raise OutputError("--pages applies to JSON Lines: the site format always has the pages")
    with Labels(file, read_only=True) as labels:
        found = choose(labels, options.by, FINISHED if options.all_states else DONE)
    if not found:
        raise InputError(f"no page is done in {file}: there is nothing to export")
    if exchanged:
        lost = _write_exchanged(target, found, options.form == "doccano")
    elif lines:
        lost = _write_lines(target, found, options.pages)
    else:
        lost = _write_sites(target, found)
    message(f"{counted(len(found), 'page')} written")
    if older := sum(page.older for page in found):
        message(f"{counted(older, 'earlier version')} of pages left out")
    if lost:
        message(f"{counted(lost, 'block')} could not be written as labelled")
    raise typer.Exit(1 if lost else 0)


def _is_lines(target: OutputTarget, form: str | None) -> bool:
    """Whether to write JSON Lines, by format and name, which must not contradict each other."""
    from honbun.annotation.records import is_lines

    path = target.path
    if path is None or target.folder:
        return form == "jsonl" if form else path is None
    named = is_lines(path)
    if form == "site" and named:
        raise OutputError(f"{path} is not a name for the site format")
    if not form and not named and path.suffix:
        raise OutputError(
            f"cannot tell a format from {path}: use --format, or end the name of a folder with /"
        )
    return form == "jsonl" if form else named


def _write_lines(target: OutputTarget, found: list[LabelledPage], with_page: bool) -> int:
    from honbun.annotation.records import line
    from honbun.outputs.files import open_output

    if target.folder:
        raise OutputError(f"{target.path} is a folder: JSON Lines are one file")
    lines = b"".join(line(one, with_page=with_page) for one in found)
    with open_output(target.path) as file:
        file.write(lines)
    return sum(one.lost for one in found)


def _write_exchanged(target: OutputTarget, found: list[LabelledPage], lines: bool) -> int:
    from honbun.annotation.exchange import doccano, label_studio
    from honbun.outputs.files import open_output

    if target.folder:
        raise OutputError(f"{target.path} is a folder: such a project is one file")
    with open_output(target.path) as file:
        file.write((doccano if lines else label_studio)(found))
    return sum(one.lost for one in found)


def _write_sites(target: OutputTarget, found: list[LabelledPage]) -> int:
    from honbun.annotation.export import mark_page, site_files
    from honbun.outputs.files import file_names, write_folder

    if target.path is None:
        raise OutputError("the site format is a folder: name it with -o")
    pages = [mark_page(one) for one in found]
    write_folder(target.path, site_files(pages, file_names))
    return sum(page.lost for page in pages)


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """Whose labels are imported."""

    name: str | None = option(
        None,
        "Annotator that the labels are imported as, or truth.",
        flag="--as",
        metavar="NAME",
        show_default="as named in the data; folders name none",
    )
    by: str | None = option(
        None,
        "Import only the labels of this annotator.",
        metavar="NAME",
        show_default="everybody's",
    )
    pages: tuple[str, ...] = option(
        (), "Where to find pages that are not in the data; again for more.", metavar="INPUT"
    )


@app.command("import")
@with_options
def import_(
    *,
    file: LabelsFile,
    data: Annotated[
        list[Path],
        typer.Argument(
            help="JSON Lines of labels (ours or of doccano), JSON of Label Studio, other files of"
            " labels, or folders of sites with their site.json.",
            metavar="DATA",
            show_default=False,
        ),
    ],
    options: ImportOptions,
) -> None:
    """Import labels made elsewhere; they replace the annotator's labels on those pages.

    A page is looked up in the data, in FILE and in --pages: by its digest, else by its URL.
    """
    from honbun.annotation.imports import LabelImport, PageIndex
    from honbun.annotation.model import TRUTH, annotator_name
    from honbun.annotation.sites import read_sites
    from honbun.inputs.read import read
    from honbun.stores.labels import Labels

    name, by = options.name, options.by
    if name not in (None, TRUTH):
        name = annotator_name(name)
    _check_annotators(data, name, by)
    failures: list[Failure] = []
    inputs = read(*options.pages, on_failure=failures.append)
    with Labels(file) as labels:
        importing = LabelImport(labels, PageIndex(labels, inputs), name, failures=failures)
        for path in data:
            if path.is_dir():
                for site in read_sites(path, ("article",)):
                    for page in site.pages:
                        importing.site(page)
            else:
                for record in _records(path, by, with_pages=True):
                    importing.record(record)
    for failure in failures:
        message(str(failure))
    found = f"{counted(importing.imported, 'label')} on {counted(len(importing.digests), 'page')}"
    message(f"{found} imported")
    raise typer.Exit(1 if failures else 0)


def _check_annotators(data: list[Path], name: str | None, by: str | None) -> None:
    """Refuse data whose annotator is unclear, before anything is imported."""
    annotators: dict[str, set[str]] = {}
    addresses: dict[str, str] = {}
    for path in data:
        if not path.exists():
            raise InputError(f"{path}: there is no such file or folder")
        if not path.is_dir():
            for record in _records(path):
                if not isinstance(record, Failure):
                    address = record.url or record.source
                    page = record.digest or address
                    addresses[page] = address
                    annotator = record.annotator or "somebody without a name"
                    annotators.setdefault(page, set()).add(annotator)
        elif name is None:
            raise InputError(f"{path} does not name an annotator: name one with --as")
        elif by is not None:
            raise InputError(f"{path} does not name an annotator: --by cannot choose one")
    if by is not None:
        if not any(by in names for names in annotators.values()):
            raise InputError(f"no labels by {by} are in {', '.join(map(str, data))}")
    elif name is not None:
        for page, names in annotators.items():
            if len(names) > 1:
                found = f"{' and '.join(sorted(names))} have labelled {addresses[page]}"
                raise InputError(f"{found}: choose whose labels become those of {name} with --by")


def _records(
    path: Path, by: str | None = None, *, with_pages: bool = False
) -> Iterator[Record | Failure]:
    """The labels in a file, by everybody or by one annotator; JSON Lines may have failures."""
    from honbun.annotation.exchange import is_label_studio, read_label_studio, read_lines
    from honbun.annotation.records import is_lines, store_records
    from honbun.stores.labels import Labels

    if is_lines(path) or is_label_studio(path):
        exported = is_label_studio(path)
        for line in read_label_studio(path) if exported else read_lines(path, path.name):
            if isinstance(line, Failure) or by in (None, line.annotator):
                yield line
        return
    with Labels(path, read_only=True) as labels:
        for record in store_records(labels):
            if by in (None, record.annotator):
                yield replace(record, page=labels.page(record.digest)) if with_pages else record


@app.command("list")
def list_(
    file: LabelsFile,
    json: Annotated[bool, typer.Option("--json", help="JSON Lines, one annotator a line.")] = False,
) -> None:
    """List the annotators, and how many pages are in which state."""
    import orjson

    from honbun.annotation.model import TRUTH, State
    from honbun.evaluation.report import table
    from honbun.stores.labels import Labels

    shown = [state for state in State if state is not State.NEW]
    with Labels(file, read_only=True) as labels:
        found = [(name, labels.states(name)) for name in (*labels.annotators(), TRUTH)]
    rows = [
        (name, *[list(states.values()).count(state) for state in shown])
        for name, states in found
        if states
    ]
    header = ("annotator", *map(str, shown))
    if not rows:
        message(f"nobody has labelled a page in {file}")
    elif json:
        for row in rows:
            typer.echo(orjson.dumps(dict(zip(header, row))).decode())
    else:
        typer.echo(table(header, rows))


@app.command()
def agreement(
    file: LabelsFile,
    shape: Annotated[
        Literal["table", "json", "csv"],
        typer.Option("--format", "-f", help="Format of the figures."),
    ] = "table",
) -> None:
    """Compare annotators with the adjudicated truth, and with each other.

    Only pages that both have finished count: done or unsure. Precision, recall and F of content
    blocks are added up over pages; a page is perfect if every content block is right; kappa is
    Cohen's, for content or not, and for kinds. The last table counts what they differ on.
    """
    import orjson

    from honbun.annotation.adjudication import measure_agreement
    from honbun.evaluation.report import table
    from honbun.stores.labels import Labels

    with Labels(file, read_only=True) as labels:
        found = measure_agreement(labels)
    if shape == "json":
        typer.echo(orjson.dumps(found.data(), option=orjson.OPT_INDENT_2).decode())
    elif shape == "csv":
        typer.echo(found.csv(), nl=False)
    elif found.rows():
        typer.echo("\n\n".join(table(header, rows) for header, rows in found.tables()))
    else:
        message(f"no two annotators have finished the same page in {file}")


@app.command()
def forget(
    file: LabelsFile,
    by: Annotated[
        str, typer.Option(help="Annotator to remove.", metavar="NAME", show_default=False)
    ],
) -> None:
    """Remove an annotator with all labels; the pages remain."""
    from honbun.stores.labels import Labels

    if not file.exists():  # opening it would create one
        raise MemoryFileError(one_line(f"{file}: there is no such file"))
    with Labels(file) as labels:
        pages = labels.forget(by)
    if not pages:
        raise InputError(f"no labels by {by} are in {file}")
    typer.echo(f"{one_line(by)}: labels of {counted(pages, 'page')} forgotten")
