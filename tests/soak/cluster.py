"""DuckDB and a Spark cluster on loopback, a master and two workers, say the same."""

from __future__ import annotations

from dataclasses import asdict
from importlib import resources
from typing import TYPE_CHECKING, Any

from honbun.content.dataflow.extract import extract_parts
from honbun.io.shard import shards
from honbun.pairs import similar_in
from honbun.tables.duck import Duck
from honbun.tables.spark import Spark
from tests.soak.part import Outcome
from tests.tables import java
from tests.tables.cluster import cluster

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.io.shard import Shard
    from honbun.tables.engine import Engine


def run(seconds: float) -> Outcome:
    """The same rows from both engines; a small input, so that it ends within the seconds."""
    if java.find() is None:
        return Outcome(True, {"left out": java.MISSING})
    parts = shards([str(resources.files("honbun") / "demo")])
    with Duck() as engine:
        expected = dict(_results(engine, parts))
    with cluster(workers=2) as master, Spark(master) as engine:
        actual = dict(_results(engine, parts))
    figures = {f"rows of {name}, equal on both": str(len(rows)) for name, rows in expected.items()}
    faults = [f"{name}: the rows differ" for name in expected if expected[name] != actual[name]]
    return Outcome(not faults, figures, tuple(faults))


def _results(engine: Engine, parts: list[Shard]) -> Iterator[tuple[str, list[Any]]]:
    for name, results in (
        ("similar", similar_in(parts, engine=engine)),
        ("extract", extract_parts(parts, engine)),
    ):
        yield name, [asdict(result) for result in results]
