"""Pairs: every two pages of a collection that share text.

Here rooms meet: `content` tells what of a page is its content, and `relation` compares it. No room
may know another, so this stands above them, for users and the command to call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from honbun.content.page import content_nodes
from honbun.failure import log_failure
from honbun.relation import similar as relation
from honbun.relation.model import SimilarOptions
from honbun.relation.reading import Reader
from honbun.run import Run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from honbun.failure import Failure
    from honbun.page import Page
    from honbun.parallel.limits import Limits
    from honbun.relation.model import Pair
    from honbun.run import Journal
    from honbun.tables.engine import Engine
    from honbun.tables.part import Part


def similar(
    pages: Iterable[Page],
    options: SimilarOptions | None = None,
    *,
    engine: Engine | None = None,
    jobs: int = 1,
    limits: Limits | None = None,
    journal: Journal | None = None,
    on_failure: Callable[[Failure], None] = log_failure,
) -> Iterator[Pair]:
    """Every two pages that share text, in the order of the pages.

    Nothing comes out before the last page was read. The tables lie in a temporary file, which goes
    when the last pair was given, unless an engine is given to hold them; to one that has tables
    already, such as a store file, the pages are added.
    """
    reader = Reader(options or SimilarOptions(), content_nodes)
    run = Run(jobs, on_failure, limits, journal)
    return relation.similar(pages, reader, engine=engine, run=run)


def similar_in(
    parts: Sequence[Part],
    options: SimilarOptions | None = None,
    *,
    engine: Engine,
    jobs: int = 1,
    limits: Limits | None = None,
    kept: Path | None = None,
    on_failure: Callable[[Failure], None] = log_failure,
) -> Iterator[Pair]:
    """As `similar`, of pages that the engine's own processes read from parts of the input.

    `kept` is a folder, which all of these processes reach, that keeps what was read of each part.
    """
    reader = Reader(options or SimilarOptions(), content_nodes)
    return relation.similar_in(
        parts, reader, engine=engine, jobs=jobs, limits=limits, kept=kept, on_failure=on_failure
    )
