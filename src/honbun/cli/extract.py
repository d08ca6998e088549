"""`honbun extract`: the content of every page of a collection."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.cli import options as shared
from honbun.cli.report import Report
from honbun.errors import OutputError
from honbun.io.output import Folder, Target, destination

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from honbun.content.model import Content
    from honbun.content.write.formats import Format

Choice = StrEnum("Choice", ["jsonl", "text", "markdown", "html", "csv", "parquet"])
"""The names of the formats, here too so that `--help` need not load the formats themselves."""


def extract(
    inputs: shared.Inputs,
    output: shared.Output = None,
    form: Annotated[
        Choice | None,
        typer.Option("-f", "--format", help="How to write; else the ending of -o, else jsonl."),
    ] = None,
    faithful: Annotated[
        bool, typer.Option("--faithful", help="The papers' method exactly; pages may stay empty.")
    ] = False,
    threshold: Annotated[
        float, typer.Option(min=0, max=1, help="Cosine above which two blocks are the same.")
    ] = 0.9,
    jobs: shared.Jobs = 0,
    base_url: shared.BaseUrl = None,
    max_bytes: shared.MaxBytes = 10_000_000,
    allow_private: shared.AllowPrivate = False,
    delay: shared.Delay = 1.0,
    timeout: shared.Timeout = 20.0,
    quiet: shared.Quiet = False,
) -> None:
    """Content of every page, judged as one collection.

    What stands on one page only is its content; what comes again on other pages is not.
    """
    from honbun.content.extract import extract as extract_pages
    from honbun.content.model import ContentOptions
    from honbun.io.inputs import ReadOptions, read

    target = Target.of(output)
    format_ = _format(target, form)
    reading = ReadOptions(
        base_url=base_url,
        max_bytes=max_bytes,
        allow_private=allow_private,
        delay=delay,
        timeout=timeout,
    )
    options = ContentOptions(threshold=threshold, faithful=faithful, markup=format_.markup)
    with Report(quiet=quiet) as report:
        pages = report.reading(read(*inputs, options=reading, on_failure=report.failed))
        contents = extract_pages(pages, options, jobs=jobs, on_failure=report.failed)
        tally = _Tally(report.writing(contents))
        _write(tally, target, format_)
    report.summary(tally.results, tally.empty, tally.garbled)
    raise typer.Exit(report.status)


class _Tally:
    """Passes results on and counts them."""

    def __init__(self, contents: Iterable[Content]) -> None:
        self._contents = contents
        self.results = 0
        self.empty = 0
        self.garbled = 0

    def __iter__(self) -> Iterator[Content]:
        for content in self._contents:
            self.results += 1
            self.empty += not content.blocks
            self.garbled += bool(content.replaced)
            yield content


def _format(target: Target, choice: Choice | None) -> Format:
    from honbun.content.write.formats import FORMATS

    if choice:
        return FORMATS[choice.name]
    if target.path is None or target.folder:
        return FORMATS["jsonl"]
    for format_ in FORMATS.values():
        if target.path.suffix.lower() in format_.endings:
            return format_
    raise OutputError(f"cannot tell a format from {target.path.name!r}: say it with --format")


def _write(contents: Iterable[Content], target: Target, format_: Format) -> None:
    if target.path is None or not target.folder:
        with destination(target.path) as file:
            format_.write(contents, file)
    elif format_.page is None:
        raise OutputError(f"{format_.endings[0][1:]} holds all pages in one file: give -o a file")
    else:
        folder = Folder(target.path, format_.endings[0])
        for content in contents:
            folder.write(content.url, format_.page(content).encode())
