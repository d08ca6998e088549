"""The table of inputs in the guide names every kind, and tests that exist."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

from honbun.inputs.options import ReadOptions
from honbun.inputs.rows import ADDRESS_FIELDS, HTML_FIELDS
from honbun.inputs.sniff import KINDS
from honbun.options import options_of

GUIDE = (Path(__file__).parents[2] / "docs" / "guide" / "inputs.md").read_text("utf-8")
ROWS = [line.strip("|").split(" | ") for line in GUIDE.splitlines() if line.startswith("| ")][2:]


def test_every_kind_has_a_row() -> None:
    named = {name for row in ROWS for name in re.findall("`([a-z]+)`", row[0])}
    assert named == KINDS.keys()


def test_every_row_names_a_test() -> None:
    for row in ROWS:
        (module, name) = re.findall(r"`(test_\w+)::(test_\w+)`", row[-1])[0]
        assert hasattr(importlib.import_module(f"tests.inputs.{module}"), name), row


def test_options_and_fields_are_the_real_ones() -> None:
    flags = {f"--{name.replace('_', '-')}" for name in options_of(ReadOptions)}
    named = {flag for row in ROWS for flag in re.findall(r"--[a-z-]+", row[2])}
    assert named <= flags
    for name in (*HTML_FIELDS, *ADDRESS_FIELDS):
        assert f"`{name}`" in GUIDE or name == "warc-target-uri"
