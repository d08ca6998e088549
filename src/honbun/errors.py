"""Errors that honbun raises on purpose, and the record of a page that failed.

    HonbunError
    ├── InputError          an input that cannot be read
    │   └── UnreadablePage  one page that cannot be read; the others can
    ├── FetchError          a URL that did not return a page
    │   ├── FetchTimeout    no complete answer in time
    │   ├── RefusedAddress  a private, loopback or reserved address
    │   └── RefusedByRobots the site's robots.txt disallows the URL
    ├── MissingExtra        an optional library is not installed
    ├── OutputError         a result that cannot be written
    ├── MemoryFileError     a file of an earlier run that cannot be opened, read or written
    ├── EngineError         tables that an engine cannot open, compute or store
    ├── WorkerDied          a worker process ended without a result
    └── TruthError          evaluation data that is absent or malformed

Finding nothing is not an error: a result says so in its `reason`. In a run over many pages an error
of one page becomes a `Failure`, and the run continues.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field


class HonbunError(Exception):
    """The root of all errors that honbun raises on purpose."""


class InputError(HonbunError):
    """An input that cannot be read."""


class UnreadablePage(InputError):
    """One page that cannot be read; the others can."""


class FetchError(HonbunError):
    """A URL that did not return a page."""


class FetchTimeout(FetchError):
    """A URL that did not return its whole page in time."""


class RefusedAddress(FetchError):
    """A URL that resolves to a private, loopback or reserved address."""


class RefusedByRobots(FetchError):
    """A URL that the site's robots.txt disallows."""


class MissingExtra(HonbunError):
    """An optional library that is required and not installed."""

    def __init__(self, job: str, extra: str) -> None:
        super().__init__(f"{job} needs an extra: pip install 'honbun[{extra}]'")


class OutputError(HonbunError):
    """A result that cannot be written."""


class MemoryFileError(HonbunError):
    """A file of an earlier run (memory, state, labels) that cannot be opened, read or written."""


class EngineError(HonbunError):
    """Tables that an engine cannot open, compute or store."""


class WorkerDied(HonbunError):
    """A worker process that ended without a result."""


class TruthError(HonbunError):
    """Evaluation data that is absent or malformed."""


_log = logging.getLogger(__name__)

SKIP = "skip"
"""The step of a file or record that holds no page; the message is the reason."""
NOTE = "note"
"""The step of a message about an input that is read, such as a guess."""
_MAX_MESSAGE = 500
"""Characters of a message; URLs and messages of libraries can have megabytes."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One page that failed in a step; the run continues without it."""

    source: str
    url: str | None
    step: str
    """`read`, `fetch` or `extract`; SKIP or NOTE for what is reported and is no failure."""
    message: str
    transient: bool = field(default=False, compare=False, kw_only=True)
    """Whether the machine may be the cause, as with timeouts; a resumed run tries again."""

    @property
    def is_error(self) -> bool:
        """Whether a page failed: what was skipped, and notes, are no errors."""
        return self.step not in (SKIP, NOTE)

    def __str__(self) -> str:
        where = self.source or self.url or "a page without name"
        if self.url and self.url != where:
            where += f" ({self.url})"
        return short_message(f"{self.step}: {where}: {self._detail()}")

    def _detail(self) -> str:
        """The message without the URL at its beginning, which is printed before it."""
        name, _, rest = self.message.partition(": ")
        return rest if rest and _bare(name) == _bare(self.url or "") else self.message


def _bare(url: str) -> str:
    """A URL without its fragment and trailing slash."""
    return url.partition("#")[0].rstrip("/")


def one_line(text: str) -> str:
    """Text on one line, with control characters escaped.

    >>> one_line("a" + chr(27) + "[2J")
    'a\\\\x1b[2J'
    """
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )


def short_message(text: str) -> str:
    """A message on one line, without its middle if it is too long.

    >>> short_message("a: " + "b" * 1000 + " is gone")[-20:], len(short_message("x" * 1000))
    ('bbbbbbbbbbbb is gone', 500)
    """
    if len(text) > _MAX_MESSAGE:
        half = _MAX_MESSAGE // 2
        text = f"{text[:half]}…{text[len(text) - half + 1 :]}"
    return one_line(text)


def log_failure(failure: Failure) -> None:
    """Log a failure as a warning, what was skipped as information: the default `on_failure`."""
    _log.log(logging.WARNING if failure.is_error else logging.INFO, "%s", failure)
