"""DuckDB and a Spark cluster on loopback (a master and two workers) return the same rows."""

from __future__ import annotations

from dataclasses import asdict
from importlib import resources
from typing import TYPE_CHECKING, Any

from honbun.api import similar_parts
from honbun.content.model import ContentOptions
from honbun.content.on_engine import extract_parts
from honbun.engines.duckdb import DuckDBEngine
from honbun.engines.spark import SparkEngine
from honbun.inputs.shards import shards
from honbun.runner.run import DEFAULT_RUN
from tests.engines import java
from tests.engines.cluster import cluster
from tests.soak.part import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.engines.base import Engine
    from honbun.inputs.shards import Shard


def run(seconds: float) -> Outcome:
    """Compare the rows of both engines on a small input, which is processed in time."""
    if java.find() is None:
        return Outcome(True, {"left out": java.MISSING})
    parts = shards([str(resources.files("honbun") / "demo")])
    with DuckDBEngine() as engine:
        expected = dict(_results(engine, parts))
    with cluster(workers=2) as master, SparkEngine(master) as engine:
        actual = dict(_results(engine, parts))
    figures = {f"rows of {name}, equal on both": str(len(rows)) for name, rows in expected.items()}
    faults = [f"{name}: the rows differ" for name in expected if expected[name] != actual[name]]
    return Outcome(not faults, figures, tuple(faults))


def _results(engine: Engine, parts: list[Shard]) -> Iterator[tuple[str, list[Any]]]:
    for name, results in (
        ("similar", similar_parts(parts, engine=engine)),
        ("extract", extract_parts(parts, engine, ContentOptions(), DEFAULT_RUN)),
    ):
        yield name, [asdict(result) for result in results]
