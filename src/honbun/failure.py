"""Failure: one page that could not be taken through a step, while the run goes on."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field

_log = logging.getLogger(__name__)

_LONGEST = 500
"""Characters of a message: an address, or what a library says, may have megabytes."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One page that could not be taken through a step; the run goes on without it."""

    source: str
    url: str | None
    step: str
    """`read`, `fetch` or `extract`."""
    message: str
    passing: bool = field(default=False, compare=False, kw_only=True)
    """Whether it may have been the machine's fault: a run that is resumed tries it again."""

    def __str__(self) -> str:
        where = self.source or self.url or "a page without name"
        if self.url and self.url != where:
            where += f" ({self.url})"
        return brief(f"{self.step}: {where}: {self._what()}")

    def _what(self) -> str:
        """The message without the address, where it begins with that: it is told already."""
        name, _, rest = self.message.partition(": ")
        return rest if rest and _bare(name) == _bare(self.url or "") else self.message


def _bare(address: str) -> str:
    """An address without what its spelling is free to have: a fragment, a slash at the end."""
    return address.partition("#")[0].rstrip("/")


def one_line(text: str) -> str:
    """Text on one line, what a terminal would obey spelled out.

    >>> one_line("a" + chr(27) + "[2J")
    'a\\\\x1b[2J'
    """
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )


def brief(text: str) -> str:
    """A message on one line that somebody is to read, without its middle where it is too long.

    >>> brief("a: " + "b" * 1000 + " is gone")[-20:], len(brief("x" * 1000))
    ('bbbbbbbbbbbb is gone', 500)
    """
    if len(text) > _LONGEST:
        half = _LONGEST // 2
        text = f"{text[:half]}…{text[len(text) - half + 1 :]}"
    return one_line(text)


def log_failure(failure: Failure) -> None:
    """Tell of a failure in the log: what happens where nobody asked for it otherwise."""
    _log.warning("%s", failure)
