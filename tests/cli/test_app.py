"""The `honbun` command itself: help, version, and what starting it costs."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Command


@pytest.mark.parametrize(
    "command",
    [[], ["extract"], ["posts"], ["standard"], ["demo"], ["eval"], ["eval", "content"]],
    ids=" ".join,
)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_every_command_can_be_asked_for_help(
    honbun: Command, command: list[str], option: str
) -> None:
    done = honbun(*command, option)
    assert (done.status, done.err) == (0, "")
    assert b" Usage: " in done.out


@pytest.mark.parametrize("command", ["extract", "posts", "standard"])
def test_help_loads_nothing_that_takes_long(command: str) -> None:
    code = (
        "import sys; from honbun.cli.app import main\n"
        f"sys.argv = ['honbun', '{command}', '--help']\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'turbohtml', 'httpx', 'pyarrow', 'fastwarc', 'ibis', 'duckdb'}\n"
        "print(heavy & {*sys.modules}, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stderr == "set()\n"


def test_the_version_is_told(honbun: Command) -> None:
    done = honbun("--version")
    assert (done.status, done.out.startswith(b"honbun ")) == (0, True)
