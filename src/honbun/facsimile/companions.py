"""Companions: the style sheets and pictures that came with a page.

A facsimile fetches nothing. What it may show besides the page itself is what whoever gathered the
pages gathered with them; where that lies is known to `honbun.io.companions`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Companion:
    """A file that came with a page."""

    body: bytes
    content_type: str = ""
    """The HTTP header, or what the file's ending says; empty where neither is known."""


class Companions(Protocol):
    """Where the companions of pages are found."""

    def find(self, url: str) -> Companion | None:
        """The companion at an address, None where it did not come with the page.

        The address is what the page's own address (its `url`, else its `place`) makes of the
        reference, so for files it may be a path inside of their folder.
        """
        ...


class NoCompanions:
    """Pages that came alone."""

    def find(self, url: str) -> Companion | None:
        """Nothing."""
        return None


NO_COMPANIONS: Companions = NoCompanions()
