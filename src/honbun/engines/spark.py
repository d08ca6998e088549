"""Tables on Spark: on this machine, or on a cluster when one machine is too small.

On a cluster the workers must have honbun and what it needs: the same environment at the same place
(PYSPARK_PYTHON names its Python), or one that is sent along with `spark.archives` or
`spark.submit.pyFiles` in `conf`.
"""

from __future__ import annotations

import functools
import logging
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import uuid
import warnings
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from urllib.parse import urlsplit

from honbun.engines.base import BATCH_ROWS
from honbun.engines.rows import cast_batch, merge_batches
from honbun.errors import EngineError, MissingExtra, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from types import TracebackType
    from typing import Self

    import ibis
    import pyarrow as pa
    from pyspark import SparkConf, SparkContext
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

# What Spark says when something goes wrong, in the one line of it that matters.

_REASONS = {
    r"No space left on device": "the disk is full",
    r"OutOfMemoryError|Java heap space": "more memory is needed than Java was given",
    r"Answer from Java side is empty|Error while sending or receiving": "Java ended unexpectedly",
    r"JAVA_GATEWAY_EXITED": "Java ended before it was ready",
}
"""What Java's messages mean to whoever runs it."""


@contextmanager
def told() -> Iterator[None]:
    """What Spark raises becomes an EngineError."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    try:
        yield
    except (PySparkException, Py4JError) as error:
        raise EngineError(one_line(f"Spark: {said(error)}")) from error


def said(error: Exception) -> str:
    """The reason in an error of Spark, without the stacks of Java and Python."""
    text = str(error)
    for words, reason in _REASONS.items():
        if re.search(words, text):
            return reason
    # A step that raised on a worker: its own error ends the traceback of Python.
    if "Traceback (most recent call last)" in text:
        raised = text.rpartition("Traceback (most recent call last)")[2].splitlines()
        ends = [line for line in raised[1:] if line and not line.startswith((" ", "\t"))]
        if ends:
            return re.sub(r"^honbun\.errors\.\w+: ", "", ends[0])
    causes = re.findall(r"^Caused by: \S+?: (.+)$", text, re.M)
    lines = causes[-1:] or text.strip().splitlines()
    return lines[0] if lines else type(error).__name__


# A Spark session of our own, with the Java machine it needs, quiet and gone when closed.

_PATIENCE = 10.0
"""Seconds for a master to answer: Spark itself would try for minutes, and then fail oddly."""
_LOCAL = "local[*]"
_COMMON = {
    "spark.app.name": "honbun",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "ERROR",
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.execution.arrow.pyspark.enabled": "true",
    "spark.sql.execution.arrow.maxRecordsPerBatch": str(BATCH_ROWS),
}
_LOOPBACK = {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}
_LOOPBACK_HOSTS = {"localhost", "127.0.0.1", "::1"}


class SparkSessionOwner:
    """A Spark session, started on this machine or on a given master.

    In a process that has a session already, as under spark-submit or in a notebook, that one is
    joined with its own configuration, and is not stopped.
    """

    def __init__(self, master: str | None, conf: Mapping[str, str]) -> None:
        try:
            import ibis  # noqa: F401
            from pyspark import SparkContext
        except ImportError as error:
            raise MissingExtra("working on Spark", "spark") from error
        _quieten()
        self._stack = ExitStack()
        self.local = False
        """Whether all work is done on this machine, by this session alone."""
        try:
            running = SparkContext._active_spark_context
            self.spark = _joined(running, master) if running else self._start(master, conf)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Stop what was started."""
        self._stack.close()

    def folder(self) -> Path:
        """A temporary folder that goes when the session is closed."""
        folder = tempfile.TemporaryDirectory(prefix="honbun-", ignore_cleanup_errors=True)
        return Path(self._stack.enter_context(folder))

    def _start(self, master: str | None, conf: Mapping[str, str]) -> SparkSession:
        from py4j.protocol import Py4JError
        from pyspark import SparkConf, SparkContext
        from pyspark.errors import PySparkException
        from pyspark.sql import SparkSession

        settings = self._settings(master, conf)
        _check(settings.get("spark.master", ""))
        configuration = SparkConf(loadDefaults=False).setAll(list(settings.items()))
        try:
            with _our_python():
                gateway = self._java(configuration)
                context = SparkContext(conf=configuration, gateway=gateway)
        except (PySparkException, Py4JError) as error:
            raise EngineError(one_line(f"Spark did not start: {said(error)}")) from error
        self._stack.callback(context.stop)
        return SparkSession(context)

    def _settings(self, master: str | None, conf: Mapping[str, str]) -> dict[str, str]:
        # Under spark-submit the master is set already, and so is what it asks for.
        if master is None and "PYSPARK_GATEWAY_PORT" not in os.environ:
            master = _LOCAL
        settings = {**_COMMON, "spark.sql.warehouse.dir": str(self.folder())}
        if master is not None:
            settings["spark.master"] = master
            self.local = master.startswith("local")
        if self.local:
            settings |= {
                "spark.local.dir": str(self.folder()),
                # Spark's 200 suit a cluster; here most of them would be empty.
                "spark.sql.shuffle.partitions": str(2 * (os.cpu_count() or 1)),
            }
        if self.local or urlsplit(master or "").hostname in _LOOPBACK_HOSTS:
            settings |= _LOOPBACK
        return {**settings, **conf}

    def _java(self, configuration: SparkConf) -> Any:
        """The Java machine of this process, made now if there is none; it logs to a file."""
        from pyspark import SparkContext
        from pyspark.java_gateway import launch_gateway

        if SparkContext._gateway is not None or "PYSPARK_GATEWAY_PORT" in os.environ:
            return None
        if not java():
            raise EngineError(
                "Spark needs Java 17 or newer: none was found on PATH or in JAVA_HOME"
            )
        with (self.folder() / "log").open("wb") as file:
            output = {"stdout": file, "stderr": file}
            gateway = launch_gateway(configuration, output)  # type: ignore[no-untyped-call]
        self._stack.callback(_end, gateway)
        return gateway


