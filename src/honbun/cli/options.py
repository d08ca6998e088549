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
from contextlib import contextmanager
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

from honbun.cli.suggestions import suggested_url
from honbun.errors import HonbunError
from honbun.options import FETCH, INPUT, METHOD, OUTPUT, RUN, option, options_of
from honbun.outputs import ALIASES, Output, Result, format_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from honbun.cli.progress import Report
    from honbun.engines.base import Engine
    from honbun.stores.site_memory import SiteMemory

Command = TypeVar("Command", bound="Callable[..., None]")

_MEMORY = re.compile(r"\d+(\.\d+)? ?([kmgt](i?b)?|b|%)", re.IGNORECASE)
"""Sizes as DuckDB reads them."""
_PANELS = (INPUT, FETCH, OUTPUT, RUN, METHOD)


def _existing(given: Any) -> Any:
    """Inputs as they are given; an address without its scheme is not taken for a file."""
    for one in [given] if isinstance(given, str) else given or ():
        if hint := suggested_url(one):
            raise HonbunError(f"no such file or folder: {one}; did you mean {hint}?")
    return given


Inputs = Annotated[
    list[str],
    typer.Argument(
        help="Files, folders, http(s) URLs, or - for standard input. Files are read by what they "
        "hold: HTML, WARC, WACZ, ARC, ZIP, MHTML, JSON, CSV or Parquet, also compressed.",
        show_default=False,
        metavar="INPUT",
        callback=_existing,
    ),
]
PageInput = Annotated[
    str,
    typer.Argument(
        help="An http(s) URL, an HTML file, - for standard input, or any other input with one "
        "page.",
        show_default=False,
        metavar="PAGE",
        callback=_existing,
    ),
]
LabelsFile = Annotated[
    Path, typer.Argument(help="A file of labels.", metavar="FILE", show_default=False)
]
EngineName = Literal["duckdb", "spark"]
MASTER = "With --engine spark: the cluster, such as spark://host:7077."
MEMORY = "Site memory: pages of earlier runs are compared too, and updated by this run."
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
class Target:
    """Where results are written."""

    output: str | None = option(
        None,
        "Write to this file, compressed if it ends in .gz or .zst, or one file per page into this "
        "folder (an existing folder, or a name that ends in /).",
        panel=OUTPUT,
        short="-o",
        show_default="standard output",
    )
    force: bool = option(False, "Write into a folder that has files already.", panel=OUTPUT)
    csv_escape: bool = option(
        True,
        "In CSV, put an apostrophe before texts that begin with = + - or @, which spreadsheets "
        "would compute.",
        flag="--csv-escape/--no-csv-escape",
        panel=OUTPUT,
    )

    def of(self, result: Result, form: str | None, *, resumed: bool = False) -> Output:
        """The output; a run that is resumed may find the files of its first part."""
        out = Output.of(result, self.output, form, force=self.force or resumed)
        return out if self.csv_escape else out.unescaped()


@dataclass(frozen=True, slots=True)
class FormatOf:
    """Marks the parameter for `-f`: one of the formats that a result can be written in."""

    result: Result
    more: str = ""
    """What else the help text says."""

    def annotation(self) -> Any:
        """The type and option that replace the marker."""
        names = format_names(self.result)
        text = f"Output format; by default from the file ending of -o, else {names[0]}."
        info = typer.Option(
            "-f", "--format", help=f"{text} {self.more}".strip(), rich_help_panel=OUTPUT
        )
        aliases = [alias for alias, name in ALIASES.items() if name in names]
        return Annotated[Literal[(*names, *aliases)] | None, info]


def with_options(command: Command) -> Command:
    """Offer a command's options objects field by field, and all options panel by panel."""
    hints = get_type_hints(command, include_extras=True)
    groups = {name: hint for name, hint in hints.items() if hasattr(hint, "__dataclass_fields__")}
    fields_of = {name: list(_offered(group)) for name, group in groups.items()}
    required = {name: _required(group) for name, group in groups.items()}
    parameters: list[Parameter] = []
    for one in signature(command).parameters.values():
        if one.name in groups:
            parameters += [field.parameter for field in fields_of[one.name]]
        else:
            hint = hints[one.name]
            markers = [info for info in get_args(hint) if isinstance(info, FormatOf)]
            annotation = markers[0].annotation() if markers else hint
            parameters.append(one.replace(annotation=annotation, kind=one.KEYWORD_ONLY))

    @wraps(command)
    def run(**values: Any) -> None:
        for name, group in groups.items():
            built = {one: values[one] for one in required[name]}
            for field in fields_of[name]:
                built[field.name] = field.value(values)
            values[name] = group(**built)
        command(**values)

    run.__signature__ = Signature(sorted(parameters, key=_panel))  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    return run  # type: ignore[return-value]


def explicit(context: typer.Context, options: type) -> set[str]:
    """The fields of an options class that were set on the command line."""
    found = set()
    for field in _offered(options):
        source = context.get_parameter_source(field.parameter.name)
        if source is not None and source.name != "DEFAULT":
            found.add(field.name)
    return found


def _panel(parameter: Parameter) -> int:
    info = get_args(parameter.annotation)[1:]
    panel = getattr(info[0], "rich_help_panel", None) if info else None
    return _PANELS.index(panel) if panel in _PANELS else -1


@dataclass(frozen=True, slots=True)
class _OfferedField:
    """A field of an options class, and the parameter of a command that sets it."""

    name: str
    parameter: Parameter
    default: Any
    optional: bool

    def value(self, values: dict[str, Any]) -> Any:
        """The value on the command line, which is taken out of the values."""
        value = values.pop(self.parameter.name)
        if isinstance(value, list):  # without duplicates; no values are the default
            return tuple(dict.fromkeys(value)) or self.default
        return None if value == 0 and self.default and self.optional else value  # no limit


def _required(options: type) -> list[str]:
    """The fields without a default, which are parameters of the command itself."""
    return [
        field.name
        for field in fields(options)
        if field.default is MISSING and field.default_factory is MISSING
    ]


def _offered(options: type) -> Iterator[_OfferedField]:
    """The fields that an options class offers, each with its parameter."""
    offered = options_of(options)
    for field in fields(options):
        if field.name not in offered:
            continue
        declared, default = offered[field.name], field.default
        # Only the types of fields that are offered: others may be imported for type checkers alone.
        names = {"Path": Path} | vars(sys.modules[options.__module__])
        type_ = declared_type = eval(str(field.type), names)
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
        # Named by its flag: fields of two classes may have the same name.
        flag = (declared.flag or "").partition("/")[0].strip("-").replace("-", "_")
        parameter = Parameter(
            field.name if not flag or iskeyword(flag) else flag,
            Parameter.KEYWORD_ONLY,
            default=default,
            annotation=Annotated[type_, info],
        )
        optional = NoneType in get_args(declared_type)
        yield _OfferedField(field.name, parameter, field.default, optional)


def _is_list(type_: Any) -> bool:
    return any(get_origin(one) is tuple for one in (type_, *get_args(type_)))


def parse_size(text: str) -> int:
    """The number of bytes of a size.

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


@contextmanager
def open_memory(path: Path, report: Report, update: bool = True) -> Iterator[SiteMemory]:
    """A site memory; redesigns that were noticed are reported at the end."""
    from honbun.stores.site_memory import SiteMemory

    with SiteMemory(path, read_only=not update) as memory:
        yield memory
        for site in memory.redesigned:
            report.note(f"{site} was redesigned: its pages in {path} were replaced")
