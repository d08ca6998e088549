"""The public names are there, and cost nothing until they are used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import honbun


def test_every_public_name_is_there() -> None:
    for name in honbun.__all__:
        assert getattr(honbun, name) is not None


def test_a_name_that_is_not_there_says_so() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = honbun.nothing


def test_names_of_the_package_can_be_listed() -> None:
    assert {"extract", "read", "Page"} <= set(dir(honbun))


def test_importing_honbun_loads_no_library() -> None:
    heavy = ["numpy", "turbohtml", "typer", "rich", "httpx", "pyarrow", "fastwarc", "matplotlib"]
    code = f"import sys, honbun; print([name for name in {heavy} if name in sys.modules])"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"
