"""Options of commands: generated from the options classes, and a few that only commands have.

A command takes options objects as parameters:

    @with_options
    def posts(*, inputs: Inputs, reading: ReadOptions, options: PostsOptions, quiet: Quiet) -> None:

Each field that `honbun.options.option` declares becomes an option of the command line, and the
command gets the objects that were built from them.
"""

from __future__ import annotations

import re
import sys
from dataclasses import MISSING, dataclass, fields
from functools import wraps
from inspect import Parameter, Signature, signature
from keyword import iskeyword
from pathlib import Path
from types import NoneType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

import typer

from honbun.errors import HonbunError
from honbun.options import FETCH, INPUT, METHOD, OUTPUT, RUN, Option, option, options_of
from honbun.outputs import Result, format_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from dataclasses import Field

    from honbun.engines.base import Engine

Command = TypeVar("Command", bound="Callable[..., None]")

_MEMORY = re.compile(r"\d+(\.\d+)? ?([kmgt](i?b)?|b|%)", re.IGNORECASE)
"""Sizes as DuckDB reads them."""
_PANELS = (INPUT, FETCH, OUTPUT, RUN, METHOD)

Inputs = Annotated[
    list[str],
    typer.Argument(
        help="HTML files (.html, .htm, .gz), folders, WARC, JSON Lines or Parquet files, http(s) "
        "URLs, or - for JSON Lines or one HTML page on standard input.",
        show_default=False,
        metavar="INPUT",
    ),
]
LabelsFile = Annotated[
    Path, typer.Argument(help="A file of labels.", metavar="FILE", show_default=False)
]
OutputPath = Annotated[
    str | None,
    typer.Option(
        "-o",
        "--output",
        help="Write to this file, or one file per page into this folder (an existing folder, or a "
        "name that ends in /).",
        show_default="standard output",
        rich_help_panel=OUTPUT,
    ),
]
EngineName = Literal["duckdb", "spark"]
MASTER = "With --engine spark: the cluster, such as spark://host:7077."
MEMORY = "Site memory: templates learned in earlier runs are used, and updated by this run."
"""Help texts of options that several commands have."""


@dataclass(frozen=True, slots=True)
class Quiet:
    """What a command reports."""

    quiet: bool = option(False, "No progress and no summary.", panel=OUTPUT, short="-q")


@dataclass(frozen=True, slots=True)
class Jobs(Quiet):
    """How many processes work."""

    jobs: int = option(0, "Worker processes; 0 uses one per core.", panel=RUN, at_least=0)


@dataclass(frozen=True, slots=True)
class Running(Jobs):
    """How a command runs that can be resumed."""

    resume: Path | None = option(
        None,
        "Save progress in DIR. After an interruption, run the same command again to continue; "
        "finished pages are not fetched or processed twice. Use with -o. With --master, DIR must "
        "be reachable from all machines.",
        panel=RUN,
        metavar="DIR",
    )


@dataclass(frozen=True, slots=True)
class FormatOf:
    """Marks the parameter for `-f`: one of the formats that a result can be written in."""

    result: Result
    more: str = ""
    """What else the help text says."""

    def annotation(self) -> Any:
        """The type and option that stand for the marker."""
        names = format_names(self.result)
        text = f"Output format; by default from the file ending of -o, else {names[0]}."
        info = typer.Option(
            "-f", "--format", help=f"{text} {self.more}".strip(), rich_help_panel=OUTPUT
        )
        return Annotated[Literal[tuple(names)] | None, info]


def with_options(command: Command) -> Command:
    """Offer a command's options objects field by field, and all options panel by panel."""
    hints = get_type_hints(command, include_extras=True)
    groups = {name: hint for name, hint in hints.items() if hasattr(hint, "__dataclass_fields__")}
    parameters: list[Parameter] = []
    for one in signature(command).parameters.values():
        if one.name in groups:
            parameters += _generated(groups[one.name])
        else:
            hint = hints[one.name]
            markers = [info for info in get_args(hint) if isinstance(info, FormatOf)]
            annotation = markers[0].annotation() if markers else hint
            parameters.append(one.replace(annotation=annotation, kind=one.KEYWORD_ONLY))

    @wraps(command)
    def run(**values: Any) -> None:
        for name, options in groups.items():
            values[name] = _build(options, values)
        command(**values)

    run.__signature__ = Signature(sorted(parameters, key=_panel))  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    return run  # type: ignore[return-value]


