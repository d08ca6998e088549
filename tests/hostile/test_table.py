"""Every row of the table of bad inputs in the docs has a test, and every case has a row."""

from __future__ import annotations

import importlib
import re
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).parent
DOCUMENT = HERE.parents[1] / "docs" / "bad-inputs.md"
_ROW = re.compile(r"^\| (?!input|---)(.+?) \| .+? \| `(test_\w+)::(test_\w+)` \|$", re.M)

Test = tuple[str, str]


def cases_by_test() -> dict[Test, set[str]]:
    """The tests of this folder with the names of their cases."""
    found: dict[Test, set[str]] = {}
    for path in sorted(HERE.glob("test_*.py")):
        module = importlib.import_module(f"tests.hostile.{path.stem}")
        for name, test in vars(module).items():
            if name.startswith("test_") and path.stem != "test_table":
                marks = [mark.args for mark in getattr(test, "pytestmark", [])]
                cases = [args[1] for args in marks if args and args[0] == "case"]
                found[path.stem, name] = {case.id for some in cases for case in some}
    return found


def test_rows_and_tests_match() -> None:
    """A row of a test with cases lists some of them by name, and together they list all."""
    listed: dict[Test, set[str]] = defaultdict(set)
    for inputs, module, name in _ROW.findall(DOCUMENT.read_text("utf-8")):
        names = {part.strip("` ") for part in inputs.replace("\\|", "|").split("; ")}
        listed[module, name] |= names
    known = cases_by_test()
    assert listed.keys() == known.keys()
    for test, cases in known.items():
        assert not cases or cases == listed[test], test