def _joined(context: SparkContext, master: str | None) -> SparkSession:
    from pyspark.sql import SparkSession

    if master not in {None, context.master}:
        raise EngineError(one_line(f"this process has a Spark session at {context.master} already"))
    # Its views are its own, though all else is shared.
    return SparkSession.builder.getOrCreate().newSession()


def _quieten() -> None:
    """Import now what Spark would import later, with warnings; errors are told by raising them."""
    import ibis
    from pyspark.logger import PySparkLogger

    PySparkLogger.getLogger("SQLQueryContextLogger").setLevel(logging.CRITICAL)
    with warnings.catch_warnings():
        # Spark looks whether it knows the pandas that is installed, which has no part in our work.
        warnings.simplefilter("ignore", FutureWarning)
        import pyspark.testing.utils  # noqa: F401

        # The compiler of expressions asks for an option that exists once this is imported.
        assert ibis.pyspark


def java() -> str | None:
    """The path of the Java that Spark would take, where there is one."""
    home = os.environ.get("JAVA_HOME")
    return shutil.which("java", path=Path(home, "bin") if home else None)


def _end(gateway: Any) -> None:
    """End a Java machine: Spark would leave it running until this process ends."""
    from pyspark import SparkContext

    SparkContext._gateway = SparkContext._jvm = None
    gateway.shutdown()
    gateway.proc.stdin.close()  # the sign for it to end
    try:
        gateway.proc.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        gateway.proc.kill()
        gateway.proc.wait()


def _check(master: str) -> None:
    """Raise an EngineError when none of the machines of a standalone master answers."""
    if not master.startswith("spark://"):
        return
    for machine in master.removeprefix("spark://").split(","):
        address = urlsplit(f"//{machine}")
        with suppress(OSError, ValueError):
            socket.create_connection((address.hostname, address.port), _PATIENCE).close()
            return
    raise EngineError(one_line(f"no Spark master answers at {master}"))


