"""Tables on Spark: on this machine, or on a cluster when one machine is too small.

On a cluster the workers must have honbun and what it needs: the same environment at the same place
(PYSPARK_PYTHON names its Python), or one that is sent along with `spark.archives` or
`spark.submit.pyFiles` in `conf`.
"""

from __future__ import annotations

import uuid
import warnings
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from honbun.errors import EngineError
from honbun.tables.batch import gathered, typed
from honbun.tables.place import Files, Workers, delete, release, settled
from honbun.tables.said import told
from honbun.tables.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from types import TracebackType
    from typing import Self

    import ibis
    import pyarrow as pa
    from pyspark.sql import DataFrame
    from pyspark.sql.types import StructType

    from honbun.tables.place import Place

Shard = TypeVar("Shard")


class Spark:
    """The engine on Spark: at `master`, else all cores of this machine.

    Tables are kept in `folder`, which the driver and all workers reach under that name (a shared
    disk, HDFS, S3). Without one they stay on the disks of the workers, and losing a worker ends the
    run; on one machine they go to a temporary folder. `conf` is configuration of Spark's own.
    """

    def __init__(
        self,
        master: str | None = None,
        folder: str | None = None,
        conf: Mapping[str, str] | None = None,
    ) -> None:
        self._tables: dict[str, tuple[ibis.Schema, Place]] = {}
        self._stack = ExitStack()
        try:
            session = Session(master, conf or {})
            self._stack.callback(session.close)
            self._spark = session.spark
            if folder is None and session.local:
                folder = session.folder().as_uri()
            self._folder = folder and f"{folder.rstrip('/')}/honbun-{uuid.uuid4().hex}"
            if self._folder:
                self._stack.callback(delete, self._spark, self._folder)
        except BaseException:
            self._stack.close()
            raise

    def load(self, name: str, schema: ibis.Schema, batches: Iterable[pa.RecordBatch]) -> ibis.Table:
        """A table of rows that this process has, sent to the workers a few at a time."""
        arrow = schema.to_pyarrow()
        with self._replacing(name, schema) as place:
            for rows in gathered(typed(batch, arrow, name) for batch in batches):
                place.add(self._spark.createDataFrame(rows, _types(schema)))
        return _table(name, schema)

    def read(
        self,
        name: str,
        schema: ibis.Schema,
        shards: Sequence[Shard],
        step: Callable[[Shard], Iterator[pa.RecordBatch]],
        jobs: int = 1,
    ) -> ibis.Table:
        """A table of the rows that a step makes from each shard; each is a task for a worker."""
        shards = tuple(shards)
        numbers = self._spark.range(0, len(shards), 1, max(1, len(shards)))
        arrow = schema.to_pyarrow()

        def made(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for batch in batches:
                for number in batch["id"].to_pylist():
                    for rows in step(shards[number]):
                        yield typed(rows, arrow, name)

        with self._replacing(name, schema) as place:
            place.add(_mapped(numbers, made, _types(schema)))
        return _table(name, schema)

    def map(
        self,
        name: str,
        schema: ibis.Schema,
        table: ibis.Table,
        step: Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]],
        jobs: int = 1,
    ) -> ibis.Table:
        """A table of the rows that a step makes from those of another, on the workers."""
        given, arrow = table.schema().to_pyarrow(), schema.to_pyarrow()

        def made(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for rows in step(typed(batch, given, name) for batch in batches):
                yield typed(rows, arrow, name)

        with self._replacing(name, schema) as place:
            place.add(_mapped(self._frame(table), made, _types(schema)))
        return _table(name, schema)

    def keep(self, name: str, expression: ibis.Table) -> ibis.Table:
        """A table of what an expression gives, computed now and once."""
        with self._replacing(name, expression.schema()) as place:
            place.add(self._frame(expression))
        return _table(name, expression.schema())

    def add(self, name: str, expression: ibis.Table) -> ibis.Table:
        """The table of this name with the rows that an expression gives, made where it is new."""
        if not self.has(name):
            return self.keep(name, expression)
        return self.keep(name, self.table(name).union(expression))

    def batches(self, expression: ibis.Table) -> Iterator[pa.RecordBatch]:
        """The rows an expression gives: computed on the workers, then fetched part by part."""
        import pyarrow as pa

        arrow = expression.schema().to_pyarrow()
        with told():
            # All parts at once: the fetching asks for one after the other.
            rows = settled(_mapped(self._frame(expression), _packed, "batch binary"))
            try:
                for row in rows.toLocalIterator():
                    with pa.ipc.open_stream(row.batch) as reader:
                        for batch in reader:
                            yield typed(batch, arrow, "the result")
            finally:
                with suppress(Exception):  # Spark would do so, too, some time later
                    release(rows)

    def table(self, name: str) -> ibis.Table:
        """The table of this name."""
        if name not in self._tables:
            raise EngineError(f"Spark: there is no table {name}")
        return _table(name, self._tables[name][0])

    def has(self, name: str) -> bool:
        """Whether there is a table of this name."""
        return name in self._tables

    def drop(self, name: str) -> None:
        """Forget a table, if there is one."""
        if name in self._tables:
            with told():
                self._spark.catalog.dropTempView(name)
                self._tables.pop(name)[1].clear()

    def close(self) -> None:
        """Stop the session, if it was started here; the tables are gone."""
        with told():
            self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None or issubclass(kind, Exception):
            self.close()
        else:
            # A signal may have come while Java was answering. What is read next is the rest of that
            # answer, of which anything may be made; all the same, Java is ended.
            with suppress(Exception):
                self.close()

    @contextmanager
    def _replacing(self, name: str, schema: ibis.Schema) -> Iterator[Place]:
        """A place for the rows of a new table, which takes its name when all went well."""
        types = _types(schema)
        place = (
            Files(self._spark, types, self._folder) if self._folder else Workers(self._spark, types)
        )
        with told():
            try:
                yield place
                place.frame().createOrReplaceTempView(name)
            except BaseException:
                with suppress(Exception):  # what was raised first is what matters
                    place.clear()
                raise
            earlier = self._tables.get(name)
            self._tables[name] = (schema, place)
            if earlier:
                earlier[1].clear()

    def _frame(self, expression: ibis.Table) -> DataFrame:
        """What an expression gives, with the types of its schema."""
        import ibis

        frame = self._spark.sql(str(ibis.to_sql(expression, dialect="pyspark")))
        return frame.to(_types(expression.schema()))


def _mapped(
    frame: DataFrame,
    step: Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]],
    types: StructType | str,
) -> DataFrame:
    with warnings.catch_warnings():
        # Spark looks whether it knows the pandas that is installed, which has no part in this.
        warnings.simplefilter("ignore", FutureWarning)
        return frame.mapInArrow(step, types)


def _packed(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Each batch as the bytes of an Arrow stream."""
    import pyarrow as pa

    for batch in batches:
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, batch.schema) as writer:
            writer.write_batch(batch)
        yield pa.record_batch({"batch": pa.array([sink.getvalue().to_pybytes()], pa.binary())})


def _types(schema: ibis.Schema) -> StructType:
    from pyspark.sql.pandas.types import from_arrow_schema

    return from_arrow_schema(schema.to_pyarrow())


def _table(name: str, schema: ibis.Schema) -> Any:
    import ibis

    return ibis.table(schema, name=name)
