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
