"""Tables on DuckDB: in this process, larger than memory, in a store or a temporary file."""

from __future__ import annotations

import os
import re
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from honbun.engines.base import BATCH_ROWS
from honbun.engines.rows import SpooledStep, cast_batch, merge_batches, read_spooled
from honbun.errors import EngineError, MissingExtra, one_line
from honbun.runner import tempfiles
from honbun.runner.map import ordered_map

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from types import TracebackType
    from typing import Self

    import ibis
    import pyarrow as pa

Shard = TypeVar("Shard")

_MESSAGES = {
    r"Connection already closed": "it is closed",
    r"Could not set lock|already open": "another program has locked it",
    r"No space left on device|max_temp_directory_size": "the disk is full",
    r"not a valid DuckDB database file|sqlite_scanner": "it is not a store",
    r"Trying to read a database file with version|serialization version": (
        "it was written by a newer DuckDB"
    ),
    r"Corrupt|checksum|Failed to deserialize|Could not read enough bytes": "it is damaged",
    r"Out of Memory|could not allocate|failed to (allocate|pin)": (
        "it needs more memory than it may use"
    ),
    r"Permission denied": "permission denied",
    r"Is a directory": "it is a folder",
    r"No such file or directory": "there is no such folder",
}
"""Plain messages for errors of DuckDB, by what their texts contain."""


