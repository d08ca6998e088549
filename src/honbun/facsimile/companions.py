"""Companions: the style sheets and pictures that came with a page.

A facsimile fetches nothing. What it may show besides the page itself is what whoever gathered the
pages gathered with them; where that lies is known to `honbun.io.companions`. What a page names is
up to whoever wrote it, so a companion is found first and read only if it can be of use.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_READ = 200_000_000
"""Bytes that companions of one kind may cost a page: about a second."""


@dataclass(frozen=True, slots=True)
class Companion:
    """A file that came with a page: where it is, and what may be known before it is read."""

    name: str
    """What it is known by, whatever addresses lead to it."""
    content_type: str
    """The HTTP header, or what the file's ending says; empty where neither is known."""
    size: int
    """Its bytes, as they are kept: fewer than are read, where they are packed."""
    cost: int
    """Bytes to go through before the first of it is read, at the most."""
    read: Callable[[int], bytes] = field(compare=False, repr=False)
    """Its first bytes, so many at the most; none where it cannot be read."""


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


class Ration:
    """Companions for one page: only so many are asked for, there or not, and only so much read."""

    def __init__(self, companions: Companions, asked: int) -> None:
        self._companions = companions
        self._to_ask = asked
        self._to_read = MAX_READ

    def find(self, url: str) -> Companion | None:
        """The companion at an address, as long as there is something left to ask for."""
        if not self._to_ask:
            return None
        self._to_ask -= 1
        return self._companions.find(url)

    def read(self, companion: Companion, most: int) -> bytes:
        """The first bytes of a companion, none where they would cost too much."""
        if companion.cost + min(companion.size, most) > self._to_read:
            return b""
        body = companion.read(most)
        self._to_read -= companion.cost + len(body)
        return body
