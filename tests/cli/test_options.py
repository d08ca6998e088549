"""Options of the command line, generated from the options classes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path  # noqa: TC003
from typing import Annotated, Any, Literal

import pytest
import typer
from typer.testing import CliRunner

from honbun.cli import app
from honbun.cli.options import FormatOf, explicit, format_size, parse_size, with_options
from honbun.errors import HonbunError
from honbun.options import FETCH, RUN, check_bounds, option

PANELS = ("Arguments", "Options", "Input", "Fetch", "Output", "Run", "Method")


@dataclass(frozen=True)
class Sieve:
    """Options of a package."""

    mesh: int = option(5, "Width of a hole.", at_least=1, at_most=9)
    shape: Literal["round", "square"] | None = option(None, "Shape of the holes.")
    wash: bool = option(True, "Wash it, or not.", flag="--wash/--dry")
    weight: int | None = option(2 << 20, "Weight.", flag="--max-weight", metavar="SIZE", panel=RUN)
    wait: float | None = option(1.5, "Seconds, 0 for no limit.", at_least=0, panel=FETCH)
    names: tuple[str, ...] = option((), "Names.", flag="--name")
    secret: int = 7

    def __post_init__(self) -> None:
        check_bounds(self)


def build(*arguments: str, fails: bool = False) -> Any:
    """The options object that a command gets for some arguments."""
    built: list[Any] = []

    @with_options
    def sift(
        *,
        context: typer.Context,
        sieve: Sieve,
        form: Annotated[str | None, FormatOf("content")] = None,
        path: Path | None = None,
    ) -> None:
        built.extend([sieve, form, path, explicit(context, Sieve)])

    single = typer.Typer(add_completion=False)
    single.command()(sift)
    done = CliRunner().invoke(single, list(arguments))
    assert bool(done.exit_code) is fails, done.output
    return done.output if fails else built


def test_defaults_are_those_of_the_class() -> None:
    assert build() == [Sieve(), None, None, set()]


def test_values_reach_the_object() -> None:
    arguments = ("--mesh", "3", "--shape", "round", "--dry", "--max-weight", "1GB", "--wait", "2")
    sieve, form, path, names = build(*arguments, "--name", "a", "--name", "a", "-f", "csv")
    assert sieve == Sieve(3, "round", False, 10**9, 2.0, ("a",))
    assert (form, path) == ("csv", None)
    assert names == {"mesh", "shape", "wash", "weight", "wait", "names"}


def test_zero_lifts_a_limit() -> None:
    sieve, *_ = build("--max-weight", "0", "--wait", "0")
    assert (sieve.weight, sieve.wait) == (None, None)


@pytest.mark.parametrize(
    "arguments", [("--mesh", "0"), ("--mesh", "10"), ("--shape", "oval"), ("--secret", "1")]
)
def test_value_outside_the_bounds_is_refused(arguments: tuple[str, ...]) -> None:
    assert arguments[0] in build(*arguments, fails=True)


def test_class_holds_the_same_bounds_in_python() -> None:
    with pytest.raises(HonbunError, match=r"^mesh must be at least 1, not 0$"):
        Sieve(mesh=0)
    with pytest.raises(HonbunError, match=r"^mesh must be at most 9, not 10$"):
        Sieve(mesh=10)


@pytest.mark.parametrize("text", ["", "many", "1.2.3", "-1", "1 XB"])
def test_invalid_size_is_refused(text: str) -> None:
    with pytest.raises(HonbunError, match="not a size"):
        parse_size(text)


@pytest.mark.parametrize("number", [0, 1, 1000, 1024, 3 << 20, 2 << 30, (2 << 30) + 1])
def test_written_size_is_read_back(number: int) -> None:
    assert parse_size(format_size(number)) == number


def commands() -> dict[str, Any]:
    """Every command with its name."""
    found: dict[str, Any] = {}
    for name, command in typer.main.get_command(app.app).commands.items():  # type: ignore[attr-defined]
        inner = getattr(command, "commands", {"": command})
        found |= {f"{name} {other}".strip(): one for other, one in inner.items()}
    return found


def test_option_means_the_same_in_every_command() -> None:
    everyday = ("extract", "posts", "feed", "similar", "standard", "serve", "annotate")
    meanings: dict[str, set[tuple[str, str]]] = {}
    for name, command in commands().items():
        for one in command.params if name in everyday else ():
            if one.param_type_name == "option":
                panel = getattr(one, "rich_help_panel", None)
                meanings.setdefault(one.opts[0], set()).add((str(one.metavar), str(panel)))
    assert {flag: found for flag, found in meanings.items() if len(found) > 1} == {}


@pytest.mark.parametrize("name", ["extract", "posts", "feed", "similar", "standard", "serve"])
def test_options_are_in_the_same_panels_everywhere(name: str) -> None:
    panels = [
        getattr(one, "rich_help_panel", None) or one.param_type_name.capitalize() + "s"
        for one in commands()[name].params
    ]
    order = [PANELS.index(panel) for panel in panels]
    assert order == sorted(order)


def test_every_option_has_a_help_text() -> None:
    silent = [
        (name, one.name)
        for name, command in commands().items()
        for one in command.params
        if not one.help
    ]
    assert silent == []