class DuckDBEngine:
    """The engine in this process.

    Tables are stored in the file `path`, or in a temporary file. What does not fit into `memory`
    (such as "2GiB"; by default most of the machine's memory) goes to a temporary folder next to the
    store, or in TMPDIR without a store.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        memory: str | None = None,
        threads: int | None = None,
    ) -> None:
        self._path = None if path is None else Path(path)
        self._stack = ExitStack()
        try:
            with self._translate_errors():
                self._connection = self._connect(memory, threads)
        except BaseException:
            self.close()
            raise

    def _connect(self, memory: str | None, threads: int | None) -> Any:
        try:
            import duckdb
            import ibis  # noqa: F401
            import pyarrow  # noqa: F401
        except ImportError as error:
            raise MissingExtra("working with tables", "similar") from error
        self._check_file()
        folder = self._folder = self._temporary()
        config: dict[str, Any] = {
            "temp_directory": str(folder / "spill"),
            # Tables are sets of rows, and keeping an order costs memory.
            "preserve_insertion_order": False,
            # An unknown table is an error, not a Python variable of that name.
            "python_enable_replacements": False,
            # Other files are refused, not read by an extension from the network.
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
        }
        if memory is not None:
            config["memory_limit"] = memory
        if threads is not None:
            config["threads"] = threads
        connection = duckdb.connect(self._path or folder / "tables.duckdb", config=config)
        self._stack.callback(connection.close)
        return connection

    def _check_file(self) -> None:
        """Refuse a file that is not a store: DuckDB would read a .csv or .json file as a table."""
        if self._path is None or not self._path.is_file():
            return
        try:
            with self._path.open("rb") as file:
                head = file.read(12)
        except OSError as error:
            raise self._error(error.strerror or str(error)) from error
        if head and head[8:] != b"DUCK":  # after a checksum of eight bytes
            raise self._error("it is not a store")

    def _temporary(self) -> Path:
        parent = self._path.absolute().parent if self._path else None
        try:
            return self._stack.enter_context(tempfiles.folder(parent))
        except OSError as error:
            raise self._error(error.strerror or str(error)) from error

    def load(self, name: str, schema: ibis.Schema, batches: Iterable[pa.RecordBatch]) -> ibis.Table:
        """A table of rows of this process, which are never all in memory."""
        arrow = schema.to_pyarrow()
        # Rows are fetched between inserts, not by a thread of DuckDB: they may come from worker
        # processes, which must not be forked while DuckDB's threads hold locks.
        with self._replacing(name, schema) as (cursor, new):
            for rows in merge_batches(cast_batch(batch, arrow, name) for batch in batches):
                # Rows registered by name would stay in memory until the transaction ends.
                cursor.from_arrow(rows).insert_into(new)
        return _table(name, schema)

    def read(
        self,
        name: str,
        schema: ibis.Schema,
        shards: Sequence[Shard],
        step: Callable[[Shard], Iterator[pa.RecordBatch]],
        jobs: int = 1,
    ) -> ibis.Table:
        """A table of the rows that a step makes from each shard, in `jobs` processes."""
        jobs = min(jobs or os.cpu_count() or 1, len(shards))
        if jobs <= 1:
            return self.load(name, schema, chain.from_iterable(map(step, shards)))
        spool = SpooledStep(step, self._folder, schema.to_pyarrow(), name)
        files = ordered_map(spool, shards, jobs, chunk=1, local=0)
        return self.load(name, schema, chain.from_iterable(map(read_spooled, files)))

    def map(
        self,
        name: str,
        schema: ibis.Schema,
        table: ibis.Table,
        step: Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]],
        jobs: int = 1,
    ) -> ibis.Table:
        """A table of the rows that a step makes from those of another, in `jobs` processes."""
        rows = self.batches(table)
        if jobs == 1:
            return self.load(name, schema, step(rows))
        mapped = ordered_map(partial(_map_batch, step), rows, jobs, chunk=1, local=2)
        return self.load(name, schema, chain.from_iterable(mapped))

    def keep(self, name: str, expression: ibis.Table) -> ibis.Table:
        """A table with the rows of an expression, computed once."""
        with self._replacing(name, expression.schema()) as (cursor, new):
            cursor.execute(f"INSERT INTO {new} {_sql(expression)}")
        return _table(name, expression.schema())

    def add(self, name: str, expression: ibis.Table) -> ibis.Table:
        """The table of this name with the rows of an expression added; created if needed."""
        if not self.has(name):
            return self.keep(name, expression)
        columns = ", ".join(map(_quoted, expression.columns))
        with self._translate_errors(), self._connection.cursor() as cursor:
            cursor.execute(f"INSERT INTO {_quoted(name)} ({columns}) {_sql(expression)}")
        return self.table(name)

    def batches(self, expression: ibis.Table) -> Iterator[pa.RecordBatch]:
        """The rows of an expression, streamed; other queries may run in between."""
        arrow = expression.schema().to_pyarrow()
        with self._translate_errors(), self._connection.cursor() as cursor:
            for batch in cursor.sql(_sql(expression)).to_arrow_reader(BATCH_ROWS):
                yield cast_batch(batch, arrow, "the result")

    def table(self, name: str) -> ibis.Table:
        """The table of this name."""
        import ibis

        if not self.has(name):
            raise self._error(f"there is no table {name}")
        with self._translate_errors():
            rows = self._connection.sql(f"SELECT * FROM {_quoted(name)} LIMIT 0")
            return _table(name, ibis.Schema.from_pyarrow(rows.to_arrow_table().schema))

    def has(self, name: str) -> bool:
        """Whether there is a table of this name."""
        query = "SELECT count(*) FROM duckdb_tables() WHERE table_name = ?"
        with self._translate_errors():
            [[count]] = self._connection.execute(query, [name]).fetchall()
            return bool(count)

    def drop(self, name: str) -> None:
        """Delete a table, if it exists."""
        with self._translate_errors():
            self._connection.execute(f"DROP TABLE IF EXISTS {_quoted(name)}")

    def close(self) -> None:
        """Close the store and delete temporary files."""
        with self._translate_errors():
            self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def _replacing(self, name: str, schema: ibis.Schema) -> Iterator[tuple[Any, str]]:
        """A cursor and a new table to fill, which gets its name if the block succeeds."""
        new = _quoted(f"new {name}")
        columns = ", ".join(d.sql("duckdb") for d in schema.to_sqlglot_column_defs("duckdb"))
        # Each cursor has its own transaction, as does each result that is being streamed.
        with self._translate_errors(), self._connection.cursor() as cursor:
            cursor.begin()
            try:
                cursor.execute(f"CREATE TABLE {new} ({columns})")
                yield cursor, new
                cursor.execute(f"DROP TABLE IF EXISTS {_quoted(name)}")
                cursor.execute(f"ALTER TABLE {new} RENAME TO {_quoted(name)}")
                cursor.commit()
            except BaseException:
                with suppress(Exception):  # a full disk ends the transaction
                    cursor.rollback()
                raise

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        """Raise errors of DuckDB as an EngineError that names the store, in one line."""
        try:
            yield
        except Exception as error:
            # By module name, because the extra may not be installed.
            if type(error).__module__.partition(".")[0] not in {"duckdb", "_duckdb"}:
                raise
            text = str(error)
            found = (message for part, message in _MESSAGES.items() if re.search(part, text, re.I))
            raise self._error(next(found, text.partition("\n")[0])) from error

    def _error(self, reason: str) -> EngineError:
        return EngineError(one_line(f"{self._path or 'DuckDB'}: {reason}"))


def _table(name: str, schema: ibis.Schema) -> ibis.Table:
    import ibis

    return ibis.table(schema, name=name)


def _sql(expression: ibis.Table) -> str:
    return _compiled(expression.op())


@lru_cache(maxsize=256)
def _compiled(operation: Any) -> str:
    """The SQL of an expression. For few pages compiling takes longer than running, and a dataflow
    is the same every time."""
    import ibis

    return str(ibis.to_sql(operation.to_expr(), dialect="duckdb"))


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _map_batch(
    step: Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]], batch: pa.RecordBatch
) -> list[pa.RecordBatch]:
    return list(step(iter((batch,))))
