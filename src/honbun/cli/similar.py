"""`honbun similar`: the pages of a collection that share text, and what they are to each other."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

import typer

from honbun.cli import options as engines
from honbun.cli import options as resuming
from honbun.cli import options as shared
from honbun.cli.progress import Report
from honbun.errors import HonbunError
from honbun.outputs import Output, format_names

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator
    from pathlib import Path

    from honbun.similar.model import Pair
    from honbun.similar.results import Tally

    Write = Callable[[Iterable[Pair], Tally], None]

Item = TypeVar("Item")
Name = TypeVar("Name", bound=StrEnum)

if TYPE_CHECKING:
    Choice = StrEnum
else:
    Choice = StrEnum("Choice", format_names("pairs"))


def similar(
    context: typer.Context,
    inputs: shared.Inputs = [],  # noqa: B006
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", help="File to write.", show_default="standard output"),
    ] = None,
    form: Annotated[
        Choice | None,
        typer.Option(
            "-f",
            "--format",
            help="How to write; else the ending of -o, else jsonl (text for --drop-list and "
            "--counts). html is a page to look at, sentences side by side.",
        ),
    ] = None,
    relation: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME,...",
            help="Only these: mirror, copy, archive, link-list, same-site, citation, spam, "
            "shared-passage, plagiarism.",
        ),
    ] = None,
    extent: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME,...", help="Only these: identical, contained, partial."),
    ] = None,
    clusters: Annotated[
        bool,
        typer.Option(
            "--clusters",
            help="Instead of pairs: groups of identical pages, and one to represent each.",
        ),
    ] = False,
    drop_list: Annotated[
        bool,
        typer.Option(
            "--drop-list",
            help="Instead of pairs: the pages that an index can do without, one URL a line.",
        ),
    ] = False,
    drop: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME,...",
            help="With --drop-list, why pages go: also archive, link-list and plagiarism.",
            show_default="mirror,copy,spam",
        ),
    ] = None,
    counts: Annotated[
        bool,
        typer.Option("--counts", help="Instead of pairs: how many of each extent and relation."),
    ] = False,
    sentences: Annotated[
        int, typer.Option(min=0, metavar="N", help="Shared sentences to give with a pair.")
    ] = 5,
    min_length: Annotated[
        int,
        typer.Option(
            "--min-length",
            min=1,
            metavar="N",
            help="Characters of a sentence that counts; Latin letters are half.",
        ),
    ] = 20,
    max_pages: Annotated[
        int,
        typer.Option(
            "--max-pages",
            min=2,
            metavar="N",
            help="Pages that a sentence may stand on to be evidence.",
        ),
    ] = 10,
    region: Annotated[
        Literal["content", "paper", "page"],
        typer.Option(
            help="Where evidence may stand: content as `extract` finds it (within a site, as the "
            "paper finds it too), as the paper finds it, or anywhere on the page."
        ),
    ] = "content",
    near: Annotated[
        bool,
        typer.Option("--near/--exact", help="Whether slightly changed sentences are shared too."),
    ] = True,
    faithful: Annotated[
        bool, typer.Option("--faithful", help="The paper's method and its decision table exactly.")
    ] = False,
    engine: engines.EngineChoice = engines.Choice.duckdb,
    master: engines.Master = None,
    memory: engines.Memory = None,
    store: engines.Store = None,
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
    """Pairs of similar pages: what they share, how much, and what they are to each other.

    Pages are a pair when they share a long sentence that few others have, or one that was changed
    a little. Every pair comes with its sentences, and with what its relation was told by.
    """
    from honbun.api import similar as find_pairs
    from honbun.api import similar_parts
    from honbun.inputs.options import ReadOptions
    from honbun.inputs.read import read, shards
    from honbun.runner.run import Run
    from honbun.similar.model import Extent, Relation, SimilarOptions
    from honbun.similar.results import Tally

    if not inputs:
        _check_store(store)
    only = _Only(_named(Relation, relation), _named(Extent, extent))
    results = _results(
        form, output, clusters=clusters, drop_list=drop_list, drop=drop, counts=counts
    )
    reading = ReadOptions(
        base_url=base_url,
        max_bytes=max_bytes,
        allow_private=allow_private,
        delay=delay,
        timeout=timeout,
    )
    options = SimilarOptions(
        min_length=min_length,
        max_pages=max_pages,
        region=region,
        near=near,
        faithful=faithful,
        sentences=sentences,
    )
    tally = Tally()
    with (
        Report(quiet=quiet) as report,
        resuming.journal(resume, report) as journal,
        engines.engine(engine, master, memory, store) as tables,
    ):
        # Not before there is an engine, which says what is missing where it cannot be loaded.
        from honbun.similar.store import count, made_with

        if not inputs:
            if not (kept := made_with(tables)):
                raise HonbunError(f"{store}: no pages are kept in it")
            own = {name: of for name, of in kept.items() if not _said(context, name)}
            options = replace(options, **own)
        before = count(tables)
        run = Run(jobs, shared.limits(page_seconds, page_memory), on_failure=report.failed)
        found: Callable[..., Iterator[Pair]]
        if engine is engines.Choice.spark:
            parts = shards(inputs, reading)
            place = journal.shards if journal else None
            found = partial(similar_parts, parts, cache=place)
        else:
            pages = read(*inputs, options=reading, journal=journal, on_failure=report.failed)
            found = partial(find_pairs, report.reading(pages))
            run = replace(run, journal=journal)
        pairs = found(options, engine=tables, run=run)
        results(tally.counted(filter(only, report.comparing(pairs))), tally)
        held = count(tables)
    read_now = report.pages - report.failed_to("compare")
    if engine is engines.Choice.spark:  # its processes read by themselves, what the tables hold
        read_now = held
    again = before + read_now - held
    report.summary(
        read_now,
        resuming.taken(journal),
        (again, "page came again" if again == 1 else "pages came again"),
        *([(held, f"pages in {store}")] if store else []),
        (tally.total, f"{'pair' if tally.total == 1 else 'pairs'}: {tally.words()}"),
    )
    raise typer.Exit(report.status)


def _check_store(store: Path | None) -> None:
    """Whether there is a store to ask, where nothing is to be read."""
    if store is None:
        raise HonbunError("say what to read: honbun similar INPUT...; --store alone asks a store")
    if not store.exists():
        raise HonbunError(f"{store}: there is no such store to ask; say what to read into it")


def _said(context: typer.Context, name: str) -> bool:
    """Whether an option was given, and not only its usual value taken."""
    source = context.get_parameter_source(name)
    return source is not None and source.name != "DEFAULT"


class _Only:
    """Lets pairs of some relations and extents through; all, where none are named."""

    def __init__(self, relations: Container[str], extents: Container[str]) -> None:
        self._relations = relations
        self._extents = extents

    def __call__(self, pair: Pair) -> bool:
        return pair.relation in self._relations and pair.extent in self._extents


def _named(names: type[Name], given: list[str] | None) -> list[Name]:
    """What lists of names stand for; all that there is, where there is no list."""
    if given is None:
        return list(names)
    found = []
    for name in ",".join(given).split(","):
        try:
            found.append(names(name.strip()))
        except ValueError as error:
            known = ", ".join(names)
            raise HonbunError(f"no {names.__name__.lower()} is {name!r}: {known}") from error
    return found


def _results(
    form: str | None,
    output: str | None,
    *,
    clusters: bool,
    drop_list: bool,
    drop: list[str] | None,
    counts: bool,
) -> Write:
    """What is made of the pairs, and how it is written."""
    from honbun.similar import clusters as cluster
    from honbun.similar import drop_list as dropping
    from honbun.similar.model import Relation

    if clusters + drop_list + counts > 1:
        raise HonbunError("--clusters, --drop-list and --counts are three results: ask for one")
    if drop is not None and not drop_list:
        raise HonbunError("--drop goes with --drop-list")
    if clusters:
        of_clusters = Output.of("clusters", output, form)
        return lambda pairs, _: of_clusters.write(cluster.clusters(pairs))
    if drop_list:
        of_drops = Output.of("drop-list", output, form)
        usual = dropping.USUAL if drop is None else _named(Relation, drop)
        relations = dropping.droppable(usual)
        return lambda pairs, _: of_drops.write(dropping.drops(pairs, relations))
    if counts:
        of_counts = Output.of("counts", output, form)

        def write_counts(pairs: Iterable[Pair], tally: Tally) -> None:
            deque(pairs, maxlen=0)  # counted as they pass
            of_counts.write(tally.counts())

        return write_counts
    of_pairs = Output.of("pairs", output, form)
    return lambda pairs, _: of_pairs.write(pairs)
