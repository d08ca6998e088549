"""Generate the command line reference from the commands when the site is built."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from typer.main import get_command

from honbun.cli.app import app

if TYPE_CHECKING:
    from collections.abc import Iterator

_HERE = "<!-- commands -->"
_KINDS = {"int": " N", "int range": " N", "float": " N", "float range": " N", "path": " FILE"}


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Called by mkdocs for every page: replace the placeholder."""
    if _HERE not in markdown:
        return markdown
    return markdown.replace(_HERE, "\n".join(reference()))


def reference() -> Iterator[str]:
    """The reference as lines of Markdown, in the order of `honbun --help`."""
    for path, command in commands():
        context = command.context_class(command, info_name=" ".join(path))
        yield from ("", f"## {' '.join(path)}", "", "```text")
        yield command.get_usage(context).removeprefix("Usage: ").strip()
        yield from ("```", "", _paragraphs(command.help or ""), "")
        yield from _table(command, context)


def commands() -> list[tuple[list[str], Any]]:
    """Every command with the words of its name; groups are replaced by their commands."""
    # Typer brings its own Click, whose types have no public name.
    return list(_below(["honbun"], get_command(app)))


def options(command: Any) -> list[str]:
    """The names of a command's options."""
    return [
        name
        for parameter in command.params
        if parameter.param_type_name == "option"
        for name in (*parameter.opts, *parameter.secondary_opts)
    ]


def _below(path: list[str], command: Any) -> Iterator[tuple[list[str], Any]]:
    for name, child in command.commands.items():
        if hasattr(child, "commands"):
            yield from _below([*path, name], child)
        else:
            yield [*path, name], child


def _paragraphs(help_: str) -> str:
    """A help text with its paragraphs unwrapped."""
    return "\n\n".join(" ".join(part.split()) for part in help_.split("\n\n"))


def _table(command: Any, context: Any) -> Iterator[str]:
    yield from ("| argument, option | what it does |", "| --- | --- |")
    for parameter in command.get_params(context):
        if record := parameter.get_help_record(context):
            names, text = record
            written, _, value = names.partition(" <")
            yield f"| `{written}`{_value(value)} | {_plain(text)} |"


def _value(kind: str) -> str:
    """The value of an option without a metavar."""
    choices = kind.rstrip(">").split("|")
    return f" {', '.join(choices)}" if len(choices) > 1 else _KINDS.get(choices[0], "")


def _plain(text: str) -> str:
    """A help text with the special characters of Markdown escaped."""
    return re.sub(r"([*_<>|])", r"\\\1", " ".join(text.split()))
