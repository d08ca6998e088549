"""Everything honbun raises on purpose.

    HonbunError
    ├── InputError          an input that names nothing we can read
    │   └── UnreadablePage  one page that cannot be read; the others can
    ├── FetchError          a URL that did not give a page
    │   ├── FetchTimeout    it did not answer in time
    │   ├── RefusedAddress  it leads to a private, loopback or reserved address
    │   └── RefusedByRobots the site's robots.txt asks us to stay away
    ├── MissingExtra        an optional library is not installed
    ├── OutputError         a result that cannot be written where it was asked for
    ├── MemoryFileError     a site memory, or posts seen, that cannot be opened, read or written
    ├── EngineError         tables that an engine cannot open, compute or keep
    ├── WorkerDied          a worker process ended without an answer
    └── TruthError          evaluation data that is absent or malformed

Finding nothing is not an error: a result says so in its `reason`.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field


class HonbunError(Exception):
    """The root of all errors that honbun raises on purpose."""


class InputError(HonbunError):
    """An input that names nothing we can read."""


class UnreadablePage(InputError):
    """One page that cannot be read; the rest of the collection goes on."""


class FetchError(HonbunError):
    """A URL that did not give a page."""


class FetchTimeout(FetchError):
    """A URL that did not give all of its page in time."""


class RefusedAddress(FetchError):
    """A URL that leads to a private, loopback or otherwise reserved address."""


class RefusedByRobots(FetchError):
    """A URL that the site's robots.txt asks us not to fetch."""


class MissingExtra(HonbunError):
    """An optional library is needed and is not installed."""

    def __init__(self, job: str, extra: str) -> None:
        super().__init__(f"{job} needs an extra: pip install 'honbun[{extra}]'")


class OutputError(HonbunError):
    """A result that cannot be written where it was asked for."""


class MemoryFileError(HonbunError):
    """A file that keeps what earlier runs learnt or saw, and cannot be opened, read or written."""


class EngineError(HonbunError):
    """Tables that an engine cannot open, compute or keep."""


class WorkerDied(HonbunError):
    """A worker process ended without an answer."""


class TruthError(HonbunError):
    """Evaluation data that is absent or malformed."""


# Failure: one page that could not be taken through a step, while the run goes on.

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
    transient: bool = field(default=False, compare=False, kw_only=True)
    """Whether it may have been the machine's fault: a run that is resumed tries it again."""

    def __str__(self) -> str:
        where = self.source or self.url or "a page without name"
        if self.url and self.url != where:
            where += f" ({self.url})"
        return short_message(f"{self.step}: {where}: {self._what()}")

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


def short_message(text: str) -> str:
    """A message on one line that somebody is to read, without its middle where it is too long.

    >>> short_message("a: " + "b" * 1000 + " is gone")[-20:], len(short_message("x" * 1000))
    ('bbbbbbbbbbbb is gone', 500)
    """
    if len(text) > _LONGEST:
        half = _LONGEST // 2
        text = f"{text[:half]}…{text[len(text) - half + 1 :]}"
    return one_line(text)


def log_failure(failure: Failure) -> None:
    """Tell of a failure in the log: what happens where nobody asked for it otherwise."""
    _log.warning("%s", failure)
