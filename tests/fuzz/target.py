"""Target: a function that takes any bytes and raises if the library misbehaves."""

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
"""The start of a message that comes from an unexpected exception: its name."""


@dataclass(frozen=True)
class Target:
    """One entry point for unchecked bytes."""

    name: str
    run: Callable[[bytes], None]
    """Raises on a failure; a HonbunError is a valid refusal."""
    inputs: SearchStrategy[bytes] = field(default=PAGES, repr=False)
    seeds: Callable[[], Iterable[bytes]] = field(default=tuple, repr=False)
    """Valid inputs, from which the fuzzer starts."""
    longest: int = 4096
    """The maximum length of an input: longer ones take longer and find no more."""
    examples: int = 20
    """Examples in the test suite; slow targets have fewer."""


def refusing() -> suppress:
    """Ignore deliberate refusals."""
    return suppress(HonbunError)


def check_failure(failure: Failure) -> None:
    """Fail if a page was not refused deliberately but broke a step."""
    assert not _RAISED.match(failure.message), str(failure)


def patched(whole: bytes, patches: bytes) -> bytes:
    """A file with one byte changed for every three bytes of the patches, or truncated.

    Zero bytes, which fill most of a database, are not changed.

    >>> patched(b"abcdef", bytes([0, 1, 65, 255, 255, 3]))
    b'aAc'
    """
    changed, places = bytearray(whole), _nonzero(whole)
    for first in range(0, len(patches) - 2, 3):
        place, value = int.from_bytes(patches[first : first + 2]), patches[first + 2]
        if place == 0xFFFF:
            del changed[value * len(whole) // 256 or value :]
        elif places and (at := places[place % len(places)]) < len(changed):
            changed[at] = value
    return bytes(changed)


@lru_cache(maxsize=16)
def _nonzero(whole: bytes) -> list[int]:
    return [place for place, byte in enumerate(whole) if byte]


@cache
def _folder() -> Path:
    folder = TemporaryDirectory(prefix="honbun-fuzz-")
    atexit.register(folder.cleanup)
    return Path(folder.name)


def temp_file(name: str, data: bytes) -> Path:
    """A temporary file with these bytes; replaces an earlier one with the same name."""
    path = _folder() / name
    path.write_bytes(data)
    return path
