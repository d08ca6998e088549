"""Tables on Spark: on this machine, or on a cluster if one machine is too small.

The workers of a cluster need honbun and its dependencies: the same environment at the same path
(PYSPARK_PYTHON names its Python), or one that `spark.archives` or `spark.submit.pyFiles` in `conf`
sends to them.
"""

from __future__ import annotations

import functools
import uuid
import warnings
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from honbun.engines.rows import cast_batch, merge_batches
from honbun.engines.spark_session import open_session, temporary_folder, translate_errors
from honbun.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from types import TracebackType
    from typing import Self

    import ibis
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

    Step = Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]

Shard = TypeVar("Shard")


class SparkEngine:
    """The engine on Spark: at `master`, by default on all cores of this machine.

    Tables are stored in `folder`, which the driver and all workers reach by that name (a shared
    disk, HDFS, S3). Without a folder they stay on the disks of the workers, and losing a worker
    ends the run; on one machine they go to a temporary folder. `conf` configures Spark itself.
    """

    def __init__(
        self,
        master: str | None = None,
        folder: str | None = None,
        conf: Mapping[str, str] | None = None,
    ) -> None:
        self._tables: dict[str, tuple[ibis.Schema, TableStorage]] = {}
        self._stack = ExitStack()
        try:
            self._spark, local = open_session(self._stack, master, conf or {})
            if folder is None and local:
                folder = temporary_folder(self._stack).as_uri()
            self._folder = folder and f"{folder.rstrip('/')}/honbun-{uuid.uuid4().hex}"
            if self._folder:
                self._stack.callback(_delete, self._spark, self._folder)
        except BaseException:
            self._stack.close()
            raise

    def load(self, name: str, schema: ibis.Schema, batches: Iterable[pa.RecordBatch]) -> ibis.Table:
        """A table of rows of this process, sent to the workers a few at a time."""
        arrow = schema.to_pyarrow()
        with self._replacing(name, schema) as storage:
            for rows in merge_batches(cast_batch(batch, arrow, name) for batch in batches):
                storage.add(self._spark.createDataFrame(rows, _spark_types(schema)))
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

        def read_shards(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for batch in batches:
                for number in batch["id"].to_pylist():
                    for rows in step(shards[number]):
                        yield cast_batch(rows, arrow, name)

        with self._replacing(name, schema) as storage:
            storage.add(_map_in_arrow(numbers, read_shards, _spark_types(schema)))
        return _table(name, schema)

    def map(
        self, name: str, schema: ibis.Schema, table: ibis.Table, step: Step, jobs: int = 1
    ) -> ibis.Table:
        """A table of the rows that a step makes from those of another, on the workers."""
        source, arrow = table.schema().to_pyarrow(), schema.to_pyarrow()

        def map_rows(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for rows in step(cast_batch(batch, source, name) for batch in batches):
                yield cast_batch(rows, arrow, name)

        with self._replacing(name, schema) as storage:
            storage.add(_map_in_arrow(self._frame(table), map_rows, _spark_types(schema)))
        return _table(name, schema)

    def keep(self, name: str, expression: ibis.Table) -> ibis.Table:
        """A table with the rows of an expression, computed once."""
        with self._replacing(name, expression.schema()) as storage:
            storage.add(self._frame(expression))
        return _table(name, expression.schema())

    def add(self, name: str, expression: ibis.Table) -> ibis.Table:
        """The table of this name with the rows of an expression added; created if needed."""
        if not self.has(name):
            return self.keep(name, expression)
        return self.keep(name, self.table(name).union(expression))

    def batches(self, expression: ibis.Table) -> Iterator[pa.RecordBatch]:
        """The rows of an expression: computed on the workers, then fetched part by part."""
        import pyarrow as pa

        arrow = expression.schema().to_pyarrow()
        with translate_errors():
            # Computed before fetching, because fetching asks for one part after the other.
            rows = _materialise(_map_in_arrow(self._frame(expression), _pack, "batch binary"))
            try:
                for row in rows.toLocalIterator():
                    with pa.ipc.open_stream(row.batch) as reader:
                        for batch in reader:
                            yield cast_batch(batch, arrow, "the result")
            finally:
                with suppress(Exception):
                    _release(rows)

    def table(self, name: str) -> ibis.Table:
        """The table of this name."""
        if name not in self._tables:
            raise EngineError(f"Spark: there is no table {name}")
        return _table(name, self._tables[name][0])

    def has(self, name: str) -> bool:
        """Whether there is a table of this name."""
        return name in self._tables

    def drop(self, name: str) -> None:
        """Delete a table, if it exists."""
        if name in self._tables:
            with translate_errors():
                self._spark.catalog.dropTempView(name)
                self._tables.pop(name)[1].clear()

    def close(self) -> None:
        """Delete the tables, and stop the session if it was started here."""
        with translate_errors():
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
            # A signal may arrive while Java is answering, and the next call would read the rest of
            # that answer as its own. Java is ended all the same.
            with suppress(Exception):
                self.close()

    @contextmanager
    def _replacing(self, name: str, schema: ibis.Schema) -> Iterator[TableStorage]:
        """Storage for the rows of a new table, which gets its name if the block succeeds."""
        types = _spark_types(schema)
        storage: TableStorage
        if self._folder:
            storage = ParquetStorage(self._spark, types, self._folder)
        else:
            storage = WorkerStorage(self._spark, types)
        with translate_errors():
            try:
                yield storage
                storage.frame().createOrReplaceTempView(name)
            except BaseException:
                with suppress(Exception):  # the first error is the one to report
                    storage.clear()
                raise
            earlier = self._tables.get(name)
            self._tables[name] = (schema, storage)
            if earlier:
                earlier[1].clear()

    def _frame(self, expression: ibis.Table) -> DataFrame:
        import ibis

        frame = self._spark.sql(str(ibis.to_sql(expression, dialect="pyspark")))
        return frame.to(_spark_types(expression.schema()))


class TableStorage(Protocol):
    """Where the computed rows of a table are stored.

    Storing rows cuts the plan: later steps start from the rows, not from their computation.
    """

    def add(self, rows: DataFrame) -> None:
        """Compute and store rows."""

    def frame(self) -> DataFrame:
        """All rows that were added."""

    def clear(self) -> None:
        """Delete the rows."""


class ParquetStorage:
    """Parquet files in a folder that the driver and all workers reach by the same name."""

    def __init__(self, spark: SparkSession, schema: StructType, folder: str) -> None:
        self._spark = spark
        self._schema = schema
        # Each table has its own folder: a table may be read while it is being replaced.
        self._path = f"{folder}/{uuid.uuid4().hex}"
        self._written = False

    def add(self, rows: DataFrame) -> None:
        """Compute rows and write them."""
        self._written = True
        rows.write.mode("append").parquet(self._path)

    def frame(self) -> DataFrame:
        """All rows that were written."""
        if not self._written:
            return self._spark.createDataFrame([], self._schema)
        return self._spark.read.schema(self._schema).parquet(self._path)

    def clear(self) -> None:
        """Delete the files."""
        _delete(self._spark, self._path)


class WorkerStorage:
    """The disks of the workers: nothing is shared, and losing a worker ends the run."""

    def __init__(self, spark: SparkSession, schema: StructType) -> None:
        self._spark = spark
        self._schema = schema
        self._parts: list[DataFrame] = []

    def add(self, rows: DataFrame) -> None:
        """Compute rows and leave them on the workers that computed them."""
        self._parts.append(_materialise(rows))

    def frame(self) -> DataFrame:
        """All rows that were computed."""
        empty = self._spark.createDataFrame([], self._schema)
        return functools.reduce(lambda one, other: one.union(other), self._parts or [empty])

    def clear(self) -> None:
        """Release the rows."""
        for part in self._parts:
            _release(part)
        self._parts.clear()


def _materialise(rows: DataFrame) -> DataFrame:
    from pyspark import StorageLevel

    # Spark's own cache forgets rows when a view that they came from is replaced.
    return rows.localCheckpoint(eager=True, storageLevel=StorageLevel.DISK_ONLY)


def _release(rows: DataFrame) -> None:
    """Free materialised rows now; Spark frees them some time after the last reference is gone."""
    rows._jdf.queryExecution().logical().rdd().unpersist(False)


def _delete(spark: SparkSession, path: str) -> None:
    """Delete a folder on any file system that Spark knows."""
    java = spark.sparkContext._jvm
    assert java is not None
    folder = java.org.apache.hadoop.fs.Path(path)
    file_system = folder.getFileSystem(spark.sparkContext._jsc.hadoopConfiguration())
    file_system.delete(folder, True)


def _map_in_arrow(frame: DataFrame, step: Step, types: StructType | str) -> DataFrame:
    with warnings.catch_warnings():
        # Spark warns about the installed version of pandas, which is not used here.
        warnings.simplefilter("ignore", FutureWarning)
        return frame.mapInArrow(step, types)


def _pack(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Each batch as the bytes of an Arrow stream."""
    import pyarrow as pa

    for batch in batches:
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, batch.schema) as writer:
            writer.write_batch(batch)
        yield pa.record_batch({"batch": pa.array([sink.getvalue().to_pybytes()], pa.binary())})


def _spark_types(schema: ibis.Schema) -> StructType:
    from pyspark.sql.pandas.types import from_arrow_schema

    return from_arrow_schema(schema.to_pyarrow())


def _table(name: str, schema: ibis.Schema) -> Any:
    import ibis

    return ibis.table(schema, name=name)
