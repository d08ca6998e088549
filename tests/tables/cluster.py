"""A Spark cluster on this machine: one master and its workers, each a process of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pyspark.find_spark_home import _find_spark_home

if TYPE_CHECKING:
    from collections.abc import Iterator

_HOST = "127.0.0.1"
_PATIENCE = 60.0
"""Seconds for the processes to start; a busy machine takes its time."""


@contextmanager
def cluster(workers: int = 2, memory: str = "1g") -> Iterator[str]:
    """The master URL of a cluster on loopback, with one core per worker; it ends with the block."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cluster-")))
        # Port 0: any that is free. The log tells which one it was.
        log = folder / "master.log"
        stack.enter_context(_process(log, "master.Master", "--port", "0", "--webui-port", "0"))
        master = _logged(log, r"Starting Spark master at (spark://\S+)")
        page = _logged(log, r"Bound MasterWebUI to .*:(\d+)$|MasterWebUI.* at http://\S+:(\d+)")
        for number in range(workers):
            place = folder / f"worker{number}"
            options = ("--cores", "1", "--memory", memory, "--webui-port", "0")
            stack.enter_context(
                _process(
                    folder / f"worker{number}.log",
                    "worker.Worker",
                    *options,
                    "--work-dir",
                    str(place),
                    master,
                )
            )
        _await_workers(f"http://{_HOST}:{page}/json/", workers)
        yield master


@contextmanager
def _process(log: Path, name: str, *arguments: str) -> Iterator[None]:
    """A process of a cluster, which ends with the block whatever happens."""
    command = [
        str(Path(_find_spark_home(), "bin", "spark-class")),
        f"org.apache.spark.deploy.{name}",
        "--host",
        _HOST,
        *arguments,
    ]
    environment = {**os.environ, "SPARK_LOCAL_IP": _HOST, "PYSPARK_PYTHON": sys.executable}
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
