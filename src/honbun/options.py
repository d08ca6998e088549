"""Fields of options classes that commands offer.

A field is declared once, in the options class of its package, with its default, help and bounds;
`honbun.cli.options` turns these fields into options of the command line.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from honbun.errors import HonbunError

Value = TypeVar("Value")

INPUT, FETCH, OUTPUT, RUN, METHOD = "Input", "Fetch", "Output", "Run", "Method"
"""The panels of `--help`, the same for every command."""

_KEY = "option"


@dataclass(frozen=True, slots=True)
class Option:
    """How a command offers a field."""

    help: str
    panel: str = METHOD
    flag: str | None = None
    """Its name on the command line, where it is not the field's: `--page-timeout`,
    `--near/--exact`."""
    short: str | None = None
    """A short name besides: `-q`."""
    at_least: float | None = None
    at_most: float | None = None
    metavar: str | None = None
    """The name of the value in help texts; `SIZE` is a number of bytes, written like 2GiB."""
    show_default: str | None = None
    """The default in words, where the value does not say enough."""


def option(default: Value, help_text: str, **settings: Any) -> Value:
    """A dataclass field that commands offer; `settings` are the other fields of Option."""
    return field(default=default, metadata={_KEY: Option(help_text, **settings)})


def options_of(options: object) -> dict[str, Option]:
    """The fields of an options class, or of an instance, that commands offer."""
    return {
        one.name: one.metadata[_KEY]
        for one in fields(options)  # type: ignore[arg-type]
        if _KEY in one.metadata
    }


def check_bounds(options: object) -> None:
    """Raise HonbunError if a field of an options object is outside its bounds."""
    for name, one in options_of(options).items():
        value = getattr(options, name)
        if value is None:
            continue
        if one.at_least is not None and value < one.at_least:
            raise HonbunError(f"{name} must be at least {one.at_least}, not {value}")
        if one.at_most is not None and value > one.at_most:
            raise HonbunError(f"{name} must be at most {one.at_most}, not {value}")
