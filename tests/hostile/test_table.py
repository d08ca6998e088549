"""Every row of the table of bad inputs in the docs has a test, and every case has a row."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
TABLE = HERE.parent.parent / "docs" / "bad-inputs.md"
_TEST = re.compile(r"`(test_\w+)::(test_\w+)`")
_ROW = re.compile(r"^\| (?!input|---)(?P<input>.+?) \| (?P<happens>.+?) \| (?P<tests>.+?) \|$")


def existing_tests() -> Iterator[tuple[str, str]]:
    """The tests of this folder, by module and name, without those of this file."""
    for path in sorted(HERE.glob("test_*.py")):
        if path.stem == "test_table":
            continue
        module = importlib.import_module(f"tests.hostile.{path.stem}")
        for name, value in vars(module).items():
            if name.startswith("test_") and getattr(value, "__module__", "") == module.__name__:
                yield path.stem, name


def named_cases() -> Iterator[tuple[str, str, str]]:
    """The names of the cases of each test."""
    for module, name in existing_tests():
        function = getattr(importlib.import_module(f"tests.hostile.{module}"), name)
        for mark in getattr(function, "pytestmark", []):
            if mark.name == "parametrize" and mark.args[0] == "case":
                for case in mark.args[1]:
                    yield module, name, case.id


def rows() -> list[re.Match[str]]:
    return [row for line in TABLE.read_text("utf-8").splitlines() if (row := _ROW.match(line))]


def test_each_row_names_tests_that_exist() -> None:
    known = set(existing_tests())
    assert len(rows()) > 50
    for row in rows():
        named = _TEST.findall(row["tests"])
        assert named, row[0]
        assert set(named) <= known, row[0]


def test_each_test_has_a_row() -> None:
    listed_tests = {test for row in rows() for test in _TEST.findall(row["tests"])}
    assert set(existing_tests()) - listed_tests == set()


def test_each_case_is_listed_by_its_name() -> None:
    """A row of a test with cases lists some of them."""
    known: dict[tuple[str, str], set[str]] = {}
    for module, name, case in named_cases():
        known.setdefault((module, name), set()).add(case)
    listed_tests: dict[tuple[str, str], set[str]] = {test: set() for test in known}
    for row in rows():
        listed = {part.strip("` ") for part in row["input"].replace("\\|", "|").split("; ")}
        for test in set(_TEST.findall(row["tests"])) & set(known):
            assert listed <= known[test], (test, listed - known[test])
            listed_tests[test] |= listed
    assert known == listed_tests
