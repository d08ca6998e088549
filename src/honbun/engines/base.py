"""Many rows at once: what an engine does with tables, wherever it runs.

A dataflow is written once, in Ibis expressions over the tables an engine holds. The engine only
holds them and computes: DuckDB within this process, Spark on a cluster. Tables are sets of rows:
their order means nothing unless an expression sorts.
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
"""Rows that a step sees at once, on either engine: some megabytes where rows hold text."""


class Engine(Protocol):
    """Tables by name, and what can be done with them.

    Whatever makes a table under a name that is taken replaces the earlier one, and may read it
    meanwhile. The types of a table are those of its schema on every engine: sums are int64.
    What goes wrong is told as an EngineError.
    """

    def load(self, name: str, schema: ibis.Schema, batches: Iterable[pa.RecordBatch]) -> ibis.Table:
        """A table of rows that this process has, which are never held all at once."""

    def read(
        self,
        name: str,
        schema: ibis.Schema,
        shards: Sequence[Shard],
        step: Callable[[Shard], Iterator[pa.RecordBatch]],
        jobs: int = 1,
    ) -> ibis.Table:
        """A table of the rows that a step makes from each shard, such as an input file.

        The step goes to other processes, where `jobs` (0: one per core) or the engine says so, and
        must survive pickling. A cluster takes as many processes as it has.
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

        The step is called on any number of parts of the table, anywhere: it must survive pickling,
        and may not count on which rows come together.
        """

    def keep(self, name: str, expression: ibis.Table) -> ibis.Table:
        """A table of what an expression gives, computed now and once."""

    def add(self, name: str, expression: ibis.Table) -> ibis.Table:
        """The table of this name with the rows that an expression gives, made where it is new."""

    def batches(self, expression: ibis.Table) -> Iterator[pa.RecordBatch]:
        """The rows an expression gives, a few at a time, with the types of its schema."""

    def table(self, name: str) -> ibis.Table:
        """The table of this name."""

    def has(self, name: str) -> bool:
        """Whether there is a table of this name."""

    def drop(self, name: str) -> None:
        """Forget a table, if there is one."""

    def close(self) -> None:
        """Let go of all; what no store keeps is gone."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


# Part: some of the pages of a collection, which any process may read.


class PageShard(Protocol):
    """A part of the pages, such as `honbun.inputs.read` makes; it survives pickling."""

    def pages(self) -> Iterable[tuple[int, Page | Failure]]:
        """Its pages, each with its number in the whole; those that cannot be read are Failures."""

    def mark(self) -> bytes:
        """A digest of all that its pages depend on."""
