"""`make soak`: DuckDB and a Spark cluster on loopback, a master and two workers, say the same.

Of the pages of the inputs, else of the bundled ones. No test of the suite: it takes minutes.
"""

from __future__ import annotations

import sys
import time
from dataclasses import asdict
from importlib import resources
from typing import TYPE_CHECKING, Any

from honbun.content.dataflow.extract import extract_parts
from honbun.io.shard import shards
from honbun.pairs import similar_in
from honbun.tables.duck import Duck
from honbun.tables.spark import Spark
from tests.tables.cluster import cluster

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.io.shard import Shard
    from honbun.tables.engine import Engine


def main(inputs: list[str]) -> int:
    """The exit status: 0 where all rows are equal."""
    parts = shards(inputs or [str(resources.files("honbun") / "demo")])
    with Duck() as engine:
        expected = dict(_results(engine, parts))
    with cluster(workers=2) as master, Spark(master) as engine:
        actual = dict(_results(engine, parts))
    for name, rows in expected.items():
        same = rows == actual[name]
        print(f"{name}: {len(rows)} rows, {'equal' if same else 'NOT EQUAL'}")
    return 0 if expected == actual else 1


def _results(engine: Engine, parts: list[Shard]) -> Iterator[tuple[str, list[Any]]]:
    for name, results in (
        ("similar", similar_in(parts, engine=engine)),
        ("extract", extract_parts(parts, engine)),
    ):
        started = time.monotonic()
        rows = [asdict(result) for result in results]
        print(f"{type(engine).__name__}, {name}: {time.monotonic() - started:.0f} s", flush=True)
        yield name, rows


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
