"""The `honbun` command itself: help, version, and what it imports."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from honbun.cli.app import _COMMANDS

if TYPE_CHECKING:
    from tests.cli.conftest import Command


@pytest.mark.parametrize("command", ["", *_COMMANDS, "eval content", "memory show", "labels list"])
def test_every_command_has_a_help_text(honbun: Command, command: str) -> None:
    done = honbun(*command.split(), "-h")
    assert (done.status, done.err) == (0, "")
    assert b" Usage: " in done.out


def test_command_alone_lists_the_commands(honbun: Command) -> None:
    done = honbun()
    assert b"honbun [OPTIONS] COMMAND" in done.out
    assert b"extract" in done.out


def imported(*commands: str) -> set[str]:
    """The modules that runs of the command have imported."""
    code = (
        "import sys; from honbun.cli.app import main\n"
        "for command in sys.argv[1:]:\n"
        "    sys.argv = ['honbun', *command.split(), '--help']\n"
        "    try: main()\n"
        "    except SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    command = [sys.executable, "-c", code, *commands]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    return set(done.stderr.split())


def test_help_imports_nothing_that_takes_long() -> None:
    heavy = {"numpy", "turbohtml", "httpx", "pyarrow", "fastwarc", "ibis", "duckdb", "starlette"}
    modules = imported("extract", "posts", "feed", "similar")
    assert "honbun.cli.similar" in modules
    assert not heavy & modules


def test_list_of_commands_needs_no_extra() -> None:
    assert not {"httpx", "pyarrow", "ibis", "starlette", "scipy"} & imported("")


def test_command_that_does_not_exist_is_refused(honbun: Command) -> None:
    done = honbun("extrakt")
    assert done.status == 2
    assert "Did you mean 'extract'?" in done.err


def test_version_is_shown(honbun: Command) -> None:
    done = honbun("--version")
    assert (done.status, done.out.startswith(b"honbun ")) == (0, True)
