"""Settings, marks and fixtures shared by all tests."""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from honbun.engines.duckdb import DuckDBEngine
from honbun.engines.spark import SparkEngine
from tests.engines import java
from tests.sharing import SPARK, Modules, rank
from tests.web import chromium

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from honbun.engines.base import Engine

# No deadline: a busy machine is not a failure. CI draws the same examples on every run, so that a
# change fails for its own reasons; locally each run draws new ones.
settings.register_profile("local", deadline=None, max_examples=40)
settings.register_profile("ci", settings.get_profile("local"), derandomize=True)
settings.register_profile("soak", deadline=None, max_examples=1_000)
settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name bytes by their length: compressed bytes contain the time, and the workers of a run
    must agree on the names of the tests."""
    return f"{len(val)} bytes" if isinstance(val, bytes) else None


@pytest.hookimpl(tryfirst=True)  # marks must be there when -m selects
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests that need a browser, deselect tests whose browser or Java is missing, and begin
    with those that take longest."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
        if "spark" in getattr(item, "fixturenames", ()):
            item.add_marker("spark")
    needing = [item for item in items if _needs_absent(item)]
    items[:] = sorted(
        (item for item in items if item not in needing), key=lambda item: rank(item.nodeid)
    )
    config.hook.pytest_deselected(items=needing)


def pytest_collection_finish() -> None:
    """Keep the garbage collector away from a million objects that live until the end."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Undo the freeze, so that libraries see what is left when the program ends."""
    gc.unfreeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Refuse a Spark test outside the shared group: it would start a second session."""
    if item.get_closest_marker("spark") and not item.nodeid.startswith(SPARK):
        pytest.fail(f"add {item.nodeid.partition('::')[0]} to SPARK in tests/sharing.py")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Modules:
    """Distribute by module, whatever `--dist` says."""
    return Modules(config, log)


def _needs_absent(item: pytest.Item) -> bool:
    if item.get_closest_marker("browser"):
        return chromium.find() is None
    return item.get_closest_marker("spark") is not None and java.find() is None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report what was deselected, one line each."""
    for tool in (chromium, java):
        if tool.find() is None:
            terminalreporter.write_line(tool.MISSING)


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkEngine]:
    """One Spark session for the whole run: starting it takes seconds."""
    # The tables have a few rows: optimised code and many partitions only cost time.
    conf = {
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
        "spark.sql.shuffle.partitions": "1",
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
        "spark.sql.adaptive.enabled": "false",
    }
    with SparkEngine("local[2]", conf=conf) as session:
        yield session


@pytest.fixture(scope="module", params=["duck", pytest.param("spark", marks=pytest.mark.spark)])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """DuckDB, then Spark."""
    if request.param == "spark":
        yield request.getfixturevalue("spark")
        return
    with DuckDBEngine() as duck:
        yield duck


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests; they are skipped where there is none.

    While it runs, no other event loop can run in this thread: see tests/web/loop.py.
    """
    with chromium.launched() as browser:
        yield browser
