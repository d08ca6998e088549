"""How pytest-xdist distributes the tests."""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

SPARK = "@spark"
"""Suffix of the ids of tests that need the Spark session; tests/conftest.py adds it by mark."""


class Modules(LoadScopeScheduling):  # type: ignore[misc]
    """Each module runs on one worker, so that its browser or server starts once. All tests that
    are marked `spark` run on one worker, so that one session starts."""

    def _split_scope(self, nodeid: str) -> str:
        """The group of a test.

        >>> Modules._split_scope(None, "tests/html/test_blocks.py::test_it[a::b]")
        'tests/html/test_blocks.py'
        >>> Modules._split_scope(None, "tests/engines/test_spark.py::test_it@spark")
        '@spark'
        """
        return SPARK if nodeid.endswith(SPARK) else nodeid.partition("::")[0]