def explicit(context: typer.Context, options: type) -> set[str]:
    """The fields of an options class that were set on the command line."""
    found = set()
    for name, declared in options_of(options).items():
        source = context.get_parameter_source(_parameter_name(name, declared))
        if source is not None and source.name != "DEFAULT":
            found.add(name)
    return found


def _panel(parameter: Parameter) -> int:
    info = get_args(parameter.annotation)[1:]
    panel = getattr(info[0], "rich_help_panel", None) if info else None
    return _PANELS.index(panel) if panel in _PANELS else -1


def _generated(options: type) -> Iterator[Parameter]:
    """One parameter for each field that an options class offers."""
    for field, declared in _offered(options):
        type_, default = _type(options, field), field.default
        settings: dict[str, Any] = {"help": declared.help, "metavar": declared.metavar}
        settings["show_default"] = declared.show_default or True
        if declared.metavar == "SIZE" and isinstance(default, int):
            settings["parser"] = parse_size
            default = format_size(default)
        elif _is_list(type_):
            type_, default = list[str], []
            settings["show_default"] = declared.show_default or False
        else:
            settings |= {"min": declared.at_least, "max": declared.at_most}
        flags = [declared.flag or f"--{field.name.replace('_', '-')}"]
        flags += [declared.short] if declared.short else []
        info = typer.Option(*flags, rich_help_panel=declared.panel, **settings)
        name, annotation = _parameter_name(field.name, declared), Annotated[type_, info]
        yield Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _offered(options: type) -> list[tuple[Field[Any], Option]]:
    """The fields that an options class offers."""
    offered = options_of(options)
    return [(field, offered[field.name]) for field in fields(options) if field.name in offered]


def _build(options: type, values: dict[str, Any]) -> Any:
    """An options object from the values of the command line, which it takes out."""
    built = {
        field.name: values[field.name]  # a parameter of the command itself
        for field in fields(options)
        if field.default is MISSING and field.default_factory is MISSING
    }
    for field, declared in _offered(options):
        value = values.pop(_parameter_name(field.name, declared))
        if isinstance(value, list):  # without duplicates; no values are the default
            value = tuple(dict.fromkeys(value)) or field.default
        elif value == 0 and field.default and NoneType in get_args(_type(options, field)):
            value = None  # no limit
        built[field.name] = value
    return options(**built)


def _parameter_name(field: str, declared: Option) -> str:
    """The name of the parameter, by its flag: fields of two classes may have the same name."""
    flag = (declared.flag or "").partition("/")[0].strip("-").replace("-", "_")
    return field if not flag or iskeyword(flag) else flag


def _type(options: type, field: Field[Any]) -> Any:
    # Only the types of fields that are offered: others may be imported for type checkers alone.
    return eval(str(field.type), {"Path": Path} | vars(sys.modules[options.__module__]))


def _is_list(type_: Any) -> bool:
    return any(get_origin(one) is tuple for one in (type_, *get_args(type_)))


def parse_size(text: str) -> int:
    """The number of bytes that a size stands for.

    >>> parse_size("2GB"), parse_size("512 MiB"), parse_size("0")
    (2000000000, 536870912, 0)
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?) *(?:([kmgt]?)(i?)b?)", text.strip(), re.IGNORECASE)
    if found is None:
        raise HonbunError(f"not a size: {text!r}; write it like 500MB or 2GiB")
    number, prefix, binary = found.groups()
    step = 1024 if binary else 1000
    return int(float(number) * step ** " kmgt".index(prefix.lower() or " "))


def format_size(number: int) -> str:
    """A number of bytes as a size that `parse_size` reads.

    >>> format_size(2 << 30), format_size(1500)
    ('2GiB', '1500')
    """
    for power, unit in ((3, "GiB"), (2, "MiB"), (1, "KiB")):
        if number and number % 1024**power == 0:
            return f"{number // 1024**power}{unit}"
    return str(number)


def open_engine(
    name: EngineName, master: str | None, memory: str | None = None, store: Path | None = None
) -> Engine:
    """The engine that computes tables; the caller closes it."""
    if name == "spark":
        if memory or store:
            raise HonbunError("--engine-memory and --store need --engine duckdb")
        from honbun.engines.spark import SparkEngine

        return SparkEngine(master)
    if master:
        raise HonbunError("--master needs --engine spark")
    if memory is not None and not _MEMORY.fullmatch(memory.strip()):
        raise HonbunError(f"--engine-memory must be a size like 2GiB or 500MB, not {memory}")
    from honbun.engines.duckdb import DuckDBEngine

    return DuckDBEngine(store, memory)
