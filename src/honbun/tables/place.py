"""Where Spark keeps a table that was computed: in Parquet files, or on the disks of its workers.

Either cuts the plan: what follows starts from the rows, and not from how they were made.
"""

from __future__ import annotations

import functools
import uuid
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType


class Place(Protocol):
    """A table in the making."""

    def add(self, rows: DataFrame) -> None:
        """Compute rows and keep them."""

    def frame(self) -> DataFrame:
        """All rows that were added."""

    def clear(self) -> None:
        """Forget them."""


class Files:
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


class Workers:
    """The disks of the workers: nothing is shared, and a worker that is lost ends the run."""

    def __init__(self, spark: SparkSession, schema: StructType) -> None:
        self._spark = spark
        self._schema = schema
        self._parts: list[DataFrame] = []

    def add(self, rows: DataFrame) -> None:
        """Compute rows and leave them where that was done."""
        self._parts.append(settled(rows))

    def frame(self) -> DataFrame:
        """All rows that were computed."""
        empty = self._spark.createDataFrame([], self._schema)
        return functools.reduce(lambda one, other: one.union(other), self._parts or [empty])

    def clear(self) -> None:
        """Let go of the rows."""
        for part in self._parts:
            release(part)
        self._parts.clear()


def settled(rows: DataFrame) -> DataFrame:
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
