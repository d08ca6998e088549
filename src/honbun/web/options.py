"""How the server serves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """How the server serves."""

    state: Path
    """The file with the ids of items, the pages subscribed to, and the pages as last read."""
    host: str = "127.0.0.1"
    """The address listened on; on loopback only names of loopback are answered to."""
    max_age: int = 900
    """Seconds that a page counts as fresh: few lists get more than one item in 15 minutes."""
    allow_private: bool = False
    """Loopback and private addresses may be fetched."""
    hosts: tuple[str, ...] | None = None
    """The only hosts that may be fetched; None for all."""
    rate: int = 300
    """Questions that one client may ask a minute, 0 for any number. Readers of feeds ask for all
    of theirs at once, and few people have more."""
    delay: float = 1.0
    """Seconds between two requests to a host, as when a crawl is read."""
    timeout: float = 20.0
    """Seconds that one request to a site may take."""
    patience: float = 30.0
    """Seconds that a client waits for an answer: a site may redirect, or want its pages apart."""
    max_bytes: int = 5_000_000
    """The largest page that is read: the pages as last read are kept on disk."""
