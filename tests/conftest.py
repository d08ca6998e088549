"""What holds for all tests."""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from honbun.engines.duckdb import DuckDBEngine
from honbun.engines.spark import SparkEngine
from tests.engines import java
from tests.sharing import SPARK, Modules
from tests.web import chromium

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honbun.engines.base import Engine

# A busy machine is no failure, and a landing must not hang on the luck of the draw; at the desk
# every run draws anew. Only tests with slow examples say how many they draw;
# `--hypothesis-profile soak` draws many for all others.
settings.register_profile("desk", deadline=None, max_examples=40)
settings.register_profile("ci", settings.get_profile("desk"), derandomize=True)
settings.register_profile("soak", deadline=None, max_examples=1_000)
settings.load_profile("ci" if os.environ.get("CI") else "desk")


def pytest_make_parametrize_id(val: object) -> str | None:
    """Bytes are named by their length: compressed ones differ from second to second, and two
    workers would not agree on the names of the tests."""
    return f"{len(val)} bytes" if isinstance(val, bytes) else None


def pytest_configure(config: pytest.Config) -> None:
    """The marks of our own."""
    config.addinivalue_line("markers", "spark: runs on a Spark session of this machine")
    config.addinivalue_line("markers", "looks: how something looks in a browser; `make looks`")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests that need a browser, or Java, are left out where there is none."""
    needing = [item for item in items if _needs_absent(item)]
    items[:] = [item for item in items if item not in needing]
    config.hook.pytest_deselected(items=needing)


def pytest_collection_finish() -> None:
    """Some million objects are there until the end: what looks for garbage need not look there."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Libraries tell of what is left when a program ends."""
    gc.unfreeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test with Spark that is not with the others would start a session of its own."""
    if item.get_closest_marker("spark") and not item.nodeid.startswith(SPARK):
        pytest.fail(f"tests/sharing.py does not know that {item.nodeid} needs Spark")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Modules:
    """Whatever `--dist` says."""
    return Modules(config, log)


def _needs_absent(item: pytest.Item) -> bool:
    if "browser" in getattr(item, "fixturenames", ()):
        return chromium.find() is None
    return item.get_closest_marker("spark") is not None and java.find() is None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What was left out is said, in one line each."""
    for tool in (chromium, java):
        if tool.find() is None:
            terminalreporter.write_line(tool.MISSING)


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkEngine]:
    """A Spark session, which takes seconds to start; tests that use it are marked so."""
    # For tables of a few rows: nothing is worth compiling well, or parting into many.
    conf = {
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1",
        "spark.sql.shuffle.partitions": "2",
    }
    with SparkEngine("local[2]", conf=conf) as session:
        yield session


@pytest.fixture(scope="module", params=["duck", pytest.param("spark", marks=pytest.mark.spark)])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """Each engine, one after the other."""
    if request.param == "spark":
        yield request.getfixturevalue("spark")
        return
    with DuckDBEngine() as duck:
        yield duck
