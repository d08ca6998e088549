"""Parts of a collection in, the content of each page out, with tables on an engine between.

The steps are those of `content/extract.py`, and so is the result, page for page:

1. Workers read and measure the pages. What `gather` would hold is a table.
2. The engine counts signatures; from the counts this process tells the kinds.
3. The engine chooses the pages that each kind is learnt from, and workers learn from them.
4. Workers judge all pages by what was learnt; the engine puts the results in order.

No process holds more than the pages of one sample, a few templates, and, this one, the different
signatures and the paths of the files.
"""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from honbun.content.dataflow import schema
from honbun.content.dataflow.judging import Judge
from honbun.content.dataflow.lesson import Learner, write_samples
from honbun.content.dataflow.reading import Reader, address_hash, batches, rows, unpacked
from honbun.content.duplicates import Copies
from honbun.content.model import Content, ContentOptions
from honbun.engines.rows import CachedStep
from honbun.errors import EngineError, Failure, HonbunError, log_failure
from honbun.html.templates import group_pages
from honbun.runner import tempfiles
from honbun.runner.journal import digest

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    import ibis
    import pyarrow as pa

    from honbun.engines.base import Engine, PageShard
    from honbun.runner.limits import Limits


def extract_parts(
    parts: Sequence[PageShard],
    engine: Engine,
    options: ContentOptions | None = None,
    *,
    identical: Iterable[tuple[str, str]] = (),
    folder: str | os.PathLike[str] | None = None,
    jobs: int = 1,
    limits: Limits | None = None,
    kept: Path | None = None,
    on_failure: Callable[[Failure], None] = log_failure,
) -> Iterator[Content]:
    """The content of every page of all parts, in the order of their numbers.

    It is what `extract` gives for the same pages. `folder` is where workers find what others have
    learnt: on a cluster one that all machines reach under that name. `kept` is a folder that keeps
    what was read of each part, for a run that is ended: there it is found by the next one.
    """
    options = options or ContentOptions()
    if options.faithful:
        raise HonbunError("the papers' method holds all blocks in one process: it has no engine")
    copies = Copies.told(identical)
    with _temporary(folder) as held:
        record = engine.read("record", schema.record(), parts, _reader(options, limits, kept), jobs)
        unread = record.filter(record.sign.isnull()).select("page", "record").order_by("page")
        for row in rows(engine.batches(unread)):
            on_failure(unpacked(row["record"]))
        pages = _placed(engine, record, copies)
        _learn(engine, pages, held, options, jobs)
        # Kind by kind, so that a worker needs few templates.
        by_kind = pages.drop("address", "sign", "signature", "digest").order_by("kind", "page")
        judge = Judge(held, options)
        result = engine.map("result", schema.result(), by_kind, judge, jobs)
    for row in rows(engine.batches(result.order_by("page"))):
        found: Content | Failure = unpacked(row["result"])
        if isinstance(found, Failure):
            on_failure(found)
        else:
            yield found


def _reader(
    options: ContentOptions, limits: Limits | None, kept: Path | None
) -> Callable[[PageShard], Iterator[pa.RecordBatch]]:
    reader = Reader(options, limits)
    if kept is None:
        return reader
    return CachedStep(reader, schema.record().to_pyarrow(), kept, digest("record", options))


@contextmanager
def _temporary(folder: str | os.PathLike[str] | None) -> Iterator[Path]:
    with ExitStack() as stack:
        try:
            held = stack.enter_context(tempfiles.folder(folder))
        except OSError as error:
            raise EngineError(f"{folder}: {error.strerror}") from error
        yield held


def _placed(engine: Engine, record: ibis.Table, copies: Copies) -> ibis.Table:
    """The pages with their kinds and copies."""
    from honbun.content.dataflow import choice

    kinds = batches(_kinds(engine, choice.signatures(record)), schema.kind().to_pyarrow())
    told = (
        {"address": address_hash(url), "copies": address_hash(first)}
        for url, first in copies.group.items()
    )
    return choice.placed(
        record,
        engine.load("kind", schema.kind(), kinds),
        engine.load("copy", schema.copy(), batches(told, schema.copy().to_pyarrow())),
    )


def _kinds(engine: Engine, signatures: ibis.Table) -> Iterator[dict[str, Any]]:
    sign: dict[bytes, int] = {}
    counts: dict[bytes, int] = {}
    for row in rows(engine.batches(signatures)):
        sign[row["signature"]] = row["sign"]
        counts[row["signature"]] = row["pages"]
    kinds = group_pages(counts).of
    members: Counter[int] = Counter()
    for signed, pages in counts.items():
        members[kinds[signed]] += pages
    for signed, number in sign.items():
        yield {"sign": number, "kind": kinds[signed], "members": members[kinds[signed]]}


def _learn(
    engine: Engine, pages: ibis.Table, folder: Path, options: ContentOptions, jobs: int
) -> None:
    """Learn every kind of several pages: what was learnt lies in the folder then."""
    from honbun.content.dataflow import choice

    chosen = engine.keep("sample", choice.sample(pages, options.sample))
    taken = pages.semi_join(chosen, "page").select("kind", "page", "copies", "record", "outline")
    samples = rows(engine.batches(taken.order_by("kind", "page")))
    tasks = list(write_samples(folder, samples))
    engine.read("lesson", schema.lesson(), tasks, Learner(folder), jobs)
