"""The `honbun` command: its sub-commands, signals, and errors in one line."""

from __future__ import annotations

import errno
import os
import re
import signal
import sys
import tempfile
from collections.abc import Iterator, Mapping
from importlib import import_module
from inspect import getdoc
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from honbun import __version__
from honbun.cli.progress import message
from honbun.cli.suggestions import is_input
from honbun.errors import HonbunError

_COMMANDS = {
    "page": ("page:page", "Every day"),
    "extract": ("extract:extract", "Every day"),
    "posts": ("posts:posts", "Every day"),
    "feed": ("feed:feed", "Every day"),
    "similar": ("similar:similar", "Every day"),
    "demo": ("demo:demo", "Help"),
    "doctor": ("doctor:doctor", "Help"),
    "serve": ("serve:serve", "Servers and labels"),
    "mcp": ("mcp:mcp", "Servers and labels"),
    "annotate": ("serve:annotate", "Servers and labels"),
    "labels": ("labels:app", "Servers and labels"),
    "memory": ("memory:app", "More"),
    "eval": ("evaluate:app", "More"),
    "train": ("train:train", "More"),
    "standard": ("standard:standard", "More"),
    "paper": ("paper:paper", "More"),
}
"""Module and name of each command, and its panel in `honbun --help`, in this order."""


_STDERR = 2


class _Commands(Mapping[str, Any]):
    """The commands by name; a module is imported when its command is used."""

    def __init__(self) -> None:
        self._loaded: dict[str, Any] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(_COMMANDS)

    def __len__(self) -> int:
        return len(_COMMANDS)

    def __getitem__(self, name: str) -> Any:
        if name not in self._loaded:
            self._loaded[name] = self._load(name)
        return self._loaded[name]

    def _load(self, name: str) -> Any:
        place, panel = _COMMANDS[name]
        module, _, attribute = place.partition(":")
        found = getattr(import_module(f"honbun.cli.{module}"), attribute)
        if not isinstance(found, typer.Typer):
            single = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
            single.command(name, help=_unwrapped(found))(found)
            found = single
        command: Any = typer.main.get_command(found)
        command.name, command.rich_help_panel = name, panel
        return command


def _unwrapped(command: Any) -> str:
    """A command's docstring with one line per paragraph: the terminal wraps them."""
    return re.sub(r"(?<!\n)\n(?!\n)", " ", getdoc(command) or "")


class _Group(TyperGroup):
    """The group of all commands."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = _Commands()  # type: ignore[assignment]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """`honbun PAGE` is `honbun page PAGE`."""
        first = args[0] if args else ""
        if first.startswith("-") and first != "-":
            named = any(first in one.opts for one in self.get_params(ctx))
            is_page = not named and any(map(is_input, args)) and not _COMMANDS.keys() & set(args)
        else:
            is_page = first not in _COMMANDS and is_input(first)
        return super().parse_args(ctx, ["page", *args] if is_page else args)

    def list_commands(self, ctx: Any) -> list[str]:
        return list(_COMMANDS)


app = typer.Typer(
    name="honbun",
    cls=_Group,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"honbun {__version__}")
        raise typer.Exit


def honbun(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Extract content, posts, feeds and shared text from collections of web pages.

    honbun URL and honbun FILE print one page as Markdown.

    Results go to standard output or to -o, progress and messages to stderr. Exit status: 0 for
    success, 1 if pages failed, 2 if the command cannot run.
    """


app.callback(help=_unwrapped(honbun))(honbun)


def main() -> None:
    """Run the command. Expected errors are reported in one line, with status 2."""
    _reserve_stderr()
    # numpy starts a thread per core for linear algebra, which no command does: a tenth of a second.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Asked to terminate, we end as after Ctrl-C: incomplete files are removed.
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            number = getattr(signal, name)
            signal.signal(number, lambda received, _: sys.exit(128 + received))
    try:
        app(prog_name="honbun")
    except HonbunError as error:
        message(str(error))
        sys.exit(2)
    except OSError as error:
        message(
            f"cannot write {_place(error)}: {error.strerror}" if _is_full(error) else str(error)
        )
        sys.exit(2)


def _is_full(error: OSError) -> bool:
    return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def _place(error: OSError) -> str:
    """Where a write failed; temporary files are all that is written without a name."""
    return str(error.filename or f"temporary files in {tempfile.gettempdir()} (see TMPDIR)")


def _reserve_stderr() -> None:
    """Give a closed stderr (`2>&-`) a descriptor, which the next file would take otherwise."""
    if sys.stderr is None:
        number = os.open(os.devnull, os.O_WRONLY)
        if number != _STDERR:
            os.dup2(number, _STDERR)
            os.close(number)
        sys.stderr = os.fdopen(_STDERR, "w")


if __name__ == "__main__":
    main()
