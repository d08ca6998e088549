"""What Spark says when something goes wrong, in the one line of it that matters."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from honbun.errors import EngineError
from honbun.failure import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

_REASONS = {
    r"No space left on device": "the disk is full",
    r"OutOfMemoryError|Java heap space": "more memory is needed than Java was given",
    r"Answer from Java side is empty|Error while sending or receiving": "Java ended unexpectedly",
    r"JAVA_GATEWAY_EXITED": "Java ended before it was ready",
}
"""What Java's messages mean to whoever runs it."""


@contextmanager
def told() -> Iterator[None]:
    """What Spark raises becomes an EngineError."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    try:
        yield
    except (PySparkException, Py4JError) as error:
        raise EngineError(one_line(f"Spark: {said(error)}")) from error


def said(error: Exception) -> str:
    """The reason in an error of Spark, without the stacks of Java and Python."""
    text = str(error)
    for words, reason in _REASONS.items():
        if re.search(words, text):
            return reason
    # A step that raised on a worker: its own error ends the traceback of Python.
    if "Traceback (most recent call last)" in text:
        raised = text.rpartition("Traceback (most recent call last)")[2].splitlines()
        ends = [line for line in raised[1:] if line and not line.startswith((" ", "\t"))]
        if ends:
            return re.sub(r"^honbun\.errors\.\w+: ", "", ends[0])
    causes = re.findall(r"^Caused by: \S+?: (.+)$", text, re.M)
    lines = causes[-1:] or text.strip().splitlines()
    return lines[0] if lines else type(error).__name__
