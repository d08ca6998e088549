"""Target: a function that takes any bytes, and raises where a promise is broken."""

from __future__ import annotations

import atexit
import re
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from honbun.errors import HonbunError
from tests.fuzz.strategies import PAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from hypothesis.strategies import SearchStrategy

    from honbun.errors import Failure

_RAISED = re.compile(r"[A-Za-z_]+(?:Error|Exception|Warning|Interrupt|Exit|Iteration)(?::|\Z)")
"""How a failure begins that comes of an error which nobody meant: with its name."""


@dataclass(frozen=True)
class Target:
    """One way in for bytes that nobody has checked."""

    name: str
    run: Callable[[bytes], None]
    """Raises where a promise is broken; what is refused with a HonbunError is not broken."""
    inputs: SearchStrategy[bytes] = field(default=PAGES, repr=False)
    seeds: Callable[[], Iterable[bytes]] = field(default=tuple, repr=False)
    """Sound inputs, for a fuzzer to begin from."""
    longest: int = 4096
    """Bytes of an input that are worth trying: longer ones take longer and say the same."""
    examples: int = 20
    """Examples in the suite; those of slow targets are fewer."""


def refusing() -> suppress:
    """What is refused on purpose is no fault."""
    return suppress(HonbunError)


def told(failure: Failure) -> None:
    """A page may be refused, for a reason; one that broke a step is a fault."""
    assert not _RAISED.match(failure.message), str(failure)


def patched(whole: bytes, patches: bytes) -> bytes:
    """A file with a byte changed for each three of the patches, or cut short.

    Where there is nothing but zeros, as in most of a database, there is nothing to change.

    >>> patched(b"abcdef", bytes([0, 1, 65, 255, 255, 3]))
    b'aAc'
    """
    changed, places = bytearray(whole), _said(whole)
    for first in range(0, len(patches) - 2, 3):
        place, value = int.from_bytes(patches[first : first + 2]), patches[first + 2]
        if place == 0xFFFF:
            del changed[value * len(whole) // 256 or value :]
        elif places and (at := places[place % len(places)]) < len(changed):
            changed[at] = value
    return bytes(changed)


@lru_cache(maxsize=16)
def _said(whole: bytes) -> list[int]:
    return [place for place, byte in enumerate(whole) if byte]


@cache
def _folder() -> Path:
    folder = TemporaryDirectory(prefix="honbun-fuzz-")
    atexit.register(folder.cleanup)
    return Path(folder.name)


def scratch(name: str, data: bytes) -> Path:
    """A file with these bytes, in the place of what had the name before."""
    path = _folder() / name
    path.write_bytes(data)
    return path
