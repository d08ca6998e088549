"""How pytest-xdist distributes the tests."""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

SPARK = (
    "tests/content/test_on_engine.py",
    "tests/engines/test_contract.py",
    "tests/engines/test_spark.py",
    "tests/similar/test_engines.py",
)
"""The modules with tests that need Spark: they run on one worker, in one session."""


class Modules(LoadScopeScheduling):  # type: ignore[misc]
    """Each module runs on one worker, so that its browser or server starts once."""

    def _split_scope(self, nodeid: str) -> str:
        """The group of a test.

        >>> Modules._split_scope(None, "tests/html/test_blocks.py::test_it[a::b]")
        'tests/html/test_blocks.py'
        >>> Modules._split_scope(None, "tests/engines/test_spark.py::test_it")
        'spark'
        """
        return "spark" if nodeid.startswith(SPARK) else nodeid.partition("::")[0]
