"""The Java of the Spark tests; `python -m tests.engines.java` checks that there is one."""

from __future__ import annotations

import sys

from honbun.engines.spark_session import java

MISSING = (
    "Spark tests left out: no Java found (apt-get install default-jre-headless, "
    "or name one in JAVA_HOME)"
)


def find() -> str | None:
    """The path of the Java that Spark would use, if there is one."""
    return java()


if __name__ == "__main__":
    sys.exit(None if find() else MISSING)
