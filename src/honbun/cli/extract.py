"""`honbun extract`: the content of every page of a collection."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.cli.options import (
    EngineName,
    FormatOf,
    Inputs,
    Jobs,
    Master,
    OutputPath,
    Quiet,
    Resume,
    SiteMemoryFile,
    open_engine,
    with_options,
)
from honbun.cli.progress import running
from honbun.content.model import ContentOptions
from honbun.errors import HonbunError, OutputError
from honbun.inputs.options import ReadOptions
from honbun.options import METHOD
from honbun.outputs import Output
from honbun.runner.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.content.memory import TemplateUpdate
    from honbun.content.model import Content
    from honbun.stores.site_memory import SiteMemory


@with_options
def extract(
    *,
    inputs: Inputs,
    reading: ReadOptions,
    output: OutputPath = None,
    form: Annotated[str | None, FormatOf("content")] = None,
    quiet: Quiet = False,
    jobs: Jobs = 0,
    limits: Limits,
    resume: Resume = None,
    alone: Annotated[
        bool,
        typer.Option(
            "--alone",
            help="Judge every page by itself; results are written as pages are read.",
            rich_help_panel=METHOD,
        ),
    ] = False,
    options: ContentOptions,
    memory: SiteMemoryFile = None,
    update_memory: Annotated[
        bool,
        typer.Option(
            "--update-memory/--no-update-memory",
            help="Whether this run updates the site memory.",
            rich_help_panel=METHOD,
        ),
    ] = True,
    duplicates: Annotated[
        Path | None,
        typer.Option(
            metavar="PAIRS",
            help="Duplicate pages, as written by `honbun similar`; duplicates are not counted as "
            "evidence against each other.",
            rich_help_panel=METHOD,
        ),
    ] = None,
    engine: Annotated[
        EngineName | None,
        typer.Option(
            help="For collections that outgrow one process: compute tables with this engine.",
            rich_help_panel=METHOD,
        ),
    ] = None,
    master: Master = None,
) -> None:
    """Extract the main content of every page.

    Pages that share a template are compared: text that differs from page to page is content, text
    that repeats is boilerplate. Pages of any number of sites may be mixed. A page without
    comparable pages is judged by a model that comes with honbun.
    """
    from honbun.outputs.content import EXPLAINING, MARKUP

    out = Output.of("content", output, form)
    if options.explain and out.format not in EXPLAINING:
        raise OutputError("--explain needs --format jsonl or text")
    if alone and (options.faithful or memory or duplicates):
        raise HonbunError("--alone cannot be combined with --faithful, --memory or --duplicates")
    if options.faithful and memory:
        raise HonbunError("--faithful cannot be combined with --memory")
    if engine and (alone or options.faithful or memory):
        raise HonbunError("--engine cannot be combined with --alone, --faithful or --memory")
    if master and engine != "spark":
        raise HonbunError("--master needs --engine spark")
    options = replace(options, markup=MARKUP.get(out.format))
    with running(jobs, limits, resume, quiet=quiet) as (report, run), ExitStack() as stack:
        same = _pairs(duplicates)
        if engine:
            from honbun.content.duplicates import Duplicates
            from honbun.content.on_engine import extract_parts
            from honbun.inputs.read import shards

            parts = shards(inputs, reading)  # reports unusable inputs before Spark starts
            contents = extract_parts(
                parts,
                stack.enter_context(open_engine(engine, master)),
                options,
                run,
                duplicates=Duplicates.from_pairs(same),
                folder=resume,
                cache=report.journal.shards if report.journal else None,
            )
        else:
            from honbun.api import extract as extract_pages
            from honbun.api import read

            store = stack.enter_context(_memory(memory, update_memory)) if memory else None
            contents = extract_pages(
                report.reading(read(*inputs, options=reading, run=run)),
                options,
                alone=alone,
                duplicates=same,
                memory=store,
                update_memory=update_memory,
                run=run,
            )
        out.write(report.writing(contents, _remarks))
    report.summary(report.results)
    raise typer.Exit(report.status)


def _pairs(path: Path | None) -> list[tuple[str, str]]:
    """The pairs in a file; read at once, so that a wrong file is reported before the first page."""
    from honbun.inputs.rows import read_identical

    return list(read_identical(path)) if path else []


@contextmanager
def _memory(path: Path, update: bool) -> Iterator[SiteMemory]:
    """A site memory that is updated at the end, when the output is complete.

    A run that is interrupted and repeated would count its pages twice otherwise.
    """
    from honbun.stores.site_memory import SiteMemory

    updates: list[TemplateUpdate] = []
    with SiteMemory(path, read_only=not update) as memory:
        memory.save = updates.extend  # type: ignore[method-assign, assignment]
        yield memory
        if updates:
            SiteMemory.save(memory, updates)


def _remarks(content: Content) -> Iterator[str]:
    if not content.blocks:
        yield "without content"
