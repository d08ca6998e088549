"""Options of the server; imported by the command line, so without the libraries of the server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honbun.options import FETCH, option

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """How the server works."""

    state: Path
    """The file with item ids, subscriptions and the pages as last read."""
    host: str = "127.0.0.1"
    """The address to listen on; on loopback, only names of loopback are accepted as Host."""
    names: tuple[str, ...] | None = option(
        None,
        "Answer only requests to this host name; for a server behind a proxy or in a container. "
        "Repeatable.",
        flag="--name",
        metavar="HOST",
        show_default="on loopback its own names, else all",
    )
    max_age: int = option(
        900,  # few lists get more than one item in 15 minutes
        "Seconds before a page is fetched again.",
        at_least=0,
        metavar="SECONDS",
    )
    hosts: tuple[str, ...] | None = option(
        None,
        "Fetch only from this host; *.example.org allows all hosts below it. Repeatable.",
        flag="--allow-host",
        panel=FETCH,
        metavar="HOST",
        show_default="all",
    )
    allow_private: bool = False
    """Whether loopback and private addresses may be fetched."""
    delay: float = 1.0
    """Seconds between two requests to a host."""
    timeout: float = 20.0
    """Seconds that one request to a site may take."""
    patience: float = 30.0
    """Seconds that a client waits for an answer: a site may redirect, or ask for a delay."""
    max_bytes: int = 5_000_000
    """Maximum size of a page: the pages as last read are stored on disk."""
