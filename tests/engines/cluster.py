"""A Spark cluster on this machine: a master and its workers, each in its own process."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pyspark.find_spark_home import _find_spark_home

if TYPE_CHECKING:
    from collections.abc import Iterator

_HOST = "127.0.0.1"
_PATIENCE = 120.0
"""Seconds for the processes to start on a busy machine."""


@contextmanager
def cluster(workers: int = 2, memory: str = "1g") -> Iterator[str]:
    """The master URL of a cluster on loopback, with one core per worker; it ends with the block."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cluster-")))
        log = folder / "master.log"
        # Port 0 is any free port; the log names the one in use.
        ports = ("--port", "0", "--webui-port", "0")
        stack.enter_context(_process(log, "master.Master", *ports))
        [master] = _logged(log, r"Starting Spark master at (spark://\S+)", 1)
        for number in range(workers):
            place = folder / f"worker{number}"
            limits = ("--cores", "1", "--memory", memory, "--work-dir", str(place))
            stack.enter_context(
                _process(place.with_suffix(".log"), "worker.Worker", *ports, *limits, master)
            )
        _logged(log, r"Registering worker (\S+)", workers)
        yield master


def _logged(log: Path, pattern: str, count: int) -> list[str]:
    """The matches of a pattern in a log, when there are this many."""
    end = time.monotonic() + _PATIENCE
    while len(found := re.findall(pattern, log.read_text("utf-8", "replace"))) < count:
        if time.monotonic() > end:
            raise TimeoutError(f"{log.name} does not say: {pattern}")
        time.sleep(0.1)
    return found


@contextmanager
def _process(log: Path, name: str, *arguments: str) -> Iterator[None]:
    """A process of a cluster, which always ends with the block."""
    command = [
        str(Path(_find_spark_home(), "bin", "spark-class")),
        f"org.apache.spark.deploy.{name}",
        "--host",
        _HOST,
        *arguments,
    ]
    environment = {
        **os.environ,
        "SPARK_LOCAL_IP": _HOST,
        "SPARK_LOCAL_DIRS": str(log.parent),
        "SPARK_MASTER_OPTS": "-Dspark.master.rest.enabled=false",  # a fixed port that nobody needs
        "PYSPARK_PYTHON": sys.executable,
    }
    with log.open("wb") as file:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=file, stderr=file, env=environment
        )
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
