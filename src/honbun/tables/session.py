"""A Spark session of our own, with the Java machine it needs, quiet and gone when closed."""

from __future__ import annotations

import logging
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import warnings
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from honbun.errors import EngineError, MissingExtra
from honbun.failure import one_line
from honbun.tables.engine import BATCH
from honbun.tables.said import said

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pyspark import SparkConf, SparkContext
    from pyspark.sql import SparkSession

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
    "spark.sql.execution.arrow.maxRecordsPerBatch": str(BATCH),
}
_LOOPBACK = {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}
_LOOPBACK_HOSTS = {"localhost", "127.0.0.1", "::1"}


class Session:
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
