"""`honbun extract`: the content of every page of a collection."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from honbun.cli.options import (
    MASTER,
    MEMORY,
    EngineName,
    FormatOf,
    Inputs,
    Running,
    Target,
    open_engine,
    open_memory,
    with_options,
)
from honbun.cli.progress import running
from honbun.content.model import ContentOptions
from honbun.document.model import DocumentOptions
from honbun.errors import HonbunError, OutputError
from honbun.inputs.options import ReadOptions
from honbun.options import option
from honbun.outputs.content import EXPLAINING, RECORDING, WriteOptions
from honbun.runner.limits import Limits


@dataclass(frozen=True, slots=True)
class CollectionOptions:
    """What a page is compared with, and where that is computed."""

    alone: bool = option(
        False, "Judge every page without the others; results are written as pages are read."
    )
    memory: Path | None = option(None, MEMORY, metavar="FILE")
    update_memory: bool = option(
        True,
        "Whether this run updates the site memory.",
        flag="--update-memory/--no-update-memory",
    )
    duplicates: Path | None = option(
        None,
        "Duplicate pages, as written by `honbun similar`; duplicates are not counted as evidence "
        "against each other.",
        metavar="PAIRS",
    )
    engine: EngineName | None = option(
        None, "For collections that outgrow one process: compute tables with this engine."
    )
    master: str | None = option(None, MASTER, metavar="URL", show_default="this machine")

    def check(self, options: ContentOptions) -> None:
        """Raise HonbunError for options that exclude each other."""
        if self.alone and (
            options.faithful or self.memory or self.duplicates or options.site_record
        ):
            raise HonbunError(
                "--alone cannot be combined with --faithful, --memory, --duplicates or "
                "--site-record"
            )
        if options.faithful and self.memory:
            raise HonbunError("--faithful cannot be combined with --memory")
        if self.engine and (self.alone or options.faithful or self.memory or options.comments):
            raise HonbunError(
                "--engine cannot be combined with --alone, --faithful, --memory or --comments"
            )
        if self.master and self.engine != "spark":
            raise HonbunError("--master needs --engine spark")


@with_options
def extract(
    *,
    inputs: Inputs,
    reading: ReadOptions,
    output: Target,
    form: Annotated[str | None, FormatOf("content")] = None,
    how: Running,
    limits: Limits,
    collection: CollectionOptions,
    options: ContentOptions,
    document: DocumentOptions,
    writing: WriteOptions,
) -> None:
    """Extract the main content of every page.

    A model that comes with honbun judges every text of a page, by the page itself and by the other
    pages of its site: text that repeats is rarely content. Pages of any number of sites may be
    mixed; they are compared within their site.
    """
    from honbun import api
    from honbun.inputs.json_rows import read_identical

    options = replace(options, document=document)
    out = output.of("content", form, resumed=how.resume is not None)
    added = [name for name in ("comments", "site_record") if getattr(options, name)]
    settings = writing.settings(out.format, added)
    out = replace(out, settings={**out.settings, **settings})
    if options.explain and out.format not in EXPLAINING:
        raise OutputError("--explain needs --format jsonl or text")
    if options.site_record and out.format not in RECORDING:
        raise OutputError("--site-record needs --format jsonl, json or parquet")
    collection.check(options)
    with running(how, limits) as (report, run), ExitStack() as stack:
        # Read at once, so that a wrong file is reported before the first page.
        same = list(read_identical(collection.duplicates)) if collection.duplicates else []
        if collection.engine:
            from honbun.content.duplicates import Duplicates
            from honbun.content.on_engine import extract_parts
            from honbun.inputs.shards import shards

            parts = shards(inputs, reading)  # reports unusable inputs before Spark starts
            contents = extract_parts(
                parts,
                stack.enter_context(open_engine(collection.engine, collection.master)),
                options,
                run,
                duplicates=Duplicates.from_pairs(same),
                folder=how.resume,
                cache=report.journal.shards if report.journal else None,
            )
        else:
            memory, update = collection.memory, collection.update_memory
            contents = api.extract(
                report.reading(api.read(*inputs, options=reading, run=run)),
                options,
                alone=collection.alone,
                duplicates=same,
                memory=stack.enter_context(open_memory(memory, report, update)) if memory else None,
                update_memory=update,
                run=run,
            )
        out.write(report.writing(contents, lambda one: None if one.blocks else "without content"))
    report.summary(report.results)
    raise typer.Exit(report.status)
