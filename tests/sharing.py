"""How pytest-xdist distributes the tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

if TYPE_CHECKING:
    import pytest

SPARK = (
    "tests/content/test_on_engine.py",
    "tests/engines/test_contract.py",
    "tests/engines/test_spark.py",
    "tests/similar/test_engines.py",
)
"""The modules with tests that need Spark: they run on one worker, in one session."""
LONG = (
    *SPARK,
    "tests/resume/test_resume.py",
    "tests/hostile/test_pages.py",
    "tests/cli/test_processes.py",
    "tests/web/test_start.py",
    "tests/similar/test_store.py",
    "tests/cli/test_formats.py",
    "tests/web/inspect/test_browser.py",
    "tests/web/annotate/test_browser.py",
)
"""The modules that take longest start first, so that no worker waits for them at the end. What
remains runs in the order of the tree, and its last modules are doctests of milliseconds."""


def rank(nodeid: str) -> int:
    """When a test runs; the smallest first.

    >>> rank("tests/engines/test_spark.py::test_it") < rank("tests/html/test_blocks.py::test_it")
    True
    """
    module = nodeid.partition("::")[0]
    return LONG.index(module) if module in LONG else len(LONG)


class Modules(LoadScopeScheduling):  # type: ignore[misc]
    """Each module runs on one worker, so that its browser or server starts once."""

    def __init__(self, config: pytest.Config, log: Any) -> None:
        # By default, the modules with the most tests come first: not those that take longest.
        config.option.loadscopereorder = False
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        """The group of a test.

        >>> Modules._split_scope(None, "tests/html/test_blocks.py::test_it[a::b]")
        'tests/html/test_blocks.py'
        >>> Modules._split_scope(None, "tests/engines/test_spark.py::test_it")
        'spark'
        """
        return "spark" if nodeid.startswith(SPARK) else nodeid.partition("::")[0]
