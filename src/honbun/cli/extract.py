"""`honbun extract`: the content of every page of a collection."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honbun.cli import options as engines
from honbun.cli import options as resuming
from honbun.cli import options as shared
from honbun.cli.progress import CUT, GARBLED, Report
from honbun.errors import HonbunError, OutputError
from honbun.outputs import Output, format_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from honbun.content.memory import TemplateStore, TemplateUpdate
    from honbun.content.model import Content, ContentOptions
    from honbun.engines.base import Engine
    from honbun.inputs.options import ReadOptions
    from honbun.inputs.read import Shard
    from honbun.page import Page
    from honbun.runner.limits import Limits
    from honbun.runner.run import Run
    from honbun.stores.journal import Journal
    from honbun.stores.site_memory import SiteMemory

if TYPE_CHECKING:
    Choice = StrEnum
else:
    Choice = StrEnum("Choice", format_names("content"))


def extract(
    inputs: shared.Inputs,
    output: shared.Output = None,
    form: Annotated[
        Choice | None,
        typer.Option("-f", "--format", help="How to write; else the ending of -o, else jsonl."),
    ] = None,
    alone: Annotated[
        bool,
        typer.Option("--alone", help="Judge every page by itself; results come as pages are read."),
    ] = False,
    favor: shared.Favored = None,
    memory: Annotated[
        Path | None,
        typer.Option(help="A file that keeps what was learnt about sites, and adds to it."),
    ] = None,
    learn: Annotated[
        bool, typer.Option("--learn/--no-learn", help="Whether the memory learns from this run.")
    ] = True,
    identical: Annotated[
        Path | None,
        typer.Option(
            metavar="PAIRS",
            help="Pairs as `honbun similar` writes them: identical pages do not erase each other.",
        ),
    ] = None,
    explain: Annotated[
        bool,
        typer.Option(
            "--explain", help="Say for every block why it is content or not (jsonl, text)."
        ),
    ] = False,
    sample: Annotated[
        int, typer.Option(min=1, help="Pages of a kind that its template is learnt from.")
    ] = 256,
    faithful: Annotated[
        bool, typer.Option("--faithful", help="The papers' method exactly; pages may stay empty.")
    ] = False,
    threshold: Annotated[
        float,
        typer.Option(min=0, max=1, help="With --faithful: cosine that makes two blocks the same."),
    ] = 0.9,
    engine: Annotated[
        engines.Choice | None,
        typer.Option(help="For collections that outgrow one process: the tables of an engine."),
    ] = None,
    master: engines.Master = None,
    shared_folder: Annotated[
        Path | None,
        typer.Option(
            "--shared",
            metavar="FOLDER",
            help="With --master: a folder that all machines reach, for what they learn.",
        ),
    ] = None,
    jobs: shared.Jobs = 0,
    page_seconds: shared.PageSeconds = 60.0,
    page_memory: shared.PageMemory = "2GiB",
    resume: resuming.Resume = None,
    base_url: shared.BaseUrl = None,
    max_bytes: shared.MaxBytes = 10_000_000,
    allow_private: shared.AllowPrivate = False,
    delay: shared.Delay = 1.0,
    timeout: shared.Timeout = 20.0,
    quiet: shared.Quiet = False,
) -> None:
    """Content of every page, judged as one collection.

    Pages are grouped by their structure, and what varies from page to page is told from what the
    site says on all of them. Any number of sites may be mixed. A page with no other of its kind is
    judged alone, by a model that comes with honbun.
    """
    from honbun.content.model import ContentOptions
    from honbun.inputs.options import ReadOptions
    from honbun.outputs.content import EXPLAINING, MARKUP

    out = Output.of("content", output, form)
    reading = ReadOptions(
        base_url=base_url,
        max_bytes=max_bytes,
        allow_private=allow_private,
        delay=delay,
        timeout=timeout,
    )
    if explain and out.format not in EXPLAINING:
        raise OutputError("an explanation is written as jsonl or text: say --format")
    if alone and (faithful or memory or identical):
        raise HonbunError(
            "--alone asks no other page: it goes with neither --faithful, --memory nor --identical"
        )
    if engine and (alone or faithful or memory):
        raise HonbunError(
            "--engine is for whole collections: it goes with neither --alone, --faithful nor "
            "--memory"
        )
    if not engine and (master or shared_folder):
        raise HonbunError("--master and --shared go with --engine spark")
    options = ContentOptions(
        favor=shared.favored(favor),
        threshold=threshold,
        faithful=faithful,
        sample=sample,
        explain=explain,
        markup=MARKUP.get(out.format),
    )
    limits = shared.limits(page_seconds, page_memory)
    with Report(quiet=quiet) as report, ExitStack() as stack:
        journal = stack.enter_context(resuming.journal(resume, report))
        run = _Run(inputs, reading, options, identical, jobs, limits, journal, report)
        if alone:
            contents = run.alone()
        elif engine:
            parts = run.parts()  # told before Spark is started, where they cannot be had
            tables = stack.enter_context(engines.engine(engine, master, None))
            contents = run.on_engine(tables, parts, shared_folder)
        else:
            contents = run.here(stack.enter_context(_memory(memory, learn)), learn)
        tally = _Tally(report.writing(contents))
        out.write(tally)
    report.summary(
        tally.results,
        resuming.taken(journal),
        (tally.empty, "without content"),
        (tally.garbled, GARBLED),
        (tally.cut, CUT),
    )
    raise typer.Exit(report.status)


@dataclass(frozen=True, slots=True)
class _Run:
    """What was asked for, and the ways to do it."""

    inputs: list[str]
    reading: ReadOptions
    options: ContentOptions
    pairs: Path | None
    jobs: int
    limits: Limits | None
    journal: Journal | None
    report: Report

    def alone(self) -> Iterator[Content]:
        from honbun.api import extract as extract_pages

        return extract_pages(self._pages(), self.options, alone=True, run=self._run())

    def here(self, memory: TemplateStore | None, learn: bool) -> Iterator[Content]:
        from honbun.api import extract as extract_pages

        return extract_pages(
            self._pages(),
            self.options,
            duplicates=self._identical(),
            memory=memory,
            update_memory=learn,
            run=self._run(),
        )

    def parts(self) -> list[Shard]:
        from honbun.inputs.read import shards

        return shards(self.inputs, self.reading)

    def on_engine(
        self, engine: Engine, parts: Sequence[Shard], folder: Path | None
    ) -> Iterator[Content]:
        from honbun.content.duplicates import Duplicates
        from honbun.content.on_engine import extract_parts

        return extract_parts(
            parts,
            engine,
            self.options,
            self._run(),
            duplicates=Duplicates.from_pairs(self._identical()),
            folder=folder,
            cache=self.journal.shards if self.journal else None,
        )

    def _run(self) -> Run:
        from honbun.runner.run import Run

        return Run(self.jobs, self.limits, self.journal, self.report.failed)

    def _pages(self) -> Iterator[Page]:
        from honbun.inputs.read import read

        found = read(
            *self.inputs,
            options=self.reading,
            journal=self.journal,
            on_failure=self.report.failed,
        )
        return self.report.reading(found)

    def _identical(self) -> list[tuple[str, str]]:
        from honbun.inputs.rows import read_identical

        # A file that is no list of pairs is told before the first page is read.
        return list(read_identical(self.pairs)) if self.pairs else []


@contextmanager
def _memory(path: Path | None, learn: bool) -> Iterator[_Learning | None]:
    if path is None:
        yield None
        return
    from honbun.stores.site_memory import SiteMemory

    with SiteMemory(path, read_only=not learn) as memory:
        held = _Learning(memory)
        yield held
        held.learn()  # when the output stands: a run that is ended, and repeated, learns once


class _Learning:
    """A memory that learns when it is told to."""

    def __init__(self, memory: SiteMemory) -> None:
        self._memory = memory
        self._lessons: list[TemplateUpdate] = []
        self.templates = memory.templates
        self.template = memory.template
        self.samples = memory.samples

    def save(self, lessons: Sequence[TemplateUpdate]) -> None:
        self._lessons += lessons

    def learn(self) -> None:
        if self._lessons:
            self._memory.save(self._lessons)


class _Tally:
    """Passes results on and counts them."""

    def __init__(self, contents: Iterable[Content]) -> None:
        self._contents = contents
        self.results = 0
        self.empty = 0
        self.garbled = 0
        self.cut = 0

    def __iter__(self) -> Iterator[Content]:
        for content in self._contents:
            self.results += 1
            self.empty += not content.blocks
            self.garbled += bool(content.replaced)
            self.cut += bool(content.truncated)
            yield content
