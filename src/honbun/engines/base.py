"""The protocol of engines.

A dataflow is written once, as Ibis expressions over the tables of an engine. The engine stores the
tables and computes: DuckDB in this process, Spark on a cluster. Tables are sets of rows: they have
no order unless an expression sorts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from types import TracebackType
    from typing import Self

    import ibis
    import pyarrow as pa

    from honbun.errors import Failure
    from honbun.page import Page

Shard = TypeVar("Shard")

BATCH_ROWS = 10_240
"""Rows in a batch on either engine: a few megabytes if rows hold text."""


class Engine(Protocol):
    """Tables by name, and operations on them.

    An operation that creates a table replaces an earlier table of that name, and may read it. A
    table has the types of its schema on every engine: sums are int64. Errors are EngineErrors.
    """

    def load(self, name: str, schema: ibis.Schema, batches: Iterable[pa.RecordBatch]) -> ibis.Table:
        """A table of rows of this process, which are never all in memory."""

    def read(
        self,
        name: str,
        schema: ibis.Schema,
        shards: Sequence[Shard],
        step: Callable[[Shard], Iterator[pa.RecordBatch]],
        jobs: int = 1,
    ) -> ibis.Table:
        """A table of the rows that a step makes from each shard, such as an input file.

        The step is pickled and runs in `jobs` processes (0: one per core), or in all processes of a
        cluster.
        """

    def map(
        self,
        name: str,
        schema: ibis.Schema,
        table: ibis.Table,
        step: Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]],
        jobs: int = 1,
    ) -> ibis.Table:
        """A table of the rows that a step makes from those of another.

        The step is pickled and called on any number of parts of the table. It must not depend on
        which rows come together.
        """

    def keep(self, name: str, expression: ibis.Table) -> ibis.Table:
        """A table with the rows of an expression, computed once."""

    def add(self, name: str, expression: ibis.Table) -> ibis.Table:
        """The table of this name with the rows of an expression added; created if needed."""

    def batches(self, expression: ibis.Table) -> Iterator[pa.RecordBatch]:
        """The rows of an expression, a few at a time, with the types of its schema."""

    def table(self, name: str) -> ibis.Table:
        """The table of this name."""

    def has(self, name: str) -> bool:
        """Whether there is a table of this name."""

    def drop(self, name: str) -> None:
        """Delete a table, if it exists."""

    def close(self) -> None:
        """Release everything; tables that are not in a store are deleted."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class PageShard(Protocol):
    """Some pages of a collection, which any process can read; it can be pickled."""

    def pages(self) -> Iterable[tuple[int, Page | Failure]]:
        """The pages with their numbers in the collection, and Failures for unreadable pages."""

    def key(self) -> tuple[object, ...]:
        """Plain values that differ whenever the pages differ; includes digests of the files."""
