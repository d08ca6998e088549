"""How the tests are shared out among the workers of pytest-xdist."""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

SPARK = (
    "tests/engines/",
    "tests/cli/test_checkup.py",
    "tests/content/dataflow/test_extract.py",
    "tests/similar/test_engines.py",
)
"""Where tests with a Spark session are."""


class Modules(LoadScopeScheduling):  # type: ignore[misc]
    """One worker runs a module: what all of it needs, as a browser and a server, is made once.

    Tests with Spark are together, so that one session is started.
    """

    def _split_scope(self, nodeid: str) -> str:
        """What a test belongs to.

        >>> Modules._split_scope(None, "tests/html/test_kind.py::test_it[a::b]")
        'tests/html/test_kind.py'
        >>> Modules._split_scope(None, "tests/engines/test_spark.py::test_it")
        'spark'
        """
        return "spark" if nodeid.startswith(SPARK) else nodeid.partition("::")[0]
