"""`honbun labels`: what annotators have said, how well they agree, and how it comes in and out."""

from __future__ import annotations

from contextlib import contextmanager
from enum import StrEnum
from gzip import GzipFile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from honbun.cli.options import LabelsFile
from honbun.cli.progress import counted, tell_step
from honbun.errors import InputError, MemoryFileError, OutputError, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.annotation.adjudication import Judged
    from honbun.annotation.agreement import Agreement
    from honbun.annotation.model import Labelled
    from honbun.errors import Failure
    from honbun.evaluation.intake import Intake
    from honbun.outputs.files import OutputTarget

# `honbun labels export`: labelled pages for others to read and to measure on.

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
    from honbun.annotation.agreement import FINISHED
    from honbun.annotation.export import choose
    from honbun.annotation.model import State
    from honbun.outputs.files import OutputTarget
    from honbun.stores.labels import Labels

    target = OutputTarget.of(output)
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


def _is_lines(target: OutputTarget, form: Form | None) -> bool:
    """Whether JSON Lines are written, as the format and the name say; they may not contradict."""
    from honbun.annotation.export import is_lines

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


def _write_lines(target: OutputTarget, found: list[Labelled], with_page: bool) -> int:
    from honbun.annotation.export import line
    from honbun.outputs.files import open_output

    if target.folder:
        raise OutputError(f"{target.path} is a folder: JSON Lines are one file")
    with open_output(target.path) as file, _packing(target.path, file) as lines:
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


def _write_sites(target: OutputTarget, found: list[Labelled]) -> int:
    from honbun.evaluation.archive import site_files, zipped
    from honbun.evaluation.labelled import stamped
    from honbun.outputs.files import open_output, write_folder

    if target.path is None:
        raise OutputError("the site format is a folder or a .zip file: name it with -o")
    pages = [stamped(one) for one in found]
    if _is_zip(target.path) and not target.folder:
        with open_output(target.path) as file:
            file.write(zipped(pages))
    else:
        write_folder(target.path, site_files(pages))
    return sum(page.lost for page in pages)


# `honbun labels import`: labels that were made elsewhere.


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
    from honbun.evaluation.intake import Intake, Stock
    from honbun.inputs.read import read
    from honbun.stores.labels import Labels

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
    from honbun.evaluation.unpacked import is_archive

    return path.is_dir() or is_archive(path)


def _voices(path: Path) -> Iterator[tuple[str, str, str]]:
    """The digests of pages, their addresses, and each time somebody who has labelled it."""
    from honbun.annotation.export import is_lines, read_records
    from honbun.errors import Failure
    from honbun.stores.labels import Labels

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
    from honbun.annotation.export import is_lines, kept_records, read_records
    from honbun.errors import Failure
    from honbun.evaluation.sites import read_sites
    from honbun.evaluation.unpacked import site_folder
    from honbun.stores.labels import Labels

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


app = typer.Typer(no_args_is_help=True, help="What annotators say of pages.")

app.command("export")(export)
app.command("import")(import_)

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
    from honbun.evaluation.tables import table
    from honbun.stores.labels import Labels

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

    from honbun.annotation.adjudication import judged
    from honbun.stores.labels import Labels

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
    from honbun.annotation.adjudication import tally
    from honbun.evaluation.tables import table

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
    from honbun.annotation.agreement import NONE
    from honbun.annotation.model import Kind
    from honbun.evaluation.tables import table

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
    from honbun.stores.labels import Labels

    if not file.exists():  # opening would make one
        raise MemoryFileError(one_line(f"{file}: there is no such file"))
    with Labels(file) as labels:
        pages = labels.forget(by)
    if not pages:
        raise InputError(f"no labels by {by} are in {file}")
    typer.echo(f"{one_line(by)}: labels of {counted(pages, 'page')} forgotten")
