"""`honbun similar`: pages that share text, and how they are related."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from honbun.cli.options import (
    MASTER,
    EngineName,
    FormatOf,
    Inputs,
    Running,
    Target,
    explicit,
    open_engine,
    with_options,
)
from honbun.cli.progress import counted, running
from honbun.errors import HonbunError
from honbun.inputs.options import ReadOptions
from honbun.options import option
from honbun.runner.limits import Limits
from honbun.similar.model import Relation, SimilarOptions

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from honbun.cli.progress import Report
    from honbun.engines.base import Engine
    from honbun.runner.run import Run
    from honbun.similar.model import Pair
    from honbun.similar.results import Tally

Wanted = Literal["pairs", "clusters", "drop-list", "counts"]


@dataclass(frozen=True, slots=True)
class TableOptions:
    """What is made from the pairs, and where they are computed."""

    wanted: Wanted = option(
        "pairs",
        "Write pairs; clusters of identical pages with a representative each; the URLs that an "
        "index does not need; or the number of pairs of each extent and relation.",
        flag="--as",
    )
    drop: tuple[str, ...] | None = option(
        None,
        "With --as drop-list: relations whose pages are dropped; also archive, link-list and "
        "plagiarism.",
        metavar="NAME,...",
        flag="--relations",
        show_default="mirror,copy,form,spam",
    )
    store: Path | None = option(
        None,
        "With --engine duckdb: keep what was read in this file. Later runs add pages to it; "
        "without INPUT its pages are compared.",
        metavar="FILE",
    )
    engine: EngineName = option("duckdb", "Compute tables in this process (duckdb) or on Spark.")
    master: str | None = option(None, MASTER, metavar="URL", show_default="this machine")
    engine_memory: str | None = option(
        None,
        "With --engine duckdb: memory for tables, such as 2GiB; the rest goes to disk.",
        metavar="SIZE",
        show_default="80% of the machine's",
    )

    def dropped(self) -> Collection[Relation]:
        """The relations whose pages a drop list holds."""
        from honbun.similar import drop_list

        if self.drop is None:
            return drop_list.droppable(drop_list.USUAL)
        if self.wanted != "drop-list":
            raise HonbunError("--relations needs --as drop-list")
        names = [name.strip() for name in ",".join(self.drop).split(",")]
        if unknown := [name for name in names if name not in set(Relation)]:
            raise HonbunError(f"no relation {unknown[0]!r}: choose from {', '.join(Relation)}")
        return drop_list.droppable([Relation(name) for name in names])


@with_options
def similar(
    *,
    context: typer.Context,
    inputs: Inputs = [],  # noqa: B006
    reading: ReadOptions,
    output: Target,
    form: Annotated[
        str | None,
        FormatOf("pairs", "Drop list and counts: text. html shows sentences side by side."),
    ] = None,
    how: Running,
    limits: Limits,
    tables: TableOptions,
    options: SimilarOptions,
) -> None:
    """Find pairs of pages that share text: what they share, how much, and how they are related.

    Two pages are a pair if they share a long sentence that few other pages have, or a slightly
    changed one. Every pair has its sentences and the reasons for its relation.
    """
    from honbun import api
    from honbun.inputs.shards import shards
    from honbun.similar.results import Tally

    store = tables.store
    if not inputs and store is None:
        raise HonbunError("no input: give files or URLs, or --store FILE to query a store")
    if not inputs and store and not store.exists():
        raise HonbunError(f"{store}: no such store; give INPUT to create it")
    out = output.of(tables.wanted, form)
    relations, tally = tables.dropped(), Tally()
    with (
        running(how, limits) as (report, run),
        open_engine(tables.engine, tables.master, tables.engine_memory, store) as engine,
    ):
        # Imported once there is an engine, which reports a missing extra.
        from honbun.similar.store import count, made_with

        if not inputs:
            stored = made_with(engine)
            if not stored:
                raise HonbunError(f"{store}: no pages in it")
            given = explicit(context, SimilarOptions)
            options = replace(options, **{k: v for k, v in stored.items() if k not in given})
        before = count(engine)
        if tables.engine == "spark":
            cache = report.journal.shards if report.journal else None
            parts, bare = shards(inputs, reading), replace(run, journal=None)
            pairs = api.similar_parts(parts, options, engine=engine, run=bare, cache=cache)
        else:
            pairs = _pairs(inputs, reading, options, report, run, engine)
        compared = tally.counted(report.comparing(pairs))
        if options.faithful and tables.wanted == "drop-list":
            from honbun.similar.drop_list import with_frequent

            compared = map(with_frequent, compared)
        out.write(_results(tables.wanted, compared, tally, relations))
        after = count(engine)
    # On Spark the engine's processes read the pages, and the tables hold what they read.
    failed = report.failed_to("convert" if options.faithful else "compare")
    new = after if tables.engine == "spark" else report.pages - failed
    again = before + new - after
    report.summary(
        new,
        f"{counted(again, 'page')} read again" if again else "",
        f"{after:,} pages in {store}" if store else "",
        f"{counted(tally.total, 'pair')}: {tally.words()}" if tally.total else "",
    )
    raise typer.Exit(report.status)


def _pairs(
    inputs: Sequence[str],
    reading: ReadOptions,
    options: SimilarOptions,
    report: Report,
    run: Run,
    engine: Engine,
) -> Iterator[Pair]:
    """The pairs of pages, or of standard documents if all inputs are collections of them.

    Without inputs, of the pages in the engine's store.
    """
    from honbun import api
    from honbun.papers.similar_003.collection import is_collection, read_collection

    if not inputs:  # no pages are read, and that is no failure
        return api.similar((), options, engine=engine, run=run)
    if all(map(is_collection, inputs)):
        documents = report.reading(read_collection(*inputs))
        return api.similar_documents(documents, options, engine=engine, jobs=run.jobs)
    pages = report.reading(api.read(*inputs, options=reading, run=run))
    return api.similar(pages, options, engine=engine, run=run)


def _results(
    wanted: Wanted, pairs: Iterable[Pair], tally: Tally, relations: Collection[Relation]
) -> Iterator[Any]:
    """What is written, computed when the output is open."""
    from honbun.similar.clusters import clusters
    from honbun.similar.drop_list import drops

    if wanted == "clusters":
        yield from clusters(pairs)
    elif wanted == "drop-list":
        yield from drops(pairs, relations)
    elif wanted == "counts":
        deque(pairs, maxlen=0)  # counted as they pass
        yield from tally.counts()
    else:
        yield from pairs
