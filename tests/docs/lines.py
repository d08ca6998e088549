"""Blocks of shell as commands: one by one, with what each is shown to print."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.docs.book import Block

SHELL = ("sh", "console")


@dataclass(frozen=True)
class Command:
    """A line that a reader may type."""

    line: str
    number: int
    """Where it stands in its file."""
    output: str | None = None
    """What is shown below it; None where nothing is said of that."""

    @property
    def words(self) -> list[str]:
        """Its words, programs after a pipe included, comments left out."""
        return shlex.split(self.line, comments=True)


def commands(block: Block) -> Iterator[Command]:
    """The commands of a block, `sh` with one a line, `console` after `$` and with their output."""
    numbered = list(enumerate(block.text.splitlines(), start=block.line))
    if block.language == "console":
        yield from _shown(numbered)
        return
    waiting, first = "", 0
    for number, line in numbered:
        first = first if waiting else number
        waiting += line
        if waiting.endswith("\\"):
            waiting = waiting[:-1]
        elif _says(waiting):
            yield Command(waiting.strip(), first)
            waiting = ""
        else:
            waiting = ""
    if waiting:
        raise ValueError(f"line {first} goes on, and nothing comes")


def _shown(numbered: list[tuple[int, str]]) -> Iterator[Command]:
    started: tuple[int, str] | None = None
    printed: list[str] = []
    for number, line in numbered:
        if line.startswith("$ "):
            if started:
                yield _with_output(started, printed)
            started, printed = (number, line[2:]), []
        elif started and started[1].endswith("\\") and not printed:
            started = (started[0], started[1][:-1] + line.removeprefix("> "))
        else:
            printed.append(line)
    if started:
        yield _with_output(started, printed)


def _with_output(started: tuple[int, str], printed: list[str]) -> Command:
    number, line = started
    return Command(line.strip(), number, "\n".join(printed).rstrip("\n"))


def _says(line: str) -> bool:
    return bool(line.strip()) and not line.strip().startswith("#")


def agrees(shown: str, printed: str) -> bool:
    """Whether a command printed what is shown; a line of `...` stands for any lines."""
    pieces = re.split(r"(?m)^[ ]*(?:\.\.\.|…)[ ]*(?:\n|$)", shown.rstrip("\n") + "\n")
    pattern = "(?:.*\n)*".join(map(re.escape, pieces))
    return re.fullmatch(pattern, printed.rstrip("\n") + "\n") is not None
