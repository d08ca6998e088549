"""A collection of pages in, the pairs that share text out."""

from __future__ import annotations

from contextlib import nullcontext
from itertools import islice
from typing import TYPE_CHECKING

from honbun.failure import log_failure
from honbun.guard import each
from honbun.relation import schema
from honbun.relation.model import SimilarOptions
from honbun.relation.reading import Reader
from honbun.relation.result import results

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import ibis

    from honbun.failure import Failure
    from honbun.page import Page
    from honbun.relation.base import Base
    from honbun.relation.model import Pair
    from honbun.relation.reading import Contents, Reading
    from honbun.tables.engine import Engine

_PAGES = 256
"""Pages that are sent to the engine at once."""


def similar(
    pages: Iterable[Page],
    options: SimilarOptions | None = None,
    *,
    contents: Contents | None = None,
    engine: Engine | None = None,
    jobs: int = 1,
    on_failure: Callable[[Failure], None] = log_failure,
) -> Iterator[Pair]:
    """Every two pages that share text, in the order of the pages.

    Nothing comes out before the last page was read. The tables lie in a temporary file, which goes
    when the last pair was given, unless an engine is given to hold them; to one that has tables
    already, such as a store file, the pages are added. `contents` tells the
    XPaths of a page's content for `region="content"`, as `honbun.content_paths` does.
    """
    reader = Reader(options or SimilarOptions(), contents)
    return _similar(pages, reader, engine, jobs, on_failure)


def _similar(
    pages: Iterable[Page],
    reader: Reader,
    engine: Engine | None,
    jobs: int,
    on_failure: Callable[[Failure], None],
) -> Iterator[Pair]:
    from honbun.relation.base import join
    from honbun.tables.duck import Duck

    with Duck() if engine is None else nullcontext(engine) as held:
        read = load(held, pages, reader, jobs, on_failure)
        yield from answer(held, join(held, read), reader.options, jobs)


def load(
    engine: Engine,
    pages: Iterable[Page],
    reader: Reader,
    jobs: int,
    on_failure: Callable[[Failure], None],
) -> ibis.Table:
    """The table of pages as they were read."""
    from honbun.relation.base import check, first_number

    check(engine, reader.options)
    rows = each(_read, pages, reader, jobs, on_failure, "compare")
    numbered = enumerate(rows, first_number(engine))
    batches = iter(lambda: list(islice(numbered, _PAGES)), [])
    return engine.load("reading", schema.reading(), map(schema.batch, batches))


def _read(page: Page, reader: Reader) -> Reading:
    return reader.read(page)


def answer(engine: Engine, base: Base, options: SimilarOptions, jobs: int) -> Iterator[Pair]:
    """The pairs of some pages, in their order."""
    from honbun.relation.comparison import compare
    from honbun.relation.dataflow import answer as told

    found = compare(engine, base, options, jobs)
    shown = told.shown(found.pairs, found.matches, found.twins, found.sentences, options.evidence)
    pairs = told.pairs(found.pairs, found.pages)
    return results(engine.batches(pairs), engine.batches(shown))