@contextmanager
def _our_python() -> Iterator[None]:
    """Workers on this machine run in the environment of this process, unless it is said which."""
    if "PYSPARK_PYTHON" in os.environ:
        yield
        return
    os.environ["PYSPARK_PYTHON"] = sys.executable
    try:
        yield
    finally:
        del os.environ["PYSPARK_PYTHON"]


# Where Spark keeps a table that was computed: in Parquet files, or on the disks of its workers.
#
# Either cuts the plan: what follows starts from the rows, and not from how they were made.


class TableStorage(Protocol):
    """A table in the making."""

    def add(self, rows: DataFrame) -> None:
        """Compute rows and keep them."""

    def frame(self) -> DataFrame:
        """All rows that were added."""

    def clear(self) -> None:
        """Forget them."""


class ParquetStorage:
    """Parquet files in a folder that the driver and all workers reach under the same name."""

    def __init__(self, spark: SparkSession, schema: StructType, folder: str) -> None:
        self._spark = spark
        self._schema = schema
        # Each table has its own: one may be read while it is being replaced.
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
        delete(self._spark, self._path)


class WorkerStorage:
    """The disks of the workers: nothing is shared, and a worker that is lost ends the run."""

    def __init__(self, spark: SparkSession, schema: StructType) -> None:
        self._spark = spark
        self._schema = schema
        self._parts: list[DataFrame] = []

    def add(self, rows: DataFrame) -> None:
        """Compute rows and leave them where that was done."""
        self._parts.append(materialise(rows))

    def frame(self) -> DataFrame:
        """All rows that were computed."""
        empty = self._spark.createDataFrame([], self._schema)
        return functools.reduce(lambda one, other: one.union(other), self._parts or [empty])

    def clear(self) -> None:
        """Let go of the rows."""
        for part in self._parts:
            release(part)
        self._parts.clear()


def materialise(rows: DataFrame) -> DataFrame:
    """Rows computed now, on the disks of the workers."""
    from pyspark import StorageLevel

    # Spark's own cache would forget them when a view that they came from is replaced.
    return rows.localCheckpoint(eager=True, storageLevel=StorageLevel.DISK_ONLY)


def release(rows: DataFrame) -> None:
    """Let go of settled rows; Spark would do so some time after nothing refers to them."""
    rows._jdf.queryExecution().logical().rdd().unpersist(False)


def delete(spark: SparkSession, path: str) -> None:
    """Delete a folder, on whatever file system of Spark's it is."""
    java = spark.sparkContext._jvm
    context = spark.sparkContext._jsc
    assert java is not None
    folder = java.org.apache.hadoop.fs.Path(path)
    folder.getFileSystem(context.hadoopConfiguration()).delete(folder, True)


Shard = TypeVar("Shard")


class SparkEngine:
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
        self._tables: dict[str, tuple[ibis.Schema, TableStorage]] = {}
        self._stack = ExitStack()
        try:
            session = SparkSessionOwner(master, conf or {})
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
            for rows in merge_batches(cast_batch(batch, arrow, name) for batch in batches):
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
                        yield cast_batch(rows, arrow, name)

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
            for rows in step(cast_batch(batch, given, name) for batch in batches):
                yield cast_batch(rows, arrow, name)

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
            rows = materialise(_mapped(self._frame(expression), _packed, "batch binary"))
            try:
                for row in rows.toLocalIterator():
                    with pa.ipc.open_stream(row.batch) as reader:
                        for batch in reader:
                            yield cast_batch(batch, arrow, "the result")
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
    def _replacing(self, name: str, schema: ibis.Schema) -> Iterator[TableStorage]:
        """A place for the rows of a new table, which takes its name when all went well."""
        types = _types(schema)
        place = (
            ParquetStorage(self._spark, types, self._folder)
            if self._folder
            else WorkerStorage(self._spark, types)
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
