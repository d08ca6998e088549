"""Spark sessions: started with the Java process that they need, silent, and stopped on close."""

from __future__ import annotations

import logging
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import warnings
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from honbun.engines.base import BATCH_ROWS
from honbun.errors import EngineError, MissingExtra, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from contextlib import ExitStack

    from pyspark import SparkConf
    from pyspark.sql import SparkSession

_MASTER_TIMEOUT = 10.0
"""Seconds for a master to answer. Spark tries for minutes and then fails with another error."""
_SETTINGS = {
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
_MESSAGES = {
    r"No space left on device": "the disk is full",
    r"OutOfMemoryError|Java heap space": "Java needs more memory than it was given",
    r"Answer from Java side is empty|Error while sending or receiving": "Java ended unexpectedly",
    r"JAVA_GATEWAY_EXITED": "Java ended before it was ready",
}
"""Plain messages for errors of Java and Spark, by what their texts contain."""


def open_session(
    stack: ExitStack, master: str | None, conf: Mapping[str, str]
) -> tuple[SparkSession, bool]:
    """A session, and whether all its work is done on this machine; the stack closes it.

    A process that has a session already, as under spark-submit or in a notebook, shares that
    session with its configuration, and does not stop it.
    """
    try:
        import ibis  # noqa: F401
        from pyspark import SparkContext
        from pyspark.sql import SparkSession
    except ImportError as error:
        raise MissingExtra("working on Spark", "spark") from error
    _silence()
    running = SparkContext._active_spark_context
    if running is None:
        return _start_session(stack, master, conf)
    if master not in {None, running.master}:
        raise EngineError(one_line(f"this process has a Spark session at {running.master} already"))
    # A new session has views of its own and shares everything else.
    return SparkSession.builder.getOrCreate().newSession(), False


def _start_session(
    stack: ExitStack, master: str | None, conf: Mapping[str, str]
) -> tuple[SparkSession, bool]:
    from py4j.protocol import Py4JError
    from pyspark import SparkConf, SparkContext
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    # spark-submit sets the master and the options that it needs.
    if master is None and "PYSPARK_GATEWAY_PORT" not in os.environ:
        master = "local[*]"
    local = master is not None and master.startswith("local")
    settings = _settings(stack, master, local) | dict(conf)
    _check_master(settings.get("spark.master", ""))
    configuration = SparkConf(loadDefaults=False).setAll(list(settings.items()))
    try:
        with _worker_python():
            gateway = _start_java(stack, configuration)
            context = SparkContext(conf=configuration, gateway=gateway)
    except (PySparkException, Py4JError) as error:
        raise EngineError(one_line(f"Spark did not start: {error_message(error)}")) from error
    stack.callback(context.stop)
    return SparkSession(context), local


def _settings(stack: ExitStack, master: str | None, local: bool) -> dict[str, str]:
    settings = {**_SETTINGS, "spark.sql.warehouse.dir": str(temporary_folder(stack))}
    if master is not None:
        settings["spark.master"] = master
    if local:
        settings["spark.local.dir"] = str(temporary_folder(stack))
        # The default of 200 suits a cluster; on one machine most partitions would be empty.
        settings["spark.sql.shuffle.partitions"] = str(2 * (os.cpu_count() or 1))
    if local or urlsplit(master or "").hostname in _LOOPBACK_HOSTS:
        settings |= _LOOPBACK
    return settings


def temporary_folder(stack: ExitStack) -> Path:
    """A folder that is deleted when the stack is closed."""
    folder = tempfile.TemporaryDirectory(prefix="honbun-", ignore_cleanup_errors=True)
    return Path(stack.enter_context(folder))


def _check_master(master: str) -> None:
    """Raise EngineError if no machine of a standalone master answers."""
    if not master.startswith("spark://"):
        return
    for machine in master.removeprefix("spark://").split(","):
        address = urlsplit(f"//{machine}")
        with suppress(OSError, ValueError):
            socket.create_connection((address.hostname, address.port), _MASTER_TIMEOUT).close()
            return
    raise EngineError(one_line(f"no Spark master answers at {master}"))


def _start_java(stack: ExitStack, configuration: SparkConf) -> Any:
    """Start Java, which logs to a file; None if this process has it already."""
    from pyspark import SparkContext
    from pyspark.java_gateway import launch_gateway

    if SparkContext._gateway is not None or "PYSPARK_GATEWAY_PORT" in os.environ:
        return None
    if not java():
        raise EngineError("Spark needs Java 17 or newer: none was found on PATH or in JAVA_HOME")
    with (temporary_folder(stack) / "log").open("wb") as file:
        output = {"stdout": file, "stderr": file}
        gateway = launch_gateway(configuration, output)  # type: ignore[no-untyped-call]
    stack.callback(_stop_java, gateway)
    return gateway


def _stop_java(gateway: Any) -> None:
    """Stop Java; Spark would leave it running until this process ends."""
    from pyspark import SparkContext

    SparkContext._gateway = SparkContext._jvm = None
    gateway.shutdown()
    gateway.proc.stdin.close()  # Java ends when its input is closed
    try:
        gateway.proc.wait(_MASTER_TIMEOUT)
    except subprocess.TimeoutExpired:
        gateway.proc.kill()
        gateway.proc.wait()


def java() -> str | None:
    """The path of the Java that Spark would use, if there is one."""
    home = os.environ.get("JAVA_HOME")
    return shutil.which("java", path=Path(home, "bin") if home else None)


def _silence() -> None:
    """Import now, without their warnings, what Spark imports later; errors are raised anyway."""
    import ibis
    from pyspark.logger import PySparkLogger

    PySparkLogger.getLogger("SQLQueryContextLogger").setLevel(logging.CRITICAL)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # about the installed version of pandas
        import pyspark.testing.utils  # noqa: F401

        # The compiler of expressions needs an option that exists once this is imported.
        assert ibis.pyspark


@contextmanager
def _worker_python() -> Iterator[None]:
    """Run workers on this machine with the Python of this process, unless another is set."""
    if "PYSPARK_PYTHON" in os.environ:
        yield
        return
    os.environ["PYSPARK_PYTHON"] = sys.executable
    try:
        yield
    finally:
        del os.environ["PYSPARK_PYTHON"]


@contextmanager
def translate_errors() -> Iterator[None]:
    """Raise errors of Spark as an EngineError with a message of one line."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    try:
        yield
    except (PySparkException, Py4JError) as error:
        raise EngineError(one_line(f"Spark: {error_message(error)}")) from error


def error_message(error: Exception) -> str:
    """The reason in an error of Spark, without the stack traces of Java and Python."""
    text = str(error)
    for pattern, message in _MESSAGES.items():
        if re.search(pattern, text):
            return message
    # A step that raised on a worker: its own error is the last line of the Python traceback.
    if "Traceback (most recent call last)" in text:
        traceback = text.rpartition("Traceback (most recent call last)")[2].splitlines()
        ends = [line for line in traceback[1:] if line and not line.startswith((" ", "\t"))]
        if ends:
            return re.sub(r"^honbun\.errors\.\w+: ", "", ends[0])
    causes = re.findall(r"^Caused by: \S+?: (.+)$", text, re.M)
    lines = causes[-1:] or text.strip().splitlines()
    return lines[0] if lines else type(error).__name__
